/**
 * The rules for one position of a text that is still arriving: does a sentence or a clause end here? Three answers:
 * where the piece ends, 'no', or 'wait' when the characters that decide have not arrived. An answer other than 'wait'
 * never changes with more text, which is what makes cutting independent of how the text was split into frames.
 */
import { primaryLanguage } from '../languages.ts';
import { saidEnd } from '../markup/parse.ts';
import { isBesideMarkup, isEmpty, longestTag, MAX_TAG_CHARS, type Tag, tagAt } from '../markup/tags.ts';
import { inAnyLanguage, spokenLanguage } from './languages/index.ts';
import { SHORTENED_UNITS } from './readout/symbols.ts';

/** The offset after the boundary and its white space; 'no' for no boundary; 'wait' while it is not known. */
export type Verdict = number | 'no' | 'wait';

/** A full stop inside or at the end of an abbreviation. */
interface AbbreviationDot {
  /** As written, ending with its dot ("Dr.", "z. B."). */
  readonly abbreviation: string;
  readonly dot: number;
  /** It counts only before a number ("No. 5", but "He said no. Then"). */
  readonly isNumbered: boolean;
}

export interface BoundaryRules {
  /** The dots of all abbreviations, by the character before them. */
  readonly abbreviationDots: ReadonlyMap<string, readonly AbbreviationDot[]>;
  /** In scripts without spaces, ends the sentence directly after a full stop, without waiting for a closing quote. */
  readonly eager: boolean;
  /** Whether ordinals are figures with a full stop ("3. Mai"). */
  readonly ordinalDot: boolean;
  /** Words before longer ones ("der 1000. Besucher"). */
  readonly beforeOrdinals: readonly string[];
  /** Whether words end in "str." and "nr." ("Hauptstr. 12"). */
  readonly compounds: boolean;
  /** A pronoun of one capital, which ends a sentence where an initial would not ("So did I."). */
  readonly capitalPronoun: string | null;
}

/** Terminators that need white space (or a character of a script without spaces) after them. */
const SPACED_TERMINATORS = new Set('.!?…．؟۔։።');
/** Terminators that end a sentence wherever they stand. */
const UNSPACED_TERMINATORS = new Set('。！？｡।॥။៕។');
const ELLIPSIS = /^[.…]+$/;
/** Closing quotes and brackets, and markdown emphasis, all of which belong to the sentence they close. */
const CLOSERS = new Set(`"'”’»›)]}」』】）〉》｣*_~\``);
const SPACED_CLAUSE_MARKS = new Set(',;:،؛');
const UNSPACED_CLAUSE_MARKS = new Set('，、；：､');
const DASHES = new Set('-–—');
/** White space where text may be broken. No-break spaces keep their neighbours together ("M. Dupont"). */
const BREAKING_SPACE = /[^\S\u00a0\u202f\u2007]/;
const NO_BREAK_SPACE = /[\u00a0\u202f]/;
const UNSPACED_SCRIPT =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303f\uff00-\uffef]/u;
/** Characters that stand for a syllable or more. */
const SYLLABIC = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
/** How far to look past a run of blanks for the character that decides. */
const MAX_BLANKS = 16;
/** More terminators or closing quotes than this in a row are not punctuation. Keeps every 'wait' short. */
const MAX_RUN = 32;
/** A sentence or paragraph of markup ends. */
const PART_END = /<\/(?:s|p|speak|voice)\s*>$/i;
/** Limit of closing tags and marks in a row. */
const MAX_CLOSING_CHARS = 2000;
/** Longer than any address in a text that is read aloud. */
const MAX_ADDRESS_CHARS = 200;
/** Languages that are not read out here and write ordinals as figures with a full stop. */
const ORDINAL_DOT_LANGUAGES = new Set(
  'bs cs da et fi fo hr hu is lb lt lv nb nn no pl sk sl sr tr'.split(' '),
);
/** "3 lbs. of apples", "5 ft. 6" */
const SHORT_UNIT = new RegExp(`\\d[ \\u00a0]?(?:${[...SHORTENED_UNITS].join('|')})$`);
const COMPOUND = /\p{L}(?:str|nr)$/iu;
/** "am 24.12. ab 14 Uhr" */
const DAY_AND_MONTH = /\d\.\d{1,2}$/;
/** Abbreviations that are also plain words: they count only before a number ("No. 5", but "He said no. Then"). */
const WORDLIKE = new Set(inAnyLanguage(({ sentences }) => sentences.wordlikeAbbreviations));

