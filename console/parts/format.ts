import { locale, t } from '../i18n/i18n.ts';

/** Formats minutes and seconds: `0:07`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Formats a duration: `840 ms`, `2.4 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return t('{count} ms', { count: Math.round(ms) });
  if (ms < 60_000) return t('{seconds} s', { seconds: numbers(1).format(ms / 1000) });
  const seconds = Math.round(ms / 1000);
  return t('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}

/** Formats a number with separators. */
export function count(value: number): string {
  return numbers().format(value);
}

/** Formats a size: `63.2 MB`. */
export function megabytes(bytes: number): string {
  return t('{size} MB', { size: numbers(bytes < 100_000_000 ? 1 : 0).format(bytes / 1_000_000) });
}

/** @param digits exact number of decimals; by default as many as needed */
function numbers(digits?: number): Intl.NumberFormat {
  const options =
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale(), options);
}

/** Returns the name of a language code; null if the browser has none. */
export function knownLanguage(code: string): string | null {
  try {
    const names = new Intl.DisplayNames([locale()], { type: 'language', fallback: 'none' });
    const name = names.of(code);
    // In a list, names begin with a capital letter, even in languages that write them in lower case.
    return name ? name.charAt(0).toLocaleUpperCase(locale()) + name.slice(1) : null;
  } catch {
    return null;
  }
}

/** Returns the name of a language code, or the code itself if there is none. */
export function languageName(code: string): string {
  return knownLanguage(code) ?? code;
}

/** Formats the day of an ISO 8601 time: `Nov 3, 2026`. */
export function day(iso: string): string {
  return formatted(iso, { day: 'numeric', month: 'short', year: 'numeric' });
}

/**
 * Formats a day with its time: `Nov 3, 2026, 14:05`.
 * @param time an ISO 8601 time
 */
export function moment(time: string | Date): string {
  return formatted(time, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** Formats a time of day with seconds: `14:05:09`. @param time an ISO 8601 time */
export function timeOfDay(time: string): string {
  return formatted(time, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
}

/** Country codes of one and of two digits. The others have three. */
const COUNTRY_CODE = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/** Formats a telephone number: `+49 306 543 210`. A SIP address stays as it is. */
export function telephone(number: string): string {
  const [code] = COUNTRY_CODE.exec(number) ?? [];
  if (code === undefined || !/^\+\d+$/.test(number)) return number;
  // Groups of three, the last one of two to four.
  const groups = number.slice(code.length).match(/\d{3}(?=\d{2})|\d{2,4}$|\d+$/g) ?? [];
  return [code, ...groups].join(' ');
}

function formatted(time: string | Date, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime())
    ? String(time)
    : new Intl.DateTimeFormat(locale(), options).format(date);
}
