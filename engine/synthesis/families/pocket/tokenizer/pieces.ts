/** From normalised text to the pieces of a vocabulary, as SentencePiece's two kinds of model do it. */

/** Replaces a space within pieces: U+2581. */
export const SPACE = '▁';

export interface Piece {
  readonly text: string;
  /** Log probability in a unigram model; in a BPE model, the priority of the merge that makes it. */
  readonly score: number;
  /** `normal` and `user-defined` pieces are found in text; a user-defined one regardless of its score. */
  readonly kind: 'normal' | 'user-defined' | 'unknown' | 'byte' | 'other';
}

/** A part of a text: its id, or null if the vocabulary lacks it. */
interface Part {
  readonly text: string;
  readonly id: number | null;
}

/** Difference in log probability between a character without a piece and the least likely piece. */
const UNKNOWN_PENALTY = 10;

const UTF8 = new TextEncoder();

/** The pieces of a model and their ids, which are their indices. */
export class Vocabulary {
  readonly pieces: readonly Piece[];
  readonly #found = new Map<string, number>();
  readonly #unknown: number;
  /** Ids of the pieces for single bytes; null if unknown text has the id of the unknown piece. */
  readonly #bytes: readonly number[] | null;
  /** Characters of the longest piece. */
  readonly #longest: number;
  readonly #lowest: number;
  readonly #highest: number;
  readonly #rounded: (score: number) => number;

  /**
   * @param rounded rounds to the precision in which the reproduced program adds scores
   * @throws Error without a piece for unknown text
   */
  constructor(pieces: readonly Piece[], rounded: (score: number) => number) {
    this.pieces = pieces;
    this.#rounded = rounded;
    this.#unknown = pieces.findIndex(({ kind }) => kind === 'unknown');
    let [longest, lowest, highest] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const bytes: number[] = [];
    for (const [id, { text, score, kind }] of pieces.entries()) {
      if (kind === 'byte') bytes[Number.parseInt(text.slice(3, 5), 16)] = id;
      if (kind !== 'normal' && kind !== 'user-defined') continue;
      this.#found.set(text, id);
      longest = Math.max(longest, Array.from(text).length);
      if (kind !== 'normal') continue;
      lowest = Math.min(lowest, score);
      highest = Math.max(highest, score);
    }
    if (this.#unknown < 0) throw new Error('this tokenizer has no piece for what it does not know');
    this.#bytes = Object.keys(bytes).length === 256 ? bytes : null;
    [this.#longest, this.#lowest, this.#highest] = [longest, lowest, highest];
  }

  /** The id of a piece that is found in text. */
  id(text: string): number | undefined {
    return this.#found.get(text);
  }

  /** The length in characters of the longest user-defined piece in `characters` at `from`; 0 for none. */
  userDefinedAt(characters: readonly string[], from: number): number {
    for (let length = Math.min(this.#longest, characters.length - from); length > 0; length--) {
      const id = this.id(characters.slice(from, from + length).join(''));
      if (id !== undefined && this.pieces[id]!.kind === 'user-defined') return length;
    }
    return 0;
  }

  /**
   * The most probable sequence of pieces (Kudo 2018, "Subword Regularization", section 3.1; Viterbi's algorithm).
   * @param text normalised, with `SPACE` for spaces
   */
  mostProbable(text: string): Part[] {
    const characters = Array.from(text);
    const best = Array.from({ length: characters.length + 1 }, () => ({ score: 0, from: -1, id: -1 }));
    for (let from = 0; from < characters.length; from++) {
      const before = best[from]!.score;
      const offer = (to: number, id: number, score: number): void => {
        const candidate = score + before;
        const node = best[to]!;
        if (node.from < 0 || candidate > node.score) best[to] = { score: this.#rounded(candidate), from, id };
      };
      let isCovered = false;
      let text = '';
      for (let to = from + 1; to <= Math.min(characters.length, from + this.#longest); to++) {
        text += characters[to - 1];
        const id = this.id(text);
        if (id === undefined) continue;
        offer(to, id, this.#scoreOf(id));
        isCovered ||= to === from + 1;
      }
      if (!isCovered) offer(from + 1, -1, this.#rounded(this.#lowest - UNKNOWN_PENALTY));
    }
    const parts: Part[] = [];
    for (let to = characters.length; to > 0; ) {
      const { from, id } = best[to]!;
      parts.push({ text: characters.slice(from, to).join(''), id: id < 0 ? null : id });
      to = from;
    }
    return parts.reverse();
  }

  /**
   * Merges the pair of the highest priority, the leftmost one first, until there is none (Sennrich et al. 2016).
   * @param text normalised, with `SPACE` for spaces
   * @param priority of a merge; undefined for pairs that are not merged. Default: the score of the merged piece
   */
  merged(text: string, priority = (left: string, right: string) => this.#mergeScore(left + right)): Part[] {
    const characters = Array.from(text);
    const parts: { text: string; isWhole: boolean }[] = [];
    for (let at = 0; at < characters.length; ) {
      const length = this.userDefinedAt(characters, at);
      const end = at + Math.max(1, length);
      parts.push({ text: characters.slice(at, end).join(''), isWhole: length > 0 });
      at = end;
    }
    for (;;) {
      let at = -1;
      let highest = Number.NEGATIVE_INFINITY;
      for (let i = 0; i + 1 < parts.length; i++) {
        const [left, right] = [parts[i]!, parts[i + 1]!];
        if (left.isWhole || right.isWhole) continue;
        const score = priority(left.text, right.text);
        if (score === undefined || score <= highest) continue;
        [highest, at] = [score, i];
      }
      if (at < 0) break;
      parts.splice(at, 2, { text: parts[at]!.text + parts[at + 1]!.text, isWhole: false });
    }
    return parts.map(({ text }) => ({ text, id: this.id(text) ?? null }));
  }

  /** The ids of parts: unknown text becomes its bytes, or one unknown piece for all unknown parts in a row. */
  ids(parts: readonly Part[]): number[] {
    const ids: number[] = [];
    for (const [index, { text, id }] of parts.entries()) {
      if (id !== null) ids.push(id);
      else if (this.#bytes) for (const byte of UTF8.encode(text)) ids.push(this.#bytes[byte]!);
      else if (parts[index - 1]?.id !== null || index === 0) ids.push(this.#unknown);
    }
    return ids;
  }

  #scoreOf(id: number): number {
    const { text, score, kind } = this.pieces[id]!;
    return kind === 'user-defined' ? UTF8.encode(text).length * this.#highest - 0.1 : score;
  }

  #mergeScore(text: string): number | undefined {
    const id = this.id(text);
    return id === undefined ? undefined : this.pieces[id]!.score;
  }
}
