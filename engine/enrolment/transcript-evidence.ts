/** Whether a recording says a transcript that somebody sent: how well it is aligned, and what a recogniser hears. */
import { MIN_CONFIDENCE } from '../alignment/align.ts';
import type { WordErrors } from '../recognition/wer.ts';

/** From here on an alignment needs no second witness. The surest wrong transcript of a person reached 0.90. */
export const SURE_CONFIDENCE = 0.95;
/**
 * Misheard words in a right transcript were at most 24 % with people, misheard and replaced ones in a wrong transcript at
 * least 33 %. See docs/evaluation-alignment.md.
 */
export const MAX_WORD_ERROR_RATE = 0.28;

/** Answers null where nothing could be heard just now. */
export type Witness = () => Promise<WordErrors | null>;

/**
 * Decides by both evidences. A recogniser only confirms or refutes what could be aligned: words that are right but that
 * were not found in the recording cannot be learned from.
 * @param confidence of the alignment, 0 to 1
 * @param heard errors of the transcript against what a recogniser heard; null where there is none to ask
 */
export function isSaid(confidence: number, heard: WordErrors | null): boolean {
  if (confidence < MIN_CONFIDENCE) return false;
  if (heard === null || confidence >= SURE_CONFIDENCE) return true;
  return heard.errors <= MAX_WORD_ERROR_RATE * heard.words;
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
    if (this.#witness === null || confidence < MIN_CONFIDENCE || confidence >= SURE_CONFIDENCE) {
      return isSaid(confidence, null);
    }
    this.#heard ??= this.#witness();
    return isSaid(confidence, await this.#heard);
  }
}
