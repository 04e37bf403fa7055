import { beforeAll, describe, expect, test } from 'vitest';
import { HOP_SAMPLES } from '../../engine/conversion/base-pitch.ts';
import { decodeCodes, type SpeakerCodes } from '../../engine/conversion/codes.ts';
import { Analyser } from '../../engine/conversion/frames.ts';
import { CEPSTRUM_SIZE } from '../../engine/conversion/mel-cepstrum.ts';
import {
  createConversion,
  lookAheadSamples,
  PhraseConversion,
} from '../../engine/conversion/phrase-conversion.ts';
import { TEST_RATE, type TestVoice, testSpeech } from '../../engine/conversion/testing.ts';
import { DEFAULT_SAMPLING } from '../../engine/conversion/tuning.ts';
import type { Rendition } from '../../engine/forced-alignment/types.ts';
import { trackPitch } from '../../media/pitch.ts';
import { resampleAll } from '../../media/resampler.ts';
import { learnCodes } from './learn-codes.ts';

const BASE: TestVoice = { f0Hz: 100 };
const SPEAKER: TestVoice = { f0Hz: 190, tract: 1.15 };
/** A sentence of the enrolment, and one that the speaker has never said. */
const ENROLLED = 'asiuasuisaiuusaisuaiasuisa';
const SPOKEN = 'iusaasuis';

function renditionOf(symbols: string, voice: TestVoice): Rendition {
  const { samples, tokens } = testSpeech(symbols, voice);
  const phonemes = tokens.map(({ ipa, startFrame, endFrame }) => ({
    ipa,
    word: ipa === '' ? -1 : 0,
    startSamples: startFrame * HOP_SAMPLES,
    endSamples: endFrame * HOP_SAMPLES,
  }));
  return { samples, sampleRate: TEST_RATE, words: [], phonemes };
}

/** Both speak at the same pace, so the path is a straight line. */
const straight = (samples: number): Float64Array =>
  Float64Array.from({ length: Math.ceil((samples / TEST_RATE) * 200) }, (_, i) => (i * TEST_RATE) / 200);

function learned(speaker: TestVoice): SpeakerCodes {
  const { samples } = testSpeech(ENROLLED, speaker);
  return decodeCodes(
    learnCodes({
      samples,
      sampleRate: TEST_RATE,
      bases: [{ key: 'base', rendition: renditionOf(ENROLLED, BASE), frameTimes: straight(samples.length) }],
    }),
  );
}

let codes: SpeakerCodes;
let conversion: PhraseConversion;
/** The conversion of a source that arrives at once. */
let whole: Float32Array;
const spoken = testSpeech(SPOKEN, BASE);

/** Converts a source that arrives in steps of this many samples. */
function converted(step: number, sampling = DEFAULT_SAMPLING): Float32Array {
  const total = spoken.samples.length;
  const state = createConversion(total, 1, spoken.tokens);
  const output = new Float32Array(total);
  let emitted = 0;
  for (let to = step; emitted < total; to += step) {
    const wanted = Math.min(total, to);
    const available = Math.min(total, wanted + lookAheadSamples(TEST_RATE));
    state.source.set(spoken.samples.subarray(0, available));
    expect(conversion.advance(state, available, sampling)).toBeGreaterThanOrEqual(wanted);
    output.set(state.output.subarray(emitted, wanted), emitted);
    emitted = wanted;
  }
  return output;
}

beforeAll(() => {
  codes = learned(SPEAKER);
  conversion = new PhraseConversion(codes, codes.bases[0]!);
  whole = converted(1e9);
});

function medianPitch(samples: Float32Array): number {
  const voiced = [...trackPitch(samples, TEST_RATE).f0Hz].filter((hz) => hz > 0).sort((a, b) => a - b);
  return voiced[voiced.length >> 1] ?? 0;
}

function meanCepstrum(samples: Float32Array): Float64Array {
  const f0Hz = trackPitch(samples, TEST_RATE, { hopMs: (HOP_SAMPLES * 1000) / TEST_RATE }).f0Hz;
  const frames = new Analyser(TEST_RATE).all(samples, f0Hz);
  const sums = new Float64Array(CEPSTRUM_SIZE);
  let count = 0;
  for (let i = 0; i < frames.count; i++) {
    if (!frames.speech[i]) continue;
    count++;
    for (let m = 0; m < CEPSTRUM_SIZE; m++) sums[m]! += frames.cepstra[i * CEPSTRUM_SIZE + m]!;
  }
  return sums.map((sum) => sum / count);
}

const distance = (a: Float64Array, b: Float64Array): number =>
  Math.sqrt(a.reduce((sum, value, m) => sum + (m === 0 ? 0 : (value - b[m]!) ** 2), 0));

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

