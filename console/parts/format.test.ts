import { expect, test } from 'vitest';
import { telephone } from './format.ts';

test.each([
  ['+4930654321', '+49 306 543 21'],
  ['+12025550123', '+1 202 555 0123'],
  ['+358401234567', '+358 401 234 567'],
  ['+35840', '+358 40'],
  ['sip:desk@pbx.example', 'sip:desk@pbx.example'],
])('a telephone number is divided into groups: %s', (number, shown) => {
  expect(telephone(number)).toBe(shown);
});
