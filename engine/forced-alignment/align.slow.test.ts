import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LanePool } from '../lanes/pool.ts';
import { espeakSource } from '../synthesis/families/espeak/source.ts';
import { renderRendition } from '../voices/rendition.ts';
import { align, MIN_CONFIDENCE } from './align.ts';
import { findAlignment, toFrames } from './frame-alignment.ts';
import type { Alignment, Rendition } from './types.ts';

const TEXT =
  'The harbour was quiet when the last ferry came in. A few gulls circled over the empty pier, and somewhere a ' +
  'radio was playing.';
const OTHER =
  'Nobody expected the bridge to be closed, so we drove around the lake. It took two hours longer, but the view ' +
  'was worth it.';

let lanes: LanePool;
let rendition: Rendition;
let other: Rendition;
beforeAll(async () => {
  lanes = new LanePool(1);
  await lanes.ready();
  rendition = await speak('en-us', TEXT);
  other = await speak('en-us', OTHER);
});
afterAll(() => lanes.close());

function speak(voice: string, text: string, speed = 1): Promise<Rendition> {
  const { signal } = new AbortController();
  return renderRendition(lanes, espeakSource(voice), text, 'en', { signal, speed });
}

/** Errors of all word starts in milliseconds, in ascending order. */
function startErrors({ words }: Alignment, truth: Rendition): number[] {
  expect(words.map(({ text }) => text)).toEqual(truth.words.map(({ text }) => text));
  return words
    .map(({ startMs }, i) => Math.abs(startMs - (truth.words[i]!.startSamples * 1000) / truth.sampleRate))
    .sort((a, b) => a - b);
}

const share = (errors: readonly number[], part: number): number =>
  errors[Math.floor(part * (errors.length - 1))]!;

function noise(samples: number, level: number): Float32Array {
  let seed = 1;
  return Float32Array.from({ length: samples }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  });
}

/** Asserts that all words are present, in order and inside the recording, with phonemes inside their words. */
function expectSound({ words, confidence }: Alignment, truth: Rendition, durationMs: number): void {
  expect(words.map(({ text }) => text)).toEqual(truth.words.map(({ text }) => text));
  let lastMs = 0;
  for (const word of words) {
    expect(word.startMs).toBeGreaterThanOrEqual(lastMs);
    expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
    expect(word.endMs).toBeLessThanOrEqual(durationMs);
    expect(word.confidence).toBeGreaterThanOrEqual(0);
    expect(word.confidence).toBeLessThanOrEqual(1);
    lastMs = word.startMs;
    for (const phoneme of word.phonemes) {
      expect(phoneme.startMs).toBeGreaterThanOrEqual(lastMs);
      expect(phoneme.endMs).toBeGreaterThanOrEqual(phoneme.startMs);
      lastMs = phoneme.endMs;
    }
    expect(lastMs).toBeLessThanOrEqual(word.endMs);
    lastMs = word.endMs;
  }
  expect(confidence).toBeGreaterThanOrEqual(0);
  expect(confidence).toBeLessThanOrEqual(1);
}

describe('a reader who pauses and draws breath', () => {
  /** Breath-like noise before a word: soft, some 22 dB below the voice, with quiet on both sides. */
  const breath = (sampleRate: number): Float32Array => {
    const quiet = noise(Math.round(0.15 * sampleRate), 1e-4);
    return Float32Array.from([...quiet, ...noise(Math.round(0.35 * sampleRate), 0.02), ...quiet]);
  };

  test('no word begins in a breath', async () => {
    const spoken = await speak('en-us+f2', TEXT);
    const { samples, sampleRate } = spoken;
    const sentence = spoken.words.findIndex(({ text }) => text === 'A');
    const cut = spoken.words[sentence]!.startSamples - Math.round(0.05 * sampleRate);
    const drawn = breath(sampleRate);
    const recording = Float32Array.from([
      ...drawn,
      ...samples.subarray(0, cut),
      ...drawn,
      ...samples.subarray(cut),
    ]);
    const { words, confidence } = align(rendition, recording, sampleRate);
    const startOf = (word: number): number =>
      ((spoken.words[word]!.startSamples + (word < sentence ? 1 : 2) * drawn.length) * 1000) / sampleRate;
    for (const word of [0, sentence]) {
      expect(Math.abs(words[word]!.startMs - startOf(word)), words[word]!.text).toBeLessThan(150);
    }
    expect(confidence).toBeGreaterThan(0.8);
  });
});

