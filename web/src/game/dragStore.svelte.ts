/** A card that is dragged: far enough up, it is taken. */

const FAR = 56; // px
const TAP = 8; // px that a tap may move

interface Drag {
  key: string;
  from: { x: number; y: number };
  by: { x: number; y: number };
}

export class DragStore {
  #drag = $state.raw<Drag | null>(null);
  #isDropping = false; // the click that follows a drag is the end of it

  /** Whether a click is only the end of a drag. */
  get isDropping(): boolean {
    return this.#isDropping;
  }

  /** Return how far a card is dragged, in px; nothing if it is not. */
  offset(key: string): { x: number; y: number } | null {
    const drag = this.#drag;
    return drag?.key === key && (drag.by.x || drag.by.y) ? drag.by : null;
  }

  /** Whether a card is dragged so far that it is taken when it is let go. */
  isFar(key: string): boolean {
    return (this.offset(key)?.y ?? 0) < -FAR;
  }

  grab(event: PointerEvent, key: string): void {
    if (event.button !== 0) return;
    this.#drag = { key, from: { x: event.clientX, y: event.clientY }, by: { x: 0, y: 0 } };
  }

  pull(event: PointerEvent): void {
    if (!this.#drag) return;
    const { from } = this.#drag;
    this.#drag = { ...this.#drag, by: { x: event.clientX - from.x, y: event.clientY - from.y } };
  }

  /** End the drag. Return the key of the card if it was dragged far enough. */
  drop(): string | null {
    const drag = this.#drag;
    if (!drag) return null;
    const isTaken = this.isFar(drag.key);
    this.#drag = null;
    this.#isDropping = Math.hypot(drag.by.x, drag.by.y) > TAP;
    setTimeout(() => (this.#isDropping = false));
    return isTaken ? drag.key : null;
  }

  cancel(): void {
    this.#drag = null;
  }
}
