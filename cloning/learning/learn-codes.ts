import { HOP_SAMPLES } from '../../engine/conversion/base-pitch.ts';
import { type BaseMap, encodeCodes, quantise, type SpeakerCodes } from '../../engine/conversion/codes.ts';
import { positionIn, type Token, tokenOfFrames, tokensOf } from '../../engine/conversion/content-keys.ts';
import { ExemplarBank } from '../../engine/conversion/exemplars.ts';
import { Analyser, type Frames } from '../../engine/conversion/frames.ts';
import { CEPSTRUM_SIZE } from '../../engine/conversion/mel-cepstrum.ts';
import type { VoiceMorph } from '../../engine/conversion/voice-morph.ts';
import type { Rendition } from '../../engine/forced-alignment/types.ts';
import { trackPitch } from '../../media/pitch.ts';
import { resampleAll } from '../../media/resampler.ts';
import { learnBase, moments, pitchStatistics } from './learn-base.ts';

/** Speech of a base voice, for comparison with the recording. */
export interface LearnedBase {
  /** Names the base in the codes: `baseKey` of its source. */
  readonly key: string;
  /** How the base was morphed towards the speaker when it spoke. Default: no morph. */
  readonly morph?: VoiceMorph | null;
  /** The transcript spoken by the base; for a base of another language, any text of that language. */
  readonly rendition: Rendition;
  /**
   * For every 5 ms of the recording, the sample of the rendition with the same content (`toFrames`); null for a base
   * that said other words.
   */
  readonly frameTimes: Float64Array | Float32Array | Int32Array | null;
}

export interface LearnCodesInput {
  /** The recording: mono, -1 to 1. */
  readonly samples: Float32Array;
  readonly sampleRate: number;
  /** Best first. At least one has `frameTimes`. */
  readonly bases: readonly LearnedBase[];
}

/** Interval of `frameTimes`. */
const PATH_HOP_MS = 5;
/**
 * Largest number of frames that are kept. Likeness stops growing at some 20 s of speech; the size of a voice does not.
 */
const MAX_EXEMPLARS = 4000;
/**
 * Where the recording stays this far below the base voice up to the end of the band, it is band-limited (22 dB, in
 * nepers of power).
 */
const CUT_OFF = 5;
const CUT_OFF_FROM_HZ = 3000;
/** Level below the passband at which the slope of that limit begins: 6 dB. */
const SLOPE_BEGINS = 1.4;
const REFERENCE_HZ = [1000, 3000] as const;

/**
 * Learns to make each base sound like the speaker of the recording. Synchronous; about a second for 30 s.
 * @throws RangeError when no base is aligned with the recording, or the recording contains no speech
 */
export function learnCodes({ samples, sampleRate, bases }: LearnCodesInput): Uint8Array {
  const reference = bases.findIndex(({ frameTimes }) => frameTimes);
  const best = bases[reference];
  if (!best) throw new RangeError('a base must be aligned with the recording');
  const analysed = bases.map((base) => analyseBase(base));
  const first = analysed[reference]!;
  const rate = best.rendition.sampleRate;
  const recording = resampleAll(samples, sampleRate, rate);
  const target = fillBand(framesOf(recording, rate, first.analyser), first.frames, rate, first.analyser);

  const matches = analysed.map(({ base, frames }) => {
    const { frameTimes, rendition } = base;
    if (!frameTimes) return null;
    return (frame: number): number => {
      const ms = (frame * HOP_SAMPLES * 1000) / rate;
      const at = frameTimes[Math.min(frameTimes.length - 1, Math.round(ms / PATH_HOP_MS))] ?? 0;
      const match = Math.min(frames.count - 1, Math.round(at / HOP_SAMPLES));
      return frames.speech[match] === 1 && rendition.samples.length > 0 ? match : -1;
    };
  });
  const firstMatch = matches[reference]!;
  const chosen = thinned(
    [...Array(target.count).keys()].filter((i) => target.speech[i] === 1 && firstMatch(i) >= 0),
  );
  if (chosen.length === 0)
    throw new RangeError('nothing of the recording could be matched with the transcript');

  const speaker = speakerOf(target, chosen, chosen.map(firstMatch), first);
  const bank = new ExemplarBank(speaker);
  const maps = analysed.map((base, index) => {
    const match = matches[index] ?? null;
    return baseMap(base, speaker, bank, match && Int32Array.from(chosen, match));
  });
  return encodeCodes({ ...speaker, bases: maps });
}

/**
 * Learns one more base, which said other words than the recording.
 * @param speaker as learned from the recording with other bases
 */
export function learnFurtherBase(speaker: SpeakerCodes, base: LearnedBase): BaseMap {
  return baseMap(analyseBase(base), speaker, new ExemplarBank(speaker), null);
}

interface AnalysedBase {
  readonly base: LearnedBase;
  readonly analyser: Analyser;
  readonly frames: Frames;
  readonly tokens: readonly Token[];
}

