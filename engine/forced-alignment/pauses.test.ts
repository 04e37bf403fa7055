import { expect, test } from 'vitest';
import { FAINT, PAUSE, SOUND, soundKinds } from './pauses.ts';

const HOP_MS = 5;
/** Levels of consecutive stretches, each with its duration in milliseconds. */
const stretches = (...parts: readonly (readonly [ms: number, loudness: number])[]): Float32Array =>
  Float32Array.from(parts.flatMap(([ms, loudness]) => Array<number>(ms / HOP_MS).fill(loudness)));
const SPEECH = 10;
const BREATH = 4;
const NOTHING = -5;
const kindAt = (loudness: Float32Array, ms: number): number =>
  soundKinds(loudness, HOP_MS, 0, 6)[Math.floor(ms / HOP_MS)]!;

test('a pause is one inside, and may be a word at its edges', () => {
  const loudness = stretches([400, SPEECH], [400, NOTHING], [400, SPEECH]);
  expect([300, 420, 600, 780, 900].map((ms) => kindAt(loudness, ms))).toEqual([
    SOUND,
    SOUND,
    PAUSE,
    SOUND,
    SOUND,
  ]);
});

test('the closure of a plosive is not a pause', () => {
  const loudness = stretches([400, SPEECH], [120, NOTHING], [400, SPEECH]);
  expect(soundKinds(loudness, HOP_MS, 0, 6)).toEqual(new Uint8Array(loudness.length).fill(SOUND));
});

test('a breath by itself is faint: before the first word, between words, and at the end', () => {
  const breath = [[100, NOTHING] as const, [300, BREATH] as const, [100, NOTHING] as const];
  const loudness = stretches(...breath, [600, SPEECH], ...breath, [600, SPEECH], ...breath);
  expect([250, 1350, 2450].map((ms) => kindAt(loudness, ms))).toEqual([FAINT, FAINT, FAINT]);
  expect([700, 1800].map((ms) => kindAt(loudness, ms))).toEqual([SOUND, SOUND]);
});

test('a soft ending of a word and a short click are not faint', () => {
  const ending = stretches([400, SPEECH], [300, BREATH], [100, NOTHING], [400, SPEECH]);
  expect(kindAt(ending, 550)).toBe(SOUND);
  const click = stretches([400, SPEECH], [100, NOTHING], [50, BREATH], [100, NOTHING], [400, SPEECH]);
  expect(kindAt(click, 525)).toBe(SOUND);
});

test('nothing but silence, and nothing at all', () => {
  expect(kindAt(stretches([1000, NOTHING]), 500)).toBe(PAUSE);
  expect(soundKinds(new Float32Array(0), HOP_MS, 0, 6)).toHaveLength(0);
});
