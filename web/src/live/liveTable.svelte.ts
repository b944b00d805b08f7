/** A table as the server tells it, over a connection that mends itself. What was chosen without a network is sent later, or
 * honestly given up when the table has gone on. */

import { writeStorage, readStorage } from "../storage.svelte";
import { request, toRequestError, RequestError, unreachableError } from "../http";
import { shareStructure } from "../structuralSharing";
import type {
  Ack,
  EmoteMessage,
  Message,
  PublicTable,
  ErrorMessage,
  TableMessage,
  View,
} from "../shapes";
import { language, say } from "../text.svelte";

export type Connection = "connecting" | "open" | "lost" | "refused";

interface Pending {
  wish: Command;
  done: (ack: Ack) => void;
  failed: (problem: RequestError) => void;
}
interface Command {
  do: string;
  [field: string]: unknown;
}
interface Unsent {
  wish: Command;
  seat: number;
  choice: string | null;
  known: number; // events that had happened when it was chosen
}
export type Said = EmoteMessage & { key: number };

const LASTING = ["unknown-table", "not-yours"]; // what is no better at the next attempt
const PROMPT = 500; // ms within which the server has a choice, or else it is said that it has not
const PATIENCE = 6000; // ms without an answer after which a connection counts as lost
const SILENCE = 8000; // ms without a word after which the server is asked whether it is still there
const ANYBODY = { do: "hello", token: "" }; // nobody's token, which changes nothing: even a refusal is an answer
const SLEEP = 25_000; // ms out of sight after which a connection is not trusted any more
const SLOWEST = 8000; // ms between two attempts to connect

export class LiveTable {
  readonly code: string;
  connection = $state<Connection>("connecting");
  problem = $state.raw<RequestError | null>(null); // why there is no table to be shown
  notice = $state.raw<{ key: number; text: string } | null>(null); // what the player should know
  table = $state.raw<PublicTable | null>(null);
  you = $state.raw<TableMessage["you"]>(null);
  views = $state.raw<View[]>([]);
  version = $state(0);
  receivedAt = $state.raw(Date.now()); // when the last table message came, for the clock
  emotes = $state.raw<Said[]>([]);
  unsentSeats = $state.raw<number[]>([]); // our seats whose choice the server does not have, as far as we know

  #socket: WebSocket | null = null;
  #language = language.current;
  #watching: boolean;
  #pending = new Map<string, Pending>();
  #waiting: Map<number, Unsent>; // what was chosen at each of our seats until the server has it, even if the page is loaded again
  #stands = new Map<number, string | null>(); // what the server has of each of our seats
  #afresh = false; // everything is to be told again; what we have stays in sight until then
  #ahead = $state(0); // the version of an ack that a table message must follow
  #next = 0;
  #attempts = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #quiet: ReturnType<typeof setTimeout> | undefined;
  #hidden = 0;
  #closed = false;

