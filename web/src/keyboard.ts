/** Whether the last input was a key: then the player follows the focus, which must not be lost. */

let pressed = false;
addEventListener("keydown", () => (pressed = true), true);
addEventListener("pointerdown", () => (pressed = false), true);

export const isUsingKeyboard = () => pressed;
