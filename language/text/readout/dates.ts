/** Dates in figures, dates with the month's name, years and decades. */
import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import type { DateValue } from '../languages/values.ts';
import { isMeasured } from './quantities.ts';
import {
  alternatives,
  escapePattern,
  isAlphanumeric,
  isLetter,
  matchAt,
  oneOf,
  perLanguage,
  type ReadContext,
  type Reader,
  type Readout,
} from './reader.ts';
import { endsSentence, readTime, sayTime, TIME_OF_DAY } from './times.ts';

const LONGEST = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function exists(month: number, day: number): boolean {
  return day >= 1 && day <= (LONGEST[month - 1] ?? 0);
}

/** Like `exists`, for dates whose form leaves no doubt: "1990-02-30" is read as written. */
function isDay(month: string, day: string): boolean {
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
}

/** Two-digit years: up to 49 in this century, from 50 in the last. */
export function fullYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

const ISO = /(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?/y;
/** "2024-05", "05/2024", "11-2024": a month of two figures and a year. */
const YEAR_MONTH = /((?:1[89]|20)\d\d)-(0[1-9]|1[0-2])(?![\p{L}\p{N}]|[-.,/:]\d)/uy;
const MONTH_YEAR = /(0[1-9]|1[0-2]|[1-9](?=\/))[-/]((?:19|20)\d\d)(?![\p{L}\p{N}]|[-.,/:]\d)/uy;
const NUMERIC = /(\d{1,4})([./-])(\d{1,2})\2(\d{4}|\d{1,2})(?!\2?\d)/y;
/** Korean puts spaces between: "2025. 6. 15." */
const SPACED_DOTS = /(\d{4})\. (\d{1,2})\. (\d{1,2})(?:\.(?=\s+\S)|(?!\d))/y;
/** "2. 5. 2025" */
const SPACED_ORDINALS = /(\d{1,2})\. (\d{1,2})\. ((?:19|20)\d\d)(?!\d|[.,:]\d)/y;
/** "3.4." without a year, as written where ordinals end in a dot. */
const DAY_MONTH = /(\d{1,2})\.(\d{1,2})\.(?!\d)/y;
/** Year, month and day each followed by its own sign: 2025년 3월 5일, 2025年3月5日. */
const SIGNED =
  /(?:(\d{2,4})\s?[년年]\s?)?(\d{1,2})\s?[월月](?:\s?(\d{1,2})(?:\s?[일日]|(?=[~〜∼～-]\d{1,2}\s?[일日])))?/y;

/** All-digit dates: ISO always year first, others in the language's order unless only the other order exists. */
export const readNumericDate: Reader = (text, at, context) => {
  const { language } = context;
  const iso = matchAt(ISO, text, at);
  if (iso !== null && isDay(iso[2] ?? '', iso[3] ?? '') && !isAlphanumeric(text, at + iso[0].length)) {
    const spoken = language.date({ year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]) });
    const time = iso[4] === undefined ? null : matchAt(TIME_OF_DAY, iso[4], 0);
    const clock = time === null ? null : sayTime(time, language);
    return { end: at + iso[0].length, spoken: clock === null ? spoken : `${spoken} ${clock}` };
  }
  const yearMonth = matchAt(YEAR_MONTH, text, at);
  const monthYear = yearMonth === null ? matchAt(MONTH_YEAR, text, at) : null;
  const short = yearMonth ?? monthYear;
  if (short !== null) {
    const [year, month] = yearMonth === null ? [short[2], short[1]] : [short[1], short[2]];
    const spoken = language.date({ year: Number(year), month: Number(month), day: null });
    return { end: at + short[0].length, spoken };
  }
  const signed = matchAt(SIGNED, text, at);
  if (
    signed !== null &&
    (signed[1] ?? signed[3]) !== undefined &&
    exists(Number(signed[2]), Number(signed[3] ?? 1))
  ) {
    const year = signed[1] === undefined ? null : fullYear(signed[1]);
    const day = signed[3] === undefined ? null : Number(signed[3]);
    return { end: at + signed[0].length, spoken: language.date({ year, month: Number(signed[2]), day }) };
  }
  return (
    readFigures(text, at, context) ?? readDayAndMonth(text, at, context) ?? readPaddedDay(text, at, context)
  );
};

