/** What callers dictate: digits, letters, codes of both, and e-mail addresses. */
import type { Dictation } from '../types.ts';
import type { Expected } from './expected.ts';

/** How much less likely than the likeliest text a dictated text may be. */
const BEHIND: Readonly<Record<Dictation, number>> = { digits: 3, letters: 5, code: 5, email: 6 };
/** Above this mean log probability of its tokens, a text is hardly ever wrong. */
const SURE = -0.05;
const SURE_DIGITS = -0.1;
/** Bonus for as many digits as telephone numbers or cards have, ... */
const USUAL = 1;
/** ... and for each name of a letter, known provider, or known word in the name of an address. */
const KNOWN = 1;

/** The most common providers of e-mail. */
const HOSTS = new Set(
  (
    'gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com mac.com ' +
    'aol.com proton.me protonmail.com gmx.com gmx.net mail.com zoho.com fastmail.com comcast.net verizon.net att.net ' +
    'sbcglobal.net bellsouth.net cox.net charter.net hotmail.co.uk yahoo.co.uk live.co.uk btinternet.com sky.com'
  ).split(' '),
);
/** Names of mailboxes that many companies have. */
const ROLES = new Set(
  'info sales support contact service services office help hello admin orders billing team mail jobs accounts'.split(
    ' ',
  ),
);
const TOP_LEVEL =
  'com|org|net|edu|gov|io|co|uk|us|ca|au|ie|nz|in|za|eu|de|fr|es|it|nl|ch|at|be|info|biz|dev|app|me|tv|ai';

/** Words that multiply what follows ("double", "triple"). */
const REPEAT = '(?:(?:[Dd]ouble|[Tt]riple)[ -])?';
const REPEAT_BEGUN = '(?:(?:[Dd]ouble|[Tt]riple)[ -]?)?';
const BETWEEN = '[-,.]? ?';
const TIMES: Readonly<Record<string, number>> = { double: 2, triple: 3 };
const DIGIT_WORDS = 'zero|one|two|three|four|five|six|seven|eight|nine|oh';
const DIGITS = new Map(DIGIT_WORDS.split('|').map((word, digit) => [word, String(digit % 10)]));
const WHOLE_DIGIT_WORD = new RegExp(`\\b(?:${DIGIT_WORDS})\\b`, 'giu');
/** At the beginning of a text of the model, or within one. */
const DIGIT = `\\d|${DIGIT_WORDS}|${DIGIT_WORDS.replace(/\b[a-z]/g, (first) => first.toUpperCase())}`;

/** NATO's names of letters. */
const LETTER_NAMES = (
  'Alpha Bravo Charlie Delta Echo Foxtrot Golf Hotel India Juliet Kilo Lima Mike November Oscar Papa Quebec Romeo ' +
  'Sierra Tango Uniform Victor Whiskey X-ray Yankee Zulu'
).split(' ');
const NAMES = LETTER_NAMES.flatMap((name) => [name, name.toLowerCase()]);
const WHOLE_NAME = new RegExp(`\\b(?:${LETTER_NAMES.join('|')})\\b`, 'giu');
const LETTER = `[A-Z]|${NAMES.join('|')}`;
const beginningsOf = (words: readonly string[]): string =>
  words.flatMap((word) => Array.from(word, (_, i) => word.slice(0, i + 1))).join('|');

/** @param sign what is dictated one by one @param least so many of them @param names words that take several pieces */
const series = (sign: string, least: number, names: readonly string[] = []): Form => {
  const isPiece = new RegExp(`^(?: ?(?:${sign}|[Dd]ouble|[Tt]riple)|[-,. ])$`, 'u');
  const isOfName = (piece: string): boolean => piece !== '' && names.some((name) => name.includes(piece));
  return {
    takes: (piece) => isPiece.test(piece) || isOfName(piece.trim()),
    whole: new RegExp(`^(?:${REPEAT}${sign}${BETWEEN}){${least - 1},}${REPEAT}${sign}\\.?$`, 'u'),
    begun: new RegExp(`^(?:${REPEAT}${sign}${BETWEEN})*(?:${REPEAT_BEGUN}|${beginningsOf(names)})$`, 'u'),
  };
};

