import type { Pronounced } from '../../pronunciation/pronounce.ts';
import { withoutStress } from '../phoneme-timings.ts';

/** The part of a Piper voice's configuration that turns phonemes into ids. */
export type PhonemeIdMap = Readonly<Record<string, readonly number[]>>;

/** The ids of one phoneme, [from, end), with the blanks behind them. */
export interface PhonemeRange {
  /** As the phonemizer wrote it, without stress marks. */
  readonly ipa: string;
  /** Index of its word. */
  readonly word: number;
  readonly from: number;
  readonly to: number;
}

export interface PhonemeIds {
  readonly ids: readonly number[];
  /** For each pronounced word its ids, [first, end); equal when the voice knows none of its phonemes. */
  readonly wordRanges: readonly (readonly [number, number])[];
  /** In order; what lies between them are marks without a sound of their own. */
  readonly phonemeRanges: readonly PhonemeRange[];
}

const BEGIN = '^';
const END = '$';
const BLANK = '_';

/**
 * Symbols that a voice may lack, with what it says instead: voices were trained on different versions of the same
 * notation. The empty string drops a mark that only refines its letter.
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

/** Code points the voice can say for one symbol of IPA; empty when it has nothing like it. */
function spellable(symbol: string, map: PhonemeIdMap): string[] {
  if (map[symbol]) return [symbol];
  const substitute = SUBSTITUTES[symbol];
  return substitute === undefined ? [] : [...substitute].filter((part) => map[part] !== undefined);
}

/** Symbols of `ipa` for which the voice has neither an id nor a stand-in. */
export function unspeakable(ipa: string, map: PhonemeIdMap): string[] {
  return [...ipa.normalize('NFD')].filter(
    (symbol) => SUBSTITUTES[symbol] !== '' && spellable(symbol, map).length === 0,
  );
}

/**
 * Ids of a sentence as Piper voices were trained on them: a begin mark, every code point of the IPA (NFD) followed by a
 * blank, spaces between words (also those that one written word is read as), punctuation behind the word it follows, an end mark.
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
  for (const token of pronounced) {
    if (token.kind === 'punctuation') {
      if (map[token.mark]) put(token.mark);
      continue;
    }
    let from = ids.length;
    let begun = false;
    for (const phoneme of token.phonemes) {
      const symbols = [...phoneme.ipa.normalize('NFD')].flatMap((symbol) => spellable(symbol, map));
      if (symbols.length === 0) continue;
      const opening = !begun;
      if (between && (opening || phoneme.startsGroup)) put(' ');
      if (opening) from = ids.length;
      const start = ids.length;
      for (const symbol of symbols) put(symbol);
      const ipa = withoutStress(phoneme.ipa);
      phonemeRanges.push({ ipa, word: wordRanges.length, from: start, to: ids.length });
      begun = true;
      between = true;
    }
    wordRanges.push([from, ids.length]);
  }
  ids.push(...(map[END] ?? []));
  return { ids, wordRanges, phonemeRanges };
}