const DAY_AND_MONTH = /(\d{1,2})\/(\d{1,2})(?![\p{L}\p{N}/]|[.,]\d)/uy;
/** Words before a day and month in figures; without one of them "3/4" is a fraction. */
const DAY_CUES = oneOf(inAnyLanguage(({ dates }) => dates.dayCues));
/** "mar. 9/9", "Mon, 4/15", "Tue (2/22)": a day of the week before a day and month. */
const weekdayBefore = perLanguage('weekday before', ({ writing }) => {
  const days = Object.entries(writing.dates.shortDays).flat();
  const names = alternatives(days.map((day) => day.replace('.', '')));
  return days.length === 0 ? /(?!)/ : new RegExp(`(?<![\\p{L}\\p{M}])(?:${names})\\.?,? \\(?$`, 'iu');
});
/** "9/9(화)" */
const BRACKETED_DAY = /^ ?\([월화수목금토일]\)/;
const DOTTED_DAY_CUES = oneOf(inAnyLanguage(({ dates }) => [...dates.dayCues, ...dates.dottedDayCues]));

/** Words before the month and year of a card, with any endings. */
const EXPIRES = new RegExp(
  `(?:${alternatives(inAnyLanguage(({ dates }) => dates.expiryCues))})\\p{L}*(?: \\p{L}+)?[ :]+$`,
  'iu',
);

/** "on 12/25": a day and a month without a year. */
function readDayAndMonth(text: string, at: number, { language, previous }: ReadContext): Readout | null {
  const match = matchAt(DAY_AND_MONTH, text, at);
  const [month, year] = [Number(match?.[1]), Number(match?.[2])];
  // "expires 12/27"
  if (match !== null && month <= 12 && year > 12 && EXPIRES.test(text.slice(Math.max(0, at - 24), at)))
    return {
      end: at + match[0].length,
      spoken: `${language.cardinal(`${month}`)} ${language.cardinal(`${year}`)}`,
    };
  // A leading zero also shows that it is not a fraction.
  if (match === null) return null;
  const rest = text.slice(at + match[0].length, at + match[0].length + 4);
  const before = text.slice(Math.max(0, at - 16), at);
  const isCued = DAY_CUES.test(previous) || weekdayBefore(language).test(before) || BRACKETED_DAY.test(rest);
  if (!isCued && !/^0[1-9]|\/0[1-9]/.test(match[0])) return null;
  const value = inOrder(match[1] ?? '', match[2] ?? '', '2000', language.format.dateOrder);
  return value && { end: at + match[0].length, spoken: language.date({ ...value, year: null }) };
}

/** "06-05" and "02.03": the zero shows that it is no range and no decimal number. */
const PADDED = /(?=0|\d\d[-.]0)(\d\d)([-.])(\d\d)(?![\p{L}\p{N}]|[-–.,/:]\d)/uy;

