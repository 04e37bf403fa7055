import type { PhraseSegment } from '../lanes/protocol.ts';
import type { PieceEnd } from './gap.ts';

/** Text between pauses, or a pause. */
export type PieceItem =
  | { readonly kind: 'phrase'; readonly segments: readonly PhraseSegment[] }
  | { readonly kind: 'pause'; readonly durationMs: number };

/** A mark of the text, with its offset in all text pushed to the stream. */
export interface TextMark {
  readonly name: string;
  readonly offset: number;
}

/** A stretch of text spoken in one go, usually a sentence. */
export interface Piece {
  readonly text: string;
  /** Offset in all text pushed to the stream. */
  readonly start: number;
  readonly contextId: string | null;
  readonly items: readonly PieceItem[];
  /** The final mark of text that has none of its own. */
  readonly ending: '.' | ',';
  readonly end: PieceEnd;
  /** Id of the voice that markup names; absent for that of the request. */
  readonly voice?: string;
  /** Whether markup begins a paragraph here. */
  readonly beginsParagraph?: boolean;
  /** When the text was complete, on the clock of `performance.now()`. */
  readonly readyAtMs: number;
}

const SILENCE_MS_PER_CHARACTER = 1000;

/** Characters to bill for the text of a piece, without its tags. */
export function textCharacters(items: readonly PieceItem[]): number {
  const segments = items.flatMap((item) => (item.kind === 'phrase' ? item.segments : []));
  return segments.reduce((sum, segment) => sum + segmentCharacters(segment), 0);
}

/** Milliseconds of pauses that a piece asks for. */
export function pausesMs(items: readonly PieceItem[]): number {
  return items.reduce((sum, item) => sum + (item.kind === 'pause' ? item.durationMs : 0), 0);
}

/** Characters to bill for all pauses of a text together: one for each second begun. */
export function silenceCharacters(totalMs: number): number {
  return Math.ceil(Math.round(totalMs) / SILENCE_MS_PER_CHARACTER);
}

function segmentCharacters(segment: PhraseSegment): number {
  switch (segment.kind) {
    case 'text':
    case 'said':
      return segment.text.length;
    case 'phoneme':
      return (segment.word?.text ?? segment.ipa).length;
    default:
      return 0;
  }
}
