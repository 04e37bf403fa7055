import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTokenizer } from './read-tokenizer.ts';

const fixture = (name: string): Uint8Array => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));

type Row = readonly [text: string, ids: string, decoded: string, secondHalf: string];
const expected: Record<string, Row[]> = JSON.parse(new TextDecoder().decode(fixture('tokenizers.json')));

describe.each(Object.entries(expected))('%s', (name, rows) => {
  const tokenizer = readTokenizer(fixture(name));

  test('cuts texts in seven languages as the reference does', () => {
    expect(rows.length).toBeGreaterThan(200);
    for (const [text, ids] of rows) expect(tokenizer.encode(text).join(' '), text).toBe(ids);
  });

  test('puts them together as the reference does, parts of them, too', () => {
    for (const [text, ids, decoded, secondHalf] of rows) {
      const numbers = ids === '' ? [] : ids.split(' ').map(Number);
      expect(tokenizer.decode(numbers), text).toBe(decoded);
      expect(tokenizer.decode(numbers.slice(Math.floor(numbers.length / 2))), text).toBe(secondHalf);
    }
  });
});

test('a file that is not a tokenizer is refused', () => {
  expect(() => readTokenizer(new Uint8Array([10, 200]))).toThrow();
  expect(() => readTokenizer(new TextEncoder().encode('{"model":{"type":"WordPiece","vocab":{}}}'))).toThrow(
    /WordPiece/,
  );
});
