import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../bench/arguments.ts';
import { resampleAll } from '../../media/resampler.ts';
import { Renderer } from '../alignment/renderer.ts';
import { DEGRADATIONS } from './degradations.ts';
import { parseOptions } from './options.ts';
import { pageOf } from './page.ts';
import { espeak, misreading, type Reader, synthesised } from './readers.ts';
import { TAKE_RATE } from './reading.ts';
import { OTHER_TEXT, SENTENCES } from './texts.ts';
import { judge, MIXED, makeTrial, STRENGTHS, type TrialTools, type Verdict } from './trials.ts';

const VOICES = ['en-us', 'en-us+f2'] as const;
const ALIGNER = espeak('en-gb+m3');
const WANTED = 0.95;

let renderer: Renderer;
let readers: Reader[];
let tools: TrialTools;
beforeAll(async () => {
  renderer = new Renderer();
  const texts = SENTENCES.slice(0, 7);
  readers = await Promise.all(
    VOICES.map((voice) => synthesised(voice, espeak(voice), texts, renderer, ALIGNER)),
  );
  const { samples, sampleRate } = await renderer.speak(espeak('en-us+f4'), OTHER_TEXT);
  const other = resampleAll(samples, sampleRate, TAKE_RATE);
  tools = {
    sentences: 6,
    otherVoice: () => other,
    misread: (reading, words, random) => misreading(reading, words, random, renderer, ALIGNER),
  };
});
afterAll(() => renderer.close());

describe('the clean passage of a take', () => {
  it('is chosen among degraded ones at least 95 times in 100', async () => {
    const kinds = [...DEGRADATIONS.map(({ kind }) => kind), MIXED];
    const verdicts: Verdict[] = [];
    for (const [i, kind] of kinds.entries()) {
      const strengths = STRENGTHS.slice(1);
      for (const strength of kind === MIXED
        ? (['any', 'any'] as const)
        : [strengths[i % strengths.length]!]) {
        const reader = readers[verdicts.length % readers.length]!;
        const trial = await makeTrial(reader, kind, strength, 100 + 7 * i + verdicts.length, tools);
        if (trial) verdicts.push(judge(trial));
      }
    }
    expect(verdicts.length).toBeGreaterThan(15);
    const wrong = verdicts
      .filter(({ right }) => !right)
      .map(({ kind, strength, reader }) => `${kind}, ${strength}, ${reader}`);
    expect(1 - wrong.length / verdicts.length, wrong.join('; ')).toBeGreaterThanOrEqual(WANTED);
  }, 180_000);
});

describe('the evaluation', () => {
  it('makes the same take from the same seed', async () => {
    const make = () => makeTrial(readers[0]!, MIXED, 'any', 5, tools);
    const [a, b] = [await make(), await make()];
    expect(a?.take.clean).toEqual(b?.take.clean);
    expect(a?.take.samples).toEqual(b?.take.samples);
  });

  it('refuses invalid arguments', () => {
    expect(() => parseOptions(['--kinds', 'fire'])).toThrow(UsageError);
    expect(() => parseOptions(['--trials', '0'])).toThrow(UsageError);
    expect(() => parseOptions(['a', 'b'])).toThrow(UsageError);
    expect(parseOptions(['--help'])).toBeNull();
    expect(parseOptions(['folder', '--write', '--known'])).toMatchObject({
      corpus: 'folder',
      find: false,
      tuning: false,
      page: 'research/takes/README.md',
    });
    expect(parseOptions(['fit', 'folder', '--kokoro', '--write'])).toMatchObject({
      fit: true,
      corpus: 'folder',
      kokoro: true,
      tuning: true,
      page: 'cloning/enrolment/assisted/scoring/defect-model.json',
    });
    expect(() => parseOptions(['folder', '--figures', 'file'])).toThrow(UsageError);
  });

  it('writes a page with a row for each kind', async () => {
    const verdicts: Verdict[] = [];
    for (const kind of ['too quiet', MIXED]) {
      const trial = await makeTrial(readers[0]!, kind, kind === MIXED ? 'any' : 'strong', 3, tools);
      if (trial) verdicts.push(judge(trial));
    }
    const page = pageOf([{ name: 'Synthesizers', verdicts }], parseOptions([])!);
    expect(page).toMatch(/\| too quiet \| 1 \|/);
    expect(page).toContain(`| ${MIXED} | 1 |`);
    expect(page).toContain('tuned with other espeak voices');
    expect(pageOf([], parseOptions(['--tuning'])!)).toContain('are those that the scores were tuned on');
  });
});
