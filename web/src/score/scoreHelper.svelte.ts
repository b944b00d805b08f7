/** The score helper: the table that people tell, with every step of it, and what the server counted. The browser keeps it all. */

import { findGame } from "../catalogue.svelte";
import { writeStorage, readStorage } from "../storage.svelte";
import { request, RequestError } from "../http";
import type { PlayerScore, Game, Score } from "../shapes";
import { language } from "../text.svelte";
import { startHistory, redo, type UndoHistory, recordState, undo } from "./history";
import { buildScoreRequest, type ScoreTable, END, hasEntries, ROUNDS } from "./table";

const SHAPE = 1; // of what the browser keeps; another one is not read
const STAGES = [...Array(ROUNDS).keys(), END];
const PAUSE = 150; // ms without a change after which the server is asked
const SOONEST = 2000; // ms before it is asked again when it could not be reached
const SLOWEST = 30_000;
const NOT_AN_ANSWER = ["unreachable", "too-many", "internal"]; // the server could not count, which says nothing about the table

/** The answer for a stage and what it was an answer to, or why there is none. */
interface Count {
  to: string;
  answer: Score | null;
  refused: string | null;
}
interface Remembered {
  shape: number;
  story: UndoHistory<ScoreTable | null>;
  stage: number;
  seat: number;
  counts: (Count | null)[];
}

const emptyMemory = (): Remembered => ({
  shape: SHAPE,
  story: startHistory(null),
  stage: 0,
  seat: 0,
  counts: [],
});

function readRemembered(): Remembered {
  const found = readStorage<Remembered>("score", emptyMemory());
  return found.shape === SHAPE ? found : emptyMemory();
}

export class ScoreHelper {
  #story = $state.raw<UndoHistory<ScoreTable | null>>(startHistory(null));
  #stage = $state(0);
  #seat = $state(0);
  #counts = $state.raw<(Count | null)[]>([]);
  away = $state(false); // the server cannot be reached
  #asking = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience = SOONEST;

