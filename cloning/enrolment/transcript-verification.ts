/** Decides whether a recording says a transcript, by the alignment and by a recogniser. */
import { MIN_CONFIDENCE } from '../../engine/forced-alignment/align.ts';
import type { RecognisedWord } from '../../engine/recognition/types.ts';
import { type WordErrors, wordErrors, worstStretch } from '../../engine/recognition/wer.ts';

export interface VerificationLimits {
  /** The reason for `notAligned` to refuse a transcript; null to name the missing words. */
  readonly fault: string | null;
  /** Confidence of an alignment that needs no confirmation by a recogniser. */
  readonly sureConfidence: number;
  /** Largest share of the transcript's words that may be misrecognised. */
  readonly maxWordErrorRate: number;
  /** The same if hardly anything was aligned. */
  readonly clearlyHeard: number;
  /** Errors from which a stretch of `STRETCH_WORDS` is not speech of this language. */
  readonly maxStretchErrors: number;
}

/** Words of the stretches that are compared one by one: half a sentence. */
const STRETCH_WORDS = 8;

/**
 * Halfway between the measurements with people (research/alignment/README.md): at most 24 % of the words of correct
 * transcripts were misrecognised; at least 33 % of the words of wrong ones were misrecognised or different.
 */
export const LIMITS: VerificationLimits = {
  sureConfidence: 0.95,
  maxWordErrorRate: 0.28,
  clearlyHeard: 0.15,
  maxStretchErrors: Number.POSITIVE_INFINITY,
  fault: null,
};
/**
 * Limits for a recogniser's transcript, compared with a second one of the recording at a lower speed. Alignment alone
 * cannot refute it, because the transcript was made to fit the sound. Half of a recording may be in another language:
 * in twelve seconds of 50 readers and 21 of synthesizers, no stretch had more than four errors in 8 words, and those of
 * foreign speech mostly have 6 and more.
 */
export const HEARD_AGAIN: VerificationLimits = {
  sureConfidence: Number.POSITIVE_INFINITY,
  maxWordErrorRate: 0.4,
  clearlyHeard: 0.25,
  maxStretchErrors: 6,
  fault:
    'what is recognised in it changes when it is listened to once more, as with another language, music, several voices ' +
    'or noise',
};
/** Lowest confidence of the alignment of a transcript with hardly any word errors. Other texts do not reach it. */
const LEAST_CONFIDENCE = 0.03;

/** A recogniser's transcript of a recording. */
export interface Heard {
  /** Word errors of the transcript against the recogniser's. */
  readonly errors: WordErrors;
  /** Errors in the worst stretch of `STRETCH_WORDS`. */
  readonly stretchErrors: number;
  /** Empty if the recogniser provides no times. */
  readonly words: readonly RecognisedWord[];
}

/** @param words of the text, if the recogniser provides times */
export const heardAs = (transcript: string, text: string, words: readonly RecognisedWord[]): Heard => ({
  errors: wordErrors(transcript, text),
  stretchErrors: worstStretch(transcript, text, STRETCH_WORDS).errors,
  words,
});

/** Transcribes a recording; null if that is impossible at the moment. */
export type Verifier = () => Promise<Heard | null>;

/**
 * Combines both kinds of evidence: a recogniser confirms or refutes a fair alignment, and decides alone if the
 * alignment is bad. Without any aligned word there is nothing to learn from.
 * @param confidence of the alignment, 0 to 1
 * @param heard errors of the transcript against the recogniser's text; null without a recogniser
 */
export function isSaid(confidence: number, heard: WordErrors | null, limits = LIMITS): boolean {
  const aligned = confidence >= MIN_CONFIDENCE;
  if (heard === null || confidence >= limits.sureConfidence) return aligned;
  if (confidence < LEAST_CONFIDENCE) return false;
  return heard.errors <= (aligned ? limits.maxWordErrorRate : limits.clearlyHeard) * heard.words;
}

/**
 * The check of one transcript. The recogniser is asked once at most, and only when its answer can change the decision.
 */
export class TranscriptVerification {
  readonly #verifier: Verifier | null;
  readonly #limits: VerificationLimits;
  #asked: Promise<Heard | null> | null = null;

  /** @param verifier null to use the alignment alone */
  constructor(verifier: Verifier | null, limits = LIMITS) {
    this.#verifier = verifier;
    this.#limits = limits;
  }

  get fault(): string | null {
    return this.#limits.fault;
  }

  /** @throws the errors of the verifier */
  async confirms(confidence: number): Promise<boolean> {
    if (
      this.#verifier === null ||
      confidence < LEAST_CONFIDENCE ||
      confidence >= this.#limits.sureConfidence
    ) {
      return isSaid(confidence, null, this.#limits);
    }
    this.#asked ??= this.#verifier();
    const heard = await this.#asked;
    if (heard && heard.stretchErrors >= this.#limits.maxStretchErrors) return false;
    return isSaid(confidence, heard?.errors ?? null, this.#limits);
  }

  /** The recognised words, if the verifier was asked and provides them; otherwise none. */
  async heardWords(): Promise<readonly RecognisedWord[]> {
    return (await this.#asked)?.words ?? [];
  }
}
