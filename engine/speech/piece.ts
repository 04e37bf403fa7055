import type { PhraseSegment } from '../lanes/protocol.ts';
import type { PieceEnd } from './gap.ts';

/** Text between pauses, or a pause. */
export type PieceItem =
  | { readonly kind: 'phrase'; readonly segments: readonly PhraseSegment[] }
  | { readonly kind: 'pause'; readonly durationMs: number };

/** A stretch of text spoken in one go, usually a sentence. */
export interface Piece {
  readonly text: string;
  /** Offset in all text pushed to the stream. */
  readonly start: number;
  readonly contextId: string | null;
  readonly items: readonly PieceItem[];
  /** The final mark when it has none of its own. */
  readonly ending: '.' | ',';
  readonly end: PieceEnd;
  /** When the text was complete, on the clock of `performance.now()`. */
  readonly readyAtMs: number;
}

/** Silence is billed as one character per second, rounded up. */
const SILENCE_MS_PER_CHARACTER = 1000;

/** Characters to bill: the text without its tags, plus the requested silence. */
export function billedCharacters(items: readonly PieceItem[]): number {
  let characters = 0;
  for (const item of items) {
    if (item.kind === 'pause') characters += Math.ceil(item.durationMs / SILENCE_MS_PER_CHARACTER);
    else for (const segment of item.segments) characters += segmentCharacters(segment);
  }
  return characters;
}

function segmentCharacters(segment: PhraseSegment): number {
  return (segment.kind === 'text' ? segment.text : (segment.word?.text ?? segment.ipa)).length;
}
