import { expect, test } from 'vitest';
import { spokenPart } from './spoken-part.ts';

const RATE = 16_000;
type Span = readonly [number, number];

/** A tone with silences in it, in ms; the room is 40 dB softer. */
function sound(lengthMs: number, silences: readonly Span[], room = 0.005): Float32Array {
  return Float32Array.from({ length: (lengthMs * RATE) / 1000 }, (_, i) => {
    const ms = (i * 1000) / RATE;
    const isSilent = silences.some(([from, to]) => ms >= from && ms < to);
    return Math.sin(i / 5) * (isSilent ? room : 0.5);
  });
}

/** Every second ends in a pause of 0.3 s. */
const paused = (fromMs: number, toMs: number): Span[] =>
  Array.from({ length: (toMs - fromMs) / 1000 }, (_, k) => [
    fromMs + k * 1000 + 700,
    fromMs + (k + 1) * 1000,
  ]);

test('the part with most speech is taken, from a pause up to a pause', () => {
  const { startMs, endMs } = spokenPart(
    sound(20_000, [[0, 3000], ...paused(3000, 6000), [6000, 12_000], ...paused(12_000, 20_000)]),
    RATE,
    6000,
  );
  expect(startMs).toBeGreaterThanOrEqual(11_700);
  expect(endMs - startMs).toBeLessThanOrEqual(6000);
  expect(endMs - startMs).toBeGreaterThan(4400);
  for (const ms of [startMs, endMs]) expect(ms % 1000 === 0 || ms % 1000 >= 700).toBe(true);
});

test('of parts that are alike it is the first', () => {
  expect(spokenPart(sound(30_000, paused(0, 30_000)), RATE, 6000).startMs).toBe(0);
});

test('closures of plosives are not pauses, and digital silence does not turn the room into one long sound', () => {
  const closures = Array.from({ length: 20 }, (_, k): Span => [k * 1000 + 500, k * 1000 + 580]);
  expect(spokenPart(sound(20_000, [[0, 100], ...closures]), RATE, 6000).startMs).toBe(0);
  const muted = sound(20_000, [[5000, 10_000]]);
  muted.fill(0, 0, 5 * RATE);
  expect(spokenPart(muted, RATE, 6000).startMs).toBe(9800);
});

test('sound without pauses, and sound that is shorter than the part', () => {
  expect(spokenPart(sound(20_000, []), RATE, 6000)).toMatchObject({ startMs: 0 });
  expect(spokenPart(sound(4000, [[1000, 1500]]), RATE, 6000)).toEqual({ startMs: 0, endMs: 4000 });
  expect(spokenPart(new Float32Array(4 * RATE), RATE, 6000)).toEqual({ startMs: 0, endMs: 4000 });
});
