import { expect, test } from 'vitest';
import { parseExpiry } from './expiry.ts';

const NOW = '2026-03-01T12:00:00.000Z';

test.each([
  ['12h', '2026-03-02T00:00:00.000Z'],
  ['90d', '2026-05-30T12:00:00.000Z'],
  ['2w', '2026-03-15T12:00:00.000Z'],
  ['1y', '2027-03-01T12:00:00.000Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['2030-01-31T18:00+01:00', '2030-01-31T17:00:00.000Z'],
  [' 2030-01-31T18:00:30Z ', '2030-01-31T18:00:30.000Z'],
])('%s is %s', (text, expected) => {
  expect(parseExpiry(text, Date.parse(NOW))?.toISOString()).toBe(expected);
});

test.each([
  '',
  'soon',
  '3m',
  '-1d',
  '1.5d',
  '999999y',
  '31.1.2030',
  '2030',
  '2030-13-01',
  '2030-01-31T18:00',
])('%j is neither a time from now nor a date', (text) => {
  expect(parseExpiry(text, Date.parse(NOW))).toBeNull();
});
