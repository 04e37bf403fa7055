/**
 * Korean. Amounts, dates, minutes and units take Sino-Korean numbers; hours and most counters of things and people take
 * native ones ("오후 두 시 삼십 분", "세 명").
 */
import { particleAfter } from '../../scripts.ts';
import { readAbbreviations } from '../abbreviations.ts';
import { digitByDigit, magnitude, phrase, wholeAndCents, withoutLeadingZeros } from '../common.ts';
import type { SpokenLanguage } from '../types.ts';
import type { NumberValue, UnitCode } from '../values.ts';
import abbreviations from './abbreviations.json' with { type: 'json' };
import { CONVENTIONS } from './conventions.ts';
import { currencyOf, UNITS } from './measures.ts';
import { CODE_DIGITS, DIGITS, native, sino } from './numbers.ts';

const MINUS = '마이너스';

/** Scale words join the number ("오만"), except after a decimal ("일 점 오 만"). */
function magnitudeWords({ integer, fraction, scale }: NumberValue): string {
  if (fraction !== null) return phrase(sino(integer || '0'), '점', digitByDigit(fraction, DIGITS), scale);
  const scaled = scale === null ? undefined : POWERS[scale];
  return scaled === undefined ? phrase(sino(integer || '0'), scale) : sino(integer + '0'.repeat(scaled));
}

const POWERS: Readonly<Record<string, number>> = {
  백: 2,
  천: 3,
  만: 4,
  십만: 5,
  백만: 6,
  천만: 7,
  억: 8,
  십억: 9,
  백억: 10,
  천억: 11,
  조: 12,
  경: 16,
};

function number(value: NumberValue): string {
  return phrase(value.negative ? MINUS : null, magnitudeWords(value));
}

function unit(value: NumberValue, code: UnitCode): string {
  const [name, before] = UNITS[code];
  // Below zero the temperature has a word of its own.
  if (code === 'C' && value.negative) return phrase('영하', magnitudeWords(magnitude(value)), name);
  if (code === 'h' && value.fraction === null && value.scale === null)
    return phrase(value.negative ? MINUS : null, native(value.integer), name);
  return phrase(before, number(value), name);
}

const MONTHS = '일월 이월 삼월 사월 오월 유월 칠월 팔월 구월 시월 십일월 십이월'.split(' ');

/** Counters with native numbers; longer ones first, since the first that fits is taken. */
const NATIVE_COUNTERS =
  `자리 시간 가지 마리 사람 송이 켤레 그루 군데 봉지 상자 조각 그릇 자루 차례 번째 개 명 살 잔 병 권 장 대 채
  척 벌 달 배 곳 통 줄 판 알 끼 쌍 컵 모금 숟가락 바퀴`.split(/\s+/);
/** Counters that begin like one with native numbers but take Sino-Korean numbers, or differ in meaning. */
const SINO_COUNTERS = '개월 개국 개년 명령 배수 장째 대째 시즌 시리즈 권역 달러 병동'.split(' ');

/** Endings of a bare number: particles and the copula. They stay attached. */
const PARTICLE =
  /^(?:[과와은는이가을를의에로]|에서|에게|으로|부터|까지|보다|처럼|이나|이고|이며|이다|인데|이라고|입니다|이에요|예요|이야|씩)$/;

/**
 * Korean writes its counters directly after the digits, followed by particles ("3개를", "2025년에", "5만원은"). The number
 * takes the form that the counter requires; everything else stays as written.
 */
function withCounter(digits: string, suffix: string): string {
  const [, head, rest] = /^([\d,]+[십백]?[천만억조])(.+)$/.exec(digits) ?? [];
  // "3만5천 명": the parts are read one after the other.
  if (head !== undefined && rest !== undefined)
    return phrase(
      withCounter(head.replace(/\D+$/, ''), head.replace(/^[\d,]+/, '')),
      withCounter(rest, suffix),
    );
  const plain = withoutLeadingZeros(digits.replaceAll(',', ''));
  if (suffix.startsWith(' ')) return withCounter(digits, suffix.slice(1));
  if (PARTICLE.test(suffix)) {
    const spoken = sino(plain);
    return spoken + particleAfter(spoken, suffix);
  }
  const scale = /^(?:[십백천]?[만억]|천|조(?!각))/.exec(suffix)?.[0];
  if (scale !== undefined) {
    const value: NumberValue = { negative: false, integer: plain, fraction: null, scale };
    return phrase(magnitudeWords(value), suffix.slice(scale.length));
  }
  const month = /^월(?!요일)/.test(suffix) ? MONTHS[Number(plain) - 1] : undefined;
  if (month !== undefined) return month + suffix.slice(1);
  if (SINO_COUNTERS.some((counter) => suffix.startsWith(counter))) return `${sino(plain)} ${suffix}`;
  if (suffix.startsWith('번째')) return `${plain === '1' ? '첫' : native(plain)} ${suffix}`;
  if (/^시(?!간)/.test(suffix)) return `${hours(Number(plain))} ${suffix}`;
  // "20대" are people in their twenties.
  if (/^대/.test(suffix) && /^[1-9]0$/.test(plain)) return `${sino(plain)} ${suffix}`;
  const counts = NATIVE_COUNTERS.some((counter) => suffix.startsWith(counter));
  return `${counts ? native(plain) : sino(plain)} ${suffix}`;
}

