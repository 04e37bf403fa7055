/** From tokens with durations to a phrase: the audible part of each utterance, and the times of its words. */
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { concatenated } from '../../../../media/concatenated.ts';
import type { Speeds } from '../../durations.ts';
import { withoutGaps } from '../../phoneme-timings.ts';
import { idSpeeds } from '../../prosody.ts';
import type { PhonemeTiming, SynthesizedPhrase, UtterancePart } from '../../synthesizer.ts';
import { FRAME_SAMPLES, SAMPLE_RATE } from './layers.ts';
import type { PhonemeNotation } from './phoneme-symbols.ts';
import { type TokenRun, tokenRuns } from './tokens.ts';

/** Durations count in steps of two frames (25 ms). */
export const STEP_FRAMES = 2;
/**
 * Phonemes are audible this much before their tokens begin, in steps of 25 ms; the first phoneme up to `FIRST_EARLY`.
 */
const EARLY_STEPS = 2;
const FIRST_EARLY_STEPS = 6;
/** Frames below this energy are silent: about -45 dBFS in eight voices of five languages. */
const LEAST_ENERGY = 1;
/** Energy from which the first sound rises. It may be audible up to 25 ms earlier. */
const ONSET_ENERGY = 0.3;
const ONSET_MARGIN_FRAMES = 3;
/** The last sound fades out within this time at normal speed; in short texts a noise may follow. */
const FADING_FRAMES = 8;

/** A run of tokens, ready to be rendered. */
export interface PreparedRun<U> {
  readonly utterance: U;
  /** Predicted loudness of each frame, in the unit of Kokoro's model: about 1 at -45 dBFS, and 6 at -25 dBFS. */
  readonly energy: Float32Array;
  /** The frame with which each token begins, and the end of the last. */
  readonly startFrames: Int32Array;
}

export interface SpokenRuns<U>
  extends Omit<SynthesizedPhrase, 'state' | 'leastWindowFrames' | 'maxWindowFrames'> {
  readonly utterances: readonly UtterancePart<U>[];
}

/** @param prepareRun gives the durations at the requested speeds, and the utterance to render */
export async function spokenRuns<U extends { readonly frames: number }>(
  pronounced: readonly Pronounced[],
  notation: PhonemeNotation,
  speed: number,
  prepareRun: (run: TokenRun, speeds: Speeds) => Promise<PreparedRun<U>>,
): Promise<SpokenRuns<U>> {
  const words: { startSamples: number; endSamples: number }[] = [];
  const phonemes: PhonemeTiming[] = [];
  const utterances: UtterancePart<U>[] = [];
  let frames = 0;
  let soundFrom = 0;
  let soundTo = 0;
  for (const run of tokenRuns(pronounced, notation)) {
    const speeds = idSpeeds(pronounced, speed, run.wordRanges, run.ids.length, run.firstWord);
    const { utterance, energy, startFrames } = await prepareRun(run, speeds);
    // The model leaves up to 600 ms of silence at both ends, which need not be rendered. The model still computes it:
    // with less of it the first phoneme would be lost.
    const token = startFrames[run.soundRange[0]] ?? 0;
    const onset = onsetOf(energy, token, Math.round((FIRST_EARLY_STEPS * STEP_FRAMES) / speed));
    const skipped = Math.max(0, onset - ONSET_MARGIN_FRAMES);
    const begin = frames - skipped;
    if (utterances.length === 0) soundFrom = onset - skipped;
    const heardAt = (token: number): number =>
      Math.max(skipped, (startFrames[token] ?? utterance.frames) - EARLY_STEPS * STEP_FRAMES);
    const sampleAt = (frame: number): number => (begin + frame) * FRAME_SAMPLES;
    const ends = new Map<number, number>();
    for (const [index, { from, to }] of run.phonemeRanges.entries()) {
      const next = run.phonemeRanges[index + 1];
      if (next?.from === to) continue;
      const latest = next ? heardAt(next.from) : utterance.frames;
      ends.set(to, soundEnd(energy, heardAt(from) + STEP_FRAMES, heardAt(to), latest));
    }
    const endAt = (token: number): number => sampleAt(ends.get(token) ?? heardAt(token));
    for (const [index, [from, to]] of run.wordRanges.entries()) {
      const word = words[run.firstWord + index];
      const endSamples = endAt(to);
      // A word too long for one run continues in the next.
      if (word) word.endSamples = endSamples;
      else words.push({ startSamples: Math.min(sampleAt(heardAt(from)), endSamples), endSamples });
    }
    for (const { ipa, word, from, to } of run.phonemeRanges) {
      const [startSamples, endSamples] = [sampleAt(heardAt(from)), endAt(to)];
      phonemes.push({ ipa, word: run.firstWord + word, startSamples, endSamples });
    }
    const fadedAt = ends.get(run.phonemeRanges.at(-1)?.to ?? -1) ?? utterance.frames;
    const to = Math.min(utterance.frames, fadedAt + Math.ceil(FADING_FRAMES / speed));
    soundTo = begin + fadedAt;
    frames = begin + to;
    utterances.push({ utterance, from: skipped, to });
  }
  return {
    sampleRate: SAMPLE_RATE,
    frames: phonemes.length === 0 ? 0 : frames,
    frameSamples: FRAME_SAMPLES,
    soundFrom,
    soundTo,
    words,
    phonemes: withoutGaps(phonemes, frames * FRAME_SAMPLES),
    utterances,
  };
}

/** Samples of the frames [from, to) of a phrase; windows must be consecutive. */
export async function renderParts<U>(
  parts: readonly UtterancePart<U>[],
  from: number,
  to: number,
  render: (utterance: U, from: number, to: number) => Promise<Float32Array>,
): Promise<Float32Array> {
  const rendered: Float32Array[] = [];
  let begin = 0;
  for (const { utterance, ...spoken } of parts) {
    const end = begin + spoken.to - spoken.from;
    const [first, last] = [Math.max(from, begin), Math.min(to, end)];
    const offset = spoken.from - begin;
    if (first < last) rendered.push(await render(utterance, first + offset, last + offset));
    begin = end;
  }
  const [only] = rendered;
  return only && rendered.length === 1 ? only : concatenated(rendered);
}

/** Start frame of each token, from the durations of the tokens in steps; the last value is the end. */
export function startFramesOf(steps: Int32Array): Int32Array {
  const startFrames = new Int32Array(steps.length + 1);
  for (const [i, count] of steps.entries()) startFrames[i + 1] = (startFrames[i] ?? 0) + count * STEP_FRAMES;
  return startFrames;
}

/**
 * The frame in which the first sound begins to rise.
 * @param token the start of its token; the sound begins up to `most` frames before that, or a little after it
 */
function onsetOf(energy: Float32Array, token: number, most: number): number {
  const earliest = Math.max(0, token - most);
  const found = energy.subarray(earliest, token).findIndex((value) => value >= ONSET_ENERGY);
  return found < 0 ? token : earliest + found;
}

/**
 * @param token start of the token; the sound begins up to `most` frames before it, or a little after it
 * @param end of its token; the sound ends not before `earliest` and not after `latest`
 */
function soundEnd(energy: Float32Array, earliest: number, end: number, latest: number): number {
  const isHeard = (frame: number): boolean => (energy[frame] ?? 0) >= LEAST_ENERGY;
  let at = end;
  while (at > earliest && !isHeard(at - 1)) at--;
  if (at === end) while (at < latest && isHeard(at)) at++;
  return at;
}