/** Abbreviations that close an enumeration: with a capital after them the sentence is over as well. */
const CLOSING = new Set(inAnyLanguage(({ sentences }) => sentences.closingEnumerations));

/** The rules for text of a language ("en", "pt-br"), given its abbreviations. */
export function boundaryRules(lang: string, abbreviations: readonly string[], eager: boolean): BoundaryRules {
  const spoken = spokenLanguage(lang);
  const language = spoken?.writing.sentences;
  return {
    abbreviationDots: dotsOf([...abbreviations, ...shortMonths(spoken?.months ?? {})], abbreviations),
    eager,
    ordinalDot: language?.ordinalDot ?? ORDINAL_DOT_LANGUAGES.has(primaryLanguage(lang)),
    compounds: (spoken?.writing.words.compounds ?? null) !== null,
    capitalPronoun: language?.capitalPronoun ?? null,
    beforeOrdinals: language?.beforeOrdinals ?? [],
  };
}

/** Names of months cut short, in any case: "jan. 15", "SEPT. 15". */
function shortMonths(months: Readonly<Record<string, number>>): string[] {
  const names = Object.keys(months);
  const short = names.filter((name) =>
    names.some((full) => full !== name && full.startsWith(name) && months[full] === months[name]),
  );
  return short.flatMap((name) =>
    [name, name.toUpperCase(), `${name[0]?.toUpperCase()}${name.slice(1)}`].map((cased) => `${cased}.`),
  );
}

/** @param listed those that count whatever follows; others are dots only before a number */
function dotsOf(abbreviations: readonly string[], listed: readonly string[]): Map<string, AbbreviationDot[]> {
  const dots = new Map<string, AbbreviationDot[]>();
  const known = new Set(listed);
  for (const abbreviation of abbreviations) {
    const isNumbered = !known.has(abbreviation) || WORDLIKE.has(abbreviation.toLowerCase());
    for (let dot = abbreviation.indexOf('.'); dot >= 0; dot = abbreviation.indexOf('.', dot + 1)) {
      const before = abbreviation[dot - 1] ?? '';
      dots.set(before, [...(dots.get(before) ?? []), { abbreviation, dot, isNumbered }]);
    }
  }
  return dots;
}

export function isTerminator(char: string): boolean {
  return SPACED_TERMINATORS.has(char) || UNSPACED_TERMINATORS.has(char);
}

export function isBreakingSpace(char: string): boolean {
  return BREAKING_SPACE.test(char);
}

/** Roughly how many letters of an alphabet take as long to speak. */
export function letterWeight(char: string): number {
  return SYLLABIC.test(char) ? 3 : 1;
}

/** Whether a sentence ends with the run of terminators that begins at `at`. */
export function sentenceEnd(text: string, at: number, rules: BoundaryRules): Verdict {
  let runEnd = at;
  while (runEnd - at <= MAX_RUN && isTerminator(text[runEnd] ?? '')) runEnd++;
  if (runEnd - at > MAX_RUN) return 'no';
  const run = text.slice(at, runEnd);
  const closed = skipClosers(text, runEnd);
  if (typeof closed !== 'number') return closed;
  const tagged = skipClosingTags(text, closed);
  if (typeof tagged !== 'number') return tagged;
  // Another closing tag may follow.
  if (PART_END.test(text.slice(closed, tagged)))
    return tagged === text.length && !rules.eager ? 'wait' : tagged;
  const end = tagged === closed ? closed : skipClosers(text, tagged);
  if (typeof end !== 'number') return end;
  const next = text[end];
  if (UNSPACED_TERMINATORS.has(run.at(-1)!)) {
    if (next === undefined) return rules.eager ? end : 'wait';
    return isBreakingSpace(next) ? end + 1 : end;
  }
  if (next === undefined) return 'wait';

  const spaced = isBreakingSpace(next);
  const dots = ELLIPSIS.test(run);
  const period = dots && run.length === 1 && run !== '…';
  if (next === '<') {
    const tag = shortTagAt(text, end);
    if (tag?.open) return 'wait';
    // A word may continue across such a tag.
    if (!tag || tag.name === 'phoneme' || isSaid(tag)) return 'no';
  } else if (!spaced) {
    // Only a script without spaces may follow directly, and even there a dot may be part of a number or address.
    if (!UNSPACED_SCRIPT.test(next) || (dots && !period)) return 'no';
    if (period && (/\p{Nd}/u.test(text[at - 1] ?? '') || insideAddress(text, at))) return 'no';
  }

  const verdict = period ? periodVerdict(text, at, end, rules) : dots ? ellipsisVerdict(text, end) : 'yes';
  if (verdict !== 'yes') return verdict;
  return spaced ? end + 1 : end;
}

