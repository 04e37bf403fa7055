import { expect, test } from 'vitest';
import { smartTurnInput } from './smart-turn-input.ts';

const RATE = 16_000;

/** Three seconds of an intermittent tone and a faint higher one. */
const sound = Float32Array.from({ length: 3 * RATE }, (_, n) => {
  const tone = n % 8000 < 4000 ? 0.1 * Math.sin((2 * Math.PI * 300 * n) / RATE) : 0;
  return tone + 0.01 * Math.sin((2 * Math.PI * 2500 * n) / RATE);
});

test('is the input that the model was trained on', () => {
  const [whole, latest] = [smartTurnInput(sound, 8), smartTurnInput(sound, 4)];
  // Output of the reference implementation for the same sound.
  const expected = [
    [0, 410, -0.1819],
    [7, 520, 1.8181],
    [45, 560, -0.1819],
    [79, 700, 0.0897],
    [20, 798, -0.1819],
    [20, 799, -0.114],
  ] as const;
  for (const [band, frame, value] of expected) {
    expect(whole[band * 800 + frame]!).toBeCloseTo(value, 3);
    expect(latest[band * 400 + frame - 400]!).toBeCloseTo(value, 3);
  }
});

test('hears the last seconds alone', () => {
  const long = new Float32Array(5 * RATE);
  long.set(sound, 2 * RATE);
  const last = smartTurnInput(long.subarray(RATE), 4);
  long.fill(0.5, 0, RATE);
  expect(smartTurnInput(long, 4)).toEqual(last);
});
