import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_TEXT, testSpeech } from '../../engine/testing/speakers.ts';
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { peakDbfs, rmsDbfs } from '../../media/level.ts';
import { resampleAll } from '../../media/resampler.ts';
import { modelsFolder } from '../../model-files/folders.ts';
import { GTCRN } from '../../model-files/manifest.ts';
import { ModelStore } from '../../model-files/store.ts';
import { isLongForm } from '../../test/kit/long-form.ts';
import { soundFrames } from '../speech-activity/frames.ts';
import { speechActivity } from '../speech-activity/speech-activity.ts';
import { Loudness } from './loudness.ts';
import { createOwnEnhancer, type OwnEnhancer } from './own-enhancer.ts';

const RATE = 16_000;
const installed = await new ModelStore().isInstalled(GTCRN);
const MODELS = ['gtcrn', 'rnnoise'] as const;
let speech: Float32Array;

beforeAll(async () => {
  speech = (await testSpeech()).slice(0, 4 * RATE);
});

/** Reproducible noise with a flat spectrum and a nearly normal distribution. */
function noise(length: number, level: number, seed = 1): Float32Array {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return Float32Array.from({ length }, () => level * (next() + next() + next()));
}

const plus = (a: Float32Array, b: Float32Array): Float32Array => a.map((sample, i) => sample + b[i]!);

/** Ratio of the power outside speech to the power in it. */
function snrDb(samples: Float32Array, clean: Float32Array): number {
  const { speech: marks } = speechActivity(soundFrames(clean, RATE));
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = RATE; i < samples.length; i++) {
    const mark = marks[Math.round(i / (RATE / 100))] ?? 0;
    sums[mark]! += samples[i]! ** 2;
    counts[mark]!++;
  }
  return 10 * Math.log10(sums[1]! / counts[1]! / (sums[0]! / counts[0]!));
}

/** The shift in samples at which b is most similar to a, and that similarity, 0 to 1. */
function lag(a: Float32Array, b: Float32Array, most: number): { shift: number; likeness: number } {
  const product = (shift: number): number => {
    let sum = 0;
    for (let i = most; i < a.length - most; i++) sum += a[i]! * b[i + shift]!;
    return sum;
  };
  const shifts = Array.from({ length: 2 * most + 1 }, (_, i) => i - most);
  const products = shifts.map(product);
  const best = products.indexOf(Math.max(...products));
  const energy = (x: Float32Array): number => x.reduce((sum, sample) => sum + sample * sample, 0);
  return { shift: shifts[best]!, likeness: products[best]! / Math.sqrt(energy(a) * energy(b)) };
}

