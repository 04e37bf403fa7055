import { expect, it } from 'vitest';
import { toMarkdown, toText } from './table.ts';

const table = {
  title: 'Speed',
  columns: ['who', 'ms'],
  rows: [
    ['a|b', '5'],
    ['somebody', '1234'],
  ],
  notes: ['Measured.'],
};

it('aligns columns for the terminal', () => {
  expect(toText(table)).toBe(
    [
      'Speed',
      '',
      'who         ms',
      '--------  ----',
      'a|b          5',
      'somebody  1234',
      '  Measured.',
      '',
    ].join('\n'),
  );
});

it('writes Markdown in which a bar in a cell is escaped', () => {
  expect(toMarkdown(table)).toBe(
    [
      '## Speed',
      '',
      '| who | ms |',
      '| :--- | ---: |',
      '| a\\|b | 5 |',
      '| somebody | 1234 |',
      '',
      '- Measured.',
      '',
    ].join('\n'),
  );
});