describe('a recording that says the transcript', () => {
  test('the rendition itself: every word to 10 ms', () => {
    const found = align(rendition, rendition.samples, rendition.sampleRate);
    expect(share(startErrors(found, rendition), 1)).toBeLessThanOrEqual(10);
    expect(found.confidence).toBeGreaterThan(0.9);
  });

  test('with noise and at another rate', () => {
    const hiss = noise(rendition.samples.length, 0.02);
    const loud = rendition.samples.map((x, i) => x + hiss[i]!);
    const found = align(
      rendition,
      loud.filter((_, i) => i % 2 === 0),
      rendition.sampleRate / 2,
    );
    const errors = startErrors(found, rendition);
    expect(share(errors, 0.5)).toBeLessThan(15);
    expect(share(errors, 0.9)).toBeLessThan(50);
    expect(found.confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });

  test('with a pause in the middle and silence around', () => {
    const { samples, sampleRate, words } = rendition;
    const at = words[5]!.startSamples;
    const gap = sampleRate;
    const paused = new Float32Array(samples.length + 3 * gap);
    paused.set(samples.subarray(0, at), gap);
    paused.set(samples.subarray(at), at + 2 * gap);
    const moved = words.map((word, i) => ({
      ...word,
      startSamples: word.startSamples + (i < 5 ? gap : 2 * gap),
      endSamples: word.endSamples + (i < 5 ? gap : 2 * gap),
    }));
    const found = align(rendition, paused, sampleRate);
    expect(share(startErrors(found, { ...rendition, words: moved }), 0.95)).toBeLessThan(25);
    expect(found.words[4]!.endMs).toBeLessThan(((at + gap) * 1000) / sampleRate + 60);
    expect(found.confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });

  test('with digital silence between the sounds of a room', () => {
    const { samples, sampleRate, words } = rendition;
    const at = words[9]!.startSamples;
    const lead = Math.round(0.4 * sampleRate);
    const muted = Math.round(1.2 * sampleRate);
    const room = noise(samples.length + 2 * lead, 0.004);
    for (const [i, x] of samples.entries()) room[lead + i]! += x;
    const joined = new Float32Array(room.length + muted);
    joined.set(room.subarray(0, lead + at));
    joined.set(room.subarray(lead + at), lead + at + muted);
    const moved = words.map((word, i) => {
      const by = lead + (i < 9 ? 0 : muted);
      return { ...word, startSamples: word.startSamples + by, endSamples: word.endSamples + by };
    });
    const found = align(rendition, joined, sampleRate);
    expect(share(startErrors(found, { ...rendition, words: moved }), 0.9)).toBeLessThan(30);
    expect(found.confidence).toBeGreaterThan(0.9);
  });

  test.each([
    ['en-us+f2', 1],
    ['en-gb', 1.5],
    ['en-us+m3', 0.7],
  ])('in the voice %s at speed %d', async (voice, speed) => {
    const recording = await speak(voice, TEXT, speed);
    const found = align(rendition, recording.samples, recording.sampleRate);
    const errors = startErrors(found, recording);
    expect(share(errors, 0.5)).toBeLessThan(25);
    expect(share(errors, 0.9)).toBeLessThan(80);
    expect(found.confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });
});

describe('a recording that does not', () => {
  test('says something else', async () => {
    const { samples, sampleRate } = await speak('en-us+f2', OTHER);
    const found = align(rendition, samples, sampleRate);
    expect(found.confidence).toBeLessThan(MIN_CONFIDENCE);
    expect(align(other, samples, sampleRate).confidence).toBeGreaterThan(MIN_CONFIDENCE);
  });

  test('is noise, a tone, or a rhythm', () => {
    const rate = 16_000;
    const n = 6 * rate;
    const tone = Float32Array.from({ length: n }, (_, i) => 0.3 * Math.sin((2 * Math.PI * 440 * i) / rate));
    const rhythm = noise(n, 0.3).map((x, i) => x * Math.exp(-((i % 4000) / 800)));
    for (const samples of [noise(n, 0.2), tone, rhythm]) {
      const found = align(rendition, samples, rate);
      expectSound(found, rendition, 6000);
      expect(found.confidence).toBeLessThan(MIN_CONFIDENCE);
    }
  });

  test('is empty, silent, or far too short', () => {
    for (const n of [0, 1, 100, 4000]) {
      const found = align(rendition, noise(n, 0.1), 16_000);
      expectSound(found, rendition, n / 16);
      expect(found.confidence).toBeLessThan(MIN_CONFIDENCE);
    }
    const silent = align(rendition, new Float32Array(96_000), 16_000);
    expectSound(silent, rendition, 6000);
    expect(silent.confidence).toBeLessThan(MIN_CONFIDENCE);
  });

  test('or there are no words', () => {
    const empty: Rendition = { samples: new Float32Array(0), sampleRate: 22_050, words: [], phonemes: [] };
    expect(align(empty, noise(16_000, 0.1), 16_000)).toEqual({ words: [], confidence: 0 });
  });
});

test('less of a transcript that is right makes for less confidence', async () => {
  const { samples, sampleRate } = await speak('en-us+m3', TEXT);
  const half = await speak('en-us', 'The harbour was quiet when the last ferry came in.');
  const whole = align(rendition, samples, sampleRate).confidence;
  expect(align(half, samples, sampleRate).confidence).toBeLessThan(whole);
});

test('a word that was not said is doubted', async () => {
  const changed = TEXT.replace('gulls circled', 'children whispered');
  const { samples, sampleRate } = await speak('en-us+m3', changed);
  const { words } = align(rendition, samples, sampleRate);
  const doubted = words.filter(({ text }) => text === 'gulls' || text === 'circled');
  const mean = words.reduce((sum, { confidence }) => sum + confidence, 0) / words.length;
  expect(Math.min(...doubted.map(({ confidence }) => confidence))).toBeLessThan(mean);
});

test('the frame path goes forward and stands still in silence', () => {
  const found = findAlignment(rendition, rendition.samples, rendition.sampleRate);
  if (!found) throw new Error('no path');
  const { renditionSamples, speech } = toFrames(found);
  for (let t = 1; t < renditionSamples.length; t++) {
    expect(renditionSamples[t]!).toBeGreaterThanOrEqual(renditionSamples[t - 1]!);
    if (speech[t] === 1) {
      expect(Math.abs(renditionSamples[t]! / rendition.sampleRate - t * 0.005)).toBeLessThan(0.03);
    }
  }
});

test('no word is lost and all are in order, for any recording', async () => {
  const short = await speak('en-us', 'Yes, we can go on.');
  const sound = (await speak('en-us+f2', 'We can go, yes. On and on!')).samples;
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          from: fc.nat(sound.length - 1),
          length: fc.nat(12_000),
          gain: fc.constantFrom(0, 0.01, 1, 3),
        }),
        { maxLength: 6 },
      ),
      (parts) => {
        const samples = Float32Array.from(
          parts.flatMap(({ from, length, gain }) =>
            Array.from(sound.subarray(from, from + length), (x) => gain * x),
          ),
        );
        expectSound(align(short, samples, 22_050), short, (samples.length * 1000) / 22_050);
      },
    ),
    { numRuns: 40, interruptAfterTimeLimit: 3000 },
  );
});