interface Form {
  readonly takes: (piece: string) => boolean;
  readonly whole: RegExp;
  readonly begun: RegExp;
}

const WORD = '[A-Za-z0-9]+';
const JOINING = ['dot', 'dash', 'hyphen', 'underscore'];
const JOINED = `(?:[._-]| (?:${JOINING.join('|')}) )`;
const AT = '(?:@| at )';
const begunWords = (words: readonly string[]): string => ` ?(?:${beginningsOf(words)})? ?`;
const PARTS = `${WORD}(?:${JOINED}${WORD})*`;
/** Words with these endings are part of a dictation. */
const JOINS = /(?:\b(?:dot|dash|hyphen|underscore)|[-_.@&])\s*$/iu;
const SOUNDS_LIKE_SIGN = new RegExp(
  `\\b(?:double|triple|a|an|the|or|i|be|by|see|are|our|you|why|tea|to|too|for|won|ate|and|${DIGIT_WORDS})\\W*$`,
  'iu',
);

/** A dictation has no fewer syllables than this share of those of the likeliest text. */
const LEAST_SYLLABLES = 0.6;
/** Approximately: groups of vowels in words, and one for each digit, each letter that is said alone, "at" and "dot". */
const SYLLABLE =
  /\d|(?<=\w)[@._](?=\w)|(?<!\p{L})\p{L}(?!\p{L})|\p{Lu}(?=\p{Lu})|(?<=\p{Lu})\p{Lu}|[aeiouyAEIOUY]+/gu;
const syllablesIn = (text: string): number => inSigns(text).match(SYLLABLE)?.length ?? 0;

const FORMS: Readonly<Record<Dictation, Form>> = {
  digits: series(`(?:${DIGIT})`, 3),
  letters: series(`(?:${LETTER})`, 3, NAMES),
  code: series(`(?:${LETTER}|${DIGIT})`, 3, NAMES),
  email: {
    takes: (piece) => /^(?: ?[A-Za-z]+|\d|[ @._-])$/.test(piece),
    whole: new RegExp(`^${PARTS}${AT}${PARTS}(?:\\.| dot )(?:${TOP_LEVEL})\\.?$`, 'iu'),
    begun: new RegExp(
      `^(?:(?:${PARTS})?(?:${JOINED}|${begunWords([...JOINING, 'at'])})?` +
        `|${PARTS}${AT}(?:${PARTS})?(?:${JOINED}|${begunWords(JOINING)})?)$`,
      'iu',
    ),
  },
};

/** A form of dictation, as a model is to write it. */
export class DictationForm implements Expected {
  readonly followsWords = true;
  readonly behind: number;
  readonly #kind: Dictation;
  readonly #form: Form;
  readonly #isWord: (word: string) => boolean;

  /** @param isWord whether a word or a name is known */
  constructor(kind: Dictation, isWord: (word: string) => boolean = () => false) {
    this.#isWord = isWord;
    this.#kind = kind;
    this.behind = BEHIND[kind];
    this.#form = FORMS[kind];
  }

