import { expect, test } from 'vitest';
import { LanePool } from '../../../engine/lanes/pool.ts';
import type { EspeakSource } from '../../../engine/synthesis/families/espeak/source.ts';
import { vitsVoices } from '../../../engine/synthesis/families/vits/voices.ts';
import type { BaseSource } from '../../../engine/synthesis/voice-source.ts';
import { Catalog } from '../../../engine/voices/catalog.ts';
import { parsePiperConfig } from '../../../model-files/piper-config.ts';
import type { Sound } from '../../../recordings/enhancement/types.ts';
import { BaseVoices } from '../base-voices.ts';
import type { EnrolmentPipeline } from '../pipeline.ts';
import { notAligned } from '../transcripts.ts';
import type { Step, TakeStep } from '../worker-protocol.ts';
import { type ExternalEnhancing, TakeEnrolment } from './take-enrolment.ts';
import type { AssistedRequest } from './types.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  en: 'Somebody has left the garden gate open again. The goats have eaten all of the roses by now.',
  de: 'Jemand hat das Gartentor wieder offen gelassen. Die Ziegen haben schon alle Rosen gefressen.',
};
const stop = new Error('this is enough');

const nameOf = (source: BaseSource): string =>
  source.engine === 'espeak' ? (source as EspeakSource).voice : 'neural';

/**
 * The voices that speak the script for a take: first the one that finds its sentences, then those that also judge its
 * words.
 */
async function judgesOf(request: Pick<AssistedRequest, 'lang' | 'fast'>, silent: readonly string[] = []) {
  const config = parsePiperConfig({
    audio: { sample_rate: 22_050 },
    espeak: { voice: 'en-us' },
    num_speakers: 1,
    num_symbols: 4,
    phoneme_id_map: { _: [0], '^': [1], $: [2], a: [3] },
    inference: { noise_scale: 0.667, length_scale: 1, noise_w: 0.8 },
  });
  const voice = { id: 'en_US-one', config, onnxPath: '/none/one.onnx', configPath: '/none/one.onnx.json' };
  const lanes = new LanePool(1);
  let asked: TakeStep | null = null;
  const pipeline = {
    prepareHearing: async () => undefined,
    decode: async () => ({ sound: { samples: new Float32Array(320_000), sampleRate: 16_000 } }),
    check: async (sound: Sound) => ({ sound, report: { medianF0Hz: 110, seconds: 20 } }),
    render: async (source: BaseSource) => nameOf(source),
    renderBeside: async (source: BaseSource) => (silent.includes(nameOf(source)) ? null : nameOf(source)),
    runBeside: () => new Promise(() => undefined),
    run: async (step: Step) => {
      if (step.kind === 'take') asked = step;
      throw stop;
    },
  };
  const take = new TakeEnrolment({
    pipeline: pipeline as unknown as EnrolmentPipeline,
    bases: new BaseVoices(new Catalog([vitsVoices([voice])]), lanes),
    external: null,
    modelsFolder: null,
    signal: new AbortController().signal,
    report: () => undefined,
    warn: () => undefined,
  });
  const script = SCRIPTS[request.lang.slice(0, 2)] ?? '';
  const learning = take.learn({ ...request, script, audio: new Uint8Array(), candidates: false });
  await expect(learning).rejects.toBe(stop);
  await lanes.close();
  const { rendition, others } = asked as unknown as TakeStep;
  return [rendition, ...others];
}

test('a take is judged by two accents of espeak and a neural voice, unless somebody is in a hurry', async () => {
  expect(await judgesOf({ lang: 'en', fast: true })).toEqual(['en-us']);
  expect(await judgesOf({ lang: 'en-gb', fast: false })).toEqual(['en-gb', 'en-us', 'neural']);
});

test('a language with one accent is judged by one voice', async () => {
  expect(await judgesOf({ lang: 'de', fast: false })).toEqual(['de']);
});

test('a voice that fails is done without', async () => {
  expect(await judgesOf({ lang: 'en', fast: false }, ['neural'])).toEqual(['en-us', 'en-gb']);
});

const TAKE = { samples: new Float32Array(480_000), sampleRate: 24_000 };
const CLEANED = { ...TAKE, model: 'gtcrn' };

