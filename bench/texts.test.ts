import { expect, it } from 'vitest';
import { TextCutter } from '../language/text/cutter.ts';
import { FIVE_WORDS, PARAGRAPHS, TWENTY_WORDS } from './texts.ts';

const words = (text: string): number => text.split(' ').length;

it('has texts of the sizes they are named for', () => {
  for (const text of FIVE_WORDS) expect(words(text), text).toBe(5);
  for (const text of TWENTY_WORDS) expect(words(text), text).toBe(20);
});

it('has paragraphs of three sentences', () => {
  for (const text of PARAGRAPHS) {
    const cutter = new TextCutter({ lang: 'en', eager: false });
    expect([...cutter.push(text), ...cutter.flush()].length, text).toBe(3);
  }
});
