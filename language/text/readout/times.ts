/** Times of day: 14:30, 2:30 pm, 14h30, "14.30 Uhr". */
import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import type { NumberValue, TimeValue } from '../languages/values.ts';
import { wholeNumber } from './numbers.ts';
import {
  alternatives,
  isAlphanumeric,
  matchAt,
  oneOf,
  perLanguage,
  type ReadContext,
  type Reader,
  type Readout,
} from './reader.ts';

const MERIDIEM =
  '(?:[ \\u00a0\\u202f]?([aApP])(?:\\.[ ]?[mM](?:\\.|(?![\\p{L}\\p{N}]))|[mM](?![\\p{L}\\p{N}])))';
/** Groups: hour, minute, second, meridiem letter. */
export const TIME_OF_DAY = new RegExp(
  `(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?![\\d:]|[.,]\\d)${MERIDIEM}?`,
  'uy',
);
/** "6:05a" */
const SHORT_HALF = /(\d{1,2}):(\d{2})()([aApP])(?![\p{L}\p{N}])/uy;
/** "4:05.3", "1:02:33,45": a measured duration. Groups: hours, minutes, seconds, decimal mark, their fraction. */
const DURATION = /(?:(\d{1,2}):)?(\d{1,2}):(\d{2})([.,])(\d{1,3})(?![\d:]|[.,]\d)/uy;
const HOUR_ONLY = new RegExp(`(\\d{1,2})()()${MERIDIEM}`, 'uy');
const WITH_H = /(\d{1,2}) ?[hH] ?(\d{2})(?![\p{L}\p{N}]| min)/uy;
/** Dutch "14u30" */
const WITH_U = /(\d{1,2}) ?[uU](\d{2})(?![\p{L}\p{N}])/uy;
/** Dutch "14.30u", "14:30 u." */
const BEFORE_U = /(\d{1,2})[.:](\d{2}) ?[uU]\.?(?![\p{L}\p{N}])/uy;
/** "1.59 p.m." */
const DOTTED_HALF = new RegExp(`(\\d{1,2})\\.(\\d{2})()${MERIDIEM}`, 'uy');
/** A time of day in some languages; elsewhere it is a number of hours. */
const HOUR_H = /(\d{1,2}) ?h(?![\p{L}\p{N}])/uy;
/** A dot between hour and minute counts only with the language's word for o'clock after it. */
const UNTIL = alternatives(inAnyLanguage(({ times }) => times.until));
const DOTTED_WORD = alternatives(['h', ...inAnyLanguage(({ times }) => times.dottedClockWords)]);
const DOTTED = new RegExp(
  '(\\d{1,2})\\.(\\d{2})' +
    `(?=(?:(?:[-–]| (?:${UNTIL}) )\\d{1,2}(?:\\.\\d{2})?)?[ \\u00a0](?:${DOTTED_WORD})(?![\\p{L}\\p{N}]))`,
  'uy',
);
/** Italian writes "alle 14.30" with a dot and no word after it; the word before shows that it is a time. */
const DOTTED_HOUR = /(\d{1,2})\.(\d{2})(?![\p{L}\p{N}]|[.,]\d)/uy;
/** "1.00 est" */
const DOTTED_IN_ZONE = /(\d{1,2})\.(\d{2})(?= (?:[ECMP][SD]T|[ecmp][sd]t|GMT|gmt|UTC|utc)(?![\p{L}\p{N}]))/uy;
const CLOCK_WORD = new RegExp(
  `[ \\u00a0](${alternatives(['h', ...inAnyLanguage(({ times }) => times.clockWords)])})(?![\\p{L}\\p{N}])`,
  'uy',
);
const cues = perLanguage('hours', ({ writing }) => {
  const { hourSignCues, dottedCues } = writing.times;
  return {
    hourSign: hourSignCues === 'any' ? /^/ : oneOf(hourSignCues),
    dotted: oneOf(dottedCues),
  };
});

