import { expect, test } from 'vitest';
import { Progress } from './progress.ts';

function told() {
  const reports: [string, number][] = [];
  const progress = new Progress('first', { short: 1, long: 3 }, (stage, fraction) =>
    reports.push([stage, fraction]),
  );
  return { progress, reports };
}

test('parts count by how long they take, whatever the stage', () => {
  const { progress, reports } = told();
  progress.advance('long', 0.5);
  progress.begin('second');
  progress.advance('short', 1);
  progress.end();
  expect(reports).toEqual([
    ['first', 0],
    ['first', 0.375],
    ['second', 0.375],
    ['second', 0.625],
    ['second', 1],
  ]);
});

test('the reported progress never falls, even if a part takes longer than expected or starts again', () => {
  const { progress, reports } = told();
  progress.advance('short', 1);
  progress.expect('long', 9);
  progress.advance('short', 0);
  progress.advance('long', 0.1);
  progress.advance('long', 0.5);
  expect(reports.map(([, fraction]) => fraction)).toEqual([0, 0.25, 0.25, 0.25, 0.55]);
});

test('a part that is not done at all does not count', () => {
  const { progress, reports } = told();
  progress.expect('long', 0);
  progress.advance('short', 1);
  expect(reports.at(-1)).toEqual(['first', 1]);
});
