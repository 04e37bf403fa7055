import type { CallHours } from '../storage/calls.ts';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
/** Longest search: a week, plus days that the change to summer time shortens. */
const MAX_STEPS = 24;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/**
 * Returns when a telephone may ring next: now, or at the beginning of the hours.
 * @param nowMs since the epoch
 */
export function nextOpening(hours: CallHours | null, nowMs: number): number {
  if (hours === null) return nowMs;
  const { fromMinute, untilMinute, days } = hours;
  let atMs = nowMs;
  for (let step = 0; step < MAX_STEPS; step++) {
    const { day, minute } = clockIn(hours.timeZone, atMs);
    const isDay = days.includes(day);
    if (isDay && minute >= fromMinute && minute < untilMinute) return atMs;
    const waits = isDay && minute < fromMinute ? fromMinute - minute : DAY_MINUTES - minute;
    const nextMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS + waits * MINUTE_MS;
    // If summer time begins in between, the clock is an hour further.
    const target = (minute + waits) % DAY_MINUTES;
    const late = clockIn(hours.timeZone, nextMs).minute - target;
    atMs = late > 0 && late <= 120 ? nextMs - late * MINUTE_MS : nextMs;
  }
  return atMs;
}

function clockIn(timeZone: string, ms: number): { day: number; minute: number } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(ms);
  const value = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return {
    day: DAYS.indexOf(value('weekday')),
    minute: Number(value('hour')) * 60 + Number(value('minute')),
  };
}
