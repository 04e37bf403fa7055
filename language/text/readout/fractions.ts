/** Parts and points: ½, 3/4, 1½, "50/50", "4.5/5", "Step 3/5". */

import { inAnyLanguage } from '../languages/index.ts';
import type { SpokenLanguage } from '../languages/types.ts';
import { numberAt, sayNumber, wholeNumber } from './numbers.ts';
import { isQuoted, unitAfter } from './quantities.ts';
import { isAlphanumeric, matchAt, oneOf, perLanguage, type Reader } from './reader.ts';
import { VULGAR } from './symbols.ts';

/** "4.5/5": the points reached of all points. */
const RATING = /(\d{1,3}[.,]\d{1,2})\/(5|10|20|100)(?![\p{L}\p{N}/]|[.,]\d)/uy;
const SLASHED =
  /(?:(\d{1,4})[ \u00a0])?(\d{1,4})[/⁄](\d{1,4})(?:(?:th|rd|nd|TH|RD|ND)s?(?!\p{L}))?(?!(?!\p{Script=Hangul})[\p{N}/]|[.,]\d)/uy;
/** "1/10000", "1/1.000.000" */
const SMALL_PART = /()(\d{1,2})[/⁄](\d{5,9}|\d{1,3}(?:[.,]\d{3})+)(?![\p{L}\p{N}/]|[.,]\d)/uy;
/** "1000000/3", "12639/12640" */
const LARGE = /()([1-9]\d*000|\d{5,9})[/⁄](\d{1,9})(?![\p{L}\p{N}/]|[.,]\d)/uy;
const MIXED_VULGAR = /(\d{1,6})?[ \u00a0]?([½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒])/y;

const PRESSURE_CUES = oneOf(inAnyLanguage(({ numbers }) => numbers.pressure.cues));

const stepNouns = perLanguage('steps', ({ writing }) => oneOf(writing.numbers.steps?.nouns ?? []));

/** ½, 3/4, 1½, 2 3/4; a denominator of one or zero does not make a fraction. */
export const readFraction: Reader = (text, at, context) => {
  if (text[at] !== '-') return positive(text, at, context);
  // "-1/3"
  const found = /^-\d/.test(text.slice(at, at + 2)) ? positive(text, at + 1, context) : null;
  return found === null ? null : { ...found, spoken: `${minusOf(context.language)} ${found.spoken}` };
};

function minusOf(language: SpokenLanguage): string {
  return language
    .number({ ...wholeNumber('7'), negative: true })
    .replace(language.cardinal('7'), '')
    .trim();
}

const HALVED = ['h', 'l', 'kg', 'km', 'm', 'cm', 'min', 'yr', 'mi', 'ft', 'in', 'lb'] as const;

/** Names of units as the language says them after one, two and five. */
const unitNames = perLanguage('unit names', (language) =>
  HALVED.flatMap((code) =>
    [1, 2, 5].map((number) => {
      const [, ...name] = language.unit(wholeNumber(String(number)), code).split(' ');
      return { code, name: name.join(' ') };
    }),
  ).filter(({ name }) => name !== ''),
);

/** "2½ horas": a unit spelled out behind a fraction, which some languages say before it. */
function wordAfter(text: string, at: number, language: SpokenLanguage) {
  const from = /[ \u00a0]/.test(text[at] ?? '') ? at + 1 : at;
  const found = unitNames(language).find(
    ({ name }) => text.startsWith(name, from) && !isAlphanumeric(text, from + name.length),
  );
  return found === undefined ? null : { code: found.code, end: from + found.name.length };
}

/** Whether the numerator is round or the denominator as long, so that neither is a code. */
const isWhole = ([, , top = '', bottom = '']: RegExpExecArray): boolean =>
  Number(bottom) > 1 && (top.endsWith('000') || bottom.length > 4);

