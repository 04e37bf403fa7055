/** Whether a recording matches a submitted transcript: how well it is aligned, and what a recogniser hears. */
import { MIN_CONFIDENCE } from '../forced-alignment/align.ts';
import type { WordErrors } from '../recognition/wer.ts';

export interface VerificationLimits {
  /** From here on an alignment needs no confirmation by a recogniser. */
  readonly sureConfidence: number;
  /** Misheard words, as a share of those in the transcript. */
  readonly maxWordErrorRate: number;
}

/**
 * Each halfway between what was seen with people (docs/evaluation-alignment.md): wrong transcripts reached a confidence
 * of 0.90; in right ones at most 24 % of the words were misheard, in wrong ones at least 33 % were misheard or other
 * words.
 */
const LIMITS: VerificationLimits = { sureConfidence: 0.95, maxWordErrorRate: 0.28 };

/** Counts the errors of a transcript against what a recogniser hears; null where it could hear nothing just now. */
export type Verifier = () => Promise<WordErrors | null>;

/**
 * Decides by both. A recogniser only confirms or refutes what could be aligned: words that are right but that
 * were not found in the recording cannot be learned from.
 * @param confidence of the alignment, 0 to 1
 * @param heard errors of the transcript against what a recogniser heard; null where there is none to ask
 */
export function isSaid(confidence: number, heard: WordErrors | null, limits = LIMITS): boolean {
  if (confidence < MIN_CONFIDENCE) return false;
  if (heard === null || confidence >= limits.sureConfidence) return true;
  return heard.errors <= limits.maxWordErrorRate * heard.words;
}

/**
 * The check of one transcript. The recogniser is asked once at most, and only when its answer can change the decision.
 */
export class TranscriptVerification {
  readonly #verifier: Verifier | null;
  #heard: Promise<WordErrors | null> | null = null;

  /** @param verifier null where alignment has to do, as for transcripts that were themselves recognised */
  constructor(verifier: Verifier | null) {
    this.#verifier = verifier;
  }

  /** @throws what the verifier throws */
  async confirms(confidence: number): Promise<boolean> {
    if (this.#verifier === null || confidence < MIN_CONFIDENCE || confidence >= LIMITS.sureConfidence) {
      return isSaid(confidence, null);
    }
    this.#heard ??= this.#verifier();
    return isSaid(confidence, await this.#heard);
  }
}
