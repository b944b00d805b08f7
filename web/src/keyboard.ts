/** Whether the last thing that somebody did was to press a key: then the focus leads them, and must not be lost. */

let pressed = false;
addEventListener("keydown", () => (pressed = true), true);
addEventListener("pointerdown", () => (pressed = false), true);

export const isUsingKeyboard = () => pressed;
