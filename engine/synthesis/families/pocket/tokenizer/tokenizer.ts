/** Text to the ids that a language model of speech takes, and back. */
import { readJsonTokenizer } from './json.ts';
import { readSentencePiece } from './sentencepiece.ts';

export interface Tokenizer {
  /** How many ids there are: from 0 to this, exclusive. */
  readonly size: number;
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
}

/**
 * Reads a tokenizer in either published format: a SentencePiece model (`tokenizer.model`), or the same vocabulary as
 * Hugging Face's `tokenizer.json`.
 * @throws Error that says what about it is not supported
 */
export function readTokenizer(bytes: Uint8Array): Tokenizer {
  const isJson = bytes[0] === '{'.charCodeAt(0);
  return isJson ? readJsonTokenizer(new TextDecoder().decode(bytes)) : readSentencePiece(bytes);
}
