import { describe, expect, test, vi } from 'vitest';
import { HEARD_AGAIN, heardAs, isSaid, TranscriptVerification } from './transcript-verification.ts';

const errors = (count: number, words = 100) => ({ errors: count, words });
const heard = (count: number) => ({ errors: errors(count), stretchErrors: 0, words: [] });

describe('isSaid', () => {
  test.each([
    ['aligned badly, but every word was heard', 0.49, errors(0), true],
    ['aligned badly, and heard but for a few words', 0.03, errors(15), true],
    ['aligned badly, and some words were not heard', 0.49, errors(20), false],
    ['not aligned at all, though every word was heard', 0.02, errors(0), false],
    ['aligned, and nobody to ask', 0.5, null, true],
    ['aligned and heard', 0.5, errors(19), true],
    ['aligned, but a third of the words were not heard', 0.9, errors(33), false],
    ['aligned with certainty, but misheard', 0.95, errors(60), true],
    ['not aligned, and nobody to ask', 0.49, null, false],
    ['more heard than the transcript has words', 0.8, errors(14, 10), false],
    ['nothing to compare', 0.8, errors(0, 0), true],
  ])('%s', (_, confidence, found, said) => {
    expect(isSaid(confidence, found)).toBe(said);
  });
});

describe('what is heard again', () => {
  const ENGLISH = 'My sister lives near the station and works in a very old bookshop in the centre of town.';
  const again = (first: string, second: string) =>
    new TranscriptVerification(async () => heardAs(first, second, []), HEARD_AGAIN).confirms(1);

  test('confirms words that change now and then', async () => {
    expect(await again(ENGLISH, ENGLISH.replace('station', 'nation').replace('bookshop', 'book shop'))).toBe(
      true,
    );
  });

  test('refutes a stretch that changes, even in a text that is the same on the whole', async () => {
    const foreign = 'labarka part emizo giorno he had been one';
    const other = 'la barca parte amid zajorno I am a tempo';
    expect(await again(`${ENGLISH} ${foreign} ${ENGLISH}`, `${ENGLISH} ${other} ${ENGLISH}`)).toBe(false);
  });
});

describe('TranscriptVerification', () => {
  test('asks its verifier only where that can change the decision', async () => {
    const verifier = vi.fn(async () => heard(50));
    const evidence = new TranscriptVerification(verifier);
    expect(await evidence.confirms(0.01)).toBe(false);
    expect(await evidence.confirms(0.99)).toBe(true);
    expect(verifier).not.toHaveBeenCalled();
    expect(await evidence.confirms(0.7)).toBe(false);
  });

  test('asks once', async () => {
    const verifier = vi.fn(async () => heard(5));
    const evidence = new TranscriptVerification(verifier);
    expect(await Promise.all([evidence.confirms(0.7), evidence.confirms(0.6)])).toEqual([true, true]);
    expect(await evidence.confirms(0.8)).toBe(true);
    expect(verifier).toHaveBeenCalledTimes(1);
  });

  test('decides by the alignment where the verifier heard nothing or is none', async () => {
    for (const evidence of [new TranscriptVerification(null), new TranscriptVerification(async () => null)]) {
      expect(await evidence.confirms(0.5)).toBe(true);
      expect(await evidence.confirms(0.49)).toBe(false);
    }
  });

  test('gives the words that its verifier heard, once that was asked', async () => {
    const words = [{ text: 'sea', startMs: 0, endMs: 300, confidence: null }];
    const evidence = new TranscriptVerification(async () => ({ ...heard(50), words }));
    expect(await evidence.heardWords()).toEqual([]);
    await evidence.confirms(0.7);
    expect(await evidence.heardWords()).toEqual(words);
  });
});
