import { expect, test } from 'vitest';
import { takeFault } from './take-fault.ts';
import type { AlignedTake, SentenceFault } from './types.ts';

/** A take with sentences of 2.5 s each that have these faults. */
function take(...faults: (SentenceFault | null)[]): AlignedTake {
  const sentences = faults.map((fault, index) => {
    const startMs = fault === 'skipped' ? 0 : 3000 * index;
    const endMs = fault === 'skipped' ? 0 : startMs + 2500;
    const text = `Sentence ${index + 1} of a long and winding script.`;
    return { index, text, fault, confidence: fault === null ? 1 : 0, words: [], startMs, endMs };
  });
  return { sentences, extraneous: [] };
}

test('a take that was read well enough is taken', () => {
  expect(takeFault(take(null, null, null, null))).toBeNull();
  expect(takeFault(take('skipped', 'repeated', null, 'misread'))).toBeNull();
});

test('of which too much is missing or misread is refused, and the sentences are named', () => {
  const error = takeFault(take('skipped', null, null, 'misread', 'skipped'));
  expect(error).toMatchObject({ status: 400, field: 'voice_file', type: 'not_aligned' });
  expect(error?.message).toContain('1 ("Sentence 1 of a …") is missing');
  expect(error?.message).toContain('4 ("Sentence 4 of a …") is misread');
  expect(error?.message).not.toContain('Sentence 2');
});

test('in which no two good sentences follow one another is refused when one alone is too short', () => {
  expect(takeFault(take(null, 'misread', null, 'skipped'))?.message).toContain('2 (');
});

test('that says something else altogether is refused as any sample is', () => {
  expect(takeFault(take('skipped', 'misread', 'skipped'))?.message).toContain('could not be aligned');
});
