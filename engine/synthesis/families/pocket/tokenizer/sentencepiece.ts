/** Reads SentencePiece models (sentencepiece_model.proto) and tokenizes text as that library does. */
import { type Field, fields, text as textOf } from '../../../../../model-files/onnx/protobuf.ts';
import { CharMap } from './char-map.ts';
import { type Piece, SPACE, Vocabulary } from './pieces.ts';
import type { Tokenizer } from './tokenizer.ts';

/** Fields of the messages ModelProto, TrainerSpec, NormalizerSpec and SentencePiece. */
const MODEL = { pieces: 1, trainer: 2, normalizer: 3 } as const;
const TRAINER = { kind: 3, isSpaceSuffix: 24, unknownSurface: 44 } as const;
const NORMALIZER = { charMap: 2, addsPrefix: 3, removesSpaces: 4, escapesSpaces: 5 } as const;
const PIECE = { text: 1, score: 2, kind: 3 } as const;

const PIECE_KINDS: Readonly<Record<number, Piece['kind']>> = {
  1: 'normal',
  2: 'unknown',
  4: 'user-defined',
  6: 'byte',
};
const UNIGRAM = 1;
const BPE = 2;

const UTF8 = new TextEncoder();
const TEXT = new TextDecoder();

/** @throws Error for bytes that are not such a model, or for an unsupported kind */
export function readSentencePiece(bytes: Uint8Array): Tokenizer {
  const pieces: Piece[] = [];
  let trainer: Message | null = null;
  let normalizer: Message | null = null;
  for (const field of fields(bytes)) {
    if (field.number === MODEL.pieces) pieces.push(readPiece(new Message(bytes, field)));
    if (field.number === MODEL.trainer) trainer = new Message(bytes, field);
    if (field.number === MODEL.normalizer) normalizer = new Message(bytes, field);
  }
  const kind = trainer?.number(TRAINER.kind) ?? UNIGRAM;
  if (kind !== UNIGRAM && kind !== BPE)
    throw new Error(`SentencePiece models of type ${kind} are not supported`);
  if (trainer?.number(TRAINER.isSpaceSuffix)) throw new Error('spaces as suffixes are not supported');
  if (normalizer?.number(NORMALIZER.escapesSpaces) === 0) throw new Error('bare spaces are not supported');
  return new SentencePiece(pieces, {
    isUnigram: kind === UNIGRAM,
    charMap: normalizer?.bytes(NORMALIZER.charMap) ?? new Uint8Array(),
    addsPrefix: normalizer?.number(NORMALIZER.addsPrefix) !== 0,
    removesSpaces: normalizer?.number(NORMALIZER.removesSpaces) !== 0,
    unknownSurface: trainer?.text(TRAINER.unknownSurface) ?? ' \u2047 ',
  });
}

interface Options {
  readonly isUnigram: boolean;
  readonly charMap: Uint8Array;
  /** Text begins as if a space preceded it. */
  readonly addsPrefix: boolean;
  /** Spaces at the ends are removed, and repeated ones become one. */
  readonly removesSpaces: boolean;
  /** Text of an unknown piece. */
  readonly unknownSurface: string;
}

class SentencePiece implements Tokenizer {
  readonly size: number;
  readonly #vocabulary: Vocabulary;
  readonly #options: Options;
  readonly #charMap: CharMap | null;

  constructor(pieces: readonly Piece[], options: Options) {
    // The library adds scores in single precision.
    this.#vocabulary = new Vocabulary(pieces, Math.fround);
    this.#options = options;
    this.#charMap = options.charMap.length > 0 ? new CharMap(options.charMap) : null;
    this.size = pieces.length;
  }

  encode(text: string): number[] {
    const normalised = this.#normalise(text);
    const vocabulary = this.#vocabulary;
    const parts = this.#options.isUnigram
      ? vocabulary.mostProbable(normalised)
      : vocabulary.merged(normalised);
    return vocabulary.ids(parts);
  }

