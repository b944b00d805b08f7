/** A card that is dragged up, which takes it. */

const FAR = 56; // px

export class DragStore {
  #drag = $state.raw<{ key: string; y: number; up: number } | null>(null);
  #isDropping = false; // the click that follows a drag is the end of it

  /** Whether a click is only the end of a drag. */
  get isDropping(): boolean {
    return this.#isDropping;
  }

  /** Return how far up a card is dragged, in px. */
  offset(key: string): number {
    return this.#drag?.key === key ? this.#drag.up : 0;
  }

  grab(event: PointerEvent, key: string): void {
    if (event.button === 0) this.#drag = { key, y: event.clientY, up: 0 };
  }

  pull(event: PointerEvent): void {
    if (this.#drag) this.#drag = { ...this.#drag, up: Math.max(0, this.#drag.y - event.clientY) };
  }

  /** End the drag. Return the key of the card if it was dragged far enough. */
  drop(): string | null {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag || drag.up <= FAR) return null;
    this.#isDropping = true;
    setTimeout(() => (this.#isDropping = false));
    return drag.key;
  }

  cancel(): void {
    this.#drag = null;
  }
}