/** The value of a match of TIME_OF_DAY, or null when there is no such time. */
function timeOf(match: RegExpExecArray, hour24: boolean): TimeValue | null {
  const [hour, minute] = [Number(match[1]), Number(match[2] || '0')];
  // Seconds of zero are not read.
  const second = Number(match[3] ?? 0) || null;
  const letter = match[4]?.toLowerCase();
  const meridiem = letter === undefined ? null : letter === 'a' ? 'am' : 'pm';
  if (minute > 59 || (second ?? 0) > 59 || hour > 24) return null;
  if (meridiem === null) return { hour: hour24 ? hour : hour % 24, minute, second, meridiem };
  if (hour >= 1 && hour <= 12) return { hour, minute, second, meridiem };
  // "14:30 pm" occurs; the hour already says it.
  return match[2] ? { hour: hour % 24, minute, second, meridiem: null } : null;
}

/** Words for a match of TIME_OF_DAY, or null when there is no such time ("99:99"). */
export function sayTime(match: RegExpExecArray, language: SpokenLanguage): string | null {
  const value = timeOf(match, language.writing.times.hour24);
  return value === null ? null : language.time(value);
}

const HOURS_UNTIL = /(\d{1,2})[-–](?=\d{1,2}(?::\d\d)?[ \u00a0]?[ap]\.?m)/iy;

const ZONE = /(UTC|GMT|utc|gmt)[ \u00a0]?([-+])(\d{1,2})(?::?(\d{2}))?(?![\p{L}\p{N}])/uy;

/** "UTC-3", "GMT+5:30" */
export const readZone: Reader = (text, at, { language }) => {
  const match = matchAt(ZONE, text, at);
  if (match === null) return null;
  const [all, zone = '', sign, hours = '0', minutes] = match;
  const number = { negative: sign === '-', integer: String(Number(hours)), fraction: null, scale: null };
  const spoken = [
    [...zone.toUpperCase()].join(' '),
    sign === '+' ? language.symbols['+'] : '',
    language.number(number),
    minutes === undefined || minutes === '00' ? '' : language.cardinal(minutes),
  ];
  return { end: at + all.length, spoken: spoken.filter(Boolean).join(' ') };
};

