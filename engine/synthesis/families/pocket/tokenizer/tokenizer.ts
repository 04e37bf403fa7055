/** Text to the ids that a language model of speech takes, and back. */
export interface Tokenizer {
  /** Number of ids: from 0 to this, exclusive. */
  readonly size: number;
  encode(text: string): number[];
  decode(ids: readonly number[]): string;
}
