/** Chances and errors as they are written in each language. */

import { language } from "../words.svelte";

/** A share of one, as a percentage. */
export function share(part: number, digits = 0): string {
  return new Intl.NumberFormat(language.now, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(part);
}

/** A standard error, to be read after what it belongs to. */
export function around(error: number): string {
  return `± ${new Intl.NumberFormat(language.now, { maximumFractionDigits: 1 }).format(error)}`;
}

export function decimal(number: number): string {
  return new Intl.NumberFormat(language.now, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(number);
}