function baseMap(
  { base, frames, tokens, analyser }: AnalysedBase,
  speaker: SpeakerCodes,
  bank: ExemplarBank,
  match: Int32Array | null,
): BaseMap {
  return learnBase({
    key: base.key,
    morph: base.morph ?? null,
    sampleRate: base.rendition.sampleRate,
    cepstrum: analyser.cepstrum,
    frames,
    tokens,
    codes: speaker,
    bank,
    match,
  });
}

function analyseBase(base: LearnedBase): AnalysedBase {
  const { samples, sampleRate, phonemes } = base.rendition;
  const analyser = new Analyser(sampleRate);
  return { base, analyser, frames: framesOf(samples, sampleRate, analyser), tokens: tokensOf(phonemes) };
}

function framesOf(samples: Float32Array, sampleRate: number, analyser: Analyser): Frames {
  const count = Math.floor(samples.length / HOP_SAMPLES) + 1;
  const track = trackPitch(samples, sampleRate, { hopMs: (HOP_SAMPLES * 1000) / sampleRate });
  const f0Hz = new Float32Array(count);
  f0Hz.set(track.f0Hz.subarray(0, count));
  return analyser.all(samples, f0Hz);
}

/** Picks at most `MAX_EXEMPLARS`, evenly spaced. */
function thinned(frames: readonly number[]): number[] {
  if (frames.length <= MAX_EXEMPLARS) return [...frames];
  const step = frames.length / MAX_EXEMPLARS;
  return Array.from({ length: MAX_EXEMPLARS }, (_, i) => frames[Math.floor(i * step)]!);
}

function speakerOf(
  target: Frames,
  chosen: readonly number[],
  matched: readonly number[],
  { frames, tokens }: AnalysedBase,
): SpeakerCodes {
  const speech = moments(target.cepstra, (frame) => target.speech[frame] === 1);
  const owner = tokenOfFrames(tokens, frames.count);
  const cepstra = new Float32Array(chosen.length * CEPSTRUM_SIZE);
  for (const [j, frame] of chosen.entries()) {
    cepstra.set(
      target.cepstra.subarray(frame * CEPSTRUM_SIZE, (frame + 1) * CEPSTRUM_SIZE),
      j * CEPSTRUM_SIZE,
    );
  }
  return {
    pitch: pitchStatistics(target.f0Hz),
    mean: speech.mean,
    deviation: speech.deviation,
    symbols: tokens.map(({ ipa }) => ipa),
    exemplars: quantise(cepstra),
    symbolOf: Uint16Array.from(matched, (b) => owner[b]!),
    position: Uint8Array.from(matched, (b) => Math.round(255 * positionIn(tokens[owner[b]!]!, b))),
    voiced: Uint8Array.from(chosen, (frame) => (target.f0Hz[frame]! > 0 ? 1 : 0)),
    bases: [],
    prompts: [],
  };
}

/**
 * Telephones and lossy codecs limit the band. The base voice's slope fills what is missing above, so that the voice
 * does not become as dull as its recording.
 */
function fillBand(target: Frames, base: Frames, sampleRate: number, analyser: Analyser): Frames {
  const { bins } = target;
  const binHz = sampleRate / analyser.envelope.fftSize;
  const own = meanSpectrum(target);
  const other = meanSpectrum(base);
  const difference = own.map((value, k) => value - other[k]!);
  const [low, high] = REFERENCE_HZ.map((hz) => Math.round(hz / binHz)) as [number, number];
  let level = 0;
  for (let k = low; k < high; k++) level += difference[k]! / (high - low);
  let end = bins;
  while (end * binHz > CUT_OFF_FROM_HZ && difference[end - 1]! < level - CUT_OFF) end--;
  if (end === bins) return target;
  let edge = end - 1;
  while (edge > high && difference[edge]! < level - SLOPE_BEGINS) edge--;
  const cepstra = new Float32Array(target.cepstra.length);
  const line = new Float64Array(bins);
  for (let i = 0; i < target.count; i++) {
    const row = i * bins;
    const step = target.spectra[row + edge]! - other[edge]!;
    for (let k = edge; k < bins; k++) target.spectra[row + k] = other[k]! + step;
    line.set(target.spectra.subarray(row, row + bins));
    analyser.cepstrum.analyse(line, cepstra, i * CEPSTRUM_SIZE);
  }
  return { ...target, cepstra };
}

function meanSpectrum(frames: Frames): Float64Array {
  const sums = new Float64Array(frames.bins);
  let count = 0;
  for (let i = 0; i < frames.count; i++) {
    if (!frames.speech[i]) continue;
    count++;
    for (let k = 0; k < frames.bins; k++) sums[k]! += frames.spectra[i * frames.bins + k]!;
  }
  return sums.map((sum) => sum / Math.max(1, count));
}
