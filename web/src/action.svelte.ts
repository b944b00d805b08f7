/** Something that the server is asked to do: under way, or refused with its sentence. */

import { describeError } from "./http";

export class Action {
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
      this.problem = describeError(problem);
      return false;
    } finally {
      this.busy = false;
    }
  }
}
