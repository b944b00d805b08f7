/** What a page shows in the header of the house, beside its name. */

import type { Snippet } from "svelte";

class Headline {
  content = $state.raw<Snippet | null>(null);

  /** Show something for as long as the component lives that calls this. */
  show(content: () => Snippet | null): void {
    $effect(() => {
      this.content = content();
      return () => (this.content = null);
    });
  }
}

export const headline = new Headline();
