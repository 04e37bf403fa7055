import type { Pronounced } from '../../../../language/pronunciation/pronounce.ts';
import { withoutStress } from '../../phoneme-timings.ts';

/** The part of a Piper voice's configuration that maps phonemes to ids. */
export type PhonemeIdMap = Readonly<Record<string, readonly number[]>>;

/**
 * The ids during which one phoneme is heard, [from, to). Voices already form the next phoneme during the blank, and the
 * space, after the previous one (measured: the steepest change of the spectrum is at the beginning of that blank); next
 * to punctuation a blank is silent.
 */
export interface PhonemeRange {
  /** From the phonemizer, without stress marks. */
  readonly ipa: string;
  /** Index of its word. */
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

export interface PhonemeIds {
  readonly ids: readonly number[];
  /** For each pronounced word the ids during which it is heard, [first, end); equal when it is not heard. */
  readonly wordRanges: readonly (readonly [number, number])[];
  /** In order; between them are marks without a sound of their own. */
  readonly phonemeRanges: readonly PhonemeRange[];
  /** From the first phoneme to the blank after the last, in which it fades. */
  readonly soundRange: readonly [number, number];
}

const BEGIN = '^';
const END = '$';
/** The symbol between all others. */
export const BLANK = '_';

/**
 * Substitutes for symbols that a voice may lack, because voices were trained on different versions of the same
 * notation. The empty string drops a mark that only modifies its letter.
 */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '\u0361': '',
  '\u035c': '',
  '\u032f': '',
  '\u0329': '',
  '\u030d': '',
  '\u031a': '',
  '\u02b0': 'h',
  '\u02b2': 'j',
  ɡ: 'g',
  g: 'ɡ',
  ɚ: 'əɹ',
  ɝ: 'ɜɹ',
  ᵻ: 'ɪ',
  ɫ: 'l',
  ɬ: 'l',
  ʌ: 'ɐ',
  ɐ: 'ʌ',
  ɒ: 'ɔ',
  ɾ: 'd',
  ʔ: '',
  r: 'ɹ',
  ɹ: 'r',
};

/** Code points with which the voice can speak one IPA symbol; empty when it has nothing similar. */
function spellable(symbol: string, map: PhonemeIdMap): string[] {
  if (map[symbol]) return [symbol];
  const substitute = SUBSTITUTES[symbol];
  return substitute === undefined ? [] : [...substitute].filter((part) => map[part] !== undefined);
}

/**
 * Ids of a sentence as Piper voices were trained on them: a begin mark, every code point of the IPA (NFD) followed by
 * a blank, spaces between words (also those that one written word is read as), punctuation behind the word it follows,
 * an end mark.
 */
export function phonemeIds(pronounced: readonly Pronounced[], map: PhonemeIdMap): PhonemeIds {
  const ids: number[] = [];
  const wordRanges: [number, number][] = [];
  const phonemeRanges: PhonemeRange[] = [];
  const blank = map[BLANK] ?? [];
  const put = (symbol: string): void => {
    ids.push(...(map[symbol] ?? []), ...blank);
  };
  put(BEGIN);
  let between = false;
  let first = 0;
  /** The end of the last phoneme, unless the sound after it has been silenced. */
  let ended: number | null = null;
  for (const token of pronounced) {
    if (token.kind === 'punctuation') {
      if (map[token.mark]) {
        put(token.mark);
        ended = null;
      }
      continue;
    }
    let from: number | null = null;
    for (const phoneme of token.phonemes) {
      const symbols = [...phoneme.ipa.normalize('NFD')].flatMap((symbol) => spellable(symbol, map));
      if (symbols.length === 0) continue;
      if (between && (from === null || phoneme.startsGroup)) put(' ');
      const start: number = ended ?? ids.length;
      if (!between) first = start;
      from ??= start;
      for (const symbol of symbols) put(symbol);
      ended = ids.length - blank.length;
      phonemeRanges.push({
        ipa: withoutStress(phoneme.ipa),
        word: wordRanges.length,
        from: start,
        to: ended,
      });
      between = true;
    }
    const to = phonemeRanges.at(-1)?.to ?? first;
    wordRanges.push([from ?? to, to]);
  }
  const last = phonemeRanges.at(-1)?.to;
  const soundRange = [first, last === undefined ? first : last + blank.length] as const;
  ids.push(...(map[END] ?? []));
  return { ids, wordRanges, phonemeRanges, soundRange };
}
