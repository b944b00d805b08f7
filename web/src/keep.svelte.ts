/** What this browser remembers: small values under a name, as JSON. Where storage is forbidden they last as long as the page. */

const PREFIX = "kaiten.";

type Shelf = "localStorage" | "sessionStorage"; // the second one is this tab's: it outlasts the page, not the tab

export function recall<T>(name: string, otherwise: T, shelf: Shelf = "localStorage"): T {
  try {
    const found = window[shelf].getItem(PREFIX + name);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown, shelf: Shelf = "localStorage"): void {
  try {
    window[shelf].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // private windows and full disks: nothing to be done about it
  }
}

/** A value that the page shows and the browser remembers. */
export class Kept<T> {
  #name: string;
  #value: T = $state()!;

  constructor(name: string, otherwise: T) {
    this.#name = name;
    this.#value = recall(name, otherwise);
  }

  get now(): T {
    return this.#value;
  }

  set now(value: T) {
    this.#value = value;
    keep(this.#name, value);
  }
}

export const sounds = new Kept("sounds", false);
export const mute = new Kept("mute", false); // what others say with a tap is not shown
export const remembers = new Kept("memory", matchMedia("(min-width: 760px)").matches); // what one has seen of hands is shown
export const theme = new Kept<"auto" | "light" | "dark">("theme", "auto");
export const myName = new Kept("name", "");
export const lastTable = new Kept("table", ""); // the code of the last one that was sat at
