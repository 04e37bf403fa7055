/** Whether a recording says a transcript: how well it is aligned, and what a recogniser hears. */
import { MIN_CONFIDENCE } from '../../engine/forced-alignment/align.ts';
import type { RecognisedWord } from '../../engine/recognition/types.ts';
import type { WordErrors } from '../../engine/recognition/wer.ts';

export interface VerificationLimits {
  /** Why a transcript is refused, as `notAligned` takes it; null has the words named that were not found. */
  readonly fault: string | null;
  /** From here on an alignment needs no confirmation by a recogniser. */
  readonly sureConfidence: number;
  /** Misheard words, as a share of those in the transcript. */
  readonly maxWordErrorRate: number;
  /** The same where hardly anything was aligned. */
  readonly clearlyHeard: number;
}

/**
 * Halfway between what was seen with people (research/alignment/README.md): in right transcripts at most 24 % of the
 * words were misheard, in wrong ones at least 33 % were misheard or other words.
 */
export const LIMITS: VerificationLimits = {
  sureConfidence: 0.95,
  maxWordErrorRate: 0.28,
  clearlyHeard: 0.15,
  fault: null,
};
/**
 * Limits for a recogniser's transcript, compared with a second one of the recording at a lower speed. Alignment alone
 * cannot refute it, because the transcript was made to fit the sound.
 */
export const HEARD_AGAIN: VerificationLimits = {
  sureConfidence: Number.POSITIVE_INFINITY,
  maxWordErrorRate: 0.4,
  clearlyHeard: 0.25,
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
  /** Empty when the recogniser does not say when it heard them. */
  readonly words: readonly RecognisedWord[];
}

/** Listens to a recording; null where nothing could be heard just now. */
export type Verifier = () => Promise<Heard | null>;

/**
 * Combines both kinds of evidence: a recogniser confirms or refutes what was aligned in some way, and alone decides
 * what was aligned badly. Without any aligned word there is nothing to learn from.
 * @param confidence of the alignment, 0 to 1
 * @param heard errors of the transcript against what a recogniser heard; null where there is none to ask
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

  /** @param verifier null where alignment has to do */
  constructor(verifier: Verifier | null, limits = LIMITS) {
    this.#verifier = verifier;
    this.#limits = limits;
  }

  get fault(): string | null {
    return this.#limits.fault;
  }

  /** @throws what the verifier throws */
  async confirms(confidence: number): Promise<boolean> {
    if (
      this.#verifier === null ||
      confidence < LEAST_CONFIDENCE ||
      confidence >= this.#limits.sureConfidence
    ) {
      return isSaid(confidence, null, this.#limits);
    }
    this.#asked ??= this.#verifier();
    return isSaid(confidence, (await this.#asked)?.errors ?? null, this.#limits);
  }

  /** The words that were heard, when the verifier was asked and says them; else none. */
  async heardWords(): Promise<readonly RecognisedWord[]> {
    return (await this.#asked)?.words ?? [];
  }
}
