import { expect, test } from 'vitest';
import { UsageError } from '../../bench/arguments.ts';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { clipped } from './conditions.ts';
import type { Evaluation, Score } from './evaluate.ts';
import { parseOptions } from './options.ts';
import { pageOf, tablesOf } from './page.ts';

test('options have the defaults that the usage names, and invalid ones are refused', () => {
  expect(parseOptions([])).toEqual({ clips: null, takes: 3, seconds: 20, page: null });
  expect(parseOptions(['--write'])?.page).toBe('research/restore/README.md');
  expect(parseOptions(['--help'])).toBeNull();
  for (const args of [['--takes', '0'], ['folder'], ['--what']])
    expect(() => parseOptions(args)).toThrow(UsageError);
});

test('a ceiling is at the requested level below the peaks', async () => {
  const sound = { samples: await testSpeech(), sampleRate: 16_000 };
  const peak = (samples: Float32Array) => samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const { samples } = clipped(sound, 12);
  const ceiling = peak(sound.samples) * 10 ** (-12 / 20);
  const cut = sound.samples.filter((x) => Math.abs(x) > ceiling).length;
  const flat = samples.filter((x) => Math.abs(x) > 0.98995).length;
  expect(peak(samples)).toBeCloseTo(0.99, 3);
  expect(Math.abs(flat - cut)).toBeLessThanOrEqual(0.01 * cut + 1);
});

test('tables have a column for each variant and the mean of all conditions', () => {
  const score = (ovrl: number): Score => ({ sig: 3, bak: 4, ovrl, wordErrorRate: 0.125 });
  const evaluation: Evaluation = {
    date: '2026-01-01T00:00:00Z',
    takes: 2,
    people: false,
    conditions: [
      { name: 'a', scores: { before: score(1), 'cleaned only': score(2), restored: score(3) } },
      { name: 'b', scores: { before: score(2), 'cleaned only': score(2), restored: score(3) } },
    ],
    declipping: [{ db: 6, before: 10.04, after: 20 }],
    cost: 0.1,
  };
  const tables = tablesOf(evaluation);
  expect(tables[0]?.rows.at(-1)).toEqual(['mean', '1.50', '2.00', '3.00']);
  expect(tables.at(-1)?.rows).toEqual([['6 dB', '10.0', '20.0']]);
  expect(pageOf(evaluation, ['- Machine: x'], ['TABLE'])).toContain('2 takes of our synthesizers');
});
