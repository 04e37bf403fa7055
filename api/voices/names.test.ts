import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { voiceName, voiceTags } from './names.ts';

const LOC = ['query', 'field'];

test.each([
  ['  Ada ', 'Ada'],
  ['', ''],
  [' \t\n ', ''],
  ['Zoe\u0301', 'Zoé'],
  ['日本語 👩‍🚀', '日本語 👩‍🚀'],
])('the name %j is stored as %j', (text, name) => {
  expect(voiceName(text, LOC)).toBe(name);
});

test.each([
  [['warm, low'], ['warm', 'low']],
  [
    ['a,b', 'b', 'c'],
    ['a', 'b', 'c'],
  ],
  [['', ',', ' , '], []],
  [[], []],
])('the tags %j are stored as %j', (texts, tags) => {
  expect(voiceTags(texts, LOC)).toEqual(tags);
});

describe('limits', () => {
  test('a name of 200 characters, however many code units they have', () => {
    expect(voiceName('👩'.repeat(200), LOC)).toHaveLength(400);
    expect(() => voiceName('x'.repeat(201), LOC)).toThrow(/200/);
  });

  test('50 tags of 100 characters', () => {
    const tags = Array.from({ length: 50 }, (_, i) => String(i).padEnd(100, 'x'));
    expect(voiceTags([tags.join(',')], LOC)).toEqual(tags);
    expect(() => voiceTags([...tags, 'one more'], LOC)).toThrow(/50/);
    expect(() => voiceTags(['x'.repeat(101)], LOC)).toThrow(/100/);
  });
});

test('any text is refused with 422, or is unchanged when it is normalised again', () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.string({ maxLength: 20 }));
  fc.assert(
    fc.property(text, (given) => {
      for (const take of [voiceName, (one: string) => voiceTags([one], LOC).join(',')]) {
        try {
          const taken = take(given, LOC);
          expect(take(taken, LOC)).toBe(taken);
          expect(taken).not.toMatch(/\p{Cc}/u);
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          expect(error).toMatchObject({ status: 422, detail: [{ loc: LOC }] });
        }
      }
    }),
    { interruptAfterTimeLimit: 2000 },
  );
});
