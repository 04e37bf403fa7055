import { espeakVoiceFor } from '../../../../language/pronunciation/espeak-languages.ts';
import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { withoutStress } from '../../phoneme-timings.ts';
import { type PhonemeNotation, phonemeNotation, phonemeSymbols } from './phoneme-symbols.ts';
import { BOUNDARY_TOKEN, TOKEN_IDS } from './symbols.ts';

/** Symbols that the model takes in one run, not counting the two boundaries. */
export const MAX_RUN_SYMBOLS = 510;

/** Separates words. */
export const SPACE_TOKEN = TOKEN_IDS.get(' ') ?? 0;

/**
 * The tokens of one phoneme, [from, to): its own, and the space before a word. It is heard some frames of 25 ms
 * earlier (about two within a text), so that a word often begins during the space.
 */
export interface PhonemeRange {
  /** From the phonemizer, without stress marks. */
  readonly ipa: string;
  /** Index of its word in `wordRanges`. */
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

/** The tokens of one run of the model. Ranges are indices into `ids`. */
export interface TokenRun {
  /** Between two boundaries; at most `MAX_RUN_SYMBOLS + 2`. */
  readonly ids: readonly number[];
  /** Index in the sentence of the first word of this run. A word too long for a run ends one and begins the next. */
  readonly firstWord: number;
  /** For each word the tokens during which it is heard, [first, end); equal when it is not heard. */
  readonly wordRanges: readonly (readonly [number, number])[];
  /** In order; between them are marks that have no sound. */
  readonly phonemeRanges: readonly PhonemeRange[];
  /**
   * From the first phoneme to the token after the last one, in which it may still fade. The first one is audible up to
   * six frames earlier (measured with short texts in four voices).
   */
  readonly soundRange: readonly [number, number];
}

/** A phoneme, a mark, or a word that has no sound, in the order of the sentence. */
interface Piece {
  readonly ids: readonly number[];
  /** Without stress marks; null for what is not a phoneme. */
  readonly ipa: string | null;
  /** Index of its word in the sentence, -1 for a mark. */
  readonly word: number;
  /** Whether it begins a spoken word, of which a written word may have several. */
  readonly spaced: boolean;
  /** The cost of beginning a new run here; 1 equals the cost of a run of twice the intended length. */
  readonly cost: number;
}

/** Costs of beginning a run: lowest after a mark, and before a mark only if nothing else is possible. */
const CUT_COSTS = {
  afterMark: 0,
  beforeWord: 0.6,
  beforeGroup: 3,
  beforePhoneme: 6,
  beforeMark: 12,
} as const;

function piecesOf(pronounced: readonly Pronounced[], notation: PhonemeNotation): Piece[] {
  const pieces: Piece[] = [];
  let word = 0;
  let afterMark = false;
  for (const each of pronounced) {
    if (each.kind === 'punctuation') {
      const id = TOKEN_IDS.get(each.mark);
      if (id === undefined) continue;
      pieces.push({ ids: [id], ipa: null, word: -1, spaced: false, cost: CUT_COSTS.beforeMark });
      afterMark = true;
      continue;
    }
    const heard = each.phonemes.filter(({ ipa }) => ipa !== '');
    const { lang } = each.word;
    const own = lang === undefined ? notation : phonemeNotation(espeakVoiceFor(lang) ?? lang);
    let isFirst = true;
    for (const [index, { ipa, symbols, startsGroup = false }] of heard.entries()) {
      const following = heard[index + 1];
      const next = following?.startsGroup ? '' : (following?.ipa ?? '');
      const said = symbols === undefined ? phonemeSymbols(ipa, next, own) : [...symbols];
      const ids = said.flatMap((symbol) => TOKEN_IDS.get(symbol) ?? []);
      if (ids.length === 0) continue;
      const inside = startsGroup ? CUT_COSTS.beforeGroup : CUT_COSTS.beforePhoneme;
      const border = afterMark ? CUT_COSTS.afterMark : CUT_COSTS.beforeWord;
      const spaced = isFirst || startsGroup;
      pieces.push({ ids, ipa: withoutStress(ipa), word, spaced, cost: isFirst ? border : inside });
      isFirst = false;
      afterMark = false;
    }
    if (isFirst) pieces.push({ ids: [], ipa: null, word, spaced: false, cost: CUT_COSTS.beforeMark });
    word++;
  }
  return pieces;
}

/** Cost of a cut that requires one more run. */
const MORE_RUNS = 2;

const sizeOf = (piece: Piece): number => piece.ids.length + (piece.spaced ? 1 : 0);

/** Cuts into few runs of about the same size, at the least audible places. */
function cut(pieces: readonly Piece[], limit: number): (readonly Piece[])[] {
  let left = pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);
  const runs: (readonly Piece[])[] = [];
  let from = 0;
  while (left > limit) {
    const count = Math.ceil(left / limit);
    const aim = left / count;
    let size = 0;
    let best = { at: from + 1, size: sizeOf(pieces[from]!), badness: Number.POSITIVE_INFINITY };
    for (let at = from; at < pieces.length && size <= limit; at++) {
      const more = left - size > (count - 1) * limit ? MORE_RUNS : 0;
      const badness = Math.abs(size - aim) / aim + pieces[at]!.cost + more;
      if (at > from && badness < best.badness) best = { at, size, badness };
      size += sizeOf(pieces[at]!);
    }
    runs.push(pieces.slice(from, best.at));
    left -= best.size;
    from = best.at;
  }
  runs.push(pieces.slice(from));
  return runs;
}

function assemble(pieces: readonly Piece[], firstWord: number): TokenRun {
  const ids: number[] = [BOUNDARY_TOKEN];
  const wordRanges: [number, number][] = [];
  const phonemeRanges: PhonemeRange[] = [];
  for (const piece of pieces) {
    const last = phonemeRanges.at(-1);
    const word = piece.word - firstWord;
    if (piece.ipa === null) {
      ids.push(...piece.ids);
      if (piece.word !== -1) wordRanges.push([last?.to ?? 1, last?.to ?? 1]);
      continue;
    }
    const from = ids.length;
    if (piece.spaced && last !== undefined) ids.push(SPACE_TOKEN);
    ids.push(...piece.ids);
    const to = ids.length;
    phonemeRanges.push({ ipa: piece.ipa, word, from, to });
    wordRanges[word] = [wordRanges[word]?.[0] ?? from, to];
  }
  ids.push(BOUNDARY_TOKEN);
  const first = phonemeRanges[0]?.from ?? 1;
  const last = phonemeRanges.at(-1)?.to;
  return {
    ids,
    firstWord,
    wordRanges,
    phonemeRanges,
    soundRange: [first, last === undefined ? first : last + 1],
  };
}

/**
 * The tokens of a sentence in the form that Kokoro was trained on: symbols between boundaries, spaces between words
 * (also between those that one written word is read as), punctuation directly after the word it follows. What is longer
 * than the model takes is cut into several runs, after punctuation if there is some near, otherwise between words.
 * @returns at least one run; together they hold every word, phoneme and mark in order
 */
export function tokenRuns(pronounced: readonly Pronounced[], notation: PhonemeNotation): TokenRun[] {
  let words = 0;
  return cut(piecesOf(pronounced, notation), MAX_RUN_SYMBOLS).map((pieces) => {
    const own = pieces.filter((piece) => piece.word !== -1);
    const firstWord = own[0]?.word ?? words;
    words = Math.max(words, (own.at(-1)?.word ?? -1) + 1);
    return assemble(pieces, firstWord);
  });
}
