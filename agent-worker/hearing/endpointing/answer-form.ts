/**
 * Answers whose form is known before they are heard: numbers, spelled names, e-mail addresses. The form follows from
 * the agent's words or the caller's, or is set in the configuration of the conversation; the part that was said tells
 * whether more will follow.
 */
import { languageOf } from '../../../engine/index.ts';
import type { AnswerForm } from './answer-forms.ts';
import {
  ANNOUNCED_ELSEWHERE,
  ASKED_ELSEWHERE,
  CLOSED_ELSEWHERE,
  CONNECTING_ELSEWHERE,
  DECLINES_ELSEWHERE,
  DIGIT_COUNTS,
  DOT_WORDS,
  INTRODUCING_ELSEWHERE,
  NAMES_LETTER,
  NAMING_ELSEWHERE,
  NO_LIST_ELSEWHERE,
  REQUESTS_ELSEWHERE,
  YES_OR_NO_ELSEWHERE,
} from './answer-words.ts';
import { DIGIT_SOUNDS, DIGIT_VALUES, REPEATS } from './dictated-digits.ts';

export type AnswerProgress =
  /** The answer is complete. */
  | 'whole'
  /** The answer is certainly incomplete. */
  | 'going-on'
  /** The answer is as long as most complete ones. */
  | 'probably-whole'
  /** The answer may be complete. */
  | 'unknown';

export interface FormedAnswer {
  readonly form: AnswerForm;
  readonly progress: AnswerProgress;
}

