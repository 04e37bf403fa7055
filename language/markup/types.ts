import type { Span } from '../types.ts';
import type { ElementName } from './tags.ts';

/** How text inside elements is spoken. Absent fields have the values of the request. */
export interface Style {
  /** Language as written. */
  readonly lang?: string;
  /** Id of another voice. */
  readonly voice?: string;
  /** Factor of the speed. */
  readonly rate?: number;
  /** Factor of the amplitude; 0 is silence. */
  readonly gain?: number;
  /** Factor of the pitch. */
  readonly pitch?: number;
}

/** An element that is open where a text begins or ends. */
export interface OpenElement {
  readonly name: ElementName;
  /** Style of the text inside it. */
  readonly style: Style;
}

/** The spoken form of an element's text: an alias, or an interpretation. */
export type SaidAs =
  | { readonly kind: 'alias'; readonly alias: string }
  | { readonly kind: 'say-as'; readonly interpretAs: string; readonly format: string | null };

/** The result of parsing markup: literal text, tags and pauses, in order, without overlaps. */
export type MarkupSegment =
  | {
      readonly kind: 'text';
      /** Literal text, equal to the source at `span`. */
      readonly text: string;
      readonly span: Span;
      readonly style?: Style;
    }
  | {
      readonly kind: 'phoneme';
      /** IPA with slashes, brackets and surrounding spaces removed; not yet checked against an inventory. */
      readonly ipa: string;
      /** Location of the IPA, for error messages. */
      readonly ipaSpan: Span;
      /** The word the tag pronounces, or null when the tag stands for a word of its own. */
      readonly word: { readonly text: string; readonly span: Span } | null;
      /** The whole construct: opening tag, word and closing tag if there is one. */
      readonly span: Span;
      readonly style?: Style;
    }
  | {
      readonly kind: 'said';
      readonly as: SaidAs;
      /** The enclosed text, equal to the source at `textSpan`; not empty. */
      readonly text: string;
      readonly textSpan: Span;
      /** The whole element. */
      readonly span: Span;
      readonly style?: Style;
    }
  | {
      readonly kind: 'pause';
      readonly durationMs: number;
      readonly span: Span;
    }
  | {
      /** A place whose time the client wants. */
      readonly kind: 'mark';
      readonly name: string;
      readonly span: Span;
    }
  | {
      /** A tag that makes no sound. */
      readonly kind: 'tag';
      /** The unit that ends here, independently of the punctuation. */
      readonly ends: 'sentence' | 'paragraph' | null;
      readonly span: Span;
    };