function readPaddedDay(text: string, at: number, context: ReadContext): Readout | null {
  const { language, previous } = context;
  const match = matchAt(PADDED, text, at);
  if (match === null || /[-–.,/:+]/.test(text[at - 1] ?? '')) return null;
  const [all, first = '', mark, second = ''] = match;
  const end = at + all.length;
  const { decimal, dateOrder } = language.format;
  if (mark === '.') {
    const dotted = decimal === ',' && language.writing.sentences.ordinalDot && first.startsWith('0');
    if (!dotted || readTime(text, at, context) !== null) return null;
  } else if (!language.writing.dates.dashedDays && !DAY_CUES.test(previous)) return null;
  // "01-10" may be a range, if something is counted.
  else if (!second.startsWith('0') && !DAY_CUES.test(previous)) {
    if (/^\s*[\p{L}\p{N}(]/u.test(text.slice(end, end + 4))) return null;
  }
  if (isMeasured(text, end, language)) return null;
  const [a, b] = dateOrder === 'dmy' ? [first, second] : [second, first];
  const [day, month] = isDay(b, a) ? [a, b] : [b, a];
  if (!isDay(month, day)) return null;
  return { end, spoken: language.date({ year: null, month: Number(month), day: Number(day) }) };
}

function readFigures(
  text: string,
  at: number,
  { language, previous, continues }: ReadContext,
): Readout | null {
  const { ordinalDot } = language.writing.sentences;
  const ordinals = ordinalDot ? matchAt(SPACED_ORDINALS, text, at) : null;
  const day = ordinals && inOrder(ordinals[1] ?? '', ordinals[2] ?? '', ordinals[3] ?? '', 'dmy');
  if (ordinals && day) return { end: at + ordinals[0].length, spoken: language.date(day), year: true };
  const spaced = language.format.dateOrder === 'ymd' ? matchAt(SPACED_DOTS, text, at) : null;
  const value = spaced && inOrder(spaced[1] ?? '', spaced[2] ?? '', spaced[3] ?? '', 'ymd');
  if (spaced && value) return { end: at + spaced[0].length, spoken: language.date(value), year: true };
  const match = matchAt(NUMERIC, text, at);
  // "1.2.25" is a version number where numbers have a decimal point.
  const version =
    match?.[2] === '.' &&
    match[4]?.length !== 4 &&
    language.format.decimal === '.' &&
    !(match[1]?.length === 4 && (language.format.dateOrder === 'ymd' || match[0].length === 10));
  // One digit at the end is a day, after a year.
  const cut = match !== null && match[4]?.length === 1 && match[1]?.length !== 4;
  const { yearMark } = language.writing.dates;
  const mark = match === null || yearMark === null ? null : matchAt(yearMark, text, at + match[0].length);
  const dateEnd = at + (match?.[0].length ?? 0) + (mark?.[0].length ?? 0);
  if (match !== null && !version && !cut && !isAlphanumeric(text, dateEnd)) {
    const date = inOrder(match[1] ?? '', match[3] ?? '', match[4] ?? '', language.format.dateOrder);
    const stops = mark?.[0].endsWith('.') && endsSentence(text, dateEnd, continues);
    if (date !== null)
      return {
        end: dateEnd,
        spoken: language.date(date),
        year: true,
        ...(stops ? { endsSentence: true } : {}),
      };
  }
  if (language.format.decimal !== ',' || !language.writing.sentences.ordinalDot) return null;
  const short = matchAt(DAY_MONTH, text, at);
  if (short === null || !exists(Number(short[2]), Number(short[1]))) return null;
  const end = at + short[0].length;
  // At the end of a sentence the second dot may also be the full stop after a decimal number: "3.4."
  const last = !/^(?:\s+\S|,)/.test(text.slice(end, end + 8));
  const isCued =
    DOTTED_DAY_CUES.test(previous) || weekdayBefore(language).test(text.slice(Math.max(0, at - 16), at));
  if (last && !isCued) return null;
  const stops = last && endsSentence(text, end, continues);
  return {
    ...(stops ? { endsSentence: true } : {}),
    end,
    spoken: language.date({ year: null, month: Number(short[2]), day: Number(short[1]) }),
  };
}

function inOrder(
  first: string,
  second: string,
  third: string,
  order: 'dmy' | 'mdy' | 'ymd',
): DateValue | null {
  if (first.length > 2) {
    if (first.length !== 4 || third.length > 2 || !isDay(second, third)) return null;
    return { year: Number(first), month: Number(second), day: Number(third) };
  }
  if (order === 'ymd' && third.length === 2 && exists(Number(second), Number(third)))
    return { year: fullYear(first), month: Number(second), day: Number(third) };
  const [a, b] = [Number(first), Number(second)];
  const year = fullYear(third);
  // "30/2/1990" is read as a date although the calendar does not have it.
  if (third.length === 4 && order === 'dmy' && b === 2 && (a === 30 || a === 31))
    return { year, month: b, day: a };
  const monthFirst = order === 'mdy' ? exists(a, b) : !exists(b, a) && exists(a, b);
  if (monthFirst) return { year, month: a, day: b };
  return exists(b, a) ? { year, month: b, day: a, ...(order === 'mdy' && { dayFirst: true }) } : null;
}

const suffix = `(?:${alternatives(inAnyLanguage(({ dates }) => dates.daySuffixes))})?`;
const joint = `(?:\\s+(?:${alternatives(inAnyLanguage(({ dates }) => dates.joints))}))?`;

const named = perLanguage('months', ({ months }: SpokenLanguage) => {
  const names = Object.keys(months)
    .sort((a, b) => b.length - a.length)
    .map(escapePattern);
  const month = `(${names.length === 0 ? '(?!)' : names.join('|')})(?![\\p{L}\\p{M}])\\.?`;
  const year = '(\\d{4})(?![\\p{L}\\p{N}]|[.,:]\\d|\\s?[%€$£°])';
  return {
    dayFirst: new RegExp(
      `(\\d{1,2})${suffix}(?:${joint}\\s+|-)${month}(?:(?:,?${joint}\\s+|-)${year})?`,
      'iuy',
    ),
    monthFirst: new RegExp(
      `${month}(?:\\s+|-(?=\\d))(\\d{1,2})${suffix}(?![\\p{L}\\p{N}]|[.,:/]\\d|-\\d{1,3}(?!\\d)|–\\d|\\s?[%€$£°])(?:(?:,?\\s+|-)${year})?`,
      'iuy',
    ),
    days: new RegExp(
      `${month}\\s+(\\d{1,2})[-–](\\d{1,2})(?![\\p{L}\\p{N}]|[.,:/]\\d)(?:,?\\s+${year})?`,
      'iuy',
    ),
    monthYear: new RegExp(`${month}(?:,?${joint})\\s+${year}`, 'iuy'),
  };
});

/** "March 3, 2025", "3. März 2025", "3 de marzo de 2025", "March 2025", "Sept. 3". */
const oneNamedDate: Reader = (text, at, context) => {
  const { language, previous } = context;
  const { dayFirst, days, monthFirst, monthYear } = named(language);
  const first = matchAt(dayFirst, text, at);
  const wordlike = (name: string): boolean => language.writing.dates.wordlikeMonths.includes(name);
  const month = (name: string): number | null => {
    const small = language.writing.dates.capitalMonths && name === name.toLowerCase();
    return small && wordlike(name) ? null : (language.months[name.toLowerCase()] ?? null);
  };
  const result = (match: RegExpExecArray, name: string, day: string | null, year: string | undefined) => {
    const dayFirst = match === first;
    const value = {
      year: year === undefined ? null : Number(year),
      month:
        year === undefined || !language.writing.dates.capitalMonths
          ? month(name)
          : (language.months[name.toLowerCase()] ?? null),
      dayFirst,
      day: day === null ? null : Number(day),
    };
    if (value.month === null || (value.day !== null && !exists(value.month, value.day))) return null;
    let end = at + match[0].length;
    // The dot of "Sept." belongs to it; a full stop after a whole word or a year belongs to the sentence.
    if (text[end - 1] === '.' && (name.length > 4 || !/^\s+\S/.test(text.slice(end, end + 8)))) end--;
    if (isLetter(text, end)) return null;
    const spoken = language.date(value);
    // "the 26th May": the text already contains the article.
    const said = dayFirst && /^the$/i.test(previous) ? spoken.replace(/^the /, '') : spoken;
    return { end, spoken: said, year: value.year !== null };
  };
  const monthLeads = language.format.dateOrder === 'mdy';
  if (first !== null) return result(first, first[2] ?? '', first[1] ?? '', first[3]);
  const listed = dayList(text, at, context);
  if (listed !== null) return listed;
  const second = matchAt(monthFirst, text, at);
  if (second !== null) {
    const found = result(second, second[1] ?? '', second[2] ?? '', second[3]);
    if (found !== null) return found;
  }
  const several = monthLeads ? matchAt(days, text, at) : null;
  const last = Number(several?.[3]);
  if (several !== null && last > Number(several[2])) {
    // "June 5-7, 2024"
    const found = result(several, several[1] ?? '', several[2] ?? '', undefined);
    const until = [
      language.ordinal(String(last), ''),
      several[4] ? language.year(Number(several[4]), false) : '',
    ];
    if (found !== null && last <= 31)
      return {
        ...found,
        spoken: language.range(found.spoken, until.join(' ').trim()),
        year: several[4] !== undefined,
      };
  }
  const third = matchAt(monthYear, text, at);
  return third === null ? null : result(third, third[1] ?? '', null, third[2]);
};

const DOTTED_DAYS = /(\d{1,2})\. ?([-–/]) ?(\d{1,2})\.(?= (\p{L}{3,9})(?!\p{L}))/uy;
const DAYS = /(\d{1,2})([-–/])(\d{1,2})(?:\2(\d{1,2}))?(?= \p{L})/uy;

/** "17/18 juin", "17-18-19 juin", "1–5 января": several days of a month, whose name is the next word. */
function dayList(text: string, at: number, { language, previous }: ReadContext): Readout | null {
  const { dottedDays } = language.writing.dates;
  const dotted = dottedDays === null ? null : matchAt(DOTTED_DAYS, text, at);
  if (dottedDays !== null && dotted !== null) {
    const [all, from = '', slash, to = '', name = ''] = dotted;
    if (language.months[name.toLowerCase()] !== undefined && Number(from) < Number(to) && Number(to) <= 31)
      return { end: at + all.length, spoken: dottedDays(from, to, slash === '/', previous, language) };
  }
  const match = matchAt(DAYS, text, at);
  if (match === null) return null;
  const end = at + match[0].length;
  const month = /^ (\p{L}+)/u.exec(text.slice(end, end + 14))?.[1]?.toLowerCase() ?? '';
  const days = [match[1], match[3], match[4]].filter((day) => day !== undefined);
  const rises = days.every((day, i) => Number(day) <= 31 && (i === 0 || Number(day) > Number(days[i - 1])));
  if (language.months[month] === undefined || !rises || language.writing.dates.capitalMonths) return null;
  const { dayRange } = language.writing.dates;
  const [from = '', to = ''] = days;
  if (match[2] !== '/' && days.length === 2)
    return dayRange === null
      ? null
      : {
          end,
          spoken: dayRange(from, to, language).replace(new RegExp(`^${escapePattern(previous)} `, 'i'), ''),
        };
  const and = language.symbols['&'] ?? '';
  const said = days.map((day) => language.cardinal(String(Number(day))));
  return { end, spoken: `${said.slice(0, -1).join(' ')} ${and} ${said.at(-1)}` };
}

const MONTH_SPAN = /(\p{L}{3,9})[-–](\p{L}{3,9})(?![\p{L}\p{N}]|[-–]\p{L})/uy;

/** "Jan-Mar": the number of a month's name, if it is one. */
function monthOf(name: string | undefined, { months, writing }: SpokenLanguage): number | null {
  if (name === undefined || (writing.dates.capitalMonths && !/^\p{Lu}/u.test(name))) return null;
  return months[name.toLowerCase()] ?? null;
}

/** A date with the month's name, or two joined by a dash ("Jan 2024–Mar 2025"). */
export const readNamedDate: Reader = (text, at, context) => {
  const span = matchAt(MONTH_SPAN, text, at);
  const [from, to] = [span?.[1], span?.[2]].map((name) => monthOf(name, context.language));
  if (span !== null && from && to) {
    const [first, last] = [from, to].map((month) => context.language.date({ year: null, month, day: null }));
    return { end: at + span[0].length, spoken: context.language.range(first ?? '', last ?? '') };
  }
  const first = oneNamedDate(text, at, context);
  if (first === null || !/^[-–]\p{L}/u.test(text.slice(first.end, first.end + 3))) return first;
  const second = oneNamedDate(text, first.end + 1, { ...context, previous: '' });
  return second === null ? first : { ...second, spoken: context.language.range(first.spoken, second.spoken) };
};

const SEASON = /((?:19|20)\d\d)\/(\d\d|\d{4})(?![\p{L}\p{N}/])/uy;
const FOUR_DIGITS = /(\d{4})(?![\p{L}\p{N}]|[.,:/]\d|[-–]\d|[ \u00a0][-–—][ \u00a0]\d{4}(?!\d)|\s?[%€$£°])/uy;
const twoDigitCues = perLanguage('decade', ({ writing }) => {
  const cues = writing.dates.decade?.twoDigitCues ?? null;
  return cues === null ? null : oneOf(cues);
});

/**
 * A number that the text identifies as a year: after "in", after another year and "and", alone in brackets, "1990s".
 */
export const readYear: Reader = (text, at, { language, previous, afterYear }) => {
  const { decade: decades, recentYears } = language.writing.dates;
  const decade = decades === null ? null : matchAt(decades.pattern, text, at);
  if (decade !== null) {
    const digits = decade[1] ?? '';
    const two = digits.length === 2;
    const cues = twoDigitCues(language);
    if (
      digits.endsWith('0') &&
      (!two || cues === null || text[at] === "'" || /^\p{L}/u.test(decade[0]) || cues.test(previous))
    ) {
      const prefix = /^\p{L}+/u.exec(decade[0])?.[0] ?? '';
      const spoken = `${prefix} ${language.year(Number(digits), true)}${decade[2] ?? ''}`.trim();
      const end = at + decade[0].length;
      const later =
        decades !== null && /[-–]/.test(text[end] ?? '') ? matchAt(decades.pattern, text, end + 1) : null;
      // "1960s-80s"
      if (later?.[1]?.endsWith('0'))
        return {
          end: end + 1 + later[0].length,
          spoken: language.range(spoken, language.year(Number(later[1]), true)),
          year: true,
        };
      return { end, spoken, year: true };
    }
  }
  const season = matchAt(SEASON, text, at);
  const [, from = '', to = ''] = season ?? [];
  // "2024/25", "1999/2000"
  if (season !== null && (Number(from) + 1) % 10 ** to.length === Number(to)) {
    const second = to.length === 2 ? language.cardinal(to) : language.year(Number(to), false);
    const end = at + season[0].length;
    return { end, spoken: `${language.year(Number(from), false)} ${second}`, year: true };
  }
  const match = matchAt(FOUR_DIGITS, text, at);
  if (match === null) return null;
  const year = Number(match[1]);
  if (year < 1000 || year > 2199) return null;
  const end = at + match[0].length;
  const cue = afterYear || language.yearCues.includes(previous.toLowerCase());
  const bracketed = text[at - 1] === '(' && text[end] === ')';
  // Without a grouping mark, numbers in the range of present-day years are rarely quantities.
  const recent = recentYears !== null && year >= recentYears[0] && year < recentYears[1];
  if ((!cue && !bracketed && !recent) || isMeasured(text, end, language)) return null;
  return { end, spoken: language.year(year, false), year: true };
};
