import { expect, it } from 'vitest';
import { LineLevel } from './line-level.ts';

const WINDOW = 512;

/** Windows of noise with this level (RMS). */
function noise(count: number, level: number): Int16Array[] {
  const peak = level * Math.sqrt(3);
  return Array.from({ length: count }, () =>
    Int16Array.from({ length: WINDOW }, () => Math.round((Math.random() * 2 - 1) * peak)),
  );
}

function judge(...parts: readonly Int16Array[][]): boolean[][] {
  const level = new LineLevel();
  return parts.map((windows) => windows.map((window) => level.isSilent(window)));
}

it.each([0, 3, 30, 300])('is silent at once when speech ends on a line with noise of %i', (line) => {
  const [, speech, after] = judge(noise(30, line), noise(60, 6000), noise(10, line));
  expect(speech).not.toContain(true);
  expect(after).not.toContain(false);
});

it('leaves it to the model where noise is as loud as the weak sounds of speech', () => {
  expect(judge(noise(30, 600), noise(60, 6000), noise(10, 600)).flat()).not.toContain(true);
});

it('takes weak sounds within speech for no silence', () => {
  const [, , weak] = judge(noise(30, 5), noise(40, 6000), noise(4, 400));
  expect(weak).not.toContain(true);
});

it('says nothing of a line that it does not know yet', () => {
  expect(judge(noise(5, 6000), noise(5, 0)).flat()).not.toContain(true);
});
