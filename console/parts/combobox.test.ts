import { expect, test } from 'vitest';
import { matching } from './combobox.tsx';

const options = ['English', 'Old English', 'Español', 'German'].map((label, i) => ({
  value: ['en', 'ang', 'es', 'de'][i] ?? '',
  label,
  hint: ['en', 'ang', 'es', 'de'][i] ?? '',
}));
const found = (typed: string | null) => matching(options, typed).map(({ label }) => label);

test('what begins so comes before what has it inside', () => {
  expect(found('engl')).toEqual(['English', 'Old English']);
});

test('accents and capitals make no difference; codes are found, too', () => {
  expect(found('ESPAN')).toEqual(['Español']);
  expect(found('de')).toEqual(['German']);
});

test('nothing typed is everything', () => {
  expect(found(null)).toHaveLength(4);
  expect(found('xyz')).toEqual([]);
});
