/** Fits the mapping from one base voice to a speaker. */
import {
  type BaseMap,
  fromSteps,
  type PitchStatistics,
  quantise,
  type SpeakerCodes,
} from '../../engine/conversion/codes.ts';
import {
  contentKey,
  KEY_SIZE,
  positionIn,
  type Token,
  tokenOfFrames,
} from '../../engine/conversion/content-keys.ts';
import type { ExemplarBank } from '../../engine/conversion/exemplars.ts';
import type { Frames } from '../../engine/conversion/frames.ts';
import { CEPSTRUM_SIZE, type MelCepstrum } from '../../engine/conversion/mel-cepstrum.ts';
import { DEFAULT_SAMPLING, MIX, SHIFT_EXEMPLARS, SHIFT_TEMPERATURE } from '../../engine/conversion/tuning.ts';
import type { VoiceMorph } from '../../engine/conversion/voice-morph.ts';
import { warpSpectrum } from '../../engine/conversion/warp.ts';

const SIZE = CEPSTRUM_SIZE;
/** Bounds of the ratio of two adults' vocal tract lengths. */
const WARPS = Array.from({ length: 14 }, (_, i) => 0.85 + 0.03 * i);
const WARP_FRAMES = 400;
/** Number of frames on which averaging and loudness are measured. */
const CALIBRATION_FRAMES = 250;
/**
 * Pitch farther from the median than this, in nepers, is an error or no voice. A quarter of one reader's pitch of 111
 * Hz was mains hum at 60 Hz.
 */
const PITCH_RANGE = 0.5;
const MIN_PITCH_DEVIATION = 0.08;
const LOUDNESS_SLOPES = [0.9, 1.1] as const;
const SLOPES = [0.75, 1.3] as const;
const VARIANCES = [0.7, 1.6] as const;

const clamp = (value: number, [low, high]: readonly [number, number]): number =>
  Math.min(high, Math.max(low, value));

export interface Moments {
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
}

/** Mean and standard deviation of the cepstra of a set of frames. */
export function moments(cepstra: ArrayLike<number>, use: (frame: number) => boolean): Moments {
  const sum = new Float64Array(SIZE);
  const square = new Float64Array(SIZE);
  let count = 0;
  for (let i = 0; i < cepstra.length / SIZE; i++) {
    if (!use(i)) continue;
    count++;
    for (let m = 0; m < SIZE; m++) {
      sum[m]! += cepstra[i * SIZE + m]!;
      square[m]! += cepstra[i * SIZE + m]! ** 2;
    }
  }
  const mean = Float32Array.from(sum, (value) => value / Math.max(1, count));
  const deviation = Float32Array.from(square, (value, m) =>
    Math.sqrt(Math.max(1e-6, value / Math.max(1, count) - mean[m]! ** 2)),
  );
  return { mean, deviation };
}

export function pitchStatistics(f0Hz: Float32Array): PitchStatistics {
  const logs = [...f0Hz]
    .filter((value) => value > 0)
    .map(Math.log)
    .sort((a, b) => a - b);
  if (logs.length === 0) return { mean: Math.log(120), deviation: 0.15 };
  const median = logs[logs.length >> 1]!;
  const kept = logs.filter((value) => Math.abs(value - median) < PITCH_RANGE);
  const mean = kept.reduce((sum, value) => sum + value, 0) / kept.length;
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / kept.length;
  return { mean, deviation: Math.max(MIN_PITCH_DEVIATION, Math.sqrt(variance)) };
}

export interface BaseInput {
  readonly key: string;
  readonly morph: VoiceMorph | null;
  readonly sampleRate: number;
  readonly cepstrum: MelCepstrum;
  readonly frames: Frames;
  readonly tokens: readonly Token[];
  /** The learned speaker, without its bases. */
  readonly codes: SpeakerCodes;
  readonly bank: ExemplarBank;
  /**
   * For each exemplar the base's frame with the same content, -1 if there is none; null if the base said other words.
   */
  readonly match: Int32Array | null;
}

export function learnBase({
  key,
  morph,
  sampleRate,
  cepstrum,
  frames,
  tokens,
  codes,
  bank,
  match,
}: BaseInput): BaseMap {
  const warp = match ? bestWarp(cepstrum, frames, codes, match) : 1;
  const warped = new Float32Array(frames.count * SIZE);
  const line = new Float64Array(cepstrum.bins);
  for (let i = 0; i < frames.count; i++) {
    if (frames.speech[i] !== 1) continue;
    warpSpectrum(frames.spectra, i * cepstrum.bins, cepstrum.bins, warp, line);
    cepstrum.analyse(line, warped, i * SIZE);
  }
  const isSpeech = (frame: number): boolean => frames.speech[frame] === 1;
  const own = moments(warped, isSpeech);
  const slope = Float32Array.from(own.deviation, (deviation, m) =>
    clamp(codes.deviation[m]! / deviation, m === 0 ? LOUDNESS_SLOPES : SLOPES),
  );
  const draft: BaseMap = {
    key,
    morph,
    sampleRate,
    // A morph has already moved the pitch to the speaker's.
    pitch: morph ? codes.pitch : pitchStatistics(frames.f0Hz),
    warp,
    mean: own.mean,
    slope,
    averaged: codes.mean,
    variance: new Float32Array(SIZE).fill(1),
    level: 0,
    residuals: match && residuals(warped, own.mean, slope, codes, match),
  };
  return calibrated(draft, { cepstrum, frames, tokens, codes, bank, warped });
}

