import { expect, test } from 'vitest';
import type { Candidate } from '../../wire/cloning.ts';
import { differenceOf, passagesOf } from './passages.ts';

const candidate = (id: string, text: string, enhancer = 'external'): Candidate => ({
  rank: 1,
  candidate: id,
  reference: { enhancer, text, start_ms: 1000, end_ms: 9400, score: 0.5, sentences: [1, 2] },
});
const SET = [
  candidate('a', 'One. Two.'),
  candidate('a_top_k_10', 'One. Two.'),
  candidate('b', 'Two. Three.'),
  candidate('c', 'One. Two.', 'own'),
  candidate('c_top_k_10', 'One. Two.', 'own'),
];

test('candidates learned from the same words are grouped, in the order of the server', () => {
  expect(
    passagesOf(SET).map(({ text, seconds, candidates }) => [
      text,
      seconds,
      candidates.map((one) => one.number),
    ]),
  ).toEqual([
    ['One. Two.', 8.4, [1, 2, 4, 5]],
    ['Two. Three.', 8.4, [3]],
  ]);
  expect(passagesOf([])).toEqual([]);
});

test('each is described by its difference in sound from the first of its passage', () => {
  const [passage] = passagesOf(SET);
  expect(passage?.candidates.map((one) => differenceOf(one, passage))).toEqual([
    null,
    'The same passage, slightly softer and smoother',
    'The same passage, with the noise removed in another way',
    'The same passage, with the noise removed in another way, slightly softer and smoother',
  ]);
});
