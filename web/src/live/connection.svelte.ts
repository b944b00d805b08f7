/** A WebSocket that reconnects by itself. When it does is decided in reconnect.ts. */

import {
  advance,
  ANSWER_TIMEOUT,
  type ConnectionEvent,
  type ConnectionState,
  HEARTBEAT_AFTER,
  INITIAL,
  wakeEvent,
} from "./reconnect";

interface Owner {
  getAddress: () => URL; // of the next socket
  receive: (text: string) => void;
  onDrop: () => void; // the socket is gone, with every answer that it owed
  isRejected: () => boolean; // whether another attempt would be refused too
  sendHeartbeat: () => void;
}

export class Connection {
  #state = $state.raw<ConnectionState>(INITIAL);
  #owner: Owner;
  #socket: WebSocket | null = null;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = 0;
  #closed = false;

  constructor(owner: Owner) {
    this.#owner = owner;
    addEventListener("online", this.#handleOnline);
    addEventListener("offline", this.#handleOffline);
    addEventListener("pageshow", this.#handlePageShow);
    document.addEventListener("visibilitychange", this.#handleVisibility);
  }

  get status(): ConnectionState["status"] {
    return this.#state.status;
  }

  get isSocketOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Open a socket. */
  connect(): void {
    clearTimeout(this.#connectTimer);
    if (this.#closed) return;
    const socket = new WebSocket(this.#owner.getAddress());
    this.#socket = socket;
    socket.onmessage = (event) => socket === this.#socket && this.#receive(event.data as string);
    socket.onclose = () => socket === this.#socket && this.#lose("closed");
    this.#connectTimer = setTimeout(() => {
      if (socket.readyState === WebSocket.CONNECTING) this.#handle("stalled");
    }, ANSWER_TIMEOUT);
  }

  /** Send over the open socket. If no answer comes in time, the socket counts as lost. */
  send(text: string, isAnswered: () => boolean): void {
    const socket = this.#socket!;
    socket.send(text);
    setTimeout(() => {
      if (!isAnswered() && socket === this.#socket) this.#handle("stalled");
    }, ANSWER_TIMEOUT);
  }

  /** Note that the server sent a table: the connection works. */
  confirm(): void {
    this.#handle("snapshot");
  }

  /** Open another socket at once. */
  restart(): void {
    this.#handle("restart");
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#connectTimer);
    removeEventListener("online", this.#handleOnline);
    removeEventListener("offline", this.#handleOffline);
    removeEventListener("pageshow", this.#handlePageShow);
    document.removeEventListener("visibilitychange", this.#handleVisibility);
    this.#drop();
  }

  #handle(event: ConnectionEvent): void {
    const { state, effect } = advance(this.#state, event);
    if (effect.kind !== "none") this.#drop(event === "stalled");
    this.#state = state;
    if (effect.kind === "connect") this.connect();
    if (effect.kind === "retry")
      this.#connectTimer = setTimeout(() => this.connect(), effect.delay);
  }

  #lose(event: "closed" | "offline"): void {
    this.#handle(this.#owner.isRejected() ? "rejected" : event);
  }

  #drop(hangs = false): void {
    clearTimeout(this.#heartbeatTimer);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) closeSocket(socket, hangs);
    this.#owner.onDrop();
  }

  #receive(text: string): void {
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = setTimeout(() => this.#owner.sendHeartbeat(), HEARTBEAT_AFTER);
    this.#owner.receive(text);
  }

  // --- What the browser says ---

  /** Another network: a socket that seems open may be dead, and no close would tell. */
  #handleOnline = (): void => this.#handle("online");

  /** The browser knows at once what a silent socket would only show in a while. */
  #handleOffline = (): void => this.#lose("offline");

  /** Only a page that comes back as it was left has lost its socket. */
  #handlePageShow = (event: PageTransitionEvent): void => {
    if (event.persisted && !this.isSocketOpen) this.#handle("shown");
  };

  #handleVisibility = (): void => {
    if (document.hidden) this.#hiddenAt = Date.now();
    else {
      const event = wakeEvent(Date.now() - this.#hiddenAt, this.isSocketOpen);
      if (event) this.#handle(event);
    }
  };
}

/** Close a socket. The browser complains of one that is closed while it opens, and lets the next one
 * wait for one that never does. */
function closeSocket(socket: WebSocket, hangs: boolean): void {
  if (hangs || socket.readyState !== WebSocket.CONNECTING) return socket.close();
  socket.onopen = () => socket.close();
  setTimeout(() => socket.close(), ANSWER_TIMEOUT);
}
