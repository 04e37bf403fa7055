import { expect, test } from 'vitest';
import { isRepetitive } from './repetition.ts';

test.each([
  'Then said the eunuch, Arada, Arada, Arada.',
  'When no sad-a-a-a-a-a-a-a-a',
  'Rejoin the U-S-S-S-S-S-S-S',
  'I really like that account of the main issue. I really like that account of the main issue.',
  'by all of them I took by all of them I took by all of them I took',
])('goes in circles: %s', (text) => expect(isRepetitive(text, 8)).toBe(true));

test.each([
  '',
  'Yes, yes.',
  'No, no, I did not say that that was wrong.',
  'Bye bye.',
  'My number is 555 555 1234.',
  'What is the weather like in Paris today?',
  'Row, row your boat gently down the stream.',
])('does not: %s', (text) => expect(isRepetitive(text, 8)).toBe(false));

test.each([
  ['Which number was it? Which number was it?', 1.2],
  ['like her. Like her.', 0.9],
  ['Which number was it? What number was it?', 1.2],
])('says the same twice sooner than people do: %s', (text, seconds) => {
  expect(isRepetitive(text, seconds)).toBe(true);
  expect(isRepetitive(text, 3)).toBe(false);
});

test.each([
  ['I would like to know what the weather is like in Paris today.', 2.04],
  ['It was not up to me to do it at all, so I let it be as it is.', 3.1],
  ['Your table is ready now.', 0.81],
  ['No sé si me lo vas a decir a mí o se lo vas a decir a él.', 2.6],
])('is said by quick people: %s', (text, seconds) => expect(isRepetitive(text, seconds)).toBe(false));

test.each([
  ["He's followed, dying in the... ... his father, dying in the... ... is far, dying in the... ... he", 1.71],
  ['지금은 몇 시입니까 그리고 내일은 어떻게 합니까 그리고 모레는', 1.2],
])('is more than anyone says in the time: %s', (text, seconds) => {
  expect(isRepetitive(text, seconds)).toBe(true);
});

test('has more digits than anyone could say', () => {
  expect(isRepetitive('555 555 0142 5500 0142 2', 2.8)).toBe(true);
  expect(isRepetitive('202-555-0173.', 2.8)).toBe(false);
  expect(isRepetitive('It costs 1,000,000 dollars.', 1.5)).toBe(false);
});
