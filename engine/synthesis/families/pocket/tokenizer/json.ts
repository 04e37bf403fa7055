/** Reads tokenizers in Hugging Face's format (`tokenizer.json`) that were converted from SentencePiece models. */
import { CharMap } from './char-map.ts';
import { type Piece, SPACE, Vocabulary } from './pieces.ts';
import type { Tokenizer } from './tokenizer.ts';

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

type Change = (text: string) => string;

const BYTE = /^<0x[0-9A-F]{2}>$/;
/** Longer clusters are looked up character by character. */
const MAX_CLUSTER_BYTES = 5;

/** @throws Error naming the unsupported part */
export function readJsonTokenizer(json: string): Tokenizer {
  const { model, normalizer, pre_tokenizer, post_processor, added_tokens = [] } = JSON.parse(json);
  if (post_processor) throw new Error('tokenizers that add tokens of their own are not supported');
  const special = new Set<number>(
    added_tokens.filter((token: { special: boolean }) => token.special).map(({ id }: { id: number }) => id),
  );
  const priorities = prioritiesOf(model);
  const pieces = piecesOf(model, special);
  return new JsonTokenizer(
    new Vocabulary(pieces, (score) => score),
    normaliserOf(normalizer),
    wordsOf(pre_tokenizer),
    priorities,
  );
}

class JsonTokenizer implements Tokenizer {
  readonly size: number;
  readonly #vocabulary: Vocabulary;
  readonly #normalise: Change;
  readonly #words: (text: string) => string[];
  readonly #priorities: ReadonlyMap<string, number> | null;

  constructor(
    vocabulary: Vocabulary,
    normalise: Change,
    words: (text: string) => string[],
    priorities: ReadonlyMap<string, number> | null,
  ) {
    this.size = vocabulary.pieces.length;
    this.#vocabulary = vocabulary;
    this.#normalise = normalise;
    this.#words = words;
    this.#priorities = priorities;
  }

  encode(text: string): number[] {
    const vocabulary = this.#vocabulary;
    const priorities = this.#priorities;
    return this.#words(this.#normalise(text)).flatMap((word) =>
      vocabulary.ids(
        priorities
          ? vocabulary.merged(word, (left, right) => priorities.get(`${left} ${right}`))
          : vocabulary.mostProbable(word),
      ),
    );
  }

  decode(ids: readonly number[]): string {
    const bytes: number[] = [];
    for (const id of ids) {
      const piece = this.#vocabulary.pieces[id];
      if (piece === undefined) throw new RangeError(`the tokenizer has no id ${id}`);
      if (piece.kind === 'byte') bytes.push(Number.parseInt(piece.text.slice(3, 5), 16));
      else if (piece.kind === 'normal' || piece.kind === 'user-defined')
        bytes.push(...new TextEncoder().encode(piece.text));
    }
    const text = new TextDecoder().decode(Uint8Array.from(bytes)).replaceAll(SPACE, ' ');
    return text.startsWith(' ') ? text.slice(1) : text;
  }
}

function piecesOf(model: Node, special: ReadonlySet<number>): Piece[] {
  const { vocab, byte_fallback, unk_token } = model;
  const isUnigram = model.type === 'Unigram';
  const entries = isUnigram
    ? (vocab as [string, number][])
    : Object.entries(vocab as Record<string, number>)
        .sort(([, a], [, b]) => a - b)
        .map(([text]): [string, number] => [text, 0]);
  const unknown = isUnigram ? model.unk_id : entries.findIndex(([text]) => text === unk_token);
  return entries.map(([text, score], id): Piece => {
    if (id === unknown) return { text, score, kind: 'unknown' };
    if (byte_fallback && BYTE.test(text)) return { text, score, kind: 'byte' };
    return { text, score, kind: special.has(id) ? 'other' : 'normal' };
  });
}

/** Priorities of the merges of a BPE model, by both sides with a space between; null for a unigram model. */
function prioritiesOf({ type, merges }: Node): ReadonlyMap<string, number> | null {
  if (type === 'Unigram') return null;
  if (type !== 'BPE') throw new Error(`tokenizers of the type ${type} are not supported`);
  const pairs = merges as (string | [string, string])[];
  return new Map(pairs.map((pair, rank) => [typeof pair === 'string' ? pair : pair.join(' '), -rank]));
}

function normaliserOf(node: Node | null): Change {
  if (node === null) return (text) => text;
  switch (node.type) {
    case 'Sequence': {
      const changes = (node.normalizers as Node[]).map(normaliserOf);
      return (text) => changes.reduce((changed, change) => change(changed), text);
    }
    case 'Precompiled':
      return precompiled(node.precompiled_charsmap as string);
    case 'Replace': {
      const { String: literal, Regex: expression } = node.pattern as { String?: string; Regex?: string };
      const pattern = expression === undefined ? literal! : new RegExp(expression, 'gu');
      return (text) => text.replaceAll(pattern, () => node.content as string);
    }
    case 'Prepend':
      return (text) => (text === '' ? '' : `${node.prepend}${text}`);
    case 'Strip':
      return (text) => {
        const left = node.strip_left ? text.trimStart() : text;
        return node.strip_right ? left.trimEnd() : left;
      };
    case 'NFC':
    case 'NFD':
    case 'NFKC':
    case 'NFKD':
      return (text) => text.normalize(node.type);
    case 'Lowercase':
      return (text) => text.toLowerCase();
    default:
      throw new Error(`the normalizer ${node.type} is not supported`);
  }
}

/** Replaces a cluster of characters as a whole if the map has an entry that it begins with, otherwise one by one. */
function precompiled(charsmap: string): Change {
  const map = new CharMap(Buffer.from(charsmap, 'base64'));
  const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const replaced = (text: string): string | null => {
    for (const { at } of map.prefixes(Buffer.from(text), 0))
      return Buffer.from(map.replacement(at)).toString();
    return null;
  };
  return (text) => {
    let out = '';
    for (const { segment } of clusters.segment(text)) {
      const whole = Buffer.byteLength(segment) <= MAX_CLUSTER_BYTES ? replaced(segment) : null;
      out += whole ?? Array.from(segment, (character) => replaced(character) ?? character).join('');
    }
    return out;
  };
}

/** Parts of a text that are tokenised separately. */
function wordsOf(node: Node | null): (text: string) => string[] {
  if (node === null) return (text) => (text === '' ? [] : [text]);
  if (node.type !== 'Metaspace') throw new Error(`the pre-tokenizer ${node.type} is not supported`);
  const scheme = node.prepend_scheme ?? (node.add_prefix_space === false ? 'never' : 'always');
  return (text) => {
    let spaced = text.replaceAll(' ', SPACE);
    if (spaced === '') return [];
    if (scheme !== 'never' && !spaced.startsWith(SPACE)) spaced = SPACE + spaced;
    return node.split === false ? [spaced] : spaced.split(new RegExp(`(?=${SPACE})`, 'u'));
  };
}
