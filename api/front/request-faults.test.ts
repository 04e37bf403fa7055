import fc from 'fast-check';
import { expect, test } from 'vitest';
import { framingFault, pathFault } from './request-faults.ts';

test.each([
  [{}, null],
  [{ 'content-length': '0' }, null],
  [{ 'content-length': '123' }, null],
  [{ 'transfer-encoding': 'Chunked' }, null],
  [{ 'content-length': '3, 3' }, 400],
  [{ 'content-length': '3', 'transfer-encoding': 'chunked' }, 400],
  [{ 'transfer-encoding': 'chunked, chunked' }, 400],
])('the length of %o', (headers, status) => {
  expect(framingFault(headers)?.status ?? null).toBe(status);
});

test('a length is digits and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.nat().map(String), fc.stringMatching(/^[-+ 0-9a-fx,.]*$/)),
      (length) => {
        expect(framingFault({ 'content-length': length }) === null).toBe(/^[0-9]{1,15}$/.test(length));
      },
    ),
  );
});

test('a path in the normal form of URLs, encoded segments included, is accepted; another form of it is not', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme' }).filter((text) => !/^\.{0,2}$/.test(text))),
      (names) => {
        const path = `/${names.map(encodeURIComponent).join('/')}`;
        expect(pathFault(path)).toBeNull();
        expect(pathFault(`${path}/../x`)?.status).toBe(400);
        expect(
          pathFault(path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)) === null,
        ).toBe(!/[a-z]/.test(path));
      },
    ),
  );
});
