import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { chunksOf, promptOf, type TextRules } from './text.ts';
import { readTokenizer } from './tokenizer/read-tokenizer.ts';

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

interface Expected {
  readonly language: string;
  readonly rules: TextRules;
  readonly rows: readonly { text: string; prompt: string; framesAfterEnd: number; chunks: string[] }[];
  readonly empty: readonly string[];
}

const tokenizer = readTokenizer(fixture('unigram.model'));
const expected: Expected[] = JSON.parse(fixture('texts.json').toString());

describe.each(expected)('with the rules of $language', ({ rules, rows, empty }) => {
  test('prompts are those of the reference', () => {
    expect(rows.length).toBeGreaterThan(40);
    for (const { text, prompt, framesAfterEnd } of rows)
      expect(promptOf(text, rules), text).toEqual({ text: prompt, framesAfterEnd });
  });

  test('texts are cut into its chunks', () => {
    for (const { text, chunks } of rows) expect(chunksOf(text, rules, tokenizer), text).toEqual(chunks);
  });

  test.each(empty)('%j has nothing to speak', (text) => {
    expect(() => chunksOf(text, rules, tokenizer)).toThrow(RangeError);
  });
});
