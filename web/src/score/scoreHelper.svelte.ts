/** The score helper: the table that people enter, with every step of it, and what the server
 * counted. The browser stores it all. */

import { findGame } from "../catalogue.svelte";
import { writeStorage, readStorage } from "../storage.svelte";
import { isTransient } from "../errors";
import { describeError, request, RequestError } from "../http";
import type { PlayerScore, Game, Score } from "../shapes";
import { language, say } from "../text.svelte";
import { startHistory, redo, type UndoHistory, recordState, undo } from "./history";
import { findDifference } from "./steps";
import { buildScoreRequest, hasEntries, ROUNDS, type ScoreTable, STAGES } from "./table";

const FORMAT = 2; // of what the browser stores; another one is not read
const PAUSE = 150; // ms without a change after which the server is asked
const FIRST_RETRY = 2000; // ms before it is asked again when it could not be reached
const LONGEST_RETRY = 30_000;

/** The answer for a stage and what it was an answer to, or why there is none. */
interface Count {
  to: string;
  game: string;
  answer: Score | null;
  refused: { text: string; seat: number | null } | null;
}
interface Saved {
  shape: number;
  story: UndoHistory<ScoreTable | null>;
  stage: number;
  seat: number;
  counts: (Count | null)[];
}

const emptySave = (): Saved => ({
  shape: FORMAT,
  story: startHistory(null),
  stage: 0,
  seat: 0,
  counts: [],
});

function readSaved(): Saved {
  const found = readStorage<Saved>("score", emptySave());
  return found.shape === FORMAT ? found : emptySave();
}

export class ScoreHelper {
  #history = $state.raw<UndoHistory<ScoreTable | null>>(startHistory(null));
  #stage = $state(0);
  #seat = $state(0);
  #counts = $state.raw<(Count | null)[]>([]);
  waitsFor = $state<string | null>(null); // why the server does not count just now
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryDelay = FIRST_RETRY;

