/** A few synthesized sounds for the own actions; silent until switched on. */

import { sounds } from "./storage.svelte";

let context: AudioContext | undefined;

function playTone(frequency: number, after: number, length: number, volume = 0.12): void {
  context ??= new AudioContext();
  const begin = context.currentTime + after;
  const voice = new OscillatorNode(context, { type: "triangle", frequency });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.linearRampToValueAtTime(volume, begin + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  voice.connect(gain).connect(context.destination);
  voice.start(begin);
  voice.stop(begin + length);
}

const TUNES = {
  lift: () => playTone(520, 0, 0.08, 0.06),
  pick: () => (playTone(440, 0, 0.09), playTone(660, 0.06, 0.12)),
  back: () => (playTone(440, 0, 0.09), playTone(330, 0.06, 0.12)),
  round: () => [523, 659, 784].forEach((note, place) => playTone(note, place * 0.09, 0.25)),
  won: () => [523, 659, 784, 1047].forEach((note, place) => playTone(note, place * 0.12, 0.4)),
};

export function playSound(tune: keyof typeof TUNES): void {
  if (sounds.current) TUNES[tune]();
}
