import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DtmfCollector, dtmfAsTurn } from './dtmf-collector.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('digits: `#` or a pause ends a number; `#` alone is a digit; numbers are bounded', () => {
  const numbers: string[] = [];
  const collector = new DtmfCollector((pressed) => numbers.push(pressed.join('')));
  const press = (text: string): void => [...text].forEach((digit) => void collector.press(digit));
  press('12#');
  press('34');
  vi.advanceTimersByTime(1499);
  press('5');
  vi.advanceTimersByTime(1500);
  press('#');
  press('1'.repeat(40));
  press('7');
  collector.close();
  vi.advanceTimersByTime(5000);
  expect(numbers).toEqual(['12', '345', '#', '1'.repeat(32)]);
  expect(dtmfAsTurn(['1', '2'])).toBe('I pressed 1 2 on the telephone keypad.');
});
