/** Sounds of wood, strings and paper, made here; silent until the player wants them. */

import { sounds } from "./storage.svelte";

let context: AudioContext | undefined;
let rustle: AudioBuffer | undefined;

/** A browser lets a page be heard once it was touched; before, it would complain. */
const mayBeHeard = () => navigator.userActivation?.hasBeenActive ?? true;

function fade(at: number, length: number, volume: number): GainNode {
  const gain = new GainNode(context!, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(context!.destination);
  return gain;
}

function sing(
  type: OscillatorType,
  [from, to]: [number, number],
  at: number,
  length: number,
  volume: number,
): void {
  const voice = new OscillatorNode(context!, { type, frequency: from });
  if (to !== from) voice.frequency.exponentialRampToValueAtTime(to, at + length);
  voice.connect(fade(at, length, volume));
  voice.start(at);
  voice.stop(at + length);
}

/** A string that is plucked: its tone, and quieter and shorter the octave above. */
function pluck(frequency: number, after: number, length = 0.5, volume = 0.1): void {
  const at = context!.currentTime + after;
  sing("triangle", [frequency, frequency], at, length, volume);
  sing("sine", [2 * frequency, 2 * frequency], at, length / 2, volume / 3);
}

/** A knock on wood. */
function knock(pitch: number, after: number, volume = 0.16): void {
  const at = context!.currentTime + after;
  sing("sine", [pitch, 0.55 * pitch], at, 0.07, volume);
  sing("triangle", [2.7 * pitch, 1.6 * pitch], at, 0.03, volume / 3);
}

/** Paper that slides past: noise through a filter that opens and closes. */
function slide(after: number, length: number, [from, to]: [number, number], volume: number): void {
  const at = context!.currentTime + after;
  const noise = new AudioBufferSourceNode(context!, { buffer: findRustle(), loop: true });
  const filter = new BiquadFilterNode(context!, { type: "bandpass", frequency: from, Q: 0.9 });
  filter.frequency.exponentialRampToValueAtTime(to, at + length);
  noise.connect(filter).connect(fade(at, length, volume));
  noise.start(at);
  noise.stop(at + length);
}

function findRustle(): AudioBuffer {
  if (rustle) return rustle;
  rustle = new AudioBuffer({ length: 22_050, sampleRate: 44_100 });
  const samples = rustle.getChannelData(0);
  for (let place = 0; place < samples.length; place += 1) samples[place] = 2 * Math.random() - 1;
  return rustle;
}

const [G4, A4, C5, D5, E5, G5, A5, C6, D6, E6] = [
  392, 440, 523, 587, 659, 784, 880, 1047, 1175, 1319,
];

const TUNES = {
  lift: () => knock(620, 0, 0.06),
  pick: () => (knock(420, 0), pluck(D5, 0.03, 0.35, 0.07)),
  back: () => (pluck(A4, 0, 0.25, 0.06), pluck(G4, 0.08, 0.3, 0.06)),
  reveal: () => (slide(0, 0.09, [2500, 5000], 0.1), knock(520, 0.09), knock(470, 0.13, 0.1)),
  pass: () => slide(0.22, 0.32, [700, 2200], 0.07),
  count: () => (knock(700, 0, 0.05), pluck(G5, 0.02, 0.25, 0.04)),
  round: () => [D5, E5, G5, A5, D6].forEach((note, place) => pluck(note, place * 0.1, 0.6, 0.08)),
  won: () => {
    [C5, E5, G5, C6].forEach((note, place) => pluck(note, place * 0.11, 0.5));
    [C5, E5, G5, C6, E6].forEach((note) => pluck(note, 0.55, 1.4, 0.06));
  },
  lost: () => [A5, G5, E5, C5].forEach((note, place) => pluck(note, place * 0.16, 0.6, 0.06)),
};

export type Tune = keyof typeof TUNES;

export function playSound(tune: Tune): void {
  if (!sounds.current || !mayBeHeard()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  TUNES[tune]();
}
