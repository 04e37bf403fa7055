import { expect, test } from 'vitest';
import { mergePatch } from './merge-patch.ts';

// The examples of RFC 7396, appendix A, that concern objects.
test.each<[original: object, patch: object, result: object]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j changed by %j', (original, patch, result) => {
  const before = structuredClone(original);
  expect(mergePatch(original as Record<string, unknown>, patch as Record<string, unknown>)).toEqual(result);
  expect(original).toEqual(before);
});

test('names such as __proto__ are ordinary members', () => {
  const merged = mergePatch(
    {},
    JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object as Record<string, unknown>,
  );
  expect(Object.keys(merged)).toEqual(['__proto__', 'constructor']);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
