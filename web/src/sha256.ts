/** SHA-256. Browsers have it only on connections with https, and a table at home has none. */

const ROUNDS = 64;
const WORD = 2 ** 32;

function fractionBits(root: number): number {
  return ((root - Math.floor(root)) * WORD) | 0;
}

/** The first bits of the fractions of square and cube roots of primes, as the standard says. */
function makeConstants(): { start: number[]; steps: number[] } {
  const start: number[] = [];
  const steps: number[] = [];
  for (let number = 2; steps.length < ROUNDS; number++) {
    if (isComposite(number)) continue;
    if (start.length < 8) start.push(fractionBits(Math.sqrt(number)));
    steps.push(fractionBits(Math.cbrt(number)));
  }
  return { start, steps };
}

function isComposite(number: number): boolean {
  for (let factor = 2; factor * factor <= number; factor++) if (number % factor === 0) return true;
  return false;
}

const { start: START, steps: STEPS } = makeConstants();

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Return the hash of a text in hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new DataView(new ArrayBuffer((((bytes.length + 8) >> 6) + 1) << 6));
  bytes.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  const hash = Int32Array.from(START);
  for (let block = 0; block < padded.byteLength; block += 64) mixBlock(hash, padded, block);
  return [...hash].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

function mixBlock(hash: Int32Array, bytes: DataView, block: number): void {
  const words = new Int32Array(ROUNDS);
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number, number, number, number, number, number, number, number,
  ]; // prettier-ignore
  for (let step = 0; step < ROUNDS; step++) {
    words[step] = step < 16 ? bytes.getInt32(block + step * 4) : extend(words, step);
    const sum = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum + ((e & f) ^ (~e & g)) + STEPS[step]! + words[step]!) | 0;
    const second =
      ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (hash[place] = hash[place]! + word));
}

function extend(words: Int32Array, step: number): number {
  const early = words[step - 15]!;
  const late = words[step - 2]!;
  const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
  const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
  return words[step - 16]! + first + words[step - 7]! + second;
}