  /** `watching`: see the public side alone, whoever this browser belongs to. */
  constructor(code: string, watching = false) {
    this.code = code;
    this.#watching = watching;
    this.#waiting = new Map(
      watching ? [] : readStorage<[number, Unsent][]>(`unsent.${code}`, [], "sessionStorage"),
    );
    addEventListener("online", this.#moved);
    addEventListener("offline", this.#gone);
    addEventListener("pageshow", this.#wake);
    document.addEventListener("visibilitychange", this.#look);
    this.#connect();
  }

  /** Whether the last view is still what is asked: not between the ack of a choice and the table that it led to. */
  get isCurrent(): boolean {
    return this.#ahead <= this.version;
  }

  view(seat: number | null): View | undefined {
    return (
      this.views.find((view) => view.seat === seat) ?? (seat === null ? this.views[0] : undefined)
    );
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#moved);
    removeEventListener("offline", this.#gone);
    removeEventListener("pageshow", this.#wake);
    document.removeEventListener("visibilitychange", this.#look);
    this.#drop();
  }

  // --- What people do ---

  /** Have something done; the answer tells what came of it. */
  send(wish: Command): Promise<Ack> {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(unreachableError());
    return new Promise((done, failed) => {
      const id = `c${++this.#next}`;
      this.#pending.set(id, { wish, done, failed });
      this.#socket!.send(JSON.stringify({ id, ...wish }));
      const socket = this.#socket;
      setTimeout(() => this.#pending.has(id) && socket === this.#socket && this.#mend(), PATIENCE);
    });
  }

  /** Choose at a seat, or take the choice back by choosing nothing. Without a network the choice waits for it. */
  async choose(seat: number, choice: string | null): Promise<void> {
    const wish =
      choice === null
        ? { do: "unchoose", seat, version: this.version }
        : { do: "choose", seat, choice, version: this.version };
    const late = { wish, seat, choice, known: this.view(seat)?.log.events.length ?? 0 };
    this.#show(seat, choice);
    this.#wait(seat, late); // the newest counts
    await this.#deliver(late);
  }

  /** Remember what the server does not have yet at a seat, or that it has everything. */
  #wait(seat: number, late?: Unsent): void {
    if (late) this.#waiting.set(seat, late);
    else this.#waiting.delete(seat);
    this.unsentSeats = this.unsentSeats.filter((other) => other !== seat);
    writeStorage(`unsent.${this.code}`, [...this.#waiting], "sessionStorage");
  }

  /** Say that a choice has not been sent, unless it or a newer one has been. */
  #admit(late: Unsent): void {
    if (this.#waiting.get(late.seat) === late && !this.unsentSeats.includes(late.seat))
      this.unsentSeats = [...this.unsentSeats, late.seat];
  }

  async #deliver(late: Unsent): Promise<void> {
    setTimeout(() => this.#admit(late), PROMPT);
    try {
      const ack = await this.send(late.wish);
      if (this.#waiting.get(late.seat) === late) this.#wait(late.seat);
      if (ack.version > this.version) this.#ahead = ack.version;
      else if (ack.version === this.version) this.#stand(ack.seat!, ack.chosen ?? null);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      if (problem.code === "unreachable") return this.#admit(late);
      if (this.#waiting.get(late.seat) === late) this.#wait(late.seat);
      this.#show(late.seat, this.#stands.get(late.seat) ?? null);
      throw problem;
    }
  }

  /** Come to the table; the browser is known by a cookie from then on. */
  async join(name: string, seat?: number): Promise<void> {
    const wish = { do: "join", name, ...(seat === undefined ? {} : { seat }) };
    const ack = await request<Ack>(`/api/tables/${this.code}/commands`, wish);
    if (ack.token) writeStorage(`token.${this.code}`, ack.token);
    this.#mend();
  }

  /** Be known by a token, from another device or from before. */
  async identify(token: string): Promise<void> {
    await request<Ack>(`/api/tables/${this.code}/cookie`, {}, { Authorization: `Bearer ${token}` });
    writeStorage(`token.${this.code}`, token);
    this.#mend();
  }

  get token(): string | null {
    return readStorage<string | null>(`token.${this.code}`, null);
  }

  notify(text: string): void {
    this.notice = { key: ++this.#next, text };
  }

  /** Hear everything again in another language. */
  changeLanguage(): void {
    if (this.#language === language.current) return;
    this.#language = language.current;
    this.#afresh = true;
    this.#mend();
  }

  // --- The connection ---

  #connect(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const address = new URL(`/api/tables/${this.code}/live`, location.origin);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("lang", this.#language);
    if (this.#watching) address.searchParams.set("watch", "1");
    if (this.views.length && !this.#afresh) address.searchParams.set("since", `${this.version}`);
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onmessage = (event) =>
      socket === this.#socket && this.#hear(JSON.parse(event.data as string) as Message);
    socket.onclose = () => socket === this.#socket && this.#lost();
    this.#timer = setTimeout(
      () => socket.readyState === WebSocket.CONNECTING && this.#mend(),
      PATIENCE,
    );
  }

  #drop(): void {
    clearTimeout(this.#quiet);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const { failed } of this.#pending.values()) failed(unreachableError());
    this.#pending.clear();
  }

  /** Connect anew at once. */
  #mend(): void {
    this.#drop();
    if (this.connection === "open") this.connection = "lost";
    this.#connect();
  }

  #lost(): void {
    this.#drop();
    if (this.problem) {
      this.connection = "refused";
      return;
    }
    if (this.connection !== "connecting" || this.#attempts > 0) this.connection = "lost";
    const pause = Math.min(SLOWEST, 300 * 2 ** this.#attempts++) * (0.75 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#connect(), pause);
  }

  #wake = (): void => {
    if (this.#socket?.readyState === WebSocket.OPEN || this.connection === "refused") return;
    this.#attempts = 0;
    this.#mend();
  };

  /** Another network: what seems open may be dead, and nobody would say so. */
  #moved = (): void => {
    if (this.connection !== "refused") this.#mend();
  };

  /** The browser knows at once what a silent connection would only show in a while. */
  #gone = (): void => {
    if (this.connection === "refused") return;
    this.connection = "lost";
    this.#lost();
  };

  #look = (): void => {
    if (document.hidden) this.#hidden = Date.now();
    else if (Date.now() - this.#hidden > SLEEP && this.connection !== "refused") this.#mend();
    else this.#wake();
  };

  // --- What the server says ---

  #hear(message: Message): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.send(ANYBODY).catch(() => {}), SILENCE);
    if (message.type === "table") this.#laid(message);
    else if (message.type === "ready") this.#ready(message.version, message.ready, message.chosen);
    else if (message.type === "emote") this.#emote(message);
    else if (message.type === "ack") this.#answered(message.id)?.done(message);
    else this.#refused(message);
  }

  #answered(id: string | null | undefined): Pending | undefined {
    const found = id ? this.#pending.get(id) : undefined;
    if (id) this.#pending.delete(id);
    return found;
  }

  #refused(message: ErrorMessage): void {
    const pending = this.#answered(message.id);
    const problem = toRequestError(message);
    if (pending) pending.failed(problem);
    else if (LASTING.includes(problem.code)) this.problem = problem;
    else this.notify(problem.message);
  }

  #laid(message: TableMessage): void {
    const again = this.connection !== "open";
    const before = message.table.number === this.table?.number ? this.views : [];
    if (!whole(message.views, before)) {
      this.#afresh = true; // something is missing
      this.#mend();
      return;
    }
    this.#afresh = false;
    this.views = shareStructure(
      message.views.map((view) => joined(view, before)),
      before,
    );
    this.table = shareStructure(message.table, this.table);
    this.you = shareStructure(message.you, this.you);
    this.version = message.version;
    this.receivedAt = Date.now();
    this.#stands = new Map(
      message.views.flatMap((view) => (view.seat === null ? [] : [[view.seat, view.chosen]])),
    );
    this.connection = "open";
    this.problem = null;
    this.#attempts = 0;
    if (again) this.#resend();
  }

  /** Send what was chosen without a network; the server says whether it is still asked. */
  #resend(): void {
    for (const late of this.#waiting.values()) {
      if (this.#awaits(late.seat)) continue; // it is on its way
      if (late.wish.version === this.version) this.#show(late.seat, late.choice);
      this.#deliver(late).catch((problem: RequestError) => this.#tellLate(problem, late));
    }
  }

  #tellLate(problem: RequestError, late: Unsent): void {
    if (problem.code !== "stale" || !this.#played(late)) this.notify(tooLate(problem));
  }

  /** Whether a choice was taken after all, and only the word of it was lost. */
  #played(late: Unsent): boolean {
    const since = this.view(late.seat)?.log.events.slice(late.known) ?? [];
    const turn = since.find((event) => "answers" in event && event.answers[late.seat] != null);
    return turn !== undefined && "answers" in turn && turn.answers[late.seat] === late.choice;
  }

  /** Who has chosen. Of a seat whose newest choice is still on its way we know more than this says. */
  #ready(version: number, ready: number[], chosen: Record<string, string>): void {
    if (!this.table || version !== this.version) return;
    const ahead = this.views.flatMap((view) =>
      view.seat !== null && this.#awaits(view.seat) ? [view] : [],
    );
    const others = ready.filter((seat) => !ahead.some((view) => view.seat === seat));
    const own = ahead.flatMap((view) => (view.chosen === null ? [] : [view.seat!]));
    for (const view of this.views)
      if (view.seat !== null) this.#stands.set(view.seat, chosen[`${view.seat}`] ?? null);
    this.views = this.views.map((view) =>
      view.seat === null || ahead.includes(view)
        ? view
        : { ...view, chosen: this.#stands.get(view.seat)! },
    );
    this.table = { ...this.table, ready: [...others, ...own] };
  }

  /** What the server has is what is shown. */
  #stand(seat: number, chosen: string | null): void {
    this.#stands.set(seat, chosen);
    this.#show(seat, chosen);
  }

  /** Whether the server has not answered yet to what was chosen at a seat. */
  #awaits(seat: number): boolean {
    return [...this.#pending.values()].some(({ wish }) => wish.seat === seat && "version" in wish);
  }

  #show(seat: number, chosen: string | null): void {
    this.views = this.views.map((view) => (view.seat === seat ? { ...view, chosen } : view));
    if (!this.table) return;
    const others = this.table.ready.filter((other) => other !== seat);
    this.table = { ...this.table, ready: chosen === null ? others : [...others, seat] };
  }

  #emote(message: EmoteMessage): void {
    const said = { ...message, key: ++this.#next };
    this.emotes = [...this.emotes, said];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other !== said)), 4000);
  }
}

/** Why a choice that waited for the network was refused. */
function tooLate(problem: RequestError): string {
  if (problem.code !== "stale") return problem.message;
  return say(
    "The table went on while you were offline; your last choice came too late.",
    "La table a continué pendant votre absence ; votre dernier choix est arrivé trop tard.",
  );
}

/** Whether what is told of log and sheet goes on where the views that we have end. */
function whole(views: View[], before: View[]): boolean {
  return views.every((view) => {
    const old = before.find((other) => other.seat === view.seat);
    return (
      view.log.from <= (old?.log.events.length ?? 0) &&
      view.sheet.from <= (old?.sheet.lines.length ?? 0)
    );
  });
}

/** A view with its whole log and sheet. */
function joined(view: View, before: View[]): View {
  const old = before.find((other) => other.seat === view.seat);
  const events = [...(old?.log.events ?? []).slice(0, view.log.from), ...view.log.events];
  const lines = [...(old?.sheet.lines ?? []).slice(0, view.sheet.from), ...view.sheet.lines];
  return { ...view, log: { from: 0, events }, sheet: { from: 0, lines } };
}
