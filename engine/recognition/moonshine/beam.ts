/** Beam search for the likeliest text of an expected form. */
import { BEGIN, type Decoded, type Decoder, END, type Sound, sumBelow, type Tensors } from './decoder.ts';
import type { Expected } from './expected.ts';
import type { Tokens } from './tokens.ts';

export interface Search {
  readonly decoder: Decoder;
  readonly tokens: Tokens;
  readonly sound: Sound;
  /** Tokens of a text. */
  readonly most: number;
  readonly signal: AbortSignal | undefined;
}

export interface Found extends Decoded {
  readonly text: string;
}

/** Number of hypotheses that are followed at a time. */
const BEAM_WIDTH = 4;
/** Beams this much less likely than the best one are dropped (logarithm of the ratio); ... */
const UNLIKELY = 5;
/** ... and, once a text was found, beams this much less likely than that text. */
const UNLIKELY_AFTER = 1;
/** Upper bound of the bonus that later tokens are expected to add. */
const MOST_FAVOUR = 3;

/** A digit or a single letter, as opposed to a word. */
const IS_SIGN = /[\d@_]|^ ?(?:[B-HJ-Z]|[A-Z]{2,})$/;

/** The beginning of a text. */
interface Begun {
  readonly tokens: readonly number[];
  readonly sum: number;
  /** Words before what is expected. */
  readonly before: string;
  /** The expected form as far as it is matched; null before it has begun. */
  readonly text: string | null;
  /** Score of a hypothesis, and its partial text. */
  readonly score: number;
  /** Index in the beam of the hypothesis that it extends. */
  readonly from: number;
}

const NOTHING: Begun = { tokens: [], sum: 0, before: '', text: null, score: 0, from: 0 };

/** Tokens that may be part of the expected form. */
const tokensOf = new WeakMap<Expected, readonly number[]>();

/** @param likeliest text of any kind @returns null if that is far likelier */
export async function likeliestExpected(
  expected: Expected,
  likeliest: Decoded,
  search: Search,
): Promise<Found | null> {
  const { decoder, sound, most, signal } = search;
  const beam = new Beam(expected, likeliest, search);
  let caches: Tensors = decoder.empty;
  for (let length = 0; length < most; length++) {
    signal?.throwIfAborted();
    const step = await decoder.step(sound, beam.lastTokens, caches);
    const from = beam.goOn(step.logits);
    if (from.length === 0) break;
    caches = decoder.ofTexts(step.caches, from);
  }
  return beam.best;
}

class Beam {
  readonly #expected: Expected;
  readonly #likeliest: Decoded;
  readonly #search: Search;
  readonly #able: readonly number[];
  /** Number of tokens allowed before the expected form. */
  readonly #mostBefore: number;
  #begun: readonly Begun[] = [NOTHING];
  #best: { readonly found: Found; readonly score: number } | null = null;

  constructor(expected: Expected, likeliest: Decoded, search: Search) {
    this.#expected = expected;
    this.#likeliest = likeliest;
    this.#search = search;
    const { pieces } = search.tokens;
    const able =
      tokensOf.get(expected) ?? pieces.flatMap((piece, token) => (expected.takes(piece) ? [token] : []));
    tokensOf.set(expected, able);
    this.#able = able;
    const begins = likeliest.tokens.findIndex((token) => IS_SIGN.test(pieces[token]!));
    this.#mostBefore = expected.followsWords ? (begins < 0 ? likeliest.tokens.length : begins) : 0;
  }

  get best(): Found | null {
    return this.#best?.found ?? null;
  }

  /** The last token of each hypothesis. */
  get lastTokens(): readonly (readonly number[])[] {
    return this.#begun.map(({ tokens }) => [tokens.at(-1) ?? BEGIN]);
  }

