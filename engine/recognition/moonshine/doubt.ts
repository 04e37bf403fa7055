/** Whether a Moonshine model's text is what was said. */
import { isTooShort } from '../heard-text.ts';
import type { LocalJob } from '../local-protocol.ts';
import { isRepetitive } from '../repetition.ts';
import { RECOGNITION_SAMPLE_RATE } from '../types.ts';
import type { MoonshineText } from './model.ts';

type HeardSound = Pick<LocalJob, 'samples' | 'soundMs' | 'contrastDb'>;

/**
 * What the model writes for sounds that are no speech, of which it learned from subtitles. A caller who says it and
 * nothing else is heard by another recogniser.
 */
const SUBTITLES = /^(?:you|thank(?:s| you)(?: for watching)?|so|oh|mm+)$/iu;
/** Music, whatever its length. */
const MUSIC = /[♪♫]/u;
/** The same short word over and over, as for barking: "Oh, oh, oh." */
const CHANT = /^(\p{L}{1,3})(?:[^\p{L}]+\1){2,}[^\p{L}]*$/iu;
/** Below this mean logarithm of its tokens' probabilities, a Whisper model has fewer errors. */
const LEAST_LOG_PROBABILITY = -0.35;
/** In noise of 10 dB or more below this is enough; at 15 dB a Whisper model has more errors. */
const LEAST_IN_NOISE = -0.15;
/** Speech in noise of 10 dB has 13 to 16 dB, in noise of 15 dB some 20; without pauses it may have less. */
const LEAST_CONTRAST_DB = 18;

/** Whether a text may be the model's word for a sound without speech, which alone tells nothing of what was said. */
export function mayBeNothing(text: string): boolean {
  const said = text.replace(/[^\p{L}\p{N}\s]/gu, '').trim();
  return said === '' || MUSIC.test(text) || SUBTITLES.test(said) || CHANT.test(text);
}

/** Whether another recogniser should be asked. */
export function isDoubtful(
  written: Omit<MoonshineText, 'tokens' | 'isPhrases'>,
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
