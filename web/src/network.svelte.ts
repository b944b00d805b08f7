/** Who can reach the server: this computer alone, its network, or everyone. */

import { request } from "./http";
import { StoredValue } from "./storage.svelte";
import type { NetworkState } from "./shapes";

const INTERVAL = 3000; // ms between two looks, for the server may be opened on another page
const LOCAL_NAMES = ["localhost", "127.0.0.1", "[::1]"];

export class Network {
  state = $state.raw<NetworkState | null>(null);
  #chosen = new StoredValue("address", ""); // of several addresses, the one that links show
  #page: Pick<Location, "hostname" | "origin">;

  constructor(page: Pick<Location, "hostname" | "origin"> = location) {
    this.#page = page;
  }

  /** Whether the page came from this computer itself. */
  get isLocal(): boolean {
    return LOCAL_NAMES.includes(this.#page.hostname);
  }

  /** The address at which others reach the server: the start of every link. */
  get origin(): string {
    const found = this.origins;
    if (found.includes(this.#chosen.current)) return this.#chosen.current;
    return found[0] ?? this.#page.origin;
  }
  set origin(value: string) {
    this.#chosen.current = value;
  }

  get origins(): string[] {
    return this.state?.origins ?? [];
  }

  get canOpen(): boolean {
    return !!this.state?.mine && !this.state.open;
  }
  get canClose(): boolean {
    return !!this.state?.mine && this.state.open;
  }

  /** Whether a link leads nowhere but to this computer, and nothing on this page can change it. */
  get isClosed(): boolean {
    return this.isLocal && !!this.state && !this.state.open && !this.state.mine;
  }

  /** The picture of a table's link. */
  drawCode(code: string): string {
    const at = this.origins.length ? `?at=${encodeURIComponent(this.origin)}` : "";
    return `/api/tables/${code}/qr.svg${at}`;
  }

  async change(open: boolean): Promise<void> {
    this.state = await request<NetworkState>("/api/network", { open });
  }

  async #look(): Promise<void> {
    try {
      const found = await request<NetworkState>("/api/network");
      if (JSON.stringify(found) !== JSON.stringify(this.state)) this.state = found;
    } catch {
      // the table says itself that the server is away
    }
  }

  /** Keep up to date until the function that it returns is called. */
  watch(): () => void {
    void this.#look();
    if (!this.isLocal) return () => {};
    const timer = setInterval(() => void this.#look(), INTERVAL);
    return () => clearInterval(timer);
  }
}

export const network = new Network();