/** Questions for each form; the first match counts. */
const ASKED: readonly (readonly [AnswerForm, RegExp])[] = [
  ['email', /\be-?mail\b/u],
  ['spelling', /\bspell|\bspelt\b|letter by letter|how (?:do you|is (?:that|it)) (?:write|written)/u],
  ['card', /\bcard number\b|number (?:on|of) (?:your|the|my) (?:\w+ )?card/u],
  ['postcode', /\bpost ?code|\bzip\b/u],
  ['code', /\bcode\b(?! of conduct)|\bpin\b|\b\w+[- ]digit\b|last \w+ digits/u],
  [
    'number',
    /\b(?:order|account|customer|client|reference|booking|member(?:ship)?|policy|invoice|serial|tracking|contract|case|ticket|confirmation|licen[cs]e|passport|meter|part|model)(?:'s)? (?:number|id|no)\b|\breference\b/u,
  ],
  [
    'phone',
    /\b(?:tele)?phone\b(?=.*\bnumber)|\b(?:tele)?phone number|\b(?:mobile|cell)(?:phone)? number|\bmy (?:number|mobile|cell)\b|\bnumber\b.*\b(?:call|reach|contact)\b|\b(?:call|ring|reach|phone) me (?:back )?(?:at|on|under)\b|\bcallback number/u,
  ],
  [
    'address',
    /\baddress\b|\bwhere (?:do you live|should|shall|do you want|can)\b.*\b(?:deliver|send|bring|pick|live)/u,
  ],
  [
    'list',
    /\bwhat (?:can|may|shall) (?:i|we) (?:get|bring)|\bwhat (?:would|will|do) you (?:like|want|have) to (?:order|eat|drink|buy)|\bwhat would you like\b(?! to)|\bwhich (?:days|dates|times|guests|items|people|languages|countries|products)\b|\bwho (?:is|are|will be) (?:coming|joining|attending|there)|\bwhat else\b|\bwhen are you (?:free|available)/u,
  ],
];

/** Questions that are answered with yes or no first. */
const YES_OR_NO =
  /^(?:(?:and|so|okay|now|sorry|great|thanks)[ ,]+)*(?:do|does|did|is|are|was|were|have|has|had|shall|should|will|am|would you (?:like|prefer|want))\b/u;

/** What callers say to announce an answer, by form. */
const ANNOUNCED: readonly (readonly [AnswerForm, RegExp])[] = [
  [
    'email',
    /\be-?mail(?: address)? is\b|\bwrite (?:under|at|to)\b.*\b(?:dot|at)\b|\breach me (?:under|at)\b(?! (?:work|home|the|my|any|this|that|all)\b)(?!.*\d)/u,
  ],
  ['spelling', /\bspel(?:t|led)\b/u],
  ['card', /\bcard number(?: is|'s)\b/u],
  ['postcode', /\b(?:post ?code|zip(?: code)?)(?: is|'s)\b/u],
  ['code', /\b(?:code|pin)(?: is|'s)\b/u],
  [
    'number',
    /\b(?:order|account|customer|client|reference|booking|member(?:ship)?|policy|invoice|serial|tracking|contract|case|confirmation)(?:'s)? (?:number|id)(?:'s| is| starts| begins)\b|\breference is\b/u,
  ],
  [
    'phone',
    /\bmy (?:(?:tele)?phone |mobile |cell )?(?:number|mobile|(?:tele)?phone|cell)(?:'s| is)\b|\b(?:call|ring|reach|phone) me (?:back )?(?:at|on|under)\b/u,
  ],
  ['address', /\baddress is\b|\bi live (?:at|in)\b/u],
];

/** Ten digits in North America and some other places, eleven in Britain, seven without the area code. */
const PHONE_DIGITS = { local: 7, least: 10, most: 15 } as const;
/** National numbers: `trunk` is the prefix that a country code replaces. */
interface NationalPhones {
  readonly abroad: RegExp;
  readonly trunk: string;
  readonly least: number;
  /** From this length on, nothing that is dictated as a group is missing. */
  readonly usual: number;
  readonly most: number;
}
/** Those of Spain and France have one length; those of Germany, Austria and Switzerland have none. */
const NATIONAL_PHONES: Readonly<Record<string, NationalPhones>> = {
  de: { abroad: /^(?:00)?4[139](?=\d{3})/u, trunk: '0', least: 9, usual: 11, most: 12 },
  es: { abroad: /^(?:00)?34(?=\d{3})/u, trunk: '', least: 9, usual: 9, most: 9 },
  fr: { abroad: /^(?:00)?33(?=\d{3})/u, trunk: '0', least: 10, usual: 10, most: 10 },
};
/** Languages in which the house number ends an address. */
const NUMBER_LAST = new Set(['de', 'es']);
const CARD_DIGITS = 16;
/** Length of American Express numbers, which begin with 3. */
const SHORT_CARD_DIGITS = 15;
/** Lowest number of digits of codes and account numbers. */
const LEAST_DIGITS = 4;
/** Forms with many digits: one digit alone is their beginning. */
const LONG_NUMBERS: ReadonlySet<AnswerForm> = new Set(['phone', 'card', 'number']);
/** Lowest number of consecutive digits that count as a dictation: fewer are an ordinary number. */
const DICTATED_DIGITS = 3;

/** Lowest number of letters of most names. */
const LEAST_LETTERS = 4;
/** Highest number of letters of most names. */
const USUAL_LETTERS = 6;
/** This many letters in a row count as spelled, with or without a question. */
const LEAST_SPELLED = 3;
/** Words that ask for a name or introduce one. */
const NAMING = /\b(?:sur|last |first |family |middle )?name\b|\bcalled\b|\bspel/u;
/** Letters that recognisers write as one word, in capitals or with hyphens between them. */
const LETTER_GROUP = /(?<![\p{L}'])(?:\p{Lu}{2,8}|\p{L}(?:-\p{L})+)(?![\p{L}'])/gu;
const ACRONYMS = new Set(
  'AM CD DVD EU FAQ GPS ID IT OK PC PDF PIN PM SIM SMS TV UK US USA USB VAT VIP'.split(' '),
);
/** Names of letters that are not also ordinary words that can stand before "for". */
const SPELLING_WORD =
  /\b(?:for|of|as) (?:alpha|bravo|charlie|delta|echo|foxtrot|kilo|oscar|papa|quebec|romeo|sierra|tango|yankee|zulu)\W*$|\bas in \p{L}+\W*$/u;
/** Words before the digits that end an address. */
const UNIT = /\b(?:flat|apartment|apt|unit|suite|room|floor)\W*\d+\W*$/iu;
/** Words that introduce something spelled. */
const INTRODUCING = new Set(
  `yes sure of course okay it it's is that that's spelled spelt my name surname the ${INTRODUCING_ELSEWHERE}`.split(
    ' ',
  ),
);

const COUNTS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
/** The last parts of addresses. */
export const TOP_LEVEL: ReadonlySet<string> = new Set(
  'com org net edu gov io co uk de fr es it nl eu us ca au ch at be info biz dev app me tv in br ru kr pl se'.split(
    ' ',
  ),
);
/** Words that more digits always follow. */
const CONNECTING = new Set([
  'dash',
  'hyphen',
  'slash',
  'then',
  'and',
  'plus',
  'extension',
  'double',
  'triple',
  ...CONNECTING_ELSEWHERE.split(' '),
]);
/** Phrases of callers who have nothing to dictate, or nothing yet. */
const DECLINES =
  /\b(?:no|not|none|don't|same|already|wait|moment|why|what)\b|^\W*(?:yes|yeah|sure|okay|ok)\W*$/iu;
const UK_POSTCODE = /[a-z]{1,2}\d[a-z\d]?\d[a-z]{2}$/u;
const US_POSTCODE = /\d{5}$/u;

/** The form that was asked for last or announced by the caller; null for an answer of no known form. */
export function askedFor(text: string, agent: string, expects: AnswerForm | null): AnswerForm | null {
  if (expects !== null) return expects;
  const sentences = agent.toLowerCase().split(/(?<=[.!?])\s+/u);
  const question = sentences.findLast(
    (sentence) =>
      /[?？]|\b(?:please|tell me|give me|enter|say)\b/u.test(sentence) || REQUESTS_ELSEWHERE.test(sentence),
  );
  const own = formIn(ANNOUNCED, ANNOUNCED_ELSEWHERE, text.toLowerCase());
  if (own !== null || question === undefined || isYesOrNo(question)) return own;
  return formIn(ASKED, ASKED_ELSEWHERE, question);
}

/** In German, "was" is a question word. */
const isYesOrNo = (question: string): boolean =>
  (YES_OR_NO.test(question) && !/^was (?:möchten|darf|brauchen|wollen)\b/u.test(question)) ||
  YES_OR_NO_ELSEWHERE.some((pattern) => pattern.test(question));

function formIn(table: typeof ASKED, elsewhere: typeof ASKED_ELSEWHERE, text: string): AnswerForm | null {
  const found = table.find(
    ([form, pattern]) => pattern.test(text) || elsewhere[form]?.some((other) => other.test(text)),
  );
  return found?.[0] ?? null;
}

const declines = (text: string): boolean =>
  DECLINES.test(text) || DECLINES_ELSEWHERE.some((pattern) => pattern.test(text));

/**
 * How complete an answer is; null if it has no known form.
 * @param text all that the caller has said in this turn, as recognised
 * @param agent what the agent said last
 * @param expects the form that the configuration names; null leaves it to the words
 * @param lang of the conversation: telephone numbers and addresses differ
 */
export function answerProgress(
  text: string,
  agent: string,
  expects: AnswerForm | null,
  lang: string,
): FormedAnswer | null {
  const code = languageOf(lang) ?? 'en';
  const form = askedFor(text, agent, expects);
  const isSpelled = form === null && soundsSpelled(text, agent);
  const asked = isSpelled ? 'spelling' : form;
  const words = asked === 'spelling' ? spokenWords(lettersApart(text)) : withZeros(spokenWords(text), code);
  const { digits, isOpen, isJoined } = dictated(words);
  const letters = spelledAtEnd(words);
  const of = (of: AnswerForm, progress: AnswerProgress): FormedAnswer => ({ form: of, progress });
  if (asked === 'email') return declines(text) ? null : of('email', emailProgress(text));
  if (asked === 'spelling' ? !declines(text) : asked !== 'postcode' && areSpelled(words)) {
    return of('spelling', spellingProgress(words, letters));
  }
  if (asked === 'postcode') return of('postcode', postcodeProgress(words));
  if (asked === 'address' && digits !== '') {
    return of('address', isOpen || UNIT.test(text) || NUMBER_LAST.has(code) ? 'unknown' : 'going-on');
  }
  if (
    asked === 'list' &&
    !declines(text) &&
    !/^\W*(?:yes|yeah|nothing)\b/iu.test(text) &&
    !NO_LIST_ELSEWHERE.test(text)
  )
    return of('list', listProgress(text));
  if (digits.length < 2)
    return asked !== null && LONG_NUMBERS.has(asked) && beginsNumber(words, code)
      ? of(asked, 'going-on')
      : null;
  if (isJoined) return asked === null ? null : of(asked, 'going-on');
  // Words after the digits show how the sentence continues.
  if (isOpen) return null;
  if (asked === 'phone') return of('phone', phoneProgress(digits, code));
  if (asked === 'card') return of('card', cardProgress(digits));
  if (asked === 'code') return of('code', codeProgress(digits, agent));
  if (asked === 'number') return of('number', digits.length < LEAST_DIGITS ? 'going-on' : 'unknown');
  // Without a question: most numbers that callers dictate on their own are telephone numbers.
  if (digits.length < DICTATED_DIGITS || !isInGroups(text, code)) return null;
  return of('number', digits.length < PHONE_DIGITS.local ? 'going-on' : phoneProgress(digits, code));
}

function spokenWords(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      // Recognisers write "oh one four two" as "O142", "A142" and "L142".
      .replace(/\b[oal](?=\d)/gu, '0')
      .replace(/(?<=\d)o\b/gu, '0')
      .replace(/(\d)/gu, ' $1 ')
      .replace(/[^\p{L}\p{M}\d']+/gu, ' ')
      .trim()
      .split(' ')
      .filter((word) => word !== '')
  );
}

/** In English, "o" beside a digit is a zero; in Spanish it means "or". */
const mayBeZero = (word: string, code: string): boolean => word === 'o' && code === 'en';

const withZeros = (words: readonly string[], code: string): string[] => {
  const others = (word: string): boolean => word !== 'o';
  return words.map((word, i) => {
    if (!mayBeZero(word, code)) return word;
    const near = [words.slice(0, i).findLast(others), words.slice(i).find(others)];
    return near.some((one) => one !== undefined && isDigit(one)) ? '0' : word;
  });
};

/**
 * The digits dictated last; words like "dash" may stand between them.
 * @returns isOpen: words other than digits follow them; isJoined: a word follows after which more digits come
 */
function dictated(words: readonly string[]): {
  readonly digits: string;
  readonly isOpen: boolean;
  readonly isJoined: boolean;
} {
  const last = words.findLastIndex((word) => isDigit(word));
  if (last < 0) return { digits: '', isOpen: true, isJoined: false };
  let digits = '';
  let gap = 0;
  for (let i = last; i >= 0 && gap < 2; i--) {
    const word = words[i]!;
    if (isDigit(word)) {
      const times = REPEATS[words[i - 1] ?? ''] ?? 1;
      digits = digitOf(word).repeat(times) + digits;
      gap = 0;
    } else if (!(word in REPEATS)) gap++;
  }
  const behind = words.slice(last + 1);
  return { digits, isOpen: behind.length > 0, isJoined: CONNECTING.has(behind.at(-1) ?? '') };
}

/** Whether nothing but the first digits of a number was said. */
function beginsNumber(words: readonly string[], code: string): boolean {
  const isOfNumber = (word: string): boolean =>
    isDigit(word) || word === 'plus' || (code === 'en' && word in DIGIT_SOUNDS);
  return words.some(isOfNumber) && words.every((word) => isOfNumber(word) || INTRODUCING.has(word));
}

const isDigit = (word: string): boolean => /^\d$/u.test(word) || DIGIT_VALUES.has(word);
const digitOf = (word: string): string => DIGIT_VALUES.get(word) ?? word;

/**
 * Whether the text ends in several groups of digits: years, prices and times are one group, or have groups of one
 * digit.
 */
function isInGroups(text: string, code: string): boolean {
  const words =
    text
      .toLowerCase()
      .replace(/(?<=\d)[-.](?=\d)/gu, ' ')
      .match(/[\p{L}\d:$€£%,']+/gu) ?? [];
  const last = words.findLastIndex((word) => /^\d/u.test(word) || isDigit(word));
  let groups = 0;
  for (let i = last; i >= 0; i--) {
    const word = words[i]!.replace(/[,']+$/u, '');
    if (mayBeZero(word, code) || (isDigit(word) && !/\d/u.test(word))) groups += 0.5;
    else if (/^\d{2,}$/u.test(word)) groups++;
    else break;
  }
  return groups >= 1.5;
}

function phoneProgress(digits: string, code: string): AnswerProgress {
  const { local, least, most } = PHONE_DIGITS;
  const national = NATIONAL_PHONES[code];
  if (national !== undefined) {
    const said = digits.replace(national.abroad, national.trunk);
    if (said.length < national.least) return 'going-on';
    if (said.length >= national.most) return 'whole';
    return said.length < national.usual ? 'unknown' : 'probably-whole';
  }
  if (digits.length > most) return 'unknown';
  // "01" and "+1" are prefixes, which include one more digit. No number without its area code begins like that.
  const hasPrefix = /^[01]/u.test(digits);
  if (digits.length >= (hasPrefix ? least + 1 : least)) return 'whole';
  // Australian and Irish numbers have ten digits. British ones have eleven, but no pause precedes the last digit alone.
  if (digits.length === least) return 'probably-whole';
  return digits.length === local && !hasPrefix ? 'unknown' : 'going-on';
}

function cardProgress(digits: string): AnswerProgress {
  const wanted = digits.startsWith('3') ? SHORT_CARD_DIGITS : CARD_DIGITS;
  return digits.length < wanted ? 'going-on' : 'whole';
}

/** Progress of a code whose length the agent has said. */
function codeProgress(digits: string, agent: string): AnswerProgress {
  const asked = agent.toLowerCase();
  const said = /(\w+)[- ]digit|last (\w+) digits/u.exec(asked) ?? DIGIT_COUNTS.exec(asked);
  const word = said?.slice(1).find((some) => some !== undefined);
  const wanted = word === undefined ? -1 : countOf(word);
  if (wanted > 0) return digits.length < wanted ? 'going-on' : 'whole';
  return digits.length < LEAST_DIGITS ? 'going-on' : 'unknown';
}

/** Value of a number in figures or words; -1 for other words. */
function countOf(word: string): number {
  if (/^\d+$/u.test(word)) return Number(word);
  return COUNTS.includes(word) ? COUNTS.indexOf(word) : Number(DIGIT_VALUES.get(word) ?? -1);
}

/** Letters that a recogniser writes as one word without a vowel. Hums and titles do not count. */
const LETTERS_TOGETHER = /^(?!h?m+$|mr$|mrs$|dr$|st$|tv$)[b-df-hj-np-tv-xz]{2,5}$/u;

/** Single letters at the end, also followed by "as in Paris" or "for Alpha". */
function spelledAtEnd(words: readonly string[]): string {
  let letters = '';
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i]!;
    if (/^\p{L}$/u.test(word) || LETTERS_TOGETHER.test(word)) letters = word + letters;
    else if (isNamed(words, i)) {
      letters = word.charAt(0) + letters;
      i -= words[i - 1] === 'in' ? 3 : 2;
    } else break;
  }
  return letters;
}

/** Whether a word names the letter before it: "N for November", "P as in Paris". */
const isNamed = (words: readonly string[], i: number): boolean => {
  const of = NAMES_LETTER.has(words[i - 1] ?? '')
    ? words[i - 2]
    : words[i - 1] === 'in' && words[i - 2] === 'as' && words[i - 3];
  return typeof of === 'string' && of.length === 1;
};

/** Splits groups of letters into single letters. */
const lettersApart = (text: string): string =>
  text.replace(LETTER_GROUP, (group) =>
    ACRONYMS.has(group) ? group : [...group.replaceAll('-', '')].join(' '),
  );

/**
 * Whether a text ends in an unsolicited spelling: its letters follow a word that begins with them, or a name
 * was asked for or is being said, or there are several groups of letters.
 */
function soundsSpelled(text: string, agent: string): boolean {
  if (SPELLING_WORD.test(text.toLowerCase())) return true;
  const [group] = text.match(/\p{L}[\p{L}-]*(?=\P{L}*$)/u) ?? [];
  const groups = text.match(LETTER_GROUP)?.filter((some) => !ACRONYMS.has(some)) ?? [];
  const last = groups.at(-1);
  // Shouted words are not spelled.
  if (last === undefined || last !== group || text === text.toUpperCase()) return false;
  const letters = last.replaceAll('-', '').toLowerCase();
  const before = text.slice(0, text.lastIndexOf(last)).toLowerCase();
  return (
    groups.length > 1 ||
    isNaming(before) ||
    isNaming(agent.toLowerCase()) ||
    (before.match(/[\p{L}']+/gu) ?? []).some((word) => word.length > 2 && word.startsWith(letters))
  );
}

const isNaming = (text: string): boolean => NAMING.test(text) || NAMING_ELSEWHERE.test(text);

/** Whether the text ends in letters spelled without a question: more letters than "p.m." and "the U.K." have. */
function areSpelled(words: readonly string[]): boolean {
  const single = words.length - 1 - words.findLastIndex((word) => !/^\p{L}$/u.test(word));
  return single >= LEAST_SPELLED || isNamed(words, words.length - 1);
}

/**
 * Callers often say a word before they spell it. Otherwise its length is unknown, but names have four letters or more.
 */
function spellingProgress(words: readonly string[], letters: string): AnswerProgress {
  // Recognisers often write spelled letters as words.
  const spelled = letters === '' ? (words.at(-1) ?? '') : letters;
  const before = words.slice(0, letters === '' ? -1 : undefined).filter((word) => word.length > 2);
  if (letters !== '' && before.includes(spelled)) return 'whole';
  if (before.some((word) => word.startsWith(spelled))) return 'going-on';
  const all = letters === '' ? words.filter((word) => !INTRODUCING.has(word)).join('') : letters;
  if (all.length < LEAST_LETTERS) return 'going-on';
  return letters.length >= USUAL_LETTERS ? 'probably-whole' : 'unknown';
}

/** Recognisers often mishear the "at", so the end of the domain decides alone. */
function emailProgress(text: string): AnswerProgress {
  const words =
    text
      .toLowerCase()
      .replace(/\.(?=\w)/gu, ' dot ')
      .replace(DOT_WORDS, ' dot ')
      .match(/[\p{L}\d_-]+/gu) ?? [];
  const last = words[words.length - 1] ?? '';
  if (words[words.length - 2] !== 'dot' || last === 'co') return 'going-on';
  return TOP_LEVEL.has(last) ? 'whole' : 'going-on';
}

/** An "and" precedes the last item; some callers say that it was the last. */
function listProgress(text: string): AnswerProgress {
  const isClosed =
    /\b(?:and|or) (?:[^\s,.;]+[ ]?){1,5}\W*$|\b(?:please|thanks|thank you|that's (?:all|it))\W*$/iu.test(
      text,
    ) || CLOSED_ELSEWHERE.some((pattern) => pattern.test(text));
  return isClosed ? 'whole' : 'unknown';
}

function postcodeProgress(words: readonly string[]): AnswerProgress {
  const joined = words.map((word) => (isDigit(word) ? digitOf(word) : word)).join('');
  return UK_POSTCODE.test(joined) || US_POSTCODE.test(joined) ? 'whole' : 'going-on';
}
