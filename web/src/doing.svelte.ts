/** Something that the server is asked to do: under way, or refused with its sentence. */

import { sentence } from "./server";

export class Doing {
  busy = $state(false);
  problem = $state("");

  /** Whether it was done. */
  async run(deed: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.problem = "";
    try {
      await deed();
      return true;
    } catch (problem) {
      this.problem = sentence(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