describe('a converted phrase', () => {
  test('has the pitch of the speaker', () => {
    expect(medianPitch(whole) / medianPitch(testSpeech(SPOKEN, SPEAKER).samples)).toBeCloseTo(1, 1);
  });

  test('has the spectrum of the speaker, who never said it', () => {
    const wanted = meanCepstrum(testSpeech(SPOKEN, SPEAKER).samples);
    const before = distance(meanCepstrum(spoken.samples), wanted);
    expect(distance(meanCepstrum(whole), wanted)).toBeLessThan(before / 3);
  });

  test('is as loud as the base voice', () => {
    const change = 20 * Math.log10(rms(whole) / rms(spoken.samples));
    expect(Math.abs(change)).toBeLessThan(3);
  });

  test.each([256, 1024, 3001])('does not depend on how it arrives (%i samples at a time)', (step) => {
    expect(converted(step)).toEqual(whole);
  });

  test('keeps silence silent and sounds where they are', () => {
    const output = whole;
    const length = Math.round(TEST_RATE * 0.15);
    expect(rms(output.subarray(0, length * 0.8))).toBeLessThan(0.01 * rms(output));
    expect(rms(output.subarray(-length * 0.8))).toBeLessThan(0.01 * rms(output));
    // The fricative "s" keeps the most power above 4 kHz, at its own place.
    const hiss = (symbol: number): number => {
      const part = output.subarray((symbol + 1.2) * length, (symbol + 1.8) * length);
      let power = 0;
      for (let i = 1; i < part.length; i++) power += (part[i]! - part[i - 1]!) ** 2;
      return power / rms(part) ** 2;
    };
    const hisses = [...SPOKEN].map((_, i) => hiss(i));
    const loudest = Math.max(...[...SPOKEN].map((s, i) => (s === 's' ? 0 : hisses[i]!)));
    for (const [i, symbol] of [...SPOKEN].entries())
      if (symbol === 's') expect(hisses[i]).toBeGreaterThan(loudest);
  });

  test('is the same every time', () => {
    expect(converted(1e9)).toEqual(whole);
  });
});

describe('sampling controls', () => {
  const difference = (a: Float32Array, b: Float32Array): number =>
    rms(a.map((value, i) => value - b[i]!)) / rms(a);

  test('temperature 0 is the nearest exemplar alone, whatever their number', () => {
    expect(converted(1e9, { topK: 8, temperature: 0 })).toEqual(converted(1e9, { topK: 1, temperature: 1 }));
  });

  test('both change the sound, the more so the farther from the default', () => {
    const near = difference(whole, converted(1e9, { ...DEFAULT_SAMPLING, topK: 12 }));
    const far = difference(whole, converted(1e9, { topK: 200, temperature: 2 }));
    expect(near).toBeGreaterThan(0);
    expect(far).toBeGreaterThan(2 * near);
  });

  test('many exemplars at a high temperature average them: frames of a sound come nearer to each other', () => {
    const spread = (topK: number, temperature: number): number => {
      const state = createConversion(spoken.samples.length, 1, spoken.tokens);
      state.source.set(spoken.samples);
      conversion.advance(state, spoken.samples.length, { topK, temperature });
      let sum = 0;
      for (let i = CEPSTRUM_SIZE; i < state.mixed.length; i++) {
        if (i % CEPSTRUM_SIZE > 0) sum += (state.mixed[i]! - state.mixed[i - CEPSTRUM_SIZE]!) ** 2;
      }
      return sum;
    };
    expect(spread(64, 2)).toBeLessThan(0.8 * spread(1, 0));
  });
});

test('two speakers of one base sound different', () => {
  const other = learned({ f0Hz: 120, tract: 0.9 });
  const voice = new PhraseConversion(other, other.bases[0]!);
  const state = createConversion(spoken.samples.length, 1, spoken.tokens);
  state.source.set(spoken.samples);
  voice.advance(state, spoken.samples.length, DEFAULT_SAMPLING);
  expect(medianPitch(state.output)).toBeLessThan(150);
  expect(distance(meanCepstrum(state.output), meanCepstrum(whole))).toBeGreaterThan(0.5);
});

test('a base that said something else is mapped by its statistics', () => {
  const { samples } = testSpeech(ENROLLED, SPEAKER);
  const rendition = renditionOf(ENROLLED, BASE);
  const both = decodeCodes(
    learnCodes({
      samples,
      sampleRate: TEST_RATE,
      bases: [
        { key: 'base', rendition, frameTimes: straight(samples.length) },
        {
          key: 'foreign',
          rendition: renditionOf('uaiaisusia', { f0Hz: 130, tract: 0.95 }),
          frameTimes: null,
        },
      ],
    }),
  );
  expect(both.bases.map(({ residuals }) => residuals === null)).toEqual([false, true]);
  const source = testSpeech(SPOKEN, { f0Hz: 130, tract: 0.95 });
  const state = createConversion(source.samples.length, 1, source.tokens);
  state.source.set(source.samples);
  new PhraseConversion(both, both.bases[1]!).advance(state, source.samples.length, DEFAULT_SAMPLING);
  expect(medianPitch(state.output) / medianPitch(testSpeech(SPOKEN, SPEAKER).samples)).toBeCloseTo(1, 1);
});

test('a telephone recording does not make the voice dull', () => {
  const { samples } = testSpeech(ENROLLED, SPEAKER);
  const narrow = resampleAll(samples, TEST_RATE, 8000);
  const rendition = renditionOf(ENROLLED, BASE);
  const telephone = decodeCodes(
    learnCodes({
      samples: narrow,
      sampleRate: 8000,
      bases: [{ key: 'base', rendition, frameTimes: straight(samples.length) }],
    }),
  );
  const state = createConversion(spoken.samples.length, 1, spoken.tokens);
  state.source.set(spoken.samples);
  new PhraseConversion(telephone, telephone.bases[0]!).advance(
    state,
    spoken.samples.length,
    DEFAULT_SAMPLING,
  );
  /** Share of the power above some 6 kHz, estimated by second differences. */
  const brightness = (x: Float32Array): number => {
    let high = x;
    for (let n = 0; n < 6; n++) high = high.map((value, i) => (value - (high[i - 1] ?? 0)) / 2);
    return rms(high) / rms(x);
  };
  expect(brightness(state.output)).toBeGreaterThan(0.15 * brightness(whole));
});
