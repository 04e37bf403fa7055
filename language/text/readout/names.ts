/**
 * Words that the pronouncer would misread: acronyms that look like words, the letter A, abbreviated days of the week.
 */
import type { SpokenLanguage } from '../languages/types.ts';
import { alternatives, isAlphanumeric, matchAt, oneOf, perLanguage, type Reader } from './reader.ts';

const acronyms = perLanguage('acronyms', ({ writing }) => new Set(writing.letters.acronyms));
const CAPITALS = /\p{Lu}[\p{Lu}\p{Ll}]{1,4}/uy;

/** The letters of a name said one by one. */
export function spell(letters: string, language: SpokenLanguage): string {
  const spelled = [...letters].join(' ');
  const { letterA } = language.writing.letters;
  return letterA === null ? spelled : spelled.replace(/(?<!\p{L})A(?!\p{L})/gu, letterA.name);
}

export const readAcronym: Reader = (text, at, { language, shouted }) => {
  const match = matchAt(CAPITALS, text, at);
  if (match === null || !acronyms(language).has(match[0])) return null;
  const end = at + match[0].length;
  if (isAlphanumeric(text, end) || /^(?:'\p{L}|&|\.\p{L})/u.test(text.slice(end, end + 2))) return null;
  // In a headline all words are capitals: "WHO KNEW", "AT LAST".
  if (shouted && language.writing.letters.wordlikeAcronyms.includes(match[0])) return null;
  const plural = match[0].endsWith('s');
  const letters = plural ? match[0].slice(0, -1) : match[0];
  return { end, spoken: spell(letters, language) + (plural ? "'s" : '') };
};

/** Nouns that a letter may number: "vitamin A", "plan A". */
const letteredNouns = perLanguage('letter A', ({ writing }) => oneOf(writing.letters.letterA?.after ?? []));

/**
 * "A" where it is the letter: after such a noun, in quotes or brackets, before another letter alone ("A T and T",
 * "A/B").
 */
export const readLetterA: Reader = (text, at, { language, previous }) => {
  const { letterA } = language.writing.letters;
  if (letterA === null || text[at] !== 'A') return null;
  const behind = text.slice(at + 1, at + 5);
  if (isAlphanumeric(text, at + 1) || /^['’]/.test(behind)) return null;
  const before = text[at - 1] ?? '';
  const alone = /^[)\]"”’/]/.test(behind) && !/^\/\d/.test(behind);
  const spelled = /^ (?:[A-HJ-Z]|and [B-Z]|or [B-Z]|[A-Z] [A-Z])(?![\p{L}\p{N}.'-])/u.test(
    text.slice(at + 1, at + 8),
  );
  const after = /^[A-Z]$/.test(previous) && before === ' ';
  const numbers = letteredNouns(language).test(previous);
  return numbers || alone || spelled || after ? { end: at + 1, spoken: letterA.name } : null;
};

const dayPatterns = perLanguage('days', ({ writing }) => {
  const { shortDays: names, shortDayCues, certainShortDays } = writing.dates;
  if (Object.keys(names).length === 0) return null;
  const day = `(${alternatives(Object.keys(names))})(?![\\p{L}\\p{N}])\\.?`;
  // "Lun-Vie": between two days the dots may be missing.
  const bare = Object.keys(names).map((name) => name.replace('.', ''));
  const joined = alternatives([...bare, ...bare.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`)]);
  const either = `(${joined})(?![\\p{L}\\p{N}])\\.?`;
  return {
    names,
    cues: oneOf(shortDayCues),
    certain: new Set(certainShortDays),
    span: new RegExp(`${either}(?:[ ]?[-–][ ]?| [aà] )${either}(?!\\p{L})`, 'uy'),
    single: new RegExp(day, 'uy'),
  };
});

const BRACKETED = /\((.)(?:[〜~∼～-](.))?\)/uy;

/** "(금)" after a date is the day of the week, "(월〜금)" a range of days. */
function bracketedDay(text: string, at: number, language: SpokenLanguage) {
  const days = language.writing.dates.bracketedDays;
  const match = days === null || text[at] !== '(' ? null : matchAt(BRACKETED, text, at);
  if (days === null || match === null || !/(?:\p{L}|\d\/\d\d?) ?$/u.test(text.slice(Math.max(0, at - 5), at)))
    return null;
  const [all, from = '', to] = match;
  const [first, last] = [days[from], to === undefined ? '' : days[to]];
  if (first === undefined || last === undefined) return null;
  const { wave, until } = language.writing.numbers;
  return { end: at + all.length, spoken: last === '' ? first : `${first}${wave ?? until} ${last}` };
}

/** "Mon-Fri", and an abbreviated day before a figure or a month or after "on" ("Sat 10-2", "Mon, Jan 5"). */
export const readDay: Reader = (text, at, { language, previous }) => {
  const bracketed = bracketedDay(text, at, language);
  if (bracketed !== null) return bracketed;
  const patterns = dayPatterns(language);
  if (patterns === null) return null;
  const { names, cues, certain, span, single } = patterns;
  const two = matchAt(span, text, at);
  if (two !== null) {
    const [from = '', to = ''] = [two[1], two[2]].map((name = '') => {
      const small = name.toLowerCase();
      return names[name] ?? names[small] ?? names[`${small}.`];
    });
    const spoken = language.range(from, to);
    return { end: at + two[0].length - (closes(text, at + two[0].length) ? 1 : 0), spoken };
  }
  const one = matchAt(single, text, at);
  const name = one === null ? undefined : names[one[1] ?? ''];
  if (one === null || name === undefined) return null;
  const bare = at + (one[1] ?? '').length;
  const dated = /^\.?,? (?:\d|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec))/.test(
    text.slice(bare, bare + 7),
  );
  const sure = cues.test(previous) || certain.has(one[1] ?? '');
  return dated || sure ? { end: dated ? at + one[0].length : bare, spoken: name } : null;
};

/** The dot after the last day is the full stop. */
function closes(text: string, end: number): boolean {
  return text[end - 1] === '.' && !/^\s+\S/.test(text.slice(end, end + 3));
}
