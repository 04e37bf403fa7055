import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Token, Word } from '../text/types.ts';
import { MAX_PART_SYMBOLS, nextPart, type Part } from './parts.ts';
import type { Pronounced } from './pronounce.ts';

let at = 0;
const word = (spoken: string): Word => {
  const span = { start: at, end: at + 1 };
  at += 2;
  return { kind: 'word', unit: '#', span, spoken, ipa: null };
};
const comma: Token = { kind: 'punctuation', mark: ',' };

/** A phoneme for each letter. */
const spelled = (tokens: readonly Token[]): Pronounced[] =>
  tokens.flatMap((token): Pronounced[] => {
    if (token.kind === 'pause') return [];
    if (token.kind === 'punctuation') return [token];
    const phonemes = [...token.spoken.replaceAll(' ', '')].map((ipa) => ({ ipa, mnemonic: ipa }));
    return [{ kind: 'word', word: token, phonemes }];
  });

function partsOf(tokens: readonly Token[], pronounce = spelled): Part[] {
  const parts = [nextPart({ pronounced: [], tokens }, pronounce)];
  for (let rest = parts[0]?.rest; rest; rest = parts.at(-1)?.rest) parts.push(nextPart(rest, pronounce));
  return parts;
}

const symbols = ({ pronounced }: Part): number =>
  pronounced.reduce((sum, token) => sum + (token.kind === 'word' ? 1 + token.phonemes.length : 1), 0);
const wordsOf = (parts: readonly Part[]): Word[] =>
  parts.flatMap(({ pronounced }) =>
    pronounced.flatMap((token) => (token.kind === 'word' ? [token.word] : [])),
  );
const letters = (words: readonly Word[]): string =>
  words.map(({ spoken }) => spoken.replaceAll(' ', '')).join('');

test('an ordinary sentence is one part, pronounced in one go', () => {
  const tokens = [...Array.from({ length: 60 }, () => word('letters')), comma, word('end')];
  const batches: number[] = [];
  const parts = partsOf(tokens, (batch) => {
    batches.push(batch.length);
    return spelled(batch);
  });
  expect(parts).toEqual([{ pronounced: spelled(tokens), rest: null }]);
  expect(batches).toEqual([62]);
});

test('no part is too long, and together they say every word in order', () => {
  const token = fc.oneof(
    fc.constant(comma),
    fc.stringMatching(/^[a-z]{0,12}( [a-z]{1,9}){0,3}$/).map((spoken) => word(spoken.trim() || 'x')),
    fc.integer({ min: 1, max: 5000 }).map((length) => word('y'.repeat(length))),
    fc.integer({ min: 1, max: 900 }).map((count) => word('nine '.repeat(count).trim())),
  );
  fc.assert(
    fc.property(fc.array(token, { maxLength: 400 }), (tokens) => {
      const parts = partsOf(tokens);
      for (const part of parts) expect(symbols(part)).toBeLessThanOrEqual(MAX_PART_SYMBOLS + 1);
      const sent = tokens.flatMap((one) => (one.kind === 'word' ? [one] : []));
      expect(letters(wordsOf(parts))).toBe(letters(sent));
      const starts = wordsOf(parts).map(({ span }) => span.start);
      expect([...new Set(starts)]).toEqual(sent.map(({ span }) => span.start));
    }),
    { numRuns: 60 },
  );
});

test('pronounces in bounded batches, and only the words of the part', () => {
  const tokens = Array.from({ length: 400 }, () => word('copyright'));
  const batches: number[] = [];
  const { rest } = nextPart({ pronounced: [], tokens }, (batch) => {
    batches.push(batch.reduce((sum, one) => sum + (one.kind === 'word' ? one.spoken.length : 0), 0));
    return spelled(batch);
  });
  expect(batches).toHaveLength(1);
  expect(Math.max(...batches)).toBeLessThanOrEqual(1000);
  expect(rest?.tokens.length).toBeGreaterThan(200);
});

test('breaks behind a mark when there is one near, and else leaves a mark', () => {
  const words = (count: number): Word[] => Array.from({ length: count }, () => word('word'));
  const [first, second] = partsOf([...words(70), comma, ...words(80)]);
  expect([first, second].map((part) => part && wordsOf([part]).length)).toEqual([70, 80]);
  const unmarked = partsOf(words(150));
  expect(unmarked.map((part) => wordsOf([part]).length)).toEqual([75, 75]);
  expect(unmarked[0]?.pronounced.at(-1)).toEqual(comma);
});