  constructor() {
    const { story, stage, seat, counts } = readSaved();
    [this.#history, this.#stage, this.#seat, this.#counts] = [story, stage, seat, counts];
    addEventListener("online", this.#retry);
    document.addEventListener("visibilitychange", this.#retry);
  }

  close(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#retry);
    document.removeEventListener("visibilitychange", this.#retry);
  }

  // --- The table ---

  get table(): ScoreTable | null {
    return this.#history.now;
  }

  get game(): Game | undefined {
    return this.table ? findGame(this.table.game) : undefined;
  }

  get stage(): number {
    return this.#stage;
  }

  get seat(): number {
    return Math.min(this.#seat, (this.table?.players.length ?? 1) - 1);
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  goTo(stage: number, seat: number): void {
    [this.#stage, this.#seat] = [stage, seat];
    this.#save();
    this.scheduleCount();
  }

  change(table: ScoreTable): void {
    this.#setHistory(recordState(this.#history, table));
  }

  undo(): void {
    this.#travel(undo(this.#history));
  }

  redo(): void {
    this.#travel(redo(this.#history));
  }

  /** Go to another moment, and to the place where it differs. */
  #travel(history: UndoHistory<ScoreTable | null>): void {
    const place = findDifference(this.table, history.now);
    if (place) [this.#stage, this.#seat] = place;
    this.#setHistory(history);
  }

  #setHistory(history: UndoHistory<ScoreTable | null>): void {
    this.#history = history;
    this.#save();
    this.scheduleCount();
  }

  #save(): void {
    const kept: Saved = {
      shape: FORMAT,
      story: this.#history,
      stage: this.#stage,
      seat: this.#seat,
      counts: this.#counts,
    };
    writeStorage("score", kept);
  }

  // --- The points ---

  /** What a player has in a stage, as it was last counted; nothing if what they have cannot be. */
  scoreOf(stage: number, seat: number): PlayerScore | undefined {
    return this.seatOfError(stage) === seat ? undefined : this.countOf(stage)?.players[seat];
  }

  /** The last count of a stage, if it was made of the same game with the same people. */
  countOf(stage: number): Score | undefined {
    const count = this.#isRelevant(stage) ? this.#counts[stage] : undefined;
    const answer = count?.game === this.table?.game ? count?.answer : undefined;
    const same = answer?.players.every(
      (player, seat) => player.name === this.table?.players[seat]?.name,
    );
    return answer && same && answer.players.length === this.table?.players.length
      ? answer
      : undefined;
  }

  /** Why the table of a stage cannot be. */
  errorAt(stage: number): string | null {
    return this.#isFresh(stage) ? (this.#counts[stage]?.refused?.text ?? null) : null;
  }

  /** The seat that this error is about, if it is about one. */
  seatOfError(stage: number): number | null {
    return this.#isFresh(stage) ? (this.#counts[stage]?.refused?.seat ?? null) : null;
  }

  /** Whether what is shown of a stage and all before is what the server says of this very table. */
  isCertain(stage: number): boolean {
    return STAGES.slice(0, stage + 1).every(
      (one) => !this.#isRelevant(one) || (this.#isFresh(one) && !this.#counts[one]?.refused),
    );
  }

  /** The points of all rounds before a stage. */
  pointsBefore(stage: number): number[] {
    return (this.table?.players ?? []).map((_, seat) =>
      STAGES.slice(0, Math.min(stage, ROUNDS - 1)).reduce(
        (sum, one) => sum + (this.scoreOf(one, seat)?.round ?? 0),
        0,
      ),
    );
  }

  #isRelevant(stage: number): boolean {
    return (
      !!this.table &&
      !!this.game &&
      (stage === this.#stage || hasEntries(this.game, this.table, stage))
    );
  }

  #buildQuestion(stage: number): { to: string; body: object } {
    const body = buildScoreRequest(this.game!, this.table!, stage, this.pointsBefore(stage));
    return { to: `${language.current} ${JSON.stringify(body)}`, body };
  }

  #isFresh(stage: number): boolean {
    return this.#isRelevant(stage) && this.#counts[stage]?.to === this.#buildQuestion(stage).to;
  }

  /** Have everything counted that is not, when there was no change for a moment. */
  scheduleCount(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => void this.#countAll(),
      this.waitsFor === null ? PAUSE : this.#retryDelay,
    );
  }

  #retry = (): void => {
    if (document.hidden || this.waitsFor === null) return;
    this.#retryDelay = FIRST_RETRY;
    clearTimeout(this.#timer);
    void this.#countAll();
  };

  /** One question at a time, about the newest table, until all is counted. */
  async #countAll(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let stage = this.#findStale(); stage !== undefined; stage = this.#findStale())
        await this.#request(stage);
      [this.waitsFor, this.#retryDelay] = [null, FIRST_RETRY];
    } catch (problem) {
      this.waitsFor = describeWait(problem);
      this.#retryDelay = Math.min(LONGEST_RETRY, this.#retryDelay * 1.5);
      this.scheduleCount();
    } finally {
      this.#asking = false;
    }
  }

  #findStale(): number | undefined {
    return this.game && STAGES.find((stage) => this.#isRelevant(stage) && !this.#isFresh(stage));
  }

  /** What was counted before an error stays true of those whom it is not about, as long as their
   * cards are those that were counted. */
  #keepCount(stage: number, to: string, seat: number | null): Score | null {
    const before = this.#counts[stage]?.to ?? "";
    const isKept = seat !== null && withoutPlayer(before, seat) === withoutPlayer(to, seat);
    return isKept ? (this.countOf(stage) ?? null) : null;
  }

  async #request(stage: number): Promise<void> {
    const { to, body } = this.#buildQuestion(stage);
    const { game } = this.table!;
    let count: Count;
    try {
      count = { to, game, answer: await request<Score>("/api/score", body), refused: null };
    } catch (problem) {
      // The server could not count, which says nothing about the table.
      if (!(problem instanceof RequestError) || isTransient(problem.code)) throw problem;
      const { message: text, seat } = problem;
      count = { to, game, answer: this.#keepCount(stage, to, seat), refused: { text, seat } };
    }
    this.#counts = STAGES.map((one) => (one === stage ? count : (this.#counts[one] ?? null)));
    this.#save();
  }
}

/** A question without what one player has. */
function withoutPlayer(to: string, seat: number): string {
  const [spoken, body] = [to.slice(0, to.indexOf(" ")), to.slice(to.indexOf(" "))];
  if (!spoken) return "";
  const question = JSON.parse(body) as { players: unknown[] };
  return spoken + JSON.stringify({ ...question, players: question.players.with(seat, null) });
}

function describeWait(problem: unknown): string {
  if (!(problem instanceof RequestError) || problem.code !== "unreachable")
    return describeError(problem);
  return say("No connection: this will be counted when the server is back.");
}