/** Time zones that are written in small letters or with dots: "5 pm est", "e.s.t.". */
const ZONES = new Set(
  'ut utc gmt est edt et cst cdt ct mst mdt mt pst pdt pt akst hst cet cest eet bst ist jst msk brt pyt'.split(
    ' ',
  ),
);
const SMALL_ZONE = /[ \u00a0]([a-z]{2,4})(?![\p{L}\p{N}'-])/uy;
const DOTTED_ZONE = /[ \u00a0]([A-Za-z](?:\.[A-Za-z]){1,3})(\.?)(?![\p{L}\p{N}])/uy;

/** A time with the zone that follows, letter by letter. */
function withZone(text: string, time: Readout, { language, continues }: ReadContext): Readout {
  const dotted = matchAt(DOTTED_ZONE, text, time.end);
  const small = dotted === null ? matchAt(SMALL_ZONE, text, time.end) : null;
  const [all, written = '', dot = ''] = dotted ?? small ?? [];
  const zone = written.replaceAll('.', '').toLowerCase();
  // "Il est 10:00 et": words of the language.
  const isWord = dotted === null && (zone.length < 3 || language.writing.letters.smallWords.includes(zone));
  if (all === undefined || !ZONES.has(zone) || isWord) return time;
  const end = time.end + all.length;
  const stops = dot !== '' && endsSentence(text, end, continues);
  return {
    end,
    spoken: `${time.spoken} ${[...zone.toUpperCase()].join(' ')}`,
    ...(stops ? { endsSentence: true } : {}),
  };
}

const PLAIN_END = /[1-9]\d?(?![\p{L}\p{N}]|[-–.,:/]\d)/uy;

/** A time of day, or two joined by a dash ("10:00-12:00", "9–5 pm"), with its zone. */
export const readTime: Reader = (text, at, context) => {
  const time = timeAt(text, at, context);
  return time === null ? null : withZone(text, time, context);
};

function durationAt(text: string, at: number, language: SpokenLanguage): Readout | null {
  const match = matchAt(DURATION, text, at);
  // Commas between English figures separate verses: "5:12,14".
  if (match === null || Number(match[3]) > 59 || match[4] !== language.format.decimal) return null;
  const [all, hours, minutes = '', seconds = '', , fraction = ''] = match;
  const whole = (digits: string): NumberValue => wholeNumber(String(Number(digits)));
  const spoken = [
    hours === undefined ? '' : language.unit(whole(hours), 'h'),
    language.unit(whole(minutes), 'min'),
    language.unit({ ...whole(seconds), fraction }, 's'),
  ];
  return { end: at + all.length, spoken: spoken.filter(Boolean).join(' ') };
}

const between = (from: string, to: string, { language, previous }: ReadContext): string =>
  language.timeRange?.(from, to, previous) ?? language.range(from, to);

const timeAt: Reader = (text, at, context) => {
  const duration = durationAt(text, at, context.language);
  if (duration !== null) return duration;
  const hours = matchAt(HOURS_UNTIL, text, at);
  if (hours !== null && Number(hours[1]) <= 12) {
    const until = oneTime(text, at + hours[0].length, context);
    const from = context.language.cardinal(hours[1] ?? '0');
    if (until !== null) return { ...until, spoken: between(from, until.spoken, context) };
  }
  const first = oneTime(text, at, context);
  const dash =
    first === null
      ? null
      : /^(?:[-–—~〜∼～]|[ \u00a0][-–—~〜∼～][ \u00a0])(?=\d)/.exec(text.slice(first.end, first.end + 4));
  if (first === null || dash === null) return first;
  const second = oneTime(text, first.end + dash[0].length, context);
  if (second !== null) return { ...second, spoken: between(first.spoken, second.spoken, context) };
  // "9:30-12", "3:16-18"
  const plain = matchAt(PLAIN_END, text, first.end + dash[0].length);
  if (plain === null || dash[0] !== '-') return first;
  const spoken = between(first.spoken, context.language.cardinal(plain[0]), context);
  return { end: first.end + 1 + plain[0].length, spoken };
};

const oneTime: Reader = (text, at, { language, continues, previous }) => {
  const { hourSign, dotted } = cues(language);
  const withSign = hourSign.test(previous) ? matchAt(HOUR_H, text, at) : null;
  const match =
    matchAt(BEFORE_U, text, at) ??
    matchAt(SHORT_HALF, text, at) ??
    matchAt(TIME_OF_DAY, text, at) ??
    matchAt(HOUR_ONLY, text, at) ??
    matchAt(DOTTED_HALF, text, at) ??
    matchAt(WITH_H, text, at) ??
    matchAt(WITH_U, text, at) ??
    matchAt(DOTTED, text, at) ??
    (dotted.test(previous) ? matchAt(DOTTED_HOUR, text, at) : null) ??
    matchAt(DOTTED_IN_ZONE, text, at) ??
    withSign;
  if (match === null) return null;
  // "24h" is a whole day.
  if (match === withSign && match[1] === '24') return null;
  const spoken = sayTime(match, language);
  if (spoken === null) return null;
  const end = at + match[0].length;
  if (match[0].endsWith('.')) return { end, spoken, endsSentence: endsSentence(text, end, continues) };
  if (isAlphanumeric(text, end)) return null;
  return withClockWord(text, end, spoken);
};

/** "14:30 Uhr": the word is part of the time when the spoken time already has it. */
function withClockWord(text: string, end: number, spoken: string): Readout {
  const word = matchAt(CLOCK_WORD, text, end);
  if (word === null) return { end, spoken };
  const said = word[1] === 'h' || spoken.split(' ').includes(word[1] ?? '');
  return said ? { end: end + word[0].length, spoken } : { end, spoken };
}

/**
 * Whether the dot at the end of an abbreviation at `end` is also the full stop: the text ends, or a capital follows.
 */
export function endsSentence(text: string, end: number, continues: boolean): boolean {
  const rest = text.slice(end, end + 200);
  if (/^["'”’»)\]]*\s*$/.test(rest)) return !continues;
  // "9 p.m. ET"
  if (/^ (?:(?:[ECMP][SD]?T)|GMT|UTC|CET|BST)(?![\p{L}\p{N}])/u.test(rest)) return false;
  return /^["'”’»)\]]*(?:\s*\u2029|\s+["'“‘«(]?\p{Lu})/u.test(rest);
}
