/**
 * Parts of a phrase, which are synthesized in one step each. The length of a phrase is limited in characters, but a
 * character may be read out as many words ("©", "½", digits), and the cost of synthesis depends on what is spoken. So a
 * phrase that is longer than any ordinary sentence is pronounced and synthesized part by part.
 */
import type { Token, Word } from '../text/types.ts';
import type { Pronounced } from './pronounce.ts';

/**
 * Limit of IPA symbols and words of a part together: some forty seconds of speech. A sentence of 400 letters has about
 * 400. Time and memory of a neural voice's text stage grow with the square.
 */
export const MAX_PART_SYMBOLS = 600;
/**
 * Length of the first part of a very long phrase: an ordinary sentence, so that the sound starts as early as for one.
 */
const ENDLESS_PART_SYMBOLS = 200;
/** Limit of spoken characters that are pronounced at once. Even a sentence full of numbers has fewer. */
const MAX_BATCH_CHARACTERS = 1000;

/** The remainder of a phrase: words that are already pronounced, then words that are not. Plain data. */
export interface Unsaid {
  readonly pronounced: readonly Pronounced[];
  readonly tokens: readonly Token[];
}

export interface Part {
  readonly pronounced: readonly Pronounced[];
  /** The rest of the phrase after it; null if there is none. */
  readonly rest: Unsaid | null;
}

/**
 * A possible border between parts: the number of symbols before it, and its penalty compared with a border behind a
 * punctuation mark.
 */
interface Border {
  readonly index: number;
  readonly symbols: number;
  readonly cost: number;
}

/** Cost of a border between words. 1 equals the cost of a part of twice the intended length. */
const BETWEEN_WORDS_COST = 0.6;

/**
 * Takes the next part, and pronounces only the words in it. A word that is too long for a part ends one and begins the
 * next; both get its span.
 * @param pronounce as `pronounce` of this folder; receives some of the tokens
 */
export function nextPart(
  unsaid: Unsaid,
  pronounce: (tokens: readonly Token[]) => readonly Pronounced[],
): Part {
  let pronounced = [...unsaid.pronounced];
  let tokens = unsaid.tokens;
  let symbols = symbolsOf(pronounced);
  while (symbols <= MAX_PART_SYMBOLS && tokens.length > 0) {
    const [batch, after] = cutBatch(tokens);
    const more = pronounce(batch);
    symbols += symbolsOf(more);
    pronounced = pronounced.concat(more);
    tokens = after;
  }
  if (symbols <= MAX_PART_SYMBOLS) return { pronounced, rest: null };
  const [first, ...others] = pronounced;
  if (first?.kind === 'word' && sizeOf(first) > MAX_PART_SYMBOLS && canSplit(first.word)) {
    const half = Math.ceil(first.word.spoken.length / 2);
    const pieces = split(first.word, Math.min(half, ENDLESS_PART_SYMBOLS));
    const after = others.map((token) => (token.kind === 'word' ? token.word : token));
    return nextPart({ pronounced: [], tokens: [...pieces, ...after, ...tokens] }, pronounce);
  }
  const [part, left] = cut(pronounced, symbols, tokens.length > 0);
  const rest = left.length > 0 || tokens.length > 0 ? { pronounced: left, tokens } : null;
  if (rest === null || part.at(-1)?.kind === 'punctuation') return { pronounced: part, rest };
  // The intonation of a part requires a punctuation mark at its end.
  return { pronounced: [...part, { kind: 'punctuation', mark: ',' }], rest };
}

/** Splits off the first tokens, at least one, up to the limit of characters that are pronounced at once. */
function cutBatch(tokens: readonly Token[]): readonly [readonly Token[], readonly Token[]] {
  let characters = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word') continue;
    const length = Math.min(token.spoken.length, MAX_BATCH_CHARACTERS) + 1;
    if (characters > 0 && characters + length > MAX_BATCH_CHARACTERS) {
      return [tokens.slice(0, index), tokens.slice(index)];
    }
    if (canSplit(token) && token.spoken.length > MAX_BATCH_CHARACTERS) {
      const [head, tail] = split(token, MAX_BATCH_CHARACTERS);
      return [
        [...tokens.slice(0, index), head],
        [tail, ...tokens.slice(index + 1)],
      ];
    }
    characters += length;
  }
  return [tokens, []];
}

/** A tag has the phonemes of its whole word, which are never many. */
function canSplit({ ipa, spoken }: Word): boolean {
  return ipa === null && spoken.length > 1;
}

/** Splits a word with a very long spoken form, at the last space before `most` characters if there is one. */
function split(word: Word, most: number): readonly [Word, Word] {
  const { spoken } = word;
  const space = spoken.lastIndexOf(' ', most);
  const isPairCut = /[\ud800-\udbff]/.test(spoken[most - 1] ?? '');
  const end = space > 0 ? space : isPairCut && most > 1 ? most - 1 : most;
  return [
    { ...word, spoken: spoken.slice(0, end) },
    { ...word, spoken: spoken.slice(end).trimStart() },
  ];
}

function symbolsOf(pronounced: readonly Pronounced[]): number {
  return pronounced.reduce((sum, token) => sum + sizeOf(token), 0);
}

function sizeOf(token: Pronounced): number {
  if (token.kind === 'punctuation') return 1;
  return token.phonemes.reduce((sum, { ipa }) => sum + ipa.length, 1);
}

/** Cuts phonemes into a part within the limit and the rest: behind a near punctuation mark, or else between words. */
function cut(
  pronounced: readonly Pronounced[],
  symbols: number,
  hasMore: boolean,
): readonly [readonly Pronounced[], readonly Pronounced[]] {
  // A length that may still be one sentence is cut into two parts of about the same length.
  const aim = hasMore || symbols > 2 * MAX_PART_SYMBOLS ? ENDLESS_PART_SYMBOLS : symbols / 2;
  const badness = (border: Border): number => Math.abs(border.symbols - aim) / aim + border.cost;
  let best: Border | null = null;
  let before = 0;
  for (const [index, token] of pronounced.entries()) {
    if (before > MAX_PART_SYMBOLS) break;
    if (index > 0 && token.kind === 'word') {
      const cost = pronounced[index - 1]?.kind === 'punctuation' ? 0 : BETWEEN_WORDS_COST;
      const border = { index, symbols: before, cost };
      if (best === null || badness(border) <= badness(best)) best = border;
    }
    before += sizeOf(token);
  }
  const at = best?.index ?? 1;
  return [pronounced.slice(0, at), pronounced.slice(at)];
}
