import { parseMarkup } from '../markup/parse.ts';
import type { MarkupSegment } from '../markup/types.ts';
import { asciiDigits, clean } from './clean.ts';
import { spokenLanguage } from './languages/index.ts';
import { scan } from './scan.ts';
import { withoutShouting } from './shouting.ts';
import { TokenList } from './token-list.ts';
import type { Token } from './types.ts';

/**
 * Reads a text out: markup segments in, words, clause marks and pauses out. Numbers, dates, money, addresses and
 * abbreviations become the words of the language; where the language has no grammar for that, digits and signs stay
 * for the synthesizer. Markdown marks, emoji and invisible characters are dropped. For every word
 * `source.slice(span.start, span.end) === unit`.
 *
 * @param segments of `source`, in order
 * @param lang language code as sent ("en", "pt-br"); only the primary part counts
 * @param source the text as sent, which all spans refer to
 * @param dropped is given the symbols that nothing is said for and that are no emoji, as "U+2318"
 */
export function analyse(
  segments: readonly MarkupSegment[],
  lang: string,
  source: string,
  dropped: Set<string> = new Set(),
): Token[] {
  const tokens = new TokenList(source);
  const language = spokenLanguage(lang);
  const lastWord = segments.findLastIndex(
    (segment) =>
      segment.kind === 'phoneme' || (segment.kind === 'text' && /[\p{L}\p{N}]/u.test(segment.text)),
  );
  for (const [index, segment] of segments.entries()) {
    if (segment.kind === 'pause') tokens.pause(segment.durationMs, segment.span);
    else if (segment.kind === 'phoneme') {
      const span = segment.word?.span ?? segment.span;
      const unit = source.slice(span.start, span.end);
      const spoken = segment.word?.text.normalize('NFC').replace(/\s+/g, ' ').trim() || segment.ipa;
      tokens.tagged({ kind: 'word', unit, span, spoken, ipa: segment.ipa, ipaSpan: segment.ipaSpan });
    } else {
      const { start } = segment.span;
      const startsLine = start === 0 || source[start - 1] === '\n';
      const text = language === null ? segment.text : asciiDigits(segment.text);
      const plain = clean(text, { base: start, startsLine, reads: language !== null, dropped });
      const cased =
        language === null ? { ...plain, isShouted: () => false } : withoutShouting(plain, language);
      const { isShouted } = cased;
      scan(cased, { lang, language, continues: index < lastWord, isShouted, dropped }, tokens);
    }
  }
  return tokens.finish();
}

/** Whether a text with markup has anything to say. @throws MarkupError */
export function hasWords(source: string, lang: string): boolean {
  return speakable(analyse(parseMarkup(source), lang, source));
}

/** Whether there is anything to say at all: at least one word. */
export function speakable(tokens: readonly Token[]): boolean {
  return tokens.some((token) => token.kind === 'word');
}
