/** Decides whether a Moonshine model's text needs a second recogniser. */
import { isTooShort } from '../heard-text.ts';
import type { LocalJob } from '../local-protocol.ts';
import { isRepetitive } from '../repetition.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import type { MoonshineText } from './model.ts';

type HeardSound = Pick<LocalJob, 'samples' | 'soundMs' | 'contrastDb'>;

/**
 * Texts that the model writes for sounds without speech, learned from subtitles. If a caller's whole utterance is one
 * of them, a second recogniser is asked.
 */
const SUBTITLES = /^(?:you|thank(?:s| you)(?: for watching)?|so|oh|mm+)$/iu;
/** Music of any length. */
const MUSIC = /[♪♫]/u;
/** The same short word over and over, as for barking: "Oh, oh, oh." */
const CHANT = /^(\p{L}{1,3})(?:[^\p{L}]+\1){2,}[^\p{L}]*$/iu;
/** Below this mean log probability of its tokens, a Whisper model makes fewer errors. */
const LEAST_LOG_PROBABILITY = -0.35;
/** Threshold in noise of 10 dB or more; at 15 dB a Whisper model makes more errors. */
const LEAST_IN_NOISE = -0.15;
/** Level range of speech: 13 to 16 dB in noise of 10 dB, some 20 dB in noise of 15 dB; less without pauses. */
const LEAST_CONTRAST_DB = 18;

/** Whether a text may stand for a sound without speech, and is then no evidence of words. */
export function mayBeNothing(text: string): boolean {
  const said = text.replace(/[^\p{L}\p{N}\s]/gu, '').trim();
  return said === '' || MUSIC.test(text) || SUBTITLES.test(said) || CHANT.test(text);
}

/**
 * Whether a second recogniser should be asked although the expected form was found: in noise, and about letters,
 * which a Whisper model often hears better where this one is unsure.
 */
export const isExpectedDoubtful = (
  { likeliestLogProbability }: Pick<MoonshineText, 'likeliestLogProbability'>,
  { contrastDb, dictation }: Pick<LocalJob, 'contrastDb' | 'dictation'>,
): boolean =>
  (contrastDb < LEAST_CONTRAST_DB && likeliestLogProbability < LEAST_IN_NOISE) ||
  ((dictation === 'letters' || dictation === 'code') && likeliestLogProbability < LEAST_LOG_PROBABILITY);

/** Whether another recogniser should be asked. */
export function isDoubtful(
  written: Pick<MoonshineText, 'text' | 'logProbability' | 'isEnded'>,
  { samples, soundMs, contrastDb }: HeardSound,
): boolean {
  const { text, logProbability, isEnded } = written;
  const seconds = samples.length / RECOGNITION_SAMPLE_RATE;
  return (
    !isEnded ||
    logProbability < (contrastDb < LEAST_CONTRAST_DB ? LEAST_IN_NOISE : LEAST_LOG_PROBABILITY) ||
    mayBeNothing(text) ||
    isRepetitive(text, seconds) ||
    isTooShort(text, seconds * 1000, soundMs)
  );
}