  constructor() {
    const { story, stage, seat, counts } = readRemembered();
    [this.#story, this.#stage, this.#seat, this.#counts] = [story, stage, seat, counts];
    addEventListener("online", this.#again);
    document.addEventListener("visibilitychange", this.#again);
  }

  close(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#again);
    document.removeEventListener("visibilitychange", this.#again);
  }

  // --- The table ---

  get table(): ScoreTable | null {
    return this.#story.now;
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
    return this.#story.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#story.future.length > 0;
  }

  look(stage: number, seat: number): void {
    [this.#stage, this.#seat] = [stage, seat];
    this.#keep();
    this.count();
  }

  change(table: ScoreTable): void {
    this.#tell(recordState(this.#story, table));
  }

  undo(): void {
    this.#go(undo(this.#story));
  }

  redo(): void {
    this.#go(redo(this.#story));
  }

  /** Go to another moment, and to the place where it differs. */
  #go(story: UndoHistory<ScoreTable | null>): void {
    const place = findDifference(this.table, story.now);
    if (place) [this.#stage, this.#seat] = place;
    this.#tell(story);
  }

  #tell(story: UndoHistory<ScoreTable | null>): void {
    this.#story = story;
    this.#keep();
    this.count();
  }

  #keep(): void {
    const kept: Remembered = {
      shape: SHAPE,
      story: this.#story,
      stage: this.#stage,
      seat: this.#seat,
      counts: this.#counts,
    };
    writeStorage("score", kept);
  }

  // --- The points ---

  /** What a player has in a stage, as it was last counted. */
  of(stage: number, seat: number): PlayerScore | undefined {
    return this.answer(stage)?.players[seat];
  }

  /** The last count of a stage, if it was made with the same people. */
  answer(stage: number): Score | undefined {
    const answer = this.#matters(stage) ? this.#counts[stage]?.answer : undefined;
    const same = answer?.players.every(
      (player, seat) => player.name === this.table?.players[seat]?.name,
    );
    return answer && same && answer.players.length === this.table?.players.length
      ? answer
      : undefined;
  }

  /** Why the table of a stage cannot be. */
  refused(stage: number): string | null {
    return this.#isFresh(stage) ? (this.#counts[stage]?.refused ?? null) : null;
  }

  /** Whom a refusal is about: it begins with their name. */
  blamed(stage: number): number | null {
    const sentence = this.refused(stage);
    const players = this.table?.players ?? [];
    if (sentence === null) return null;
    const named = players.filter(({ name }) =>
      [`${name}:`, `${name} `].some((start) => sentence.startsWith(start)),
    );
    const [longest] = named.toSorted((one, other) => other.name.length - one.name.length);
    return longest ? players.indexOf(longest) : null;
  }

  /** Whether what is shown of a stage and all before is what the server says of this very table. */
  isSure(stage: number): boolean {
    return STAGES.slice(0, stage + 1).every(
      (one) => !this.#matters(one) || (this.#isFresh(one) && !this.#counts[one]?.refused),
    );
  }

  /** The points of all rounds before a stage. */
  before(stage: number): number[] {
    return (this.table?.players ?? []).map((_, seat) =>
      STAGES.slice(0, Math.min(stage, ROUNDS - 1)).reduce(
        (sum, one) => sum + (this.of(one, seat)?.round ?? 0),
        0,
      ),
    );
  }

  #matters(stage: number): boolean {
    return (
      !!this.table &&
      !!this.game &&
      (stage === this.#stage || hasEntries(this.game, this.table, stage))
    );
  }

  #question(stage: number): { to: string; body: object } {
    const body = buildScoreRequest(this.game!, this.table!, stage, this.before(stage));
    return { to: `${language.current} ${JSON.stringify(body)}`, body };
  }

  #isFresh(stage: number): boolean {
    return this.#counts[stage]?.to === this.#question(stage).to;
  }

  /** Have everything counted that is not, when there was no change for a moment. */
  count(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#count(), this.away ? this.#patience : PAUSE);
  }

  #again = (): void => {
    if (document.hidden || !this.away) return;
    this.#patience = SOONEST;
    clearTimeout(this.#timer);
    void this.#count();
  };

  /** One question at a time, about the newest table, until all is counted. */
  async #count(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    try {
      for (let stage = this.#stale(); stage !== undefined; stage = this.#stale())
        await this.#ask(stage);
      [this.away, this.#patience] = [false, SOONEST];
    } catch {
      this.away = true;
      this.#patience = Math.min(SLOWEST, this.#patience * 1.5);
      this.count();
    } finally {
      this.#asking = false;
    }
  }

  #stale(): number | undefined {
    return this.game && STAGES.find((stage) => this.#matters(stage) && !this.#isFresh(stage));
  }

  async #ask(stage: number): Promise<void> {
    const { to, body } = this.#question(stage);
    let count: Count;
    try {
      count = { to, answer: await request<Score>("/api/score", body), refused: null };
    } catch (problem) {
      if (!(problem instanceof RequestError) || NOT_AN_ANSWER.includes(problem.code)) throw problem;
      count = { to, answer: null, refused: problem.message }; // what was counted before is no longer true
    }
    this.#counts = STAGES.map((one) => (one === stage ? count : (this.#counts[one] ?? null)));
    this.#keep();
  }
}

/** The first stage and seat at which two tables differ. */
function findDifference(one: ScoreTable | null, other: ScoreTable | null): [number, number] | null {
  if (!one || !other || one.players.length !== other.players.length) return null;
  const there = (table: ScoreTable, stage: number, seat: number) =>
    JSON.stringify(
      stage === END ? table.players[seat]!.tokens : table.players[seat]!.rounds[stage],
    );
  for (const stage of STAGES)
    for (const seat of one.players.keys())
      if (there(one, stage, seat) !== there(other, stage, seat)) return [stage, seat];
  return null;
}
