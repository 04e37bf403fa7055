const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = {
  h: HOUR_MS,
  d: 24 * HOUR_MS,
  w: 7 * 24 * HOUR_MS,
  y: 365 * 24 * HOUR_MS,
};
/** A date, alone or with a time and its offset from UTC (RFC 3339). */
const DATE = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d))?$/i;

/**
 * Parses an expiry: a duration from now (`12h`, `90d`, `8w`, `1y`), or a date with or without a time.
 * @param nowMs milliseconds since the epoch
 * @returns null for anything else
 */
export function parseExpiry(text: string, nowMs: number): Date | null {
  const wanted = text.trim();
  const [, count, unit = ''] = /^(\d{1,6})([hdwy])$/.exec(wanted) ?? [];
  const ms =
    count === undefined
      ? Date.parse(DATE.test(wanted) ? wanted : '')
      : nowMs + Number(count) * (UNITS_MS[unit] ?? 0);
  const date = new Date(ms);
  // After the year 9999 the text order of times is not their chronological order.
  return Number.isNaN(ms) || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date;
}
