/**
 * Text all in capitals ("LET US GO NOW"): its words are not acronyms. Most are pronounced as words in any case. Those
 * that would be taken for an acronym ("US", "IT") or a numeral ("VI") are changed to lower case, and so are
 * abbreviations and months, which readers recognise in their usual case.
 */
import type { CleanText } from './clean.ts';
import type { SpokenLanguage } from './languages/types.ts';
import { oneOf, perLanguage } from './readout/reader.ts';
import { isNumberedByRoman } from './readout/roman.ts';

/** Letters, and characters that join them within a word. */
const WORD = /(?:\p{L}\p{M}*)+(?:['-](?:\p{L}\p{M}*)+)*/gu;
/** Characters between words of one statement; signs of addresses and code are excluded. */
const BETWEEN = /^[\s"“”„«»‹›()[\]¡¿—–,;:\d.%&+-]*$/u;
const SENTENCE_END = /\.(?:[\s"”»)\]]|$)|[!?…\u2029]/u;
/** A run has no lower-case letter of an alphabet with capitals. Scripts without capitals are never in capitals. */
const CAPITALS = /^[\p{Lu}\p{Lt}\p{M}'-]+$/u;
const VOWEL = /[AEIOUYÀ-ÅÈ-ÏÒ-ÖÙ-ÝĀ-ĄĒ-ĚĨ-İŌ-ŐŒÆŨ-ŲŶŸАЕЁИІЇОУЫЭЮЯЄΑΕΗΙΟΥΩ]/iu;
const NUMERAL = /^(?=[IVXLC])C{0,3}(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/;
/** A word of this length is rarely an acronym, if it can be pronounced. */
const SURELY_WORD = 4;

interface Found {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Run {
  readonly words: readonly Found[];
  /** There are no other words in its sentence. */
  readonly isWhole: boolean;
}

const tables = perLanguage('shouting', ({ abbreviations, months, writing: { letters, dates } }) => ({
  acronyms: new Set(letters.acronyms.filter((acronym) => !letters.wordlikeAcronyms.includes(acronym))),
  wordlike: new Set(letters.wordlikeAcronyms),
  small: new Set(letters.smallWords),
  spelled: letters.spelledBeside.map(({ acronym, after, before }) => ({
    acronym,
    after: oneOf(after),
    before: oneOf(before),
  })),
  abbreviations: new Set(
    Object.keys(abbreviations).flatMap((written) => /^\p{L}+(?=\.(?: #)?$)/u.exec(written)?.[0] ?? []),
  ),
  dates: new Set([...Object.keys(months), ...Object.keys(dates.shortDays).map((day) => day.toLowerCase())]),
}));

/** A text, and where its words are in capitals only because all of them are. */
export interface CasedText extends CleanText {
  /** Whether the word at an offset of the text is one of those. */
  isShouted(at: number): boolean;
}

const NOWHERE = (): boolean => false;

/** The text, in which words that mean something else in capitals have their usual case. */
export function withoutShouting(clean: CleanText, language: SpokenLanguage): CasedText {
  const { text } = clean;
  if (!/\p{Lu}['-]?\p{Lu}/u.test(text)) return { ...clean, isShouted: NOWHERE };
  const letters = text.split('');
  const shouted = new Set<number>();
  let run: Found[] = [];
  let isWhole = true;
  const end = (isSentence: boolean): void => {
    const found: Run = { words: run, isWhole: isWhole && isSentence };
    const all = isShouted(found, text, language);
    // Everything in one case, because the pronouncer takes remaining capitals for acronyms.
    const changes = all && (!found.isWhole || run.some((_, at) => isMistaken(run, at, text, language)));
    for (const [at, word] of run.entries()) {
      if (all) shouted.add(word.start);
      const isChanged = changes
        ? !keepsCapitals(run, at, text, language)
        : !all && !found.isWhole && isEmphatic(word.text, language);
      const usual = titleCase(word.text);
      if (isChanged && usual.length === word.text.length)
        letters.splice(word.start, usual.length, ...usual.split(''));
    }
    run = [];
    isWhole = isSentence;
  };
  let last = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const between = text.slice(last, index);
    const before = run.at(-1)?.text ?? '';
    const isAbbreviated = /^\.\s/.test(between) && tables(language).abbreviations.has(titleCase(before));
    if (SENTENCE_END.test(between) && !isAbbreviated) end(true);
    else if (run.length > 0 && !BETWEEN.test(between)) end(false);
    if (CAPITALS.test(word) && !isPartOfCode(text, index, index + word.length))
      run.push({ text: word, start: index, end: index + word.length });
    else end(false);
    last = index + word.length;
  }
  end(true);
  return { ...clean, text: letters.join(''), isShouted: (at) => shouted.has(at) };
}

/** Letters beside figures or the signs of addresses ("B2B", "AT&T", "A.B@C.D"). */
function isPartOfCode(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? ' ';
  return /[\p{N}_@/\\&+.]/u.test(before) || /^(?:[\p{N}_@/\\&+]|\.\p{L})/u.test(text.slice(end, end + 2));
}

/**
 * Whether a run of words in capitals is a statement and not a list of acronyms ("FBI, CIA, NASA"). One certain word is
 * enough if the whole sentence is in capitals; inside a sentence, two certain words in a run of three are needed.
 */
function isShouted({ words: all, isWhole }: Run, text: string, language: SpokenLanguage): boolean {
  const words = all.filter((word) => word.text.length > 1);
  if (words.length < (isWhole ? 2 : 3)) return false;
  const isJoined = all.some(({ end }, at) => /^\s+$/.test(text.slice(end, all[at + 1]?.start ?? end)));
  if (!isJoined) return false;
  const { acronyms, small, spelled } = tables(language);
  const isSurelyWord = ({ text: word }: Found): boolean => {
    if (acronyms.has(word) || NUMERAL.test(word) || spelled.some(({ acronym }) => acronym === word))
      return false;
    return small.has(word.toLowerCase()) || (word.length >= SURELY_WORD && VOWEL.test(word));
  };
  return words.filter(isSurelyWord).length >= (isWhole ? 1 : 2);
}

/** Whether the word at `at` of a shouted run would be read as something other than a word. */
function isMistaken(run: readonly Found[], at: number, text: string, language: SpokenLanguage): boolean {
  const { text: word = '', end = 0 } = run[at] ?? {};
  const { spelled, abbreviations, dates } = tables(language);
  if (keepsCapitals(run, at, text, language)) return false;
  return (
    NUMERAL.test(word) ||
    spelled.some(({ acronym }) => acronym === stemOf(word)) ||
    (text[end] === '.' && abbreviations.has(titleCase(word))) ||
    dates.has(word.toLowerCase())
  );
}

/** Whether the word at `at` of such a run is nevertheless an acronym, a numeral or a unit. */
function keepsCapitals(run: readonly Found[], at: number, text: string, language: SpokenLanguage): boolean {
  const { text: word = '', start = 0, end = 0 } = run[at] ?? {};
  const { acronyms, small, spelled, abbreviations } = tables(language);
  const [previous, next] = [run[at - 1]?.text ?? '', run[at + 1]?.text ?? ''];
  const ambiguous = spelled.find(({ acronym }) => acronym === stemOf(word));
  if (ambiguous !== undefined) return ambiguous.after.test(previous) || ambiguous.before.test(next);
  if (acronyms.has(word) || word.length === 1) return true;
  const isSmall = small.has(word.toLowerCase());
  if (NUMERAL.test(word)) return !isSmall || isNumberedByRoman(previous);
  if (text[end] === '.' && abbreviations.has(titleCase(word))) return false;
  // "5 KG", "10 PM"
  const isUnit = word.length < SURELY_WORD && /\d\s?$/.test(text.slice(Math.max(0, start - 2), start));
  return !isSmall && (isUnit || !VOWEL.test(word));
}

/**
 * Whether a single word in capitals is an ordinary one ("a BIG day"). Those of two letters are left to the pronouncer,
 * since many are codes as well.
 */
function isEmphatic(word: string, language: SpokenLanguage): boolean {
  const { acronyms, wordlike, small, spelled } = tables(language);
  if (!small.has(word.toLowerCase()) || wordlike.has(word) || acronyms.has(word) || NUMERAL.test(word))
    return false;
  return (
    (word.length > 2 || (/^..$/.test(word) && /[^A-Z]/.test(word))) &&
    !spelled.some(({ acronym }) => acronym === word)
  );
}

/** Without the part after an apostrophe: "IT'S". */
function stemOf(word: string): string {
  return word.replace(/'.*/u, '');
}

function titleCase(word: string): string {
  return word.slice(0, 1) + word.slice(1).toLowerCase();
}
