import { expect, test } from 'vitest';
import { isRepetitive } from './repetition.ts';

test.each([
  'Then said the eunuch, Arada, Arada, Arada.',
  'When no sad-a-a-a-a-a-a-a-a',
  'Rejoin the U-S-S-S-S-S-S-S',
  'I really like that account of the main issue. I really like that account of the main issue.',
  'by all of them I took by all of them I took by all of them I took',
])('goes in circles: %s', (text) => expect(isRepetitive(text)).toBe(true));

test.each([
  '',
  'Yes, yes.',
  'No, no, I did not say that that was wrong.',
  'Bye bye.',
  'My number is 555 555 1234.',
  'What is the weather like in Paris today?',
  'Row, row your boat gently down the stream.',
])('does not: %s', (text) => expect(isRepetitive(text)).toBe(false));