  decode(ids: readonly number[]): string {
    const { addsPrefix, removesSpaces, unknownSurface } = this.#options;
    const out: number[] = [];
    let isBegin = true;
    for (const id of ids) {
      const piece = this.#vocabulary.pieces[id];
      if (piece === undefined) throw new RangeError(`the tokenizer has no id ${id}`);
      let { text } = piece;
      if (piece.kind === 'byte') {
        out.push(Number.parseInt(text.slice(3, 5), 16));
        isBegin = false;
        continue;
      }
      if (piece.kind === 'other') continue;
      if (piece.kind === 'unknown') text = unknownSurface;
      let isPrefixOnly = false;
      if (isBegin && (addsPrefix || removesSpaces) && text.startsWith(SPACE)) {
        text = text.slice(SPACE.length);
        isPrefixOnly = removesSpaces && text === '';
      }
      for (const byte of UTF8.encode(text.replaceAll(SPACE, ' '))) out.push(byte);
      isBegin &&= isPrefixOnly;
    }
    return TEXT.decode(Uint8Array.from(out));
  }

  /** Like the library's `Normalizer::Normalize`: replaces characters, and writes spaces as `SPACE`. */
  #normalise(text: string): string {
    const { addsPrefix, removesSpaces } = this.#options;
    const bytes = UTF8.encode(text);
    let out = '';
    let isAfterSpace = removesSpaces;
    for (let at = 0; at < bytes.length; ) {
      const [replaced, length] = this.#replaced(bytes, at);
      at += length;
      const kept = isAfterSpace ? replaced.replace(/^ +/, '') : replaced;
      out += kept;
      if (kept !== '') isAfterSpace = removesSpaces && kept.endsWith(' ');
    }
    if (removesSpaces) out = out.replace(/ +$/, '');
    if (out === '' && (removesSpaces || text === '')) return '';
    return ((addsPrefix ? ' ' : '') + out).replaceAll(' ', SPACE);
  }

  /**
   * The replacement of the next character, or of the longest sequence that has one, and the length of that in bytes.
   */
  #replaced(bytes: Uint8Array, from: number): readonly [text: string, length: number] {
    let longest: { bytes: number; at: number } | null = null;
    for (const found of this.#charMap?.prefixes(bytes, from) ?? []) longest = found;
    if (longest) return [TEXT.decode(this.#charMap?.replacement(longest.at)), longest.bytes];
    const length = utf8Length(bytes[from]!);
    return [TEXT.decode(bytes.subarray(from, from + length)), length];
  }
}

function readPiece(message: Message): Piece {
  const kind = message.number(PIECE.kind) ?? 1;
  return {
    text: message.text(PIECE.text) ?? '',
    score: message.float(PIECE.score) ?? 0,
    kind: PIECE_KINDS[kind] ?? 'other',
  };
}

/** Number of bytes of a UTF-8 character, by its first byte. */
function utf8Length(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** The last of each field of an embedded message. */
class Message {
  readonly #bytes: Uint8Array;
  readonly #fields = new Map<number, Field>();

  constructor(bytes: Uint8Array, { valueStart, end }: Field) {
    this.#bytes = bytes;
    for (const field of fields(bytes, valueStart, end)) this.#fields.set(field.number, field);
  }

  bytes(number: number): Uint8Array | undefined {
    const field = this.#fields.get(number);
    return field && this.#bytes.subarray(field.valueStart, field.end);
  }

  text(number: number): string | undefined {
    const field = this.#fields.get(number);
    return field && textOf(this.#bytes, field);
  }

  /** A small varint: enumerations, booleans. */
  number(number: number): number | undefined {
    return this.bytes(number)?.[0];
  }

  float(number: number): number | undefined {
    const bytes = this.bytes(number);
    return bytes && new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat32(0, true);
  }
}
