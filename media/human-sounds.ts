/** Human sounds that are not words: coughs, laughter, hums. Mono, 16 kHz. */
import { randomNumbers } from './random.ts';

export const RATE = 16_000;

/** A cough: two bursts of noise that rise at once and decay. */
export function cough(seed: number): Float32Array {
  const random = randomNumbers(seed);
  const ms = 120 + 120 * random();
  const length = (ms * RATE) / 1000;
  const samples = new Float32Array(2.5 * length);
  for (const begin of [0, Math.round(1.4 * length)]) {
    let low = 0;
    for (let i = 0; i < length; i++) {
      low += (0.2 + 0.2 * random()) * (2 * random() - 1 - low);
      samples[begin + i] = low * Math.min(1, i / 160) * Math.exp((-3 * i) / length);
    }
  }
  return samples;
}

/** A resonance of the mouth or the nose. */
type Formant = readonly [hz: number, widthHz: number, gain: number];

const VOWELS: readonly (readonly Formant[])[] = [
  [
    [750, 90, 1],
    [1200, 110, 0.5],
    [2500, 160, 0.15],
  ],
  [
    [530, 80, 1],
    [1750, 120, 0.35],
    [2500, 160, 0.15],
  ],
  [
    [560, 80, 1],
    [920, 100, 0.5],
    [2400, 160, 0.06],
  ],
];
/** With the mouth closed. */
const HUM: readonly Formant[] = [
  [260, 60, 1],
  [1050, 250, 0.03],
  [2200, 300, 0.02],
];

/** Three to six bursts, four to six times a second, each a breath and a vowel, lower and softer than the one before. */
export function laugh(seed: number): Float32Array {
  const random = randomNumbers(seed);
  const formants = VOWELS[seed % VOWELS.length]!;
  const bursts = 3 + Math.floor(4 * random());
  const period = Math.round(RATE / (4 + 2 * random()));
  const pitch = 120 + 160 * random();
  const samples = new Float32Array(bursts * period);
  for (let burst = 0; burst < bursts; burst++) {
    const gain = 0.3 * 0.85 ** burst;
    const hz = pitch * 0.94 ** burst;
    const breath = Math.round(0.4 * period);
    for (let i = 0; i < breath; i++) samples[burst * period + i] = 0.12 * gain * (2 * random() - 1);
    const vowel = voiced(formants, Math.round(0.5 * period), hz, hz * 0.9);
    for (const [i, x] of vowel.entries()) samples[burst * period + breath + i]! += gain * x;
  }
  return samples;
}

/** One or two hums, the second higher, as in "mm-hm". */
export function hum(seed: number): Float32Array {
  const random = randomNumbers(seed);
  const hz = 95 + 130 * random();
  const parts = 1 + (seed % 2);
  const lengths = Array.from({ length: parts }, () => Math.round((0.16 + 0.2 * random()) * RATE));
  const gap = Math.round((0.03 + 0.05 * random()) * RATE);
  const samples = new Float32Array(lengths.reduce((sum, length) => sum + length + gap, 0));
  let at = 0;
  for (const [part, length] of lengths.entries()) {
    const from = hz * (part === 0 ? 1 : 1.1);
    const sound = voiced(HUM, length, from, from * (part === parts - 1 ? 1.12 : 0.94));
    samples.set(sound, at);
    at += length;
    for (let i = 0; i < gap && part < parts - 1; i++) samples[at + i] = 0.02 * (2 * random() - 1);
    at += gap;
  }
  return samples;
}

/** Harmonics of a pitch that glides, through resonances; it fades in and out. */
function voiced(formants: readonly Formant[], length: number, fromHz: number, toHz: number): Float32Array {
  const samples = new Float32Array(length);
  const middle = (fromHz + toHz) / 2;
  const gains: number[] = [];
  for (let k = 1; k * Math.max(fromHz, toHz) < 3900; k++) {
    const resonance = formants.reduce(
      (sum, [hz, width, gain]) => sum + gain / (1 + ((k * middle - hz) / width) ** 2),
      0.01,
    );
    gains.push(resonance / k);
  }
  let phase = 0;
  for (let i = 0; i < length; i++) {
    phase += (2 * Math.PI * (fromHz + ((toHz - fromHz) * i) / length)) / RATE;
    const edge = Math.min(1, i / 320, (length - i) / 640);
    samples[i] = edge * gains.reduce((sum, gain, k) => sum + gain * Math.sin((k + 1) * phase), 0);
  }
  return samples;
}
