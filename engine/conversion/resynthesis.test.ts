import { expect, test } from 'vitest';
import { HOP_SAMPLES } from './base-pitch.ts';
import { initialGrainState, Resynthesis } from './resynthesis.ts';
import { TEST_RATE, testSpeech } from './testing.ts';

const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

/** Gain of a sound in dB when 20 dB are requested between two frequencies. */
function louder(symbol: string, targetHz: number, fromHz: number, toHz: number): number {
  const sourceHz = symbol === 's' ? 0 : 100;
  const { samples } = testSpeech(symbol.repeat(4), { f0Hz: 100 });
  const frames = Math.floor(samples.length / HOP_SAMPLES) + 1;
  const output = new Float32Array(samples.length);
  new Resynthesis(TEST_RATE).run(
    samples,
    {
      sourceHz: new Float32Array(frames).fill(sourceHz),
      targetHz: new Float32Array(frames).fill(sourceHz === 0 ? 0 : targetHz),
      gain(_frame, _grain, gain) {
        const binHz = TEST_RATE / 2 / (gain.length - 1);
        for (let k = 0; k < gain.length; k++) {
          gain[k] = k * binHz >= fromHz && k * binHz <= toHz ? Math.log(100) : 0;
        }
      },
    },
    initialGrainState(),
    samples.length,
    output,
  );
  const from = Math.round(samples.length / 4);
  const to = from * 3;
  return 10 * Math.log10(power(output.subarray(from, to)) / power(samples.subarray(from, to)));
}

test.each([
  ['a vowel', 'a', 100, 400, 1200],
  ['a vowel, its pitch doubled', 'a', 200, 400, 1200],
  ['a hiss', 's', 0, 3000, 8000],
])('%s becomes louder by a few dB at most, for any request', (_, symbol, hz, from, to) => {
  const change = louder(symbol, hz, from, to);
  expect(change).toBeGreaterThan(0);
  expect(change).toBeLessThan(8);
});

test('a band that hardly matters may be raised as asked', () => {
  expect(Math.abs(louder('a', 100, 6500, 7500))).toBeLessThan(3);
});
