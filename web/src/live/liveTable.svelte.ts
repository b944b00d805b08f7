/** A table as the server sends it, over a connection that reconnects. A choice made without a
 * network is sent later, or given up with a notice when the table has moved on. */

import { isLasting } from "../errors";
import { request, RequestError, toRequestError, unreachableError } from "../http";
import type {
  Ack,
  DealMessage,
  EmoteMessage,
  ErrorMessage,
  Message,
  PublicTable,
  TableMessage,
  View,
} from "../shapes";
import { readStorage, writeStorage } from "../storage.svelte";
import { shareStructure } from "../structuralSharing";
import { language, say } from "../text.svelte";
import { socketAddress } from "./address";
import { makeChoice, type UnsentChoice, UnsentChoices, wasPlayed } from "./choices";
import { type Command, PendingCommands } from "./commands";
import { Connection } from "./connection.svelte";
import { contribute, type DealProblem, findProblem, readOwnDeal } from "./contributor";
import { isContinuous, mergeViews, readChoices, showChoice, showReady } from "./snapshot";

export type ShownEmote = EmoteMessage & { key: number };

const PROMPT = 500; // ms after which the page says that the server does not have a choice
const EMOTE_LASTS = 4000; // ms
const HEARTBEAT = { do: "hello", token: "" }; // no token changes nothing, and an error is an answer

export class LiveTable {
  readonly code: string;
  problem = $state.raw<RequestError | null>(null); // why there is no table to show
  notice = $state.raw<{ key: number; text: string } | null>(null); // what the player should know
  table = $state.raw<PublicTable | null>(null);
  you = $state.raw<TableMessage["you"]>(null);
  views = $state.raw<View[]>([]);
  version = $state(0);
  receivedAt = $state.raw(Date.now()); // when the last table message came, for the clock
  emotes = $state.raw<ShownEmote[]>([]);
  unsentSeats = $state.raw<number[]>([]); // our seats whose choice the server seems not to have

  #connection: Connection;
  #language = language.current;
  #watching: boolean;
  #pending = new PendingCommands();
  #unsent: UnsentChoices;
  #confirmed = new Map<number, string | null>(); // the choice that the server has, by our seats
  #needsAll = false; // the next snapshot must be whole; the page shows the old one until then
  #awaited = $state(0); // the version of an ack that a table message must follow
  #lastKey = 0;