const positive: Reader = (text, at, { language, previous }) => {
  const rating = matchAt(RATING, text, at);
  const { outOf, pointsOfHundred, pressure, steps } = language.writing.numbers;
  if (rating !== null && outOf !== null) {
    const points = numberAt(text, at, language);
    if (points !== null && points.end === at + (rating[1] ?? '').length)
      return {
        end: at + rating[0].length,
        spoken: `${sayNumber(points, language)} ${outOf} ${language.cardinal(rating[2] ?? '')}`,
      };
  }
  const vulgar = matchAt(MIXED_VULGAR, text, at);
  const large = vulgar === null ? matchAt(LARGE, text, at) : null;
  const isPart = large !== null && Math.max(Number(large[2]), Number(large[3])) > 9999 && isWhole(large);
  const small = isPart ? large : vulgar === null ? matchAt(SMALL_PART, text, at) : null;
  if (small !== null && small[3] !== undefined)
    return {
      end: at + small[0].length,
      spoken: language.fraction(Number(small[2]), Number(small[3].replace(/\D/g, ''))),
    };
  const slashed = vulgar === null ? matchAt(SLASHED, text, at) : null;
  const match = vulgar ?? slashed;
  if (match === null) return null;
  const end = at + match[0].length;
  const inches = /["”″]/.test(text[end] ?? '') && !isQuoted(text, at, text[end] ?? '');
  const unit = inches ? { code: 'in' as const, end: end + 1 } : unitAfter(text, end, language);
  if (unit === null && slashed !== null && isAlphanumeric(text, end)) return null;
  const [top, bottom] = vulgar ? (VULGAR[vulgar[2] ?? ''] ?? [0, 0]) : [Number(match[2]), Number(match[3])];
  if (bottom < 2 || top < 1 || match[3]?.startsWith('0') || match[2]?.startsWith('0')) return null;
  const whole = match[1];
  if (
    slashed !== null &&
    whole === undefined &&
    top === bottom &&
    /^(?:5|10|100)$/.test(String(top)) &&
    outOf !== null
  )
    return {
      end,
      spoken: `${language.cardinal(String(top))} ${outOf} ${language.cardinal(String(top))}`,
    };
  const same = slashed !== null && top >= bottom && bottom > 9 && (top === bottom || top + bottom === 100);
  const isAlways = slashed !== null && top === 24 && bottom === 7;
  // "50/50", "80/20" and "24/7" are names and not fractions; a number out of a hundred may be points.
  if (whole === undefined && (same || isAlways))
    return {
      end,
      spoken: `${language.cardinal(match[2] ?? '')} ${language.cardinal(match[3] ?? '')}`,
    };
  // "Step 3/5"
  if (steps !== null && whole === undefined && slashed !== null && stepNouns(language).test(previous))
    return {
      end,
      spoken: `${language.cardinal(String(top))} ${steps.of} ${language.cardinal(String(bottom))}`,
    };
  if (pointsOfHundred && outOf !== null && whole === undefined && bottom === 100)
    return {
      end,
      spoken: `${language.cardinal(String(top))} ${outOf} ${language.cardinal('100')}`,
    };
  // "2024 3/4": the number before is separate when the fraction is improper or the number looks like a year.
  if (
    whole !== undefined &&
    ((top >= bottom && (whole.length > 2 || bottom > 20 || isAlways)) || whole.length > 3)
  )
    return null;
  // "Nr. 2024/117", "№ 4711/2024": a year, and what was counted in it.
  const isYear = (number: number): boolean => number >= 1900 && number < 2100;
  if (
    whole === undefined &&
    slashed !== null &&
    ((isYear(top) && bottom > 12) || (isYear(bottom) && top > 12 && top !== bottom))
  )
    return null;
  // "120/80 mmHg", and "Tensión 12/8" in centimeters of mercury
  const inCentimeters = top < 30 && unit === null && PRESSURE_CUES.test(previous);
  const inMillimeters = top >= 60 && top <= 300 && bottom >= 40 && (unit === null || unit.code === 'mmHg');
  if (slashed !== null && whole === undefined && top > bottom && (inCentimeters || inMillimeters)) {
    const [high, low] = [language.cardinal(String(top)), wholeNumber(String(bottom))];
    const last = unit === null ? language.cardinal(low.integer) : language.unit(low, unit.code);
    return { end: unit?.end ?? end, spoken: `${high} ${pressure.between} ${last}` };
  }
  const spelled = unit ?? (whole === undefined ? null : wordAfter(text, end, language));
  if (spelled !== null)
    return {
      end: spelled.end,
      spoken: language.part({ whole: Number(whole ?? 0), numerator: top, denominator: bottom }, spelled.code),
    };
  const part = language.fraction(top, bottom);
  const and = language.symbols['&'];
  if (whole === undefined || Number(whole) === 0) return { end, spoken: part };
  const mixed = language.mixed?.({ whole: Number(whole), numerator: top, denominator: bottom });
  return { end, spoken: mixed ?? [language.cardinal(whole), and, part].filter(Boolean).join(' ') };
};
