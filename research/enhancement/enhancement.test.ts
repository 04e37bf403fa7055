import { expect, test } from 'vitest';
import { UsageError } from '../../bench/arguments.ts';
import { toText } from '../../bench/report/table.ts';
import { testSpeech } from '../../engine/testing/speakers.ts';
import { peakDbfs } from '../../media/level.ts';
import { soundFrames, speechActivity } from '../../recordings/research.ts';
import { BEFORE, type Evaluation, type Score } from './evaluate.ts';
import { parseOptions } from './options.ts';
import { remarksOf, tablesOf } from './report.ts';
import { babble, fanNoise, inRoom, whiteNoise, withNoise } from './spoil.ts';

const RATE = 16_000;

test('options have the defaults that the usage names, and invalid ones are refused', () => {
  expect(parseOptions([])).toMatchObject({ clips: null, takes: 3, clones: 2, seconds: 25, page: null });
  expect(parseOptions(['--write'])?.page).toBe('research/enhancement/README.md');
  expect(parseOptions(['--clips', 'x', '--enhancers', 'own-rnnoise'])).toMatchObject({
    clips: 'x',
    enhancers: ['own-rnnoise'],
  });
  expect(parseOptions(['--help'])).toBeNull();
  for (const args of [['--takes', '0'], ['--enhancers', 'broom'], ['folder'], ['--what']])
    expect(() => parseOptions(args)).toThrow(UsageError);
});

test('noise has the requested level below the speech', async () => {
  const samples = await testSpeech();
  const strangers = [{ samples: await testSpeech('Somebody else says other things.'), sampleRate: RATE }];
  for (const noise of [
    whiteNoise(samples.length, 1),
    fanNoise(samples.length, RATE, 1),
    babble(samples.length, RATE, strangers, 1),
  ]) {
    const { samples: noisy } = withNoise({ samples, sampleRate: RATE }, noise, 10);
    expect(peakDbfs(noisy)).toBeLessThan(0);
    // The added noise, at any overall gain: the part that the speech does not explain.
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, i) => sum + x * b[i]!, 0);
    const gain = dot(noisy, samples) / dot(samples, samples);
    const added = noisy.map((x, i) => x - gain * samples[i]!);
    const { speech } = speechActivity(soundFrames(samples, RATE));
    const voiced = samples.filter((_, i) => speech[Math.round(i / (RATE / 100))]);
    const ratio = (gain ** 2 * dot(voiced, voiced)) / voiced.length / (dot(added, added) / added.length);
    expect(10 * Math.log10(ratio)).toBeGreaterThan(9);
    expect(10 * Math.log10(ratio)).toBeLessThan(11);
  }
});

test.each([0.4, 0.8])('a room decays by 60 dB in %d s, and the direct sound keeps its time', (seconds) => {
  const impulse = new Float32Array(RATE);
  impulse[100] = 0.5;
  const { samples } = inRoom({ samples: impulse, sampleRate: RATE }, seconds, 1);
  expect(samples.length).toBe(RATE);
  expect(samples.indexOf(Math.max(...samples))).toBe(100);
  // Energy decay curve (Schroeder, 1965), from 5 to 25 dB below the energy after the direct sound.
  const left = Float64Array.from(samples.subarray(101), (x) => x * x);
  for (let i = left.length - 2; i >= 0; i--) left[i]! += left[i + 1]!;
  const below = (db: number) => left.findIndex((energy) => energy < left[0]! * 10 ** (-db / 10)) / RATE;
  expect(3 * (below(25) - below(5))).toBeCloseTo(seconds, 1);
});

test('tables have a column for each enhancer, and list what could not be cloned', () => {
  const score = (similarity: number): Score => ({ similarity, wordErrorRate: 0.1, sig: 3, bak: 4, ovrl: 2 });
  const evaluation: Evaluation = {
    date: '2026-01-01T00:00:00Z',
    takes: 2,
    people: true,
    enhancers: [BEFORE, 'broom'],
    recordings: [
      { condition: 'clean', scores: { [BEFORE]: score(0.9), broom: score(0.8) } },
      { condition: 'dust', scores: { [BEFORE]: score(0.5), broom: score(0.6) } },
    ],
    clones: [{ condition: 'dust', scores: { [BEFORE]: null, broom: score(0.7) } }],
    clonedTakes: 1,
    sentences: ['One.'],
    refusals: ['ann, dust, before: too dusty'],
    cost: { broom: 0.05 },
  };
  const [similarity] = tablesOf(evaluation);
  expect(similarity?.rows).toEqual([
    ['clean', '0.90', '0.80'],
    ['dust', '0.50', '0.60'],
    ['mean', '0.70', '0.70'],
  ]);
  const clones = tablesOf(evaluation).find(({ title }) => title.startsWith('Clones: similarity'));
  expect(clones?.rows[0]).toEqual(['dust', '-', '0.70']);
  expect(toText(similarity!)).toContain('broom');
  expect(remarksOf(evaluation).join('\n')).toContain('5.0 %');
  expect(remarksOf(evaluation).join('\n')).toContain('too dusty');
});
