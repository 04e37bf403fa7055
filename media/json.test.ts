import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooDeep, JsonDepthError, MAX_JSON_DEPTH, parseJson } from './json.ts';

/** Returns nested arrays or objects. */
const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

test('parses like JSON.parse, unless the input is nested too deeply', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  expect(() => parseJson('{')).toThrow(SyntaxError);
});

test('the limit is exact for any nesting', () => {
  expect(parseJson(nested(MAX_JSON_DEPTH))).toBeDefined();
  expect(() => parseJson(nested(MAX_JSON_DEPTH + 1))).toThrow(JsonDepthError);
  const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  expect(isTooDeep(JSON.parse(objects(MAX_JSON_DEPTH)))).toBe(false);
  expect(isTooDeep(JSON.parse(objects(MAX_JSON_DEPTH + 1)))).toBe(true);
});

test('depth costs no stack, and width no time', () => {
  expect(() => parseJson(nested(1_000_000))).toThrow(JsonDepthError);
  expect(parseJson(`[${'[],'.repeat(100_000)}[]]`)).toHaveLength(100_001);
});
