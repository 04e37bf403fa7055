import { expect, test } from 'vitest';
import { matching } from './combobox.tsx';

const options = ['English', 'Old English', 'Español', 'German'].map((label, i) => ({
  value: ['en', 'ang', 'es', 'de'][i] ?? '',
  label,
  hint: ['en', 'ang', 'es', 'de'][i] ?? '',
}));
const found = (typed: string | null) => matching(options, typed).map(({ label }) => label);

test('options that begin with the typed text come before those that contain it', () => {
  expect(found('engl')).toEqual(['English', 'Old English']);
});

test('accents and case are ignored; codes match, too', () => {
  expect(found('ESPAN')).toEqual(['Español']);
  expect(found('de')).toEqual(['German']);
});

test('an empty input matches everything', () => {
  expect(found(null)).toHaveLength(4);
  expect(found('xyz')).toEqual([]);
});
