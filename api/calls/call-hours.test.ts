import { expect, test } from 'vitest';
import { nextOpening } from './call-hours.ts';

const WEEKDAYS = [1, 2, 3, 4, 5];
const HOURS = { fromMinute: 9 * 60, untilMinute: 18 * 60, days: WEEKDAYS, timeZone: 'Europe/Berlin' };
const at = (time: string, hours = HOURS) => new Date(nextOpening(hours, Date.parse(time))).toISOString();

test('a telephone rings at once within the hours, and else when they begin next', () => {
  expect(at('2026-11-24T10:00:30Z')).toBe('2026-11-24T10:00:30.000Z');
  expect(at('2026-11-24T05:00:30Z')).toBe('2026-11-24T08:00:00.000Z');
  expect(at('2026-11-24T17:00:00Z')).toBe('2026-11-25T08:00:00.000Z');
  expect(at('2026-11-27T17:30:00Z')).toBe('2026-11-30T08:00:00.000Z');
});

test('the hours are those of the clock on the wall when summer time begins or ends', () => {
  const all = { ...HOURS, days: [0, 1, 2, 3, 4, 5, 6] };
  expect(at('2026-03-28T18:00:00Z', all)).toBe('2026-03-29T07:00:00.000Z');
  expect(at('2026-03-29T00:30:00Z', all)).toBe('2026-03-29T07:00:00.000Z');
  expect(at('2026-10-24T18:00:00Z', all)).toBe('2026-10-25T08:00:00.000Z');
  expect(at('2026-10-25T00:30:00Z', all)).toBe('2026-10-25T08:00:00.000Z');
});

test('without hours it may ring at any time', () => {
  expect(nextOpening(null, 1234)).toBe(1234);
});
