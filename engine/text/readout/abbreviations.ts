/**
 * Abbreviations with a dot, initials, and symbols that stand for words.
 *
 * Two conveniences in a language's table: a key ending in " #" counts only before a number ("No. #"), and a value
 * "Saint|Street" gives the word before a name first, the word anywhere else second.
 */
import {
  isAlphanumeric,
  isDigit,
  isLetter,
  matchAt,
  perLanguage,
  type ReadContext,
  type Reader,
  type Readout,
} from './reader.ts';
import { endsSentence } from './times.ts';

interface Entry {
  readonly written: string;
  readonly words: string;
  readonly beforeNumber: boolean;
}

/** Entries by first character, longest first. */
const tables = perLanguage('abbreviations', ({ abbreviations }) => {
  const table = new Map<string, Entry[]>();
  for (const [key, words] of Object.entries(abbreviations)) {
    const beforeNumber = key.endsWith(' #');
    const written = (beforeNumber ? key.slice(0, -2) : key).replaceAll('’', "'");
    if (written === '') continue;
    const first = written[0] ?? '';
    table.set(first, [...(table.get(first) ?? []), { written, words, beforeNumber }]);
  }
  for (const entries of table.values()) entries.sort((a, b) => b.written.length - a.written.length);
  return table;
});

/** The end of an entry at an offset: spaces in it match any space, or none where a dot stands before. */
function entryEnd(text: string, at: number, written: string): number | null {
  let end = at;
  for (let i = 0; i < written.length; i++) {
    if (written[i] === ' ') {
      if (/[ \u00a0\u202f]/.test(text[end] ?? '')) end++;
      else if (written[i - 1] !== '.') return null;
    } else if (text[end] === written[i]) end++;
    else return null;
  }
  return end;
}

export const readAbbreviation: Reader = (text, at, context) => {
  for (const entry of tables(context.language).get(text[at] ?? '') ?? []) {
    const end = entryEnd(text, at, entry.written);
    if (end === null || isLetter(text, end) || (!entry.written.endsWith('.') && isDigit(text, end))) continue;
    if (entry.beforeNumber && !/^\s?\d/.test(text.slice(end, end + 2))) continue;
    return { end, spoken: choose(text, end, entry.words, context), ...stop(text, end, entry, context) };
  }
  return null;
};

function choose(
  text: string,
  end: number,
  words: string,
  { previous, previousOpens, continues }: ReadContext,
): string {
  const bar = words.indexOf('|');
  if (bar < 0) return words;
  // A tagged word behind the text counts as a name.
  const beforeName =
    /^[ \u00a0]\p{Lu}/u.test(text.slice(end, end + 4)) || (continues && !/\S/.test(text.slice(end)));
  const afterName = !previousOpens && /^\p{Lu}[\p{L}'-]+$/u.test(previous) && !BEFORE_SAINTS.test(previous);
  return beforeName && !afterName ? words.slice(0, bar) : words.slice(bar + 1);
}

/** Capitalised words that a saint's or a person's title may follow inside a sentence. */
const BEFORE_SAINTS = /^(?:Mount|Fort|Lake|Port|Sault|Cape|Mr|Mrs|Ms|Prof|Professor|Dear|President|Rev)$/;

/** Abbreviations that commonly close a sentence; a capital behind others (titles, "z. B.") says nothing. */
const CLOSING = /^(?:etc|usw|a\.\s?m|p\.\s?m|ecc|enz|jr|inc|ltd|corp|co|т\. ?д|т\. ?п)\.$/i;

function stop(text: string, end: number, entry: Entry, { continues }: ReadContext): { endsSentence?: true } {
  if (!entry.written.endsWith('.')) return {};
  const atEnd = /^["'”’»)\]]*(?:\s*\u2029|\s*$)/.test(text.slice(end, end + 200));
  if (atEnd ? continues && !text.includes('\u2029', end) : !CLOSING.test(entry.written)) return {};
  return endsSentence(text, end, continues) ? { endsSentence: true } : {};
}

const INITIALISM = /(?:\p{Lu}\.){2,}/uy;
const INITIAL = /\p{Lu}\.(?=[ \u00a0]\p{Lu})/uy;

/** "U.S.A." letter by letter; the dot of an initial ("J. K. Rowling") ends nothing. */
export const readInitials: Reader = (text, at, { continues, previous }): Readout | null => {
  const several = matchAt(INITIALISM, text, at);
  if (several !== null) {
    const dotted = at + several[0].length;
    const last = /^\p{Lu}(?![\p{L}\p{N}])/u.exec(text.slice(dotted, dotted + 2));
    const end = dotted + (last === null ? 0 : last[0].length);
    if (isAlphanumeric(text, end)) return null;
    const spoken = text.slice(at, end).replaceAll('.', ' ').trim();
    const atEnd = /^["'”’»)\]]*\s*$/.test(text.slice(end, end + 200));
    return { end, spoken, ...(last === null && atEnd && !continues ? { endsSentence: true } : {}) };
  }
  const single = matchAt(INITIAL, text, at);
  if (single === null) return null;
  if (previous !== '' && !/^\p{Lu}/u.test(previous)) return null;
  if (
    /^(?:Plan|Vitamin|Hepatitis|Type|Grade|Team|Group|Part|Section|Option|Exhibit|Schedule|Figure|Table)$/.test(
      previous,
    )
  )
    return null;
  return { end: at + single[0].length, spoken: text[at] ?? '' };
};

/** Signs that are something else in most places, and so are read only where the test says. */
const CONDITIONS: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '#': (_, after) => /\d/.test(after),
  '*': (before, after) => /[\d ]/.test(before) && /[\d ]/.test(after),
  '/': (before, after) => (/\d/.test(before) && /\d/.test(after)) || (/\s/.test(before) && /\s/.test(after)),
  '<': (before, after) => /\s/.test(before) && /[\s\d]/.test(after),
  '>': (before, after) => /\s/.test(before) && /[\s\d]/.test(after),
  '~': (_, after) => /\d/.test(after),
};
const NEVER = new Set(['.', ',', ':', ';', '-', '–', '—', '_', '|', "'", '"', '(', ')', '!', '?', '\\']);

/** One sign, one word: "&", "+", "=", "%"... as the language names them. */
export const readSymbol: Reader = (text, at, { language }) => {
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 32);
  const name = language.symbols[sign];
  if (name === undefined || name === '' || NEVER.has(sign) || isAlphanumeric(text, at)) return null;
  const end = at + sign.length;
  const allowed = CONDITIONS[sign]?.(text[at - 1] ?? ' ', text[end] ?? ' ') ?? true;
  return allowed ? { end, spoken: name } : null;
};
