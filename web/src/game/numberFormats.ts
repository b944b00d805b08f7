/** Chances and errors as they are written in each language. */

import { language } from "../text.svelte";

/** A share of one, as a percentage. */
export function formatPercent(part: number, digits = 0): string {
  return new Intl.NumberFormat(language.current, {
    style: "percent",
    maximumFractionDigits: digits,
  }).format(part);
}

/** A standard error, to be read after what it belongs to. */
export function formatError(error: number): string {
  return `± ${new Intl.NumberFormat(language.current, { maximumFractionDigits: 1 }).format(error)}`;
}

export function formatDecimal(number: number): string {
  return new Intl.NumberFormat(language.current, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(number);
}
