import { expect, test } from 'vitest';
import { piecesOf } from './pieces.ts';
import { RECOGNITION_SAMPLE_RATE as RATE } from './types.ts';

/** Noise with silence in between, of a given duration. */
function recording(
  seconds: number,
  pauses: readonly (readonly [from: number, to: number])[] = [],
): Float32Array {
  const isPause = (at: number): boolean => pauses.some(([from, to]) => at >= from && at < to);
  return Float32Array.from({ length: seconds * RATE }, (_, i) =>
    isPause(i / RATE) ? 0 : Math.sin(i * i) / 4,
  );
}

test('a short recording stays in one piece', () => {
  expect([...piecesOf(recording(28))]).toEqual([{ startSamples: 0, endSamples: 28 * RATE }]);
  expect([...piecesOf(new Float32Array())]).toEqual([{ startSamples: 0, endSamples: 0 }]);
});

test('a long one is cut in its pauses', () => {
  const pieces = [
    ...piecesOf(
      recording(65, [
        [5, 6],
        [23, 23.4],
        [45.1, 45.5],
      ]),
    ),
  ];
  expect(pieces.map(({ endSamples }) => endSamples / RATE)).toEqual([
    expect.closeTo(23.2, 0),
    expect.closeTo(45.3, 0),
    65,
  ]);
});

test.each([29, 57.3, 200])('%d s without a pause: all of it, in pieces that are short enough', (seconds) => {
  let at = 0;
  for (const { startSamples, endSamples } of piecesOf(recording(seconds))) {
    expect(startSamples).toBe(at);
    expect(endSamples - startSamples).toBeLessThanOrEqual(28 * RATE);
    expect(endSamples).toBeGreaterThan(startSamples);
    at = endSamples;
  }
  expect(at).toBe(Math.floor(seconds * RATE));
});
