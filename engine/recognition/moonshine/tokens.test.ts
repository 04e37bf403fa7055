import { expect, test } from 'vitest';
import { Tokens } from './tokens.ts';

const file = (...pieces: readonly string[]): Uint8Array =>
  Buffer.concat(
    pieces.map((piece) => {
      const bytes = Buffer.from(piece);
      const length = bytes.length < 0x80 ? [bytes.length] : [0x80 | (bytes.length % 0x80), bytes.length >> 7];
      return Buffer.concat([Buffer.from(length), bytes]);
    }),
  );

test('pieces are joined, with spaces where they say so', () => {
  const tokens = new Tokens(file('<unk>', '<s>', '</s>', '▁Hel', 'lo', '▁there', '.'));
  expect(tokens.length).toBe(7);
  expect(tokens.text([1, 3, 4, 5, 6, 2])).toBe('Hello there.');
});

test('letters without a token are written byte by byte', () => {
  const tokens = new Tokens(file('<unk>', '<s>', '</s>', '▁caf', '<0xC3>', '<0xA9>'));
  expect(tokens.text([3, 4, 5])).toBe('café');
});

test('a piece may be longer than one byte can say', () => {
  const long = 'a'.repeat(300);
  expect(new Tokens(file(long, 'b')).text([0, 1])).toBe(`${long}b`);
});

test('a list that ends inside a piece is refused', () => {
  expect(() => new Tokens(file('abc', 'def').subarray(0, 6))).toThrow('cut off');
});
