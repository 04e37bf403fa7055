/** Whether a recording says a transcript that somebody sent: how well it is aligned, and what a recogniser hears. */
import { MIN_CONFIDENCE } from '../forced-alignment/align.ts';
import type { WordErrors } from '../recognition/wer.ts';

export interface EvidenceLimits {
  /** From here on an alignment needs no second witness. */
  readonly sureConfidence: number;
  /** Misheard words, as a share of those in the transcript. */
  readonly maxWordErrorRate: number;
}

/**
 * Each halfway between what was seen with people (docs/evaluation-alignment.md): wrong transcripts reached a confidence of
 * 0.90; in right ones at most 24 % of the words were misheard, in wrong ones at least 33 % were misheard or other words.
 */
const LIMITS: EvidenceLimits = { sureConfidence: 0.95, maxWordErrorRate: 0.28 };

/** Answers null where nothing could be heard just now. */
export type Witness = () => Promise<WordErrors | null>;

/**
 * Decides by both evidences. A recogniser only confirms or refutes what could be aligned: words that are right but that
 * were not found in the recording cannot be learned from.
 * @param confidence of the alignment, 0 to 1
 * @param heard errors of the transcript against what a recogniser heard; null where there is none to ask
 */
export function isSaid(confidence: number, heard: WordErrors | null, limits = LIMITS): boolean {
  if (confidence < MIN_CONFIDENCE) return false;
  if (heard === null || confidence >= limits.sureConfidence) return true;
  return heard.errors <= limits.maxWordErrorRate * heard.words;
}

/** Evidence for one transcript. The witness is asked once at most, and only when its word can change the decision. */
export class TranscriptEvidence {
  readonly #witness: Witness | null;
  #heard: Promise<WordErrors | null> | null = null;

  /** @param witness null where alignment has to do, as for transcripts that were themselves recognised */
  constructor(witness: Witness | null) {
    this.#witness = witness;
  }

  /** @throws what the witness throws */
  async confirms(confidence: number): Promise<boolean> {
    if (this.#witness === null || confidence < MIN_CONFIDENCE || confidence >= LIMITS.sureConfidence) {
      return isSaid(confidence, null);
    }
    this.#heard ??= this.#witness();
    return isSaid(confidence, await this.#heard);
  }
}
