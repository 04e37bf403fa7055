/** The tokens of a Moonshine model: pieces of words that byte-pair encoding joins to text. */

/** How SentencePiece writes a space. */
const SPACE = '\u2581';
/** A byte of a character that has no token of its own. */
const BYTE = /^<0x([0-9A-F]{2})>$/;
/** Tokens for the beginning and the end of a text, and for unknown characters. */
const SPECIAL = new Set(['<s>', '</s>', '<unk>']);

/** The pieces by their numbers. */
export class Tokens {
  readonly #pieces: readonly Uint8Array[];
  /** The pieces with real spaces; an incomplete character has no text. */
  readonly pieces: readonly string[];

  /**
   * @param file each piece as its length and its bytes in UTF-8; lengths from 128 on take two bytes, the low seven bits
   * first
   * @throws Error when the file ends inside a piece
   */
  constructor(file: Uint8Array) {
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < file.length; ) {
      let length = file[at++]!;
      if (length >= 0x80) length = (length & 0x7f) + 0x80 * (file[at++] ?? 0);
      if (at + length > file.length) throw new Error('the list of tokens is cut off');
      pieces.push(pieceBytes(file.subarray(at, at + length)));
      at += length;
    }
    this.#pieces = pieces;
    this.pieces = pieces.map((piece) => textOf(piece));
  }

  get length(): number {
    return this.#pieces.length;
  }

  /** The text of a sequence of tokens, without a space at its ends. */
  text(tokens: readonly number[]): string {
    return textOf(Buffer.concat(tokens.map((token) => this.#pieces[token] ?? new Uint8Array()))).trim();
  }
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').replaceAll(SPACE, ' ');

function pieceBytes(raw: Uint8Array): Uint8Array {
  const text = Buffer.from(raw).toString('utf8');
  if (SPECIAL.has(text)) return new Uint8Array();
  const [, byte] = BYTE.exec(text) ?? [];
  return byte === undefined ? raw : Uint8Array.of(Number.parseInt(byte, 16));
}
