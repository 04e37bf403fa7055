/** Types shared by all of this layer and its callers. */

/** Half-open range of UTF-16 code units in the text as sent. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Variants of a language that have an inventory of phonemes of their own. */
export const IPA_KEYS = ['es-castilian', 'pt-br'] as const;
export type IpaKey = (typeof IPA_KEYS)[number];
