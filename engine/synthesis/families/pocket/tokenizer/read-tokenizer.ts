import { readJsonTokenizer } from './json.ts';
import { readSentencePiece } from './sentencepiece.ts';
import type { Tokenizer } from './tokenizer.ts';

/**
 * Reads a tokenizer in either published format: a SentencePiece model (`tokenizer.model`), or the same vocabulary as
 * Hugging Face's `tokenizer.json`.
 * @throws Error naming the unsupported part
 */
export function readTokenizer(bytes: Uint8Array): Tokenizer {
  const isJson = bytes[0] === '{'.charCodeAt(0);
  return isJson ? readJsonTokenizer(new TextDecoder().decode(bytes)) : readSentencePiece(bytes);
}
