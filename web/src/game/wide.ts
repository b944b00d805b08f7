/** Whether the screen is wide and high enough for a table with seats around it. */

import { MediaQuery } from "svelte/reactivity";

export const wideScreen = new MediaQuery("(min-width: 1000px) and (min-height: 660px)");