/** Whether a clause ends with the character at `at`. */
export function clauseEnd(text: string, at: number): Verdict {
  const mark = text[at]!;
  if (mark === '\n') return at + 1;
  const unspaced = UNSPACED_CLAUSE_MARKS.has(mark);
  if (unspaced || SPACED_CLAUSE_MARKS.has(mark)) {
    const end = skipClosers(text, at + 1);
    if (typeof end !== 'number') return end;
    if (text[end] === undefined) return 'wait';
    return isBreakingSpace(text[end]) ? end + 1 : unspaced ? end : 'no';
  }
  if (DASHES.has(mark)) {
    const before = text[at - 1] ?? '';
    const after = text[at + 1];
    if (after === undefined) return 'wait';
    // A dash at the beginning of a line is a list mark.
    if (before === '\n' || before === '') return 'no';
    if (isBreakingSpace(before)) {
      if (!isBreakingSpace(after)) return 'no';
      // "10 - 20 minutes" is a range.
      const next = text[at + 2];
      if (next === undefined) return 'wait';
      return /[\p{Nd}$€£¥₹]/u.test(next) ? 'no' : at + 2;
    }
    // Only the em dash separates clauses without spaces around it.
    return mark === '—' && /[\p{L}\p{N}]/u.test(after) ? at + 1 : 'no';
  }
  return 'no';
}

/** Whether the line break at `at` is followed by another, blanks between them aside. */
export function paragraphEnd(text: string, at: number): Verdict {
  for (let i = at + 1; i <= at + MAX_BLANKS; i++) {
    const char = text[i];
    if (char === undefined) return 'wait';
    if (char === '\n') return i + 1;
    if (!isBreakingSpace(char)) return 'no';
  }
  return 'no';
}

/**
 * The markup that begins at the `<` at `at`, complete or still arriving; null when it is text, or so long that cutting
 * must not depend on it.
 */
function shortTagAt(text: string, at: number): Tag | null {
  const tag = tagAt(text, at);
  return tag && tag.span.end - at <= longestTag(tag.name) ? tag : null;
}

/** Whether an element and its text are read as one. */
function isSaid({ name, isEnd }: Tag): boolean {
  return (name === 'sub' || name === 'say-as') && !isEnd;
}

/** Markup at a place of a text. */
interface FoundMarkup {
  /** Where it ends, including the text that belongs to it. */
  readonly end: number;
  /** Whether it is audible: a pause, or a word. */
  readonly isHeard: boolean;
  /**
   * The place where a piece ends independently of the punctuation: before the markup if there is audible text before
   * it, or after it.
   */
  readonly border: 'before' | 'behind' | null;
}

/**
 * The markup that begins with the `<` at `at`; 'no' when it is text.
 * With `final` no more text will come, and the answer is never 'wait'.
 */
export function markupAt(text: string, at: number, final: boolean): FoundMarkup | 'no' | 'wait' {
  const tag = shortTagAt(text, at);
  if (!tag) return 'no';
  if (tag.open) return final ? 'no' : 'wait';
  const { name, isEnd, closed, span } = tag;
  if (isSaid(tag) && !isEmpty(text, tag)) {
    const end = saidEnd(text, tag);
    if (end === 'wait' && !final) return 'wait';
    return { end: typeof end === 'number' ? end : span.end, isHeard: true, border: null };
  }
  if (name === 'phoneme' && closed) {
    const end = taggedWordEnd(text, tag, final);
    return typeof end === 'number' ? { end, isHeard: true, border: null } : end;
  }
  const isHeard = name === 'phoneme' || name === 'pause' || name === 'break';
  // The root element may be longer than a sentence, and does not count.
  if (name === 'speak' || name === 'declaration') return { end: span.end, isHeard, border: 'behind' };
  if (name === 's') {
    const isUndecided = isEnd && !final && /^\s*$/.test(text.slice(span.end, span.end + MAX_BLANKS));
    if (isUndecided && text.length - span.end < MAX_BLANKS) return 'wait';
    const border = isBesideMarkup(text, tag) ? (isEnd ? 'behind' : 'before') : null;
    return { end: span.end, isHeard, border };
  }
  const parts = name === 'p' || name === 'voice';
  return { end: span.end, isHeard, border: parts ? (isEnd ? 'behind' : 'before') : null };
}