/** A take with three good pairs of sentences, except for the given results. */
async function candidatesOf(
  differently: Partial<EnrolmentPipeline>,
  external: ExternalEnhancing | null,
  snrDb = 20,
) {
  const pair = (first: number) => ({
    sentences: [first, first + 1],
    startMs: 5000 * first,
    endMs: 5000 * (first + 1),
    text: `Pair ${first}.`,
    score: 0.9,
    scores: {},
  });
  const sentence = (index: number) => ({
    index,
    text: `Sentence ${index}.`,
    fault: null,
    confidence: 1,
    words: [{}],
    startMs: 5000 * index,
    endMs: 5000 * index + 4500,
  });
  const results: Partial<Record<Step['kind'], unknown>> = {
    enhance: CLEANED,
    loudness: TAKE,
    take: { sentences: [0, 1, 2, 3].map(sentence), extraneous: [] },
    score: [pair(0), pair(1), pair(2)],
  };
  const steps: Step[] = [];
  const run = async (step: Step) => {
    steps.push(step);
    return results[step.kind];
  };
  const pipeline = {
    prepareHearing: async () => undefined,
    decode: async () => ({ sound: TAKE }),
    check: async () => ({ sound: TAKE, report: { medianF0Hz: 110, seconds: 20, snrDb } }),
    render: async () => 'rendition',
    renderBeside: async () => null,
    run,
    runBeside: run,
    findBases: async () => ({ wanted: null, neural: null }),
    compare: async () => ({ alignment: { confidence: 1, words: [] }, bases: [] }),
    learn: async () => new Uint8Array(),
    complete: async (codes: unknown) => ({ codes, keys: ['base'] }),
    prompt: async (codes: unknown) => codes,
    ...differently,
  };
  const lanes = new LanePool(1);
  const fractions: number[] = [];
  const take = new TakeEnrolment({
    pipeline: pipeline as unknown as EnrolmentPipeline,
    bases: new BaseVoices(new Catalog([]), lanes),
    external,
    modelsFolder: null,
    signal: new AbortController().signal,
    report: (_, fraction) => fractions.push(fraction),
    warn: () => undefined,
  });
  const request = { lang: 'en', fast: false, script: SCRIPTS.en ?? '', audio: new Uint8Array() };
  const voices = await take.learn({ ...request, candidates: true });
  await lanes.close();
  return { voices: voices.map(({ report }) => `${report.enhancer}: ${report.text}`), fractions, steps };
}

test('passages are scored by what the own enhancer takes out of the take', async () => {
  const { steps } = await candidatesOf({}, null);
  const scored = steps.find((step) => step.kind === 'score');
  expect(scored?.sound).toBe(TAKE);
  expect(scored?.cleaned).toBe(CLEANED);
});

test('the voices of one cleaned take begin from bases that are looked for once', async () => {
  let searches = 0;
  const findBases = async () => {
    // The first passage may be unsuitable for that.
    if (++searches === 1) throw notAligned();
    return { wanted: null, neural: null };
  };
  const { voices } = await candidatesOf({ findBases }, null);
  expect(voices).toEqual(['own: Pair 1.', 'own: Pair 2.']);
  expect(searches).toBe(2);
});

test('a clean take is looked at as it is, for all that is made of it', async () => {
  const seen: number[] = [];
  const findBases: EnrolmentPipeline['findBases'] = async ({ samples }) => {
    seen.push(samples.length);
    return { wanted: null, neural: null };
  };
  const external = { enhance: async (sound: Sound) => sound, close: async () => undefined };
  await candidatesOf({ findBases }, external, 40);
  expect(seen).toEqual([480_000]);
});

test.each([
  [true, ['external: Pair 0.', 'external: Pair 1.', 'external: Pair 2.', 'own: Pair 0.']],
  [false, ['own: Pair 0.', 'own: Pair 1.', 'own: Pair 2.']],
])(
  'while a take is cleaned elsewhere, the best pair is learned; used in the end: %s',
  async (isUsed, all) => {
    let learned = 0;
    let answer = (_: Sound | Error): void => undefined;
    const answered = new Promise<Sound>((resolve, reject) => {
      answer = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome));
    });
    const complete: EnrolmentPipeline['complete'] = async (codes) => {
      // The external results arrive after the best pair of the built-in enhancer.
      if (++learned === 1) answer(isUsed ? { samples: new Float32Array(480_000), sampleRate: 24_000 } : stop);
      return { codes, keys: [] };
    };
    const external = { enhance: () => answered, close: async () => undefined };
    const { voices, fractions } = await candidatesOf({ complete }, external);
    expect(voices).toEqual(all);
    expect(learned).toBe(all.length);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
  },
);