describe.each(MODELS)('%s', (model) => {
  let enhancer: OwnEnhancer;
  const usable = model === 'rnnoise' || installed || process.env.CI === 'true';
  beforeAll(async () => {
    enhancer = await createOwnEnhancer({ modelsFolder: model === 'gtcrn' ? modelsFolder() : null });
  });
  afterAll(() => enhancer.close());

  test.skipIf(!usable)('is what denoises', () => {
    expect(enhancer.model).toBe(model);
    expect(enhancer.fallbackReason === null).toBe(model === 'gtcrn');
  });

  test.skipIf(!usable).each(isLongForm ? [8000, 16_000, 44_100, 48_000] : [8000, 44_100])(
    'at %i Hz keeps length, time and words, and fixes the level',
    async (sampleRate) => {
      const samples = resampleAll(speech, RATE, sampleRate);
      const before = Float32Array.from(samples);
      const out = await enhancer.enhance({ samples, sampleRate });
      expect(samples).toEqual(before);
      expect(out.sampleRate).toBe(sampleRate);
      expect(out.samples.length).toBe(samples.length);
      expect(peakDbfs(out.samples)).toBeLessThan(-1);
      expect(Math.abs(new Loudness(out.samples, sampleRate).lufs() + 23)).toBeLessThan(1);
      const part = (sound: Float32Array): Float32Array => sound.subarray(sampleRate, 2.5 * sampleRate);
      const { shift, likeness } = lag(part(samples), part(out.samples), Math.round(sampleRate / 200));
      expect(Math.abs(shift)).toBeLessThanOrEqual(sampleRate / 1000);
      expect(likeness).toBeGreaterThan(0.95);
    },
  );

  test.skipIf(!usable)('takes noise away', async () => {
    const noisy = plus(speech, noise(speech.length, 10 ** ((rmsDbfs(speech) - 10) / 20) * 2));
    const out = await enhancer.enhance({ samples: noisy, sampleRate: RATE });
    expect(snrDb(out.samples, speech) - snrDb(noisy, speech)).toBeGreaterThan(10);
  });

  test.skipIf(!usable)('leaves speech above 8 kHz as it is, and takes noise away there, too', async () => {
    const { sound, sampleRate } = await wideSpeech();
    const gainDb = (before: Float32Array, after: Float32Array): number => rmsDbfs(after) - rmsDbfs(before);
    const clean = await enhancer.enhance({ samples: sound, sampleRate });
    const upper = gainDb(upperBand(sound, sampleRate), upperBand(clean.samples, sampleRate));
    expect(Math.abs(upper - gainDb(sound, clean.samples))).toBeLessThan(3);

    // Two seconds of noise alone before the speech.
    const lead = 2 * sampleRate;
    const samples = joined(new Float32Array(lead), sound);
    const noisy = plus(samples, noise(samples.length, 0.1));
    const out = (await enhancer.enhance({ samples: noisy, sampleRate })).samples;
    const pause = gainDb(
      upperBand(noisy.slice(0, lead), sampleRate),
      upperBand(out.slice(0, lead), sampleRate),
    );
    expect(pause - gainDb(noisy.slice(lead), out.slice(lead))).toBeLessThan(-10);
  });

  test.skipIf(!usable)('overdriven and very soft recordings come out at the same level', async () => {
    for (const gain of [0.003, 8]) {
      const samples = speech.map((sample) => Math.max(-1, Math.min(1, gain * sample)));
      const out = await enhancer.enhance({ samples, sampleRate: RATE });
      expect(peakDbfs(out.samples)).toBeLessThan(-1);
      expect(Math.abs(new Loudness(out.samples, RATE).lufs() + 23)).toBeLessThan(1);
    }
  });

  test.skipIf(!usable)('silence stays silent, and the shortest sounds are taken', async () => {
    const silence = await enhancer.enhance({ samples: new Float32Array(RATE), sampleRate: RATE });
    expect(peakDbfs(silence.samples)).toBeLessThan(-70);
    for (const length of [0, 1, 7, 255, 600]) {
      for (const sampleRate of [8000, 16_000, 48_000]) {
        const samples = noise(length, 0.1);
        const out = await enhancer.enhance({ samples, sampleRate });
        expect(out.samples.length).toBe(length);
        expect(out.samples.every(Number.isFinite)).toBe(true);
      }
    }
  });

  test.skipIf(!usable)('can be aborted before and within, and works again afterwards', async () => {
    const sound = { samples: speech, sampleRate: RATE };
    const reason = new Error('enough');
    await expect(enhancer.enhance(sound, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const within = new AbortController();
    setTimeout(() => within.abort(reason), 20);
    const long = { samples: joined(speech, speech, speech, speech), sampleRate: RATE };
    await expect(enhancer.enhance(long, { signal: within.signal })).rejects.toBe(reason);
    const first = await enhancer.enhance(sound);
    expect(rmsDbfs(first.samples)).toBeGreaterThan(-40);
    expect((await enhancer.enhance(sound)).samples).toEqual(first.samples);
  });
});

/** With the full band of a synthesizer at its own rate: up to 11 kHz. */
async function wideSpeech(): Promise<{ sound: Float32Array; sampleRate: number }> {
  const espeak = await Espeak.load();
  const { audio } = espeak.synthesize(TEST_TEXT.slice(0, 57), {
    voice: 'en-us',
    rate: 140,
    pitch: 45,
    range: 60,
  });
  return { sound: Float32Array.from(audio, (value) => value / 32_768), sampleRate: ESPEAK_SAMPLE_RATE };
}

function joined(...parts: readonly Float32Array[]): Float32Array {
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

/** The sound above 8 kHz. */
function upperBand(samples: Float32Array, sampleRate: number): Float32Array {
  const low = resampleAll(resampleAll(samples, sampleRate, RATE), RATE, sampleRate);
  return samples.map((sample, i) => sample - low[i]!);
}

describe('without a usable GTCRN', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-enhancement-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('RNNoise takes its place, and says why', async () => {
    const enhancer = await createOwnEnhancer({ modelsFolder: folder });
    expect(enhancer.model).toBe('rnnoise');
    expect(enhancer.fallbackReason).toContain(GTCRN);
  });

  test('a damaged file is replaced by another model', async () => {
    const store = new ModelStore({ folder });
    const [path = ''] = store.paths(GTCRN).values();
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, Buffer.alloc(store.model(GTCRN).files[0]?.sizeBytes ?? 0));
    const enhancer = await createOwnEnhancer({ modelsFolder: folder });
    expect(enhancer.model).toBe('rnnoise');
    expect(enhancer.fallbackReason).toMatch(/cannot be loaded/);
    expect((await readFile(path)).length).toBeGreaterThan(0);
  });
});