  /** `watching`: see the public side alone, also in a browser that has a seat. */
  constructor(code: string, watching = false) {
    this.code = code;
    this.#watching = watching;
    const place = `unsent.${code}`;
    const stored = readStorage<[number, UnsentChoice][]>(place, [], "sessionStorage");
    this.#unsent = new UnsentChoices(watching ? [] : stored, (entries) =>
      writeStorage(place, entries, "sessionStorage"),
    );
    this.#connection = new Connection({
      getAddress: () => this.#getAddress(),
      receive: (text) => this.#receive(JSON.parse(text) as Message),
      onDrop: () => this.#pending.rejectAll(unreachableError),
      isRejected: () => this.problem !== null,
      sendHeartbeat: () => void this.send(HEARTBEAT).catch(() => {}),
    });
    this.#connection.connect();
  }

  get connection(): Connection["status"] {
    return this.#connection.status;
  }

  /** Whether the last view is still the question: not between the ack of a choice and the table
   * that the choice led to. */
  get isCurrent(): boolean {
    return this.#awaited <= this.version;
  }

  /** The token of this browser's person at the table. */
  get token(): string | null {
    return readStorage<string | null>(`token.${this.code}`, null);
  }

  close(): void {
    this.#connection.close();
  }

  // --- What people do ---

  /** Send a command. Resolves with the server's answer. */
  send(command: Command): Promise<Ack> {
    if (!this.#connection.isSocketOpen) return Promise.reject(unreachableError());
    return new Promise((resolve, reject) => {
      const id = `c${++this.#lastKey}`;
      this.#pending.add(id, { command, resolve, reject });
      this.#connection.send(JSON.stringify({ id, ...command }), () => !this.#pending.has(id));
    });
  }

  /** Choose at a seat, or take the choice back with null. Without a network the choice waits. */
  async choose(seat: number, choice: string | null): Promise<void> {
    const known = this.#view(seat)?.log.events.length ?? 0;
    const unsent = makeChoice(seat, choice, this.version, known);
    this.#show(seat, choice);
    this.#unsent.add(unsent);
    this.#clearUnsent(seat);
    await this.#deliver(unsent);
  }

  /** Come to the table; from then on a cookie identifies the browser. */
  async join(name: string, seat?: number): Promise<void> {
    const command = { do: "join", name, ...(seat === undefined ? {} : { seat }) };
    const ack = await request<Ack>(`/api/tables/${this.code}/commands`, command);
    if (ack.token) writeStorage(`token.${this.code}`, ack.token);
    this.#connection.restart();
  }

  /** Identify this browser by a token from another device or from before. */
  async identify(token: string): Promise<void> {
    const headers = { Authorization: `Bearer ${token}` };
    await request<Ack>(`/api/tables/${this.code}/cookie`, {}, headers);
    writeStorage(`token.${this.code}`, token);
    this.#connection.restart();
  }

  /** Show a notice to the player. */
  notify(text: string): void {
    this.notice = { key: ++this.#lastKey, text };
  }

  /** Get everything again in the language of the page, if that is another one. */
  changeLanguage(): void {
    if (this.#language === language.current) return;
    this.#language = language.current;
    this.#needsAll = true;
    if (!this.#connection.isSocketOpen) return this.#connection.restart();
    this.send({ do: "language", lang: this.#language }).catch((problem: RequestError) => {
      if (problem.code !== "unreachable") this.#connection.restart();
    });
  }

  // --- Choices on their way ---

  async #deliver(unsent: UnsentChoice): Promise<void> {
    setTimeout(() => this.#showUnsent(unsent), PROMPT);
    try {
      const ack = await this.send(unsent.command);
      this.#settle(unsent);
      if (ack.version > this.version) this.#awaited = ack.version;
      else if (ack.version === this.version) this.#confirm(ack.seat!, ack.chosen ?? null);
    } catch (problem) {
      if (!(problem instanceof RequestError)) throw problem;
      if (problem.code === "unreachable") return this.#showUnsent(unsent);
      this.#settle(unsent);
      this.#show(unsent.seat, this.#confirmed.get(unsent.seat) ?? null);
      throw problem;
    }
  }

  #settle(unsent: UnsentChoice): void {
    if (this.#unsent.settle(unsent)) this.#clearUnsent(unsent.seat);
  }

  #clearUnsent(seat: number): void {
    this.unsentSeats = this.unsentSeats.filter((other) => other !== seat);
  }

  /** Show that the server does not have a choice, unless it or a newer one was answered. */
  #showUnsent(unsent: UnsentChoice): void {
    if (this.#unsent.isNewest(unsent) && !this.unsentSeats.includes(unsent.seat))
      this.unsentSeats = [...this.unsentSeats, unsent.seat];
  }

  /** Send what was chosen without a network; the server says whether it is still the question. */
  #resend(): void {
    for (const unsent of this.#unsent.all) {
      if (this.#pending.hasChoiceAt(unsent.seat)) continue; // it is on its way
      if (unsent.command.version === this.version) this.#show(unsent.seat, unsent.choice);
      this.#deliver(unsent).catch((problem: RequestError) => this.#notifyLate(problem, unsent));
    }
  }

  #notifyLate(problem: RequestError, unsent: UnsentChoice): void {
    if (problem.code !== "stale" || !wasPlayed(unsent, this.#view(unsent.seat)))
      this.notify(describeLate(problem));
  }

  /** Show what the server has. */
  #confirm(seat: number, chosen: string | null): void {
    this.#confirmed.set(seat, chosen);
    this.#show(seat, chosen);
  }

  #show(seat: number, chosen: string | null): void {
    ({ views: this.views, table: this.table } = showChoice(this, seat, chosen));
  }

  #view(seat: number): View | undefined {
    return this.views.find((view) => view.seat === seat);
  }

  // --- What the server sends ---

  #getAddress(): URL {
    const since = this.views.length && !this.#needsAll ? this.version : null;
    const [code, watching] = [this.code, this.#watching];
    return socketAddress(location, { code, watching, since, language: this.#language });
  }

  #receive(message: Message): void {
    if (message.type === "table") this.#receiveTable(message);
    else if (message.type === "ready")
      this.#receiveReady(message.version, message.ready, message.chosen);
    else if (message.type === "emote") this.#receiveEmote(message);
    else if (message.type === "deal") this.#receiveDeal(message);
    else if (message.type === "ack") this.#pending.take(message.id)?.resolve(message);
    else this.#receiveError(message);
  }

  #receiveError(message: ErrorMessage): void {
    const pending = this.#pending.take(message.id);
    const problem = toRequestError(message);
    if (pending) pending.reject(problem);
    else if (isLasting(problem.code)) this.problem = problem;
    else this.notify(problem.message);
  }

  #receiveTable(message: TableMessage): void {
    const isReconnected = this.connection !== "open";
    const before = message.table.number === this.table?.number ? this.views : [];
    if (!isContinuous(message.views, before)) {
      this.#needsAll = true;
      this.#connection.restart();
      return;
    }
    if (message.views.every((view) => view.log.from === 0)) this.#needsAll = false;
    this.views = shareStructure(mergeViews(message.views, before), before);
    this.table = shareStructure(message.table, this.table);
    this.you = shareStructure(message.you, this.you);
    this.version = message.version;
    this.receivedAt = Date.now();
    this.#confirmed = readChoices(message.views);
    this.problem = null;
    this.#connection.confirm();
    if (isReconnected) this.#resend();
  }

  #receiveReady(version: number, ready: number[], chosen: Record<string, string>): void {
    const { table } = this;
    if (!table || version !== this.version) return;
    for (const { seat } of this.views)
      if (seat !== null) this.#confirmed.set(seat, chosen[`${seat}`] ?? null);
    const isUnanswered = (seat: number) => this.#pending.hasChoiceAt(seat);
    const shown = showReady({ views: this.views, table }, ready, chosen, isUnanswered);
    ({ views: this.views, table: this.table } = shown);
  }

  /** Contribute to the next deal. Say so if our contribution to this one was left out. */
  #receiveDeal({ next, dealt }: DealMessage): void {
    const { code } = this;
    const sits = !!this.you?.seats.length;
    const own = dealt && readOwnDeal(code, dealt.number);
    const problem = dealt && sits ? findProblem(dealt, own ?? undefined) : null;
    const place = `${code} ${dealt?.number}`;
    if (problem && readStorage("told", "", "sessionStorage") !== place) {
      writeStorage("told", place, "sessionStorage");
      this.notify(describeDeal(problem));
    }
    const command = next && contribute(code, next, sits);
    if (command) void this.send(command).catch(() => {}); // the deal does not wait for us
  }

  #receiveEmote(message: EmoteMessage): void {
    const shown = { ...message, key: ++this.#lastKey };
    this.emotes = [...this.emotes, shown];
    setTimeout(() => (this.emotes = this.emotes.filter((other) => other !== shown)), EMOTE_LASTS);
  }
}

/** Return what a player should know of a deal. */
function describeDeal(problem: DealProblem): string {
  return problem === "left-out"
    ? say(
        "Your device's contribution was left out of this deal. If that happens often, the server may be picking the deals.",
      )
    : say("This deal does not match what was promised. Do not trust the server.");
}

/** Return why a choice that waited for the network was refused. */
function describeLate(problem: RequestError): string {
  if (problem.code !== "stale") return problem.message;
  return say("The game went on while you were offline. Your last choice came too late.");
}
