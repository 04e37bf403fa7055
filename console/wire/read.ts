import { ask } from './http.ts';

/** A word of a text, and what is spoken for it. */
interface ReadWord {
  readonly unit: string;
  readonly start: number;
  readonly spoken: string;
  /** The rule that read it out; absent for a word that is spoken as written. */
  readonly rule?: string;
}

/** The words that are spoken for a text. */
export interface ReadText {
  readonly spoken: string;
  readonly words: readonly ReadWord[];
}

/** @throws WireError */
export function readText(text: string, lang: string, signal: AbortSignal): Promise<ReadText> {
  return ask<ReadText>('/text/read', { method: 'POST', json: { text, lang }, signal });
}