  /**
   * Part of a dictation are separators in addresses and words that repeat a sign; words that sound like a sign may be.
   */
  mayFollow(words: string): boolean {
    return !(this.#kind === 'email' ? JOINS : SOUNDS_LIKE_SIGN).test(words);
  }

  takes(piece: string): boolean {
    return this.#form.takes(piece);
  }

  make(text: string): boolean {
    return this.#form.whole.test(text);
  }

  mayMake(text: string): boolean {
    return this.#form.begun.test(text);
  }

  keyOf(text: string): string {
    return this.#kind === 'email' ? addressOf(text) : `${signsOf(text)}${/[a-z ,.-]*$/.exec(text)?.[0]}`;
  }

  favour(text: string, isWhole: boolean): number {
    if (this.#kind === 'email') return favourOf(addressOf(text), isWhole, this.#isWord);
    if (this.#kind !== 'digits') return KNOWN * (text.match(WHOLE_NAME)?.length ?? 0);
    return isWhole && USUAL_DIGITS.has(signsOf(text).length) ? USUAL : 0;
  }

  isSure(_text: string, logProbability: number): boolean {
    return logProbability > (this.#kind === 'digits' ? SURE_DIGITS : SURE);
  }

  /** A text that takes much less time to say has left something out: "N-R" for "N for Nora, R for Roger". */
  mayReplace(text: string, likeliest: string): boolean {
    return syllablesIn(text) >= LEAST_SYLLABLES * syllablesIn(likeliest);
  }

  written(text: string): string {
    if (this.#kind === 'email') return addressOf(text);
    if (this.#kind === 'letters') return [...signsOf(text)].join('-');
    return inSigns(text);
  }
}

/** Lengths of telephone numbers and card numbers, in digits. */
const USUAL_DIGITS = new Set([7, 10, 11, 15, 16]);

function favourOf(address: string, isWhole: boolean, isWord: (word: string) => boolean): number {
  const [local = '', domain] = address.split('@');
  const names = local.split(/[^a-z]+/u);
  // The last word may be incomplete.
  const known = names
    .slice(0, domain === undefined ? -1 : undefined)
    .filter((name) => name !== '' && isWord(name));
  const isHost = isWhole && domain !== undefined && HOSTS.has(domain);
  const roles = known.filter((name) => ROLES.has(name));
  return KNOWN * (known.length + roles.length + (isHost ? 1 : 0));
}

/** Single signs. */
const signsOf = (text: string): string => inSigns(text).replace(/[^A-Z0-9]|[DT](?=ouble|riple)/g, '');

/** Digits as figures, names of letters as letters, with multiplied ones repeated. */
const inSigns = (text: string): string =>
  text
    .replace(WHOLE_NAME, (name) => name.charAt(0).toUpperCase())
    .replace(WHOLE_DIGIT_WORD, (word) => DIGITS.get(word.toLowerCase())!)
    .replace(/\b(double|triple)[ -]([A-Z0-9])/gi, (_, times: string, sign: string) =>
      sign.repeat(TIMES[times.toLowerCase()]!),
    );

const addressOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(' at ', '@')
    .replaceAll(' dot ', '.')
    .replaceAll(/ (?:dash|hyphen) /g, '-')
    .replaceAll(' underscore ', '_')
    .replace(/\.$/, '');

/** With fewer signs, a dictation cannot be told from ordinary text. */
const LEAST_DIGITS = 5;
const LEAST_LETTERS = 3;

/** All forms. @param isWord as for a single form */
export const dictationForms = (isWord: (word: string) => boolean): ReadonlyMap<Dictation, DictationForm> =>
  new Map((Object.keys(FORMS) as Dictation[]).map((kind) => [kind, new DictationForm(kind, isWord)]));

/** An address, written or spoken. */
const SOUNDS_LIKE_ADDRESS = /@|\w\.(?:com|org|net|io)\b|\b(?:dot|at) \p{L}+(?:\.| dot )\p{L}/iu;
/** A single letter, but not in "I am" or "a B road". */
const SINGLE_LETTER = /(?<![\p{L}'’])\p{Lu}(?!\p{Ll}|['’]| \p{Ll})/gu;

/** "B as in Bravo", and what a model writes for that. */
const NAMED = /\b(?:as|is) (?:in|an?|and)\b|\b\w for \p{L}{3}/iu;

/** Whether letters are said with words that begin with them, which is no form that a model is searched for. */
export const hasNamedLetters = (text: string): boolean => NAMED.test(text);

/** The apparent dictation in a text; null for none. */
export function dictationIn(text: string): Dictation | null {
  if (SOUNDS_LIKE_ADDRESS.test(text)) return 'email';
  const digits = text.replace(WHOLE_DIGIT_WORD, '0').match(/\d/gu)?.length ?? 0;
  const letters = text.match(SINGLE_LETTER)?.length ?? 0;
  if (digits >= LEAST_DIGITS && letters === 0) return 'digits';
  if (letters < LEAST_LETTERS) return null;
  return digits === 0 ? 'letters' : 'code';
}