/** Where a phoneme tag ends, with a word that it encloses. */
function taggedWordEnd(text: string, { span }: Tag, final: boolean): number | 'wait' {
  // Only one word may stand before "</phoneme>". If something else comes first, the tag has no enclosed word.
  const word = /\s*[^\s<]*\s*/y;
  word.lastIndex = span.end;
  const end = span.end + word.exec(text)![0].length;
  if (end - span.start > MAX_TAG_CHARS) return span.end;
  if (end === text.length) return final ? span.end : 'wait';
  const closing = text[end] === '<' ? shortTagAt(text, end) : null;
  if (closing?.open && !final) return 'wait';
  return closing?.closed && closing.name === 'phoneme' && closing.isEnd ? closing.span.end : span.end;
}

/** Closing tags and marks belong to the sentence before them. */
function skipClosingTags(text: string, from: number): Verdict {
  let end = from;
  while (text[end] === '<' && end - from <= MAX_CLOSING_CHARS) {
    const tag = shortTagAt(text, end);
    if (tag?.open) return 'wait';
    if (!tag || !((tag.isEnd && tag.name !== 'phoneme') || tag.name === 'mark')) return end;
    end = tag.span.end;
  }
  return end;
}

function skipClosers(text: string, from: number): Verdict {
  let end = from;
  while (end - from <= MAX_RUN) {
    if (CLOSERS.has(text[end] ?? '')) end++;
    else if (NO_BREAK_SPACE.test(text[end] ?? '')) {
      // French puts a no-break space before its closing quote.
      if (text[end + 1] === undefined) return 'wait';
      if (text[end + 1] !== '»' && text[end + 1] !== '›') return end;
      end += 2;
    } else return end;
  }
  return 'no';
}

function ellipsisVerdict(text: string, end: number): 'yes' | 'no' | 'wait' {
  const next = nextVisible(text, end);
  if (next === 'wait') return 'wait';
  return /\p{Ll}/u.test(next) ? 'no' : 'yes';
}

