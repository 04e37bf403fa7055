import type { Span } from '../types.ts';

/** The result of parsing markup: literal text, a pronunciation tag or a pause, in order, without overlaps. */
export type MarkupSegment =
  | {
      readonly kind: 'text';
      /** Literal text, equal to the source at `span`. */
      readonly text: string;
      readonly span: Span;
    }
  | {
      readonly kind: 'phoneme';
      /** IPA with slashes, brackets and surrounding spaces removed; not yet checked against an inventory. */
      readonly ipa: string;
      /** Location of the IPA, for error messages. */
      readonly ipaSpan: Span;
      /** The word the tag pronounces, or null when the tag stands for a word of its own. */
      readonly word: { readonly text: string; readonly span: Span } | null;
      /** The whole construct: opening tag, word and closing tag where there is one. */
      readonly span: Span;
    }
  | {
      readonly kind: 'pause';
      readonly durationMs: number;
      readonly span: Span;
    };
