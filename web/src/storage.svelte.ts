/** What this browser remembers: small values under a name, as JSON. Where storage is forbidden they
 * last as long as the page. */

const PREFIX = "kaiten.";

type Shelf = "localStorage" | "sessionStorage"; // the second one is this tab's: it outlasts the page, not the tab

export function readStorage<T>(name: string, otherwise: T, shelf: Shelf = "localStorage"): T {
  try {
    const found = window[shelf].getItem(PREFIX + name);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

export function writeStorage(name: string, value: unknown, shelf: Shelf = "localStorage"): void {
  try {
    window[shelf].setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // private windows and full disks: nothing to be done about it
  }
}

/** A value that the page shows and the browser remembers. */
export class StoredValue<T> {
  #name: string;
  #value: T = $state()!;

  constructor(name: string, otherwise: T) {
    this.#name = name;
    this.#value = readStorage(name, otherwise);
  }

  get current(): T {
    return this.#value;
  }

  set current(value: T) {
    this.#value = value;
    writeStorage(this.#name, value);
  }
}

export const sounds = new StoredValue("sounds", false);
export const soundsOffered = new StoredValue("soundsOffered", false);
export const mute = new StoredValue("mute", false); // what others say with a tap is not shown
export const memoryAid = new StoredValue("memory", matchMedia("(min-width: 760px)").matches); // what one has seen of hands is shown
export const sidePanel = new StoredValue<"log" | "menu" | "standing">("side", "log"); // what stands beside the table
export const theme = new StoredValue<"auto" | "light" | "dark">("theme", "auto");
export const myName = new StoredValue("name", "");
export const lastTable = new StoredValue("table", ""); // the code of the last one that was sat at
