/**
 * Korean numbers. The Sino-Korean ones count by ten thousands (만, 억, 조); the native ones go up to 99 and stand
 * before many counters and before the hour.
 */
import { type DigitWords, digitByDigit, withoutLeadingZeros } from '../common.ts';

export const DIGITS: DigitWords = ['영', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];
/** In numbers that identify something, such as telephone numbers, zero is 공. */
export const CODE_DIGITS: DigitWords = ['공', '일', '이', '삼', '사', '오', '육', '칠', '팔', '구'];
const PLACES = ['', '십', '백', '천'];
const SCALES = ['', '만', '억', '조', '경', '해'];
const NATIVE_UNITS = ['', '한', '두', '세', '네', '다섯', '여섯', '일곱', '여덟', '아홉'];
const NATIVE_TENS = ['', '열', '스물', '서른', '마흔', '쉰', '예순', '일흔', '여든', '아흔'];

/** Up to four digits; "일" is left out before 십, 백 and 천. */
function belowTenThousand(digits: string): string {
  let words = '';
  for (const [i, digit] of Array.from(digits).entries()) {
    const place = digits.length - 1 - i;
    if (digit === '0') continue;
    words += `${digit === '1' && place > 0 ? '' : DIGITS[Number(digit)]}${PLACES[place]}`;
  }
  return words;
}

/** A Sino-Korean number, a space after each power of ten thousand as in print; digit by digit beyond 10^24. */
export function sino(digits: string): string {
  const plain = withoutLeadingZeros(digits);
  if (plain === '0') return '영';
  const groups = plain.padStart(Math.ceil(plain.length / 4) * 4, '0').match(/\d{4}/g) ?? [];
  if (groups.length > SCALES.length) return digitByDigit(plain, DIGITS);
  const words: string[] = [];
  for (const [i, group] of groups.entries()) {
    const power = groups.length - 1 - i;
    if (group === '0000') continue;
    // 10,000 is 만, but 100,000,000 is 일억.
    const count = group === '0001' && power === 1 && i === 0 ? '' : belowTenThousand(group);
    words.push(count + SCALES[power]);
  }
  return words.join(' ');
}

/**
 * A native number before a counter ("세 개", "스무 살"). From a hundred on only a single last digit is native ("백한 명");
 * otherwise Sino-Korean numbers are used ("백이십오 명").
 */
export function native(digits: string): string {
  const plain = withoutLeadingZeros(digits);
  const below = Number(plain.slice(-2));
  if (plain === '0' || (plain.length > 2 && (below === 0 || below > 9))) return sino(plain);
  if (plain.length > 2) return sino(`${plain.slice(0, -1)}0`) + (NATIVE_UNITS[below] ?? '');
  if (below === 20) return '스무';
  return `${NATIVE_TENS[Math.floor(below / 10)]}${NATIVE_UNITS[below % 10]}`;
}
