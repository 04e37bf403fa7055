/** Dictated answers as they are meant: "double seven" is 77, "B as in Bravo" is B, "lee dot baker at" is lee.baker@. */
import { type Dictation, languageOf } from '../../../engine/index.ts';
import { agentLanguageOrEnglish } from '../../languages/index.ts';
import { TOP_LEVEL } from '../endpointing/answer-form.ts';
import { DIGIT_SOUNDS, digitValues, REPEATS } from '../endpointing/dictated-digits.ts';
import {
  ADDRESS_SIGNS,
  ALIKE,
  AT_WORDS,
  LETTER_NAMES,
  LETTER_SOUNDS,
  NAMED_BY,
  NAMED_BY_SOUNDS,
  NAMED_SOUNDS,
  NOT_A_NAME,
} from './dictation-words.ts';

/** One or more signs that were said, and where they are in the text. */
interface Item {
  readonly signs: string;
  readonly start: number;
  readonly end: number;
  /** Whether they are written otherwise than they are meant. */
  readonly isChanged: boolean;
  /** Whether a letter was said with a name. */
  readonly isNamed?: boolean;
  /** Whether they count only between other signs, because they are ordinary words. */
  readonly isWeak?: boolean;
}

/** Fewer signs in a row are ordinary words. */
const LEAST_SIGNS = 3;
const WORD = /x[ -]ray(?!\p{L})|[\p{L}\p{M}\p{N}'’]+/iuy;
const BETWEEN = /^[\s,.;:\-–]*$/u;
const NAMED = new RegExp(
  // "I.S. and India" is "I as in India".
  `(\\p{L}+)(?:['’]s|\\.S\\.|\\.)?,? (?:(${NAMED_BY})|${NAMED_BY_SOUNDS}) (x[ -]ray|\\p{L}[\\p{L}'’-]*)`,
  'iuy',
);
/** The letter before it was not heard. */
const NAME_ALONE = /as (?:in|an?) ((\p{L})[\p{L}'’-]*)/iuy;
const REPEATED = new RegExp(`(${Object.keys(REPEATS).join('|')})[ -]?`, 'iuy');

/**
 * An answer with the signs that were dictated, where the caller was asked for such an answer; other words stay.
 * @param text as it was heard
 * @param lang of the conversation
 */
export function writtenDictation(text: string, form: Dictation, lang: string): string {
  return form === 'email' ? withAddress(text) : withSigns(text, form, lang);
}

function withSigns(text: string, form: Exclude<Dictation, 'email'>, lang: string): string {
  const signs = new Signs(text, form, lang);
  let written = '';
  let at = 0;
  for (const run of runsOf(text, signs)) {
    if (!isDictated(run)) continue;
    written += text.slice(at, run[0]!.start) + joined(text, run, form);
    at = run.at(-1)!.end;
  }
  return written + text.slice(at);
}

/** Signs in a row, with nothing but punctuation between them. */
function* runsOf(text: string, signs: Signs): Generator<readonly Item[]> {
  let run: Item[] = [];
  for (const { index: start } of text.matchAll(/(?<![\p{L}\p{M}\p{N}'’])[\p{L}\p{N}]/gu)) {
    const last = run.at(-1);
    if (last && start < last.end) continue;
    const item = signs.at(start);
    if (last && (item === null || !BETWEEN.test(text.slice(last.end, start)))) {
      yield withoutWeakEnds(run);
      run = [];
    }
    if (item !== null) run.push(item);
  }
  yield withoutWeakEnds(run);
}

/** No answer begins with "for" or "why" before signs that are said one by one, but many with "oh". */
function withoutWeakEnds(run: readonly Item[]): readonly Item[] {
  const isFirst = run[0]?.start === 0 && run[0].signs !== 'O' && run[1]?.signs.length === 1;
  const first = isFirst ? 0 : run.findIndex(({ isWeak }) => !isWeak);
  return first < 0 ? [] : run.slice(first, run.findLastIndex(({ isWeak }) => !isWeak) + 1);
}

function isDictated(run: readonly Item[]): boolean {
  const count = run.reduce((sum, { signs, isWeak }) => sum + (isWeak ? 0 : signs.length), 0);
  return (
    run.some(({ isChanged }) => isChanged) && (count >= LEAST_SIGNS || run.some(({ isNamed }) => isNamed))
  );
}

/** Names are spelled with hyphens. Groups of several signs stay apart. */
function joined(text: string, run: readonly Item[], form: Dictation): string {
  const signs = run.map((item) => item.signs).join('');
  if (form === 'letters') return [...signs].join('-');
  const groups: { signs: string; before: string }[] = [];
  for (const [i, item] of run.entries()) {
    const before = text.slice(run[i - 1]?.end ?? item.start, item.start);
    if (i > 0 && before.trim() === '') groups.at(-1)!.signs += item.signs;
    else groups.push({ signs: item.signs, before });
  }
  const isGroup = (i: number): boolean => groups[i]!.signs.length > 1;
  return groups
    .map((group, i) => (i > 0 && isGroup(i - 1) && isGroup(i) ? group.before : '') + group.signs)
    .join('');
}

/** What is said one by one in a text. */
class Signs {
  readonly #text: string;
  readonly #hasDigits: boolean;
  readonly #hasLetters: boolean;
  readonly #digits: ReadonlyMap<string, string>;

  constructor(text: string, form: Dictation, lang: string) {
    this.#text = text;
    this.#hasDigits = form !== 'letters';
    this.#hasLetters = form !== 'digits';
    const { digitWords } = agentLanguageOrEnglish(languageOf(lang) ?? 'en');
    this.#digits = digitValues([digitWords]);
  }

  /** The signs that begin at a place; null for another word. */
  at(start: number): Item | null {
    const named = this.#hasLetters ? (this.#named(start) ?? this.#nameAlone(start)) : null;
    return named ?? this.#repeated(start) ?? this.#plain(start);
  }

  #repeated(start: number): Item | null {
    const [found, word] = this.#match(REPEATED, start);
    if (found === undefined || word === undefined) return null;
    const once = this.at(start + found.length);
    if (once === null || once.signs.length !== 1 || once.isWeak) return null;
    return { ...once, signs: once.signs.repeat(REPEATS[word.toLowerCase()]!), start, isChanged: true };
  }

  /** The name tells which letter it is where the letter sounds like others. */
  #named(start: number): Item | null {
    const [found, said = '', by, name = ''] = this.#match(NAMED, start);
    if (found === undefined) return null;
    // Of letters that are written together, the last has the name.
    const isGroup = /^\p{Lu}{2,}$/u.test(said);
    const before = isGroup ? said.slice(0, -1) : '';
    const [word, initial] = [said.slice(before.length).toLowerCase(), name.charAt(0).toLowerCase()];
    const letter = word.length === 1 ? word : NAMED_SOUNDS[word];
    const isKnown = LETTER_NAMES.has(name.toLowerCase());
    const isName =
      letter === undefined
        ? // "Diaz and Delta" is "D as in Delta".
          isKnown && word.length > 2 && word.startsWith(initial) && / and? \S+$/iu.test(found)
        : letter === initial || ((isKnown || by !== undefined) && areAlike(letter, initial));
    // "Z as in Sulu": the name was misheard.
    const isMisheard = !isName && !isKnown && word.length === 1 && by?.toLowerCase() === 'as in';
    if (!isName && !isMisheard) return null;
    const signs = (before + (isMisheard ? word : initial)).toUpperCase();
    return { signs, start, end: start + found.length, isChanged: true, isNamed: isName };
  }

  #nameAlone(start: number): Item | null {
    const [found, name, first] = this.#match(NAME_ALONE, start);
    if (found === undefined || name === undefined || first === undefined) return null;
    const isWeak = !LETTER_NAMES.has(name.toLowerCase());
    return { signs: first.toUpperCase(), start, end: start + found.length, isChanged: true, isWeak };
  }

  #plain(start: number): Item | null {
    const [word = ''] = this.#match(WORD, start);
    const end = start + word.length;
    const lower = word.toLowerCase();
    const item = (signs: string, about: Omit<Item, 'signs' | 'start' | 'end'>): Item => ({
      signs: signs.toUpperCase(),
      start,
      end,
      ...about,
    });
    const digit = this.#hasDigits ? this.#digits.get(lower) : undefined;
    if (digit !== undefined) return item(digit, { isChanged: true });
    if (this.#hasDigits && /^\d+$/u.test(word)) return item(word, { isChanged: false });
    if (this.#hasLetters) {
      if (/^\p{L}$/u.test(word)) return item(word, { isChanged: false, isWeak: word === 'a' });
      if (/^\p{Lu}{2,}$/u.test(word) || (this.#hasDigits && /^[\p{Lu}\p{N}]+$/u.test(word)))
        return item(word, { isChanged: false });
      if (LETTER_NAMES.has(lower.replace(' ', '-'))) return item(word.charAt(0), { isChanged: true });
    }
    const sound = this.#hasLetters ? LETTER_SOUNDS[lower] : DIGIT_SOUNDS[lower];
    return sound === undefined ? null : item(sound, { isChanged: true, isWeak: true });
  }

  #match(pattern: RegExp, start: number): readonly (string | undefined)[] {
    pattern.lastIndex = start;
    return pattern.exec(this.#text) ?? [];
  }
}

const areAlike = (one: string, other: string): boolean =>
  ALIKE.some((letters) => letters.includes(one) && letters.includes(other));

const SIGN_WORDS = Object.keys(ADDRESS_SIGNS).join('|');
/** A word, also with digits behind it, or letters that were said one by one. */
const PART = '(?:[\\p{L}\\d](?:[ -][\\p{L}\\d](?![\\p{L}\\d]))+|[\\p{L}\\d]+(?: \\d+)?)';
const PARTS = `${PART}(?:(?:[._-]| [._-] | (?:${SIGN_WORDS}) )${PART})*`;
const ADDRESS = new RegExp(
  `(?<![\\p{L}\\d@._-])(${PARTS})(?: ?@ ?| (?:${AT_WORDS}) )(${PARTS})(?![\\p{L}\\d])`,
  'giu',
);

const SIGN_WORD = new RegExp(` ?\\b(${SIGN_WORDS})\\b ?`, 'giu');
const SPELLED = /(?<![\p{L}\d])[\p{L}\d](?:-[\p{L}\d](?![\p{L}\d]))+/gu;
const SPLIT_HOST = /\b(g|hot)[ -](?=mail\b)/giu;

function withAddress(text: string): string {
  return text.replace(SPLIT_HOST, '$1').replace(ADDRESS, (found, local: string, domain: string) => {
    const [name, host] = [local, domain].map(addressPart) as [string, string];
    const end = host.split('.').at(-1)!;
    if (!host.includes('.') || !TOP_LEVEL.has(end) || NOT_A_NAME.has(name)) return found;
    return `${name}@${host}`;
  });
}

const addressPart = (said: string): string =>
  said
    .toLowerCase()
    .replace(SIGN_WORD, (_, word: string) => ADDRESS_SIGNS[word]!)
    .replace(SPELLED, (letters) => letters.replaceAll('-', ''))
    .replace(/\s+/gu, '');