function residuals(
  warped: Float32Array,
  mean: Float32Array,
  slope: Float32Array,
  codes: SpeakerCodes,
  match: Int32Array,
): Int16Array {
  const values = new Float32Array(match.length * SIZE);
  const exemplars = codes.exemplars;
  for (const [j, b] of match.entries()) {
    if (b < 0) continue;
    for (let m = 0; m < SIZE; m++) {
      const mapped = (warped[b * SIZE + m]! - mean[m]!) * slope[m]! + codes.mean[m]!;
      values[j * SIZE + m] = fromSteps(exemplars[j * SIZE + m]!) - mapped;
    }
  }
  return quantise(values);
}

/** Finds the factor with the smallest difference of matched frames: the best of every third one and its neighbours. */
function bestWarp(cepstrum: MelCepstrum, frames: Frames, codes: SpeakerCodes, match: Int32Array): number {
  const step = Math.max(1, Math.floor(match.length / WARP_FRAMES));
  const pairs: Pair[] = [];
  for (let j = 0; j < match.length; j += step) {
    if (match[j]! >= 0) pairs.push({ exemplar: j, frame: match[j]! });
  }
  const errors = WARPS.map(() => Number.POSITIVE_INFINITY);
  const measure = (index: number): void => {
    errors[index] = warpError(WARPS[index]!, cepstrum, frames, codes, pairs);
  };
  const best = (): number => errors.indexOf(Math.min(...errors));
  for (let index = 1; index < WARPS.length; index += 3) measure(index);
  const coarse = best();
  for (const index of [coarse - 2, coarse - 1, coarse + 1, coarse + 2]) if (WARPS[index]) measure(index);
  return WARPS[best()]!;
}

/** An exemplar and a frame of the base share only their content. */
interface Pair {
  readonly exemplar: number;
  readonly frame: number;
}

/** Difference of matched frames after the base's formants were raised by a factor, regardless of a constant. */
function warpError(
  warp: number,
  cepstrum: MelCepstrum,
  frames: Frames,
  codes: SpeakerCodes,
  pairs: readonly Pair[],
): number {
  const line = new Float64Array(cepstrum.bins);
  const differences = new Float64Array(pairs.length * SIZE);
  const mean = new Float64Array(SIZE);
  for (const [i, { exemplar, frame }] of pairs.entries()) {
    warpSpectrum(frames.spectra, frame * cepstrum.bins, cepstrum.bins, warp, line);
    cepstrum.analyse(line, differences, i * SIZE);
    for (let m = 0; m < SIZE; m++) {
      differences[i * SIZE + m]! -= fromSteps(codes.exemplars[exemplar * SIZE + m]!);
      mean[m]! += differences[i * SIZE + m]! / pairs.length;
    }
  }
  let error = 0;
  for (let i = 0; i < pairs.length; i++) {
    let square = 0;
    for (let m = 1; m < SIZE; m++) square += (differences[i * SIZE + m]! - mean[m]!) ** 2;
    error += Math.sqrt(square);
  }
  return error;
}

interface Calibration {
  readonly cepstrum: MelCepstrum;
  readonly frames: Frames;
  readonly tokens: readonly Token[];
  readonly codes: SpeakerCodes;
  readonly bank: ExemplarBank;
  readonly warped: Float32Array;
}

/** Measures on the base's own frames how much variance averaging loses, and how much louder the result is. */
function calibrated(draft: BaseMap, { cepstrum, frames, tokens, codes, bank, warped }: Calibration): BaseMap {
  const owner = tokenOfFrames(tokens, frames.count);
  const speech: number[] = [];
  for (let i = 0; i < frames.count; i++) if (frames.speech[i]) speech.push(i);
  const step = Math.max(1, Math.floor(speech.length / CALIBRATION_FRAMES));
  const contentOf = new Float32Array(KEY_SIZE);
  const y = new Float64Array(SIZE);
  const exemplar = new Float64Array(SIZE);
  const results: number[] = [];
  const line = new Float64Array(cepstrum.bins);
  let level = 0;
  let count = 0;
  for (let s = 0; s < speech.length; s += step) {
    const b = speech[s]!;
    const token = owner[b]!;
    contentKey(tokens, token, positionIn(tokens[token]!, b), contentOf);
    for (let m = 0; m < SIZE; m++) {
      y[m] = (warped[b * SIZE + m]! - draft.mean[m]!) * draft.slope[m]! + codes.mean[m]!;
    }
    // In parallel recordings, frames matched to this very sound would make the result look better than it is.
    const matched = draft.residuals ? sameSymbol(tokens, token, codes) : -1;
    const near = bank.nearest(contentOf, SHIFT_EXEMPLARS, SHIFT_TEMPERATURE, matched);
    bank.addShift(draft, near, 1, y, 0);
    bank.mean(near, y, 0, frames.f0Hz[b]! > 0, DEFAULT_SAMPLING, exemplar);
    for (let m = 1; m < SIZE; m++) y[m]! += MIX * (exemplar[m]! - y[m]!);
    results.push(...y);
    line.fill(0);
    cepstrum.addSpectrum(y, line);
    let before = 0;
    let after = 0;
    for (let k = 0; k < cepstrum.bins; k++) {
      before += Math.exp(frames.spectra[b * cepstrum.bins + k]!);
      after += Math.exp(line[k]!);
    }
    level += Math.log(before / after);
    count++;
  }
  const result = moments(results, () => true);
  return {
    ...draft,
    averaged: result.mean,
    variance: Float32Array.from(result.deviation, (deviation, m) =>
      m === 0 ? 1 : clamp(codes.deviation[m]! / deviation, VARIANCES),
    ),
    level: level / Math.max(1, count),
  };
}

/** The recording's symbol at the same place of the transcript. Both come from the same words. */
function sameSymbol(tokens: readonly Token[], token: number, codes: SpeakerCodes): number {
  return tokens.length === codes.symbols.length ? token : -1;
}