/** "3번" is mostly the number of something (삼 번); near these words it counts times (세 번). */
const PER = /(?:하루|매일|매주|일주일|주일|달|년|총|벌써|평균|최대|최소|연속|이미|단|딱|약|간|동안)에?$/;
const TIMES =
  /^(?:반복|연속|이상|이하|정도|더|만에|넘게|했|하고|해|복용|드세요|먹|울|읽|보|갔|왔|시도|방문|성공|실패)/;
const NATIVE_OF_SINO: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 99 }, (_, i) => [sino(String(i + 1)), native(String(i + 1))]),
);

/** Hours of the twelve-hour clock are native, the later ones of military time Sino-Korean. */
function hours(hour: number): string {
  return hour >= 1 && hour <= 12 ? native(String(hour)) : sino(String(hour));
}

export const ko: SpokenLanguage = {
  code: 'ko',
  format: { decimal: '.', group: [',', '\u00a0', '\u202f'], dateOrder: 'ymd' },

  cardinal: sino,
  ordinal: withCounter,
  digits: (digits) => digitByDigit(digits, CODE_DIGITS),
  number,
  percent: (value) => `${number(value)} 퍼센트`,
  currency(value, code) {
    const [main, cent] = currencyOf(code);
    const split = wholeAndCents(value);
    if (split !== null && cent === null && split.cents > 0) return phrase(number(value), main);
    if (split === null || split.cents === 0)
      return phrase(number(split === null ? value : { ...value, fraction: null }), main);
    return phrase(
      value.negative ? MINUS : null,
      split.whole === '0' ? null : `${sino(split.whole)} ${main}`,
      `${sino(String(split.cents))} ${cent}`,
    );
  },
  unit,
  fraction: (numerator, denominator) => `${sino(String(denominator))}분의 ${sino(String(numerator))}`,
  part({ whole, numerator, denominator }, code) {
    const [name, before] = UNITS[code];
    const part = `${sino(String(denominator))}분의 ${sino(String(numerator))}`;
    return phrase(before, whole > 0 ? `${sino(String(whole))}과` : null, part, name);
  },
  date({ year, month, day }) {
    return phrase(
      year === null ? null : `${sino(String(year))} 년`,
      month === null ? null : MONTHS[month - 1],
      day === null ? null : `${sino(String(day))} 일`,
    );
  },
  year: (year, decade) => `${sino(String(year))} ${decade ? '년대' : '년'}`,
  time({ hour, minute, second, meridiem }) {
    // The afternoon is named only where the written hour shows it: "오후 2:30" names it already.
    const half = meridiem === 'am' ? '오전' : meridiem === 'pm' || hour > 12 ? '오후' : null;
    return phrase(
      half,
      `${hours(hour > 12 ? hour - 12 : hour)} 시`,
      minute === 0 && second === null ? null : `${sino(String(minute))} 분`,
      second === null ? null : `${sino(String(second))} 초`,
    );
  },
  range: (from, to) => `${from}에서 ${to}`,
  // "오후 14:30", "시속 100 km/h": the text already contains the first word.
  inContext(spoken, before, after) {
    if (before !== '' && spoken.startsWith(`${before} `)) return spoken.slice(before.length + 1);
    const times = /^(\S+) 번$/.exec(spoken)?.[1];
    const count = times === undefined ? undefined : NATIVE_OF_SINO.get(times);
    return count !== undefined && (PER.test(before) || TIMES.test(after ?? '')) ? `${count} 번` : spoken;
  },

  // Not only ordinals: any run of Hangul directly after the digits, or a counter after a space, see `withCounter`.
  ordinalPattern:
    /^((?:\d+[십백]?[천만억조])*(?:\d{1,3}(?:,\d{3})+|\d+))([가-힣]+| (?:시간|번째|마리|사람|개|명|살|시)(?:[을를은는이가의도]|에서?|부터|까지)?)(?!\p{L})/u,
  months: Object.fromEntries(MONTHS.map((name, i) => [name, i + 1])),
  scales: Object.fromEntries(Object.keys(POWERS).map((name) => [name, name])),
  yearCues: [],
  abbreviations: readAbbreviations(abbreviations),
  hums: { hm: '흠', mm: '음', mhm: '음흠' },
  symbols: {
    '√': '루트',
    '²': '제곱',
    '³': '세제곱',
    '≤': '보다 작거나 같다',
    '≥': '보다 크거나 같다',
    '≠': '같지 않다',
    '∞': '무한대',
    '&': '앤드',
    '@': '골뱅이',
    '+': '플러스',
    '=': '이퀄',
    '#': '샵',
    '/': '슬래시',
    '%': '퍼센트',
    '‰': '퍼밀',
    '°': '도',
    '~': '에서',
    '§': '절',
    '^': '의',
    '×': '곱하기',
    '÷': '나누기',
    '±': '플러스마이너스',
    '<': '보다 작다',
    '>': '보다 크다',
    '≈': '약',
    '№': '넘버',
  },
  address: {
    dot: '점',
    at: '골뱅이',
    slash: '슬래시',
    hyphen: '하이픈',
    underscore: '밑줄',
    colon: '콜론',
    question: '물음표',
    backslash: '역슬래시',
  },
  writing: CONVENTIONS,
};
