import { expect, test } from 'vitest';
import { cyclesBefore, pulses } from './excitation.ts';
import { BINS, FRAME_SAMPLES, WINDOW_SAMPLES } from './layers.ts';
import { noiseOf } from './noise.ts';
import { type Spectra, samplesOf, spectraOf, waveform } from './waveform.ts';

const FRAMES = 9;
const LENGTH = FRAMES * FRAME_SAMPLES;
/** Unvoiced, rising, falling, unvoiced. */
const PITCH = Float32Array.of(0, 0, 110, 150, 230, 180, 120, 0, 0);
const CYCLES = cyclesBefore(PITCH);

/** Different values for each array and frame. */
const values = (seed: number): Float32Array =>
  Float32Array.from({ length: FRAMES * BINS }, (_, i) => Math.sin(seed + 0.37 * i) * Math.cos(0.011 * i));

const ALL: Spectra = {
  harmonicRe: values(1),
  harmonicIm: values(2),
  noise: values(3),
  restRe: values(4),
  restIm: values(5),
};

function rendered(from: number, to: number): Float32Array {
  const [first, last] = spectraOf(from, to, FRAMES);
  const part = (all: Float32Array) => all.subarray(first * BINS, last * BINS);
  const spectra = {
    harmonicRe: part(ALL.harmonicRe),
    harmonicIm: part(ALL.harmonicIm),
    noise: part(ALL.noise),
    restRe: part(ALL.restRe),
    restIm: part(ALL.restIm),
  };
  const source = pulses(PITCH, CYCLES, ...samplesOf(first, last));
  return waveform(spectra, source, from, to, FRAMES, (frame) => noiseOf(7, frame));
}

function decibels(signal: ArrayLike<number>, reference: ArrayLike<number>): number {
  let [power, noise] = [0, 0];
  for (let i = 0; i < reference.length; i++) {
    power += reference[i]! ** 2;
    noise += (reference[i]! - signal[i]!) ** 2;
  }
  return 10 * Math.log10(power / (noise || 1e-30));
}

/** Cosines of all harmonics below 11 kHz, in turn, with the pitch between the middles of frames. */
function sumOfHarmonics(): Float64Array {
  const sound = new Float64Array(LENGTH);
  let cycles = 0;
  for (let i = 0; i < LENGTH; i++) {
    const position = Math.min(FRAMES - 1, Math.max(0, (i + 0.5) / FRAME_SAMPLES - 0.5));
    const [before, share] = [Math.floor(position), position % 1];
    const hz = PITCH[before]! * (1 - share) + (PITCH[before + 1] ?? 0) * share;
    cycles += Math.max(40, hz) / 24_000;
    if (hz <= 40) continue;
    for (let h = 1; h <= Math.floor(11_000 / hz); h++) sound[i]! += Math.cos(2 * Math.PI * h * cycles);
  }
  return sound;
}

/** The definition, computed in full: transform, filter, inverse transform, overlapping windows. */
function byDefinition(): Float64Array {
  const source = sumOfHarmonics();
  const half = WINDOW_SAMPLES / 2;
  const mirrored = (at: number): number =>
    source[at < 0 ? -at : at >= LENGTH ? 2 * (LENGTH - 1) - at : at] ?? 0;
  const window = (i: number): number => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / WINDOW_SAMPLES);
  const turn = (k: number, i: number): number => (2 * Math.PI * ((k * i) % WINDOW_SAMPLES)) / WINDOW_SAMPLES;
  const [sum, weight] = [new Float64Array(LENGTH), new Float64Array(LENGTH)];
  for (let frame = 0; frame < FRAMES; frame++) {
    const noise = noiseOf(7, frame);
    const [re, im] = [new Float64Array(BINS), new Float64Array(BINS)];
    for (let k = 0; k < BINS; k++) {
      let [a, b] = [0, 0];
      for (let i = 0; i < WINDOW_SAMPLES; i++) {
        const x = (mirrored(frame * FRAME_SAMPLES - half + i) * window(i) * 4) / WINDOW_SAMPLES;
        a += x * Math.cos(turn(k, i));
        b -= x * Math.sin(turn(k, i));
      }
      const at = frame * BINS + k;
      re[k] =
        a * ALL.harmonicRe[at]! - b * ALL.harmonicIm[at]! + ALL.noise[at]! * noise[2 * k]! + ALL.restRe[at]!;
      im[k] =
        a * ALL.harmonicIm[at]! +
        b * ALL.harmonicRe[at]! +
        ALL.noise[at]! * noise[2 * k + 1]! +
        ALL.restIm[at]!;
    }
    for (let i = 0; i < WINDOW_SAMPLES; i++) {
      const at = frame * FRAME_SAMPLES - half + i;
      if (at < 0 || at >= LENGTH) continue;
      let x = re[0]! + re[BINS - 1]! * Math.cos(turn(BINS - 1, i));
      for (let k = 1; k < BINS - 1; k++)
        x += 2 * (re[k]! * Math.cos(turn(k, i)) - im[k]! * Math.sin(turn(k, i)));
      sum[at]! += (x / WINDOW_SAMPLES) * window(i);
      weight[at]! += window(i) ** 2;
    }
  }
  return sum.map((x, i) => x / weight[i]!);
}

test('pulses are the sum of all harmonics', () => {
  // The peaks of this sound are a little flatter.
  expect(decibels(pulses(PITCH, CYCLES, 0, LENGTH), sumOfHarmonics())).toBeGreaterThan(45);
});

test('pulses are the same from wherever they begin', () => {
  const whole = pulses(PITCH, CYCLES, 0, LENGTH);
  for (const [from, to] of [
    [100, 1700],
    [900, 901],
    [2399, LENGTH],
  ] as const)
    expect(pulses(PITCH, CYCLES, from, to)).toEqual(whole.slice(from, to));
});

test('spectra become the sound that the transform defines', () => {
  expect(decibels(rendered(0, FRAMES), byDefinition())).toBeGreaterThan(55);
});

test.each([[[1, 2, 6]], [[4, 5]], [[8, 1]]])('windows of %j frames give the sound of one piece', (sizes) => {
  const parts: number[] = [];
  let from = 0;
  for (const size of sizes) {
    parts.push(...rendered(from, from + size));
    from += size;
  }
  expect(decibels(parts, rendered(0, FRAMES))).toBeGreaterThan(100);
});

test('noise differs from frame to frame and seed to seed, and is the same every time', () => {
  expect(noiseOf(1, 2)).toHaveLength(2 * BINS);
  expect(noiseOf(1, 2)).toEqual(noiseOf(1, 2));
  expect(noiseOf(1, 2)).not.toEqual(noiseOf(1, 3));
  expect(noiseOf(1, 2)).not.toEqual(noiseOf(2, 2));
  const all = Array.from({ length: 40 }, (_, frame) => [...noiseOf(3, frame)]).flat();
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  const power = all.reduce((a, b) => a + b * b, 0) / all.length;
  expect(Math.abs(mean)).toBeLessThan(0.02);
  expect(power).toBeCloseTo(1, 1);
});