  /** @param logits of the next token after each beginning @returns the indices of the beginnings that were extended */
  goOn(logits: Float32Array): readonly number[] {
    const size = logits.length / this.#begun.length;
    const longer = new Map<string, Begun>();
    for (const [from, begun] of this.#begun.entries()) {
      this.#goOnFrom(begun, from, logits.subarray(from * size, (from + 1) * size), longer);
    }
    const sorted = [...longer.values()].sort((a, b) => b.score - a.score);
    const worst = (sorted[0]?.score ?? 0) - UNLIKELY;
    const ranked = sorted.filter(({ score }) => score >= worst);
    const waiting = ranked.filter(({ text }) => text === null);
    this.#begun = [...waiting, ...ranked.filter(({ text }) => text !== null).slice(0, BEAM_WIDTH)];
    return this.#begun.map(({ from }) => from);
  }

  #goOnFrom(begun: Begun, from: number, logits: Float32Array, longer: Map<string, Begun>): void {
    const { pieces } = this.#search.tokens;
    const { text, before } = begun;
    const greatest = greatestOf(logits);
    const norm = greatest + Math.log(sumBelow(logits, greatest));
    const sumWith = (token: number): number => begun.sum + logits[token]! - norm;
    if (text !== null && this.#expected.make(text)) this.#end(begun, text, sumWith(END));
    const bar = this.#bar;
    const offer = (token: number, next: Pick<Begun, 'before' | 'text' | 'score'>): void => {
      const key = next.text === null ? '' : `${next.before.trim()}|${this.#expected.keyOf(next.text)}`;
      if (next.score < bar || next.score <= (longer.get(key)?.score ?? Number.NEGATIVE_INFINITY)) return;
      longer.set(key, { tokens: [...begun.tokens, token], sum: sumWith(token), from, ...next });
    };
    const wordToken = this.#likeliest.tokens[begun.tokens.length];
    if (text === null && wordToken !== undefined && begun.tokens.length < this.#mostBefore) {
      offer(wordToken, { before: before + pieces[wordToken]!, text, score: sumWith(wordToken) });
    }
    if (text === null && !this.#expected.mayFollow(before)) return;
    let likely = Number.NEGATIVE_INFINITY;
    for (const token of this.#able) if (logits[token]! > likely) likely = logits[token]!;
    const least = Math.max(likely - UNLIKELY, bar - MOST_FAVOUR - begun.score + norm);
    for (const token of this.#able) {
      if (logits[token]! < least) continue;
      const said = withPiece(begun, pieces[token]!);
      if (said === null || !this.#expected.mayMake(said)) continue;
      const score = sumWith(token) + this.#expected.favour(said, false);
      offer(token, { before, text: said, score });
    }
  }

  /** Lower scores are not worth an extension. */
  get #bar(): number {
    const best = this.#best?.score ?? Number.NEGATIVE_INFINITY;
    return Math.max(this.#likeliest.sum - this.#expected.behind - MOST_FAVOUR, best - UNLIKELY_AFTER);
  }

  #end({ tokens, before }: Begun, text: string, sum: number): void {
    const score = sum + this.#expected.favour(text, true);
    const whole = `${before.trim()} ${this.#expected.written(text)}`.trim();
    if (score <= (this.#best?.score ?? this.#likeliest.sum - this.#expected.behind)) return;
    this.#best = { found: { tokens, sum, isEnded: true, text: whole }, score };
  }
}

/** The expected form with another piece; null if the piece does not fit. */
function withPiece({ text, before }: Begun, piece: string): string | null {
  if (piece.trim() === '' && (text === '' || (text ?? before).endsWith(' '))) return null;
  // After other words it begins as a separate word.
  if (text === null && /\S$/.test(before) && !piece.startsWith(' ')) return null;
  return `${text ?? ''}${piece}`.trimStart();
}

function greatestOf(logits: Float32Array): number {
  let greatest = logits[0]!;
  for (const logit of logits) if (logit > greatest) greatest = logit;
  return greatest;
}
