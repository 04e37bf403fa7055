/**
 * Abbreviations with a dot, initials, and symbols that stand for words.
 *
 * Two conveniences in a language's table: a key ending in " #" counts only before a number ("No. #"), and a value
 * "Saint|Street" gives the word before a name first, the word anywhere else second.
 */
import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import { spell } from './names.ts';
import { numberAt } from './numbers.ts';
import {
  alternatives,
  isAlphanumeric,
  isLetter,
  matchAt,
  oneOf,
  perLanguage,
  type ReadContext,
  type Reader,
  type Readout,
} from './reader.ts';
import { CURRENCY_SYMBOLS } from './symbols.ts';
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

/** The end of an entry at an offset. A space in the entry matches any space, or no space after a dot. */
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

/** Whether the language's table has a rate ("/month") at the slash at an offset. */
export function isRate(text: string, at: number, language: SpokenLanguage): boolean {
  return (tables(language).get('/') ?? []).some(({ written }) => {
    const end = entryEnd(text, at, written);
    return end !== null && !isAlphanumeric(text, end);
  });
}

const LONGEST_COUNTED = 24;
/** "3 times" */
const COUNTED = /[\d½¼¾][ \u00a0]\p{L}+$/u;

const isAfterAmount = (text: string, at: number, { previous }: ReadContext): boolean =>
  /[\d½¼¾]/.test(previous) || COUNTED.test(text.slice(Math.max(0, at - LONGEST_COUNTED), at));

export const readAbbreviation: Reader = (text, at, context) => {
  for (const entry of tables(context.language).get(text[at] ?? '') ?? []) {
    const end = entryEnd(text, at, entry.written);
    if (
      end === null ||
      isLetter(text, end) ||
      (/[\p{L}\p{N}]$/u.test(entry.written) && /^[/.:]?\d/.test(text.slice(end, end + 2)))
    )
      continue;
    // "/month" is a rate only after an amount: "$20/month", "3 times/day", but "day/month/year".
    if (entry.written.startsWith('/') && (!isAfterAmount(text, at, context) || isAlphanumeric(text, end)))
      continue;
    // "रु. 500" is an amount.
    if (entry.written in CURRENCY_SYMBOLS && /^\s?\d/.test(text.slice(end, end + 2))) continue;
    if (entry.beforeNumber && !/^\s?\d/.test(text.slice(end, end + 2))) continue;
    return {
      end,
      spoken: choose(text, end, entry.words, context),
      ...stop(text, end, entry.written, context),
    };
  }
  return readCompound(text, at, context);
};

const COMPOUND = /(\p{L}[\p{L}-]{1,40})(str|nr)\.(?!\p{L})/iuy;

/** "Hauptstr. 12", "Kundennr. 4821": a shortened word at the end of a German or Dutch compound. */
const readCompound: Reader = (text, at, context) => {
  const { street, number } = context.language.writing.words.compounds ?? {};
  const match = matchAt(COMPOUND, text, at);
  const full = match?.[2]?.toLowerCase() === 'nr' ? number : street;
  if (match === null || full === undefined) return null;
  const end = at + match[0].length;
  const name = match[1] ?? '';
  const spoken = name.endsWith('-') ? `${name}${full[0]?.toUpperCase()}${full.slice(1)}` : `${name}${full}`;
  return { end, spoken, ...stop(text, end, match[0], context) };
};

