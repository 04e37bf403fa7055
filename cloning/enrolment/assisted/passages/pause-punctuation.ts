import type { AlignedWord } from '../../../../engine/forced-alignment/types.ts';
import { quantileLower } from '../../../../media/statistics.ts';
import { wordRanges } from '../../transcripts.ts';

/** A pause this long is perceived as one. */
const CLEAR_PAUSE_MS = 220;
/** If the speaker leaves gaps between all words, a pause exceeds these by this much. */
const OVER_USUAL = 3;
/** A gap of this length is always a pause. */
const SURE_PAUSE_MS = 450;
/** Shorter pauses are inaudible. */
const UNHEARD_MS = 60;

/** Commas of the scripts: Latin, Cyrillic, Devanagari and Korean share one. */
const COMMA = /[,，、،]/u;
/** Punctuation that ends, divides or interrupts a sentence, including commas. */
const ANY_MARK = /[,，、،.!?…。！？।॥؟;；؛:：–—―]|(?:^|\s)-+(?:\s|$)/u;
const WORD = /[\p{L}\p{N}]/u;
/** Scripts without spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Adapts a text's commas to the speaker's pauses: inserts a comma at a clear pause without punctuation, and removes
 * commas without a pause. Everything else is kept: ends of sentences, other marks, quotation marks, hyphens, and all
 * words. Text without spaces, such as "well-known" or "1,000", is not changed.
 * @param words the aligned words of the text, in order
 */
export function punctuate(text: string, words: readonly AlignedWord[]): string {
  const ranges = wordRanges(text, words);
  const clearMs = Math.min(SURE_PAUSE_MS, Math.max(CLEAR_PAUSE_MS, OVER_USUAL * usualGapMs(words)));
  const comma = COMMA.exec(text)?.[0] ?? commaOf(text);
  let out = '';
  let done = 0;
  for (let i = 1; i < words.length; i++) {
    const from = ranges[i - 1]!;
    const to = ranges[i]!;
    const between = text.slice(from.end, to.start);
    const unknown = from.end === from.start || to.end === to.start || WORD.test(between);
    if (unknown || !isHeard(words[i - 1]!) || !isHeard(words[i]!)) continue;
    const pauseMs = words[i]!.startMs - words[i - 1]!.endMs;
    const changed =
      pauseMs >= clearMs
        ? withComma(between, comma, text[from.end - 1]!, text[to.start]!)
        : pauseMs < UNHEARD_MS
          ? withoutComma(between, text[from.end - 1]!, text[to.start]!)
          : between;
    out += text.slice(done, from.end) + changed;
    done = to.start;
  }
  return out + text.slice(done);
}

const isHeard = ({ startMs, endMs }: AlignedWord): boolean => endMs > startMs;

const commaOf = (text: string): string =>
  /\p{Script=Arabic}/u.test(text) ? '،' : UNSPACED.test(text) ? '，' : ',';

function usualGapMs(words: readonly AlignedWord[]): number {
  const gaps = words.slice(1).map(({ startMs }, i) => Math.max(0, startMs - words[i]!.endMs));
  return quantileLower(gaps, 0.4, 0);
}

/** Behind the word and its closing marks, before the first space. */
function withComma(between: string, comma: string, before: string, after: string): string {
  if (between === '' && UNSPACED.test(before) && UNSPACED.test(after)) return comma;
  const space = between.search(/\s/u);
  if (space < 0 || ANY_MARK.test(between)) return between;
  return between.slice(0, space) + comma + between.slice(space);
}

/** Only commas between words: commas among digits or letters have no space after them. */
function withoutComma(between: string, before: string, after: string): string {
  if (!/^[^\s,，、،]*(?:,(?=\S*\s)|[，、،])/u.test(between)) return between;
  const rest = between.replace(COMMA, '');
  return /\s/u.test(rest) || (UNSPACED.test(before) && UNSPACED.test(after)) ? rest : `${rest} `;
}