/** A single full stop at `at` that has white space after it, or after the closers up to `end`. */
function periodVerdict(text: string, at: number, end: number, rules: BoundaryRules): 'yes' | 'no' | 'wait' {
  const abbreviation = abbreviationVerdict(text, at, end, rules);
  if (abbreviation === 'end') return 'yes';
  if (abbreviation !== 'none') return abbreviation;

  const written = text.slice(Math.max(0, at - 6), at);
  const inside =
    (rules.compounds && COMPOUND.test(written)
      ? (goesOn(text, end, /\p{Nd}/u) ?? codeFollows(text, end))
      : null) ?? (SHORT_UNIT.test(written) ? goesOn(text, end, /[\p{Nd}\p{Ll}]/u) : null);
  if (inside !== null) return inside;

  const before = text[at - 1] ?? '';
  const beforeThat = text[at - 2] ?? '';
  if (/[\p{Lu}\p{Ll}]/u.test(before) && !/[\p{L}\p{M}\p{N}]/u.test(beforeThat)) {
    // An initial, or the last letter of "e.g."; but "So did I." ends a sentence.
    return before === rules.capitalPronoun &&
      /(?:^|\s)\p{Ll}\w* $/u.test(text.slice(Math.max(0, at - 20), at - 1))
      ? 'yes'
      : 'no';
  }

  // "Ludwig XIV. regierte", "der II. Weltkrieg"
  const roman = rules.ordinalDot ? ROMAN_ORDINAL.exec(text.slice(Math.max(0, at - 20), at)) : null;
  if (roman !== null) {
    const [, article = ''] = roman;
    const verdict = rules.beforeOrdinals.includes(article.toLowerCase())
      ? 'no'
      : goesOn(text, end, /\p{Ll}/u);
    if (verdict !== null) return verdict;
  }

  let digits = at;
  while (/\p{Nd}/u.test(text[digits - 1] ?? '')) digits--;
  if (digits === at) return 'yes';
  const lineStart = text.lastIndexOf('\n', at) + 1;
  const listMark = at - digits <= 3 && /^[\s#*>([-]*$/.test(text.slice(lineStart, digits));
  if (listMark) return 'no';
  const dated = rules.ordinalDot && DAY_AND_MONTH.test(written) ? goesOn(text, end, /\p{Ll}/u) : null;
  if (dated !== null) return dated;
  const ordinal = rules.ordinalDot && (at - digits <= 2 || isLongOrdinal(text, digits, at, rules));
  return ordinal && !/[.,:]/.test(text[digits - 1] ?? '') ? 'no' : 'yes';
}

/** "Bestellnr. A4711": whether a code of letters and figures follows. */
function codeFollows(text: string, end: number): 'no' | 'wait' | null {
  const [all, next] = /^\s*\p{Lu}{1,4}(.?)/su.exec(text.slice(end, end + MAX_BLANKS)) ?? [];
  if (all === undefined) return null;
  if (next === '') return 'wait';
  return /[\p{Nd}-]/u.test(next ?? '') ? 'no' : null;
}

/** A Roman numeral of several letters, after a word. */
const ROMAN_ORDINAL = /(\p{L}+)[ \u00a0][IVXLC]{2,6}$/u;

/** Whether the sentence goes on after a dot, as the next character shows; null where it does not. */
function goesOn(text: string, end: number, pattern: RegExp): 'no' | 'wait' | null {
  const next = nextVisible(text, end);
  if (next === 'wait') return 'wait';
  return pattern.test(next) ? 'no' : null;
}

/** "der 1000. Besucher": up to four figures after an article. */
function isLongOrdinal(text: string, digits: number, at: number, rules: BoundaryRules): boolean {
  const word = /(\p{L}+)[ \u00a0]$/u.exec(text.slice(Math.max(0, digits - 12), digits))?.[1] ?? '';
  return at - digits <= 4 && rules.beforeOrdinals.includes(word.toLowerCase());
}

/** Whether the full stop at `at` belongs to an abbreviation, and if so, whether it ends the sentence nevertheless. */
function abbreviationVerdict(
  text: string,
  at: number,
  end: number,
  rules: BoundaryRules,
): 'none' | 'no' | 'end' | 'wait' {
  let inside = false;
  let waiting = false;
  for (const { abbreviation, dot, isNumbered } of rules.abbreviationDots.get(text[at - 1] ?? '') ?? []) {
    const start = at - dot;
    if (start < 0 || /[\p{L}\p{M}\p{N}]/u.test(text[start - 1] ?? '')) continue;
    const present = text.slice(start, start + abbreviation.length);
    if (present !== abbreviation) {
      // The rest of "z. B." may not have arrived yet.
      if (start + abbreviation.length > text.length && abbreviation.startsWith(present)) waiting = true;
      continue;
    }
    const key = abbreviation.toLowerCase();
    if (isNumbered) {
      const next = nextVisible(text, end);
      if (next === 'wait') waiting = true;
      // "on 3 dec. at noon", but "he said no. then he left".
      else if (/\p{Nd}/u.test(next) || (/\p{Ll}/u.test(next) && !WORDLIKE.has(key))) inside = true;
    } else if (CLOSING.has(key) && dot === abbreviation.length - 1) {
      const next = nextVisible(text, end);
      if (next === 'wait') return 'wait';
      if (/\p{Lu}/u.test(next)) return 'end';
      inside = true;
    } else inside = true;
  }
  if (inside) return 'no';
  return waiting ? 'wait' : 'none';
}

/** The first character after blanks; '' when there are too many blanks to wait for it. */
function nextVisible(text: string, from: number): string | 'wait' {
  for (let i = from; i < from + MAX_BLANKS; i++) {
    const char = text[i];
    if (char === undefined) return 'wait';
    if (!/\s/.test(char)) return char;
  }
  return '';
}

function insideAddress(text: string, at: number): boolean {
  let from = at;
  while (from > Math.max(0, at - MAX_ADDRESS_CHARS) && !/\s/.test(text[from - 1] ?? '')) from--;
  return /\w:\/\/|\bwww\./i.test(text.slice(from, at));
}