function choose(
  text: string,
  end: number,
  words: string,
  { language, previous, previousOpens, continues }: ReadContext,
): string {
  const bar = words.indexOf('|');
  if (bar < 0) return words;
  // A tagged word after the text counts as a name.
  const beforeName =
    (/^[ \u00a0]\p{Lu}/u.test(text.slice(end, end + 4)) && !opensSentence(text, end, language)) ||
    (continues && !/\S/.test(text.slice(end)));
  const afterName = !previousOpens && /^\p{Lu}[\p{L}'-]+$/u.test(previous) && !BEFORE_SAINTS.test(previous);
  return beforeName && !afterName ? words.slice(0, bar) : words.slice(bar + 1);
}

/** Capitalised words that a saint's or a person's title may follow inside a sentence. */
const BEFORE_SAINTS = /^(?:Mount|Fort|Lake|Port|Sault|Cape|Mr|Mrs|Ms|Prof|Professor|Dear|President|Rev)$/;

/** Abbreviations that often end a sentence. A capital after others (titles, "z. B.") proves nothing. */
const CLOSING = oneOf(
  inAnyLanguage(({ sentences }) => [...sentences.closingEnumerations, ...sentences.closingAbbreviations]),
);

const openers = perLanguage('openers', ({ writing }) =>
  writing.sentences.openers.length === 0
    ? null
    : new RegExp(`^["'”’»)\\]]*\\s+["“]?(?:${alternatives(writing.sentences.openers)})(?![\\p{L}'])`, 'u'),
);

function opensSentence(text: string, end: number, language: SpokenLanguage): boolean {
  return openers(language)?.test(text.slice(end, end + 40)) ?? false;
}

/** Whether the dot of an abbreviation is also the full stop. */
function stop(text: string, end: number, written: string, context: ReadContext): { endsSentence?: true } {
  if (!written.endsWith('.')) return {};
  const atEnd = /^["'”’»)\]]*\s*(?:\u2029|$)/.test(text.slice(end, end + 200));
  const ends = atEnd
    ? endsSentence(text, end, context.continues)
    : opensSentence(text, end, context.language) ||
      (CLOSING.test(written) && endsSentence(text, end, context.continues));
  return ends ? { endsSentence: true } : {};
}

/** "U.S.", and "b.i.d." in small letters. */
const INITIALISM = /(?:\p{Lu}\.){2,}|(?:[a-z]\.){2,}(?!\p{L})/uy;
const INITIAL = /\p{Lu}\.(?=[ \u00a0]\p{Lu})/uy;

const VERSUS = /v\.(?= \p{Lu})/uy;

/** Words that a single letter follows as a number would: "Plan B. Next comes C." */
const LETTERED = oneOf(inAnyLanguage(({ letters }) => letters.numberedByLetter));

/** "U.S.A." letter by letter; the dot of an initial ("J. K. Rowling") ends nothing. */
export const readInitials: Reader = (text, at, context): Readout | null => {
  const { previous } = context;
  const { compass, versus } = context.language.writing.words;
  const direction = compass === null ? null : matchAt(compass.pattern, text, at);
  if (direction !== null)
    return { end: at + direction[0].length, spoken: compass?.words[direction[1] ?? ''] ?? direction[0] };
  // "Brown v. Board of Education"
  if (versus !== null && /^\p{Lu}/u.test(previous) && matchAt(VERSUS, text, at) !== null)
    return { end: at + 2, spoken: versus };
  const several = matchAt(INITIALISM, text, at);
  if (several !== null) {
    const dotted = at + several[0].length;
    const last = /^\p{Lu}(?![\p{L}\p{N}])/u.exec(text.slice(dotted, dotted + 2));
    const end = dotted + (last === null ? 0 : last[0].length);
    if (isAlphanumeric(text, end)) return null;
    const spoken = spell(text.slice(at, end).replaceAll('.', '').toUpperCase(), context.language);
    return { end, spoken, ...stop(text, end, text.slice(at, end), context) };
  }
  const single = matchAt(INITIAL, text, at);
  if (single === null) return null;
  const end = at + single[0].length;
  if (LETTERED.test(previous) || opensSentence(text, end, context.language)) return null;
  // After a small word that is not very short, the letter is more likely the last word of its sentence: "choose B.
  // Next".
  const small = previous.length > 4 && !/^\p{Lu}/u.test(previous);
  if (small && !/^\s\p{Lu}\./u.test(text.slice(end, end + 4))) return null;
  return { end, spoken: spell(text[at] ?? '', context.language) };
};

/** Signs that mean something else in most places, so they are read only if the test matches. */
const CONDITIONS: Readonly<Record<string, (before: string, after: string) => boolean>> = {
  '#': (before, after) => /\d/.test(after) || (/\s/.test(before) && /[\s.,;)\p{Script=Hangul}]/u.test(after)),
  '*': (before, after) => /[\d ]/.test(before) && /[\d ]/.test(after),
  '/': (before, after) => (/\d/.test(before) && /\d/.test(after)) || (/\s/.test(before) && /\s/.test(after)),
  '<': (before, after) => /\s/.test(before) && /[\s\d]/.test(after),
  '>': (before, after) => /\s/.test(before) && /[\s\d]/.test(after),
  '^': (before, after) => /[\p{L}\d)]/u.test(before) && /[\d-]/.test(after),
  '~': (_, after) => /[\d$€£]/.test(after),
};
const NEVER = new Set(['.', ',', ':', ';', '-', '–', '—', '_', '|', "'", '"', '(', ')', '!', '?', '\\']);

/** Comparisons as programmers write them. */
const OPERATORS: Readonly<Record<string, string>> = {
  '>=': '≥',
  '<=': '≤',
  '!=': '≠',
  '==': '=',
  '===': '=',
};
const OPERATOR = /(?:[<>!]=|={2,3})(?=[\s\d])/y;
const SUM = /^[-–/] [\d.,]+ ?=/;

/** Whether the star at an offset is a key: "press * to go back", "*9", but "2 * 3". */
function isKey(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const factor =
    /[\d)] ?$/.test(before) || (/\p{L} $/u.test(before) && /^\* \d/.test(text.slice(at, at + 3)));
  return (
    /[\s(]/.test(text[at - 1] ?? ' ') &&
    /^\*[\s\d.,;)\p{Script=Hangul}]/u.test(`${text.slice(at, at + 2)} `) &&
    !factor
  );
}

/** One sign, one word: "&", "+", "=", "%"... as the language names them. */
export const readSymbol: Reader = (text, at, { language }) => {
  const operator = matchAt(OPERATOR, text, at)?.[0];
  const comparison = operator && language.symbols[OPERATORS[operator] ?? ''];
  if (operator && comparison) return { end: at + operator.length, spoken: comparison };
  if (/\d ?$/.test(text.slice(Math.max(0, at - 2), at)) && SUM.test(text.slice(at, at + 24))) {
    // "10 / 2 = 5" and "5 - 3 = 2"; the minus is the one of a negative number.
    const number = text[at] === '/' ? null : numberAt(text, at + 2, language);
    if (number !== null)
      return { end: number.end, spoken: language.number({ ...number.value, negative: true }) };
    const by = language.symbols['÷'];
    if (text[at] === '/' && by !== undefined) return { end: at + 1, spoken: by };
  }
  const sign = String.fromCodePoint(text.codePointAt(at) ?? 32);
  const name = language.symbols[sign];
  const { keys } = language.writing.letters;
  // Korean writes "*표", the mark of a star.
  if (sign === '*' && isKey(text, at))
    return { end: at + (text.startsWith('*표', at) ? 2 : 1), spoken: keys['*'] };
  if (name === undefined || name === '' || NEVER.has(sign) || isAlphanumeric(text, at)) return null;
  const end = at + sign.length;
  const [before, after] = [text[at - 1] ?? ' ', text[end] ?? ' '];
  const allowed = CONDITIONS[sign]?.(before, after) ?? true;
  const key = sign === '#' && !/\d/.test(after);
  return allowed ? { end, spoken: key ? keys['#'] : name } : null;
};
