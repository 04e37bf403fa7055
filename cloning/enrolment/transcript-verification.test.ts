import { describe, expect, test, vi } from 'vitest';
import { HEARD_AGAIN, heardAs, isSaid, TranscriptVerification } from './transcript-verification.ts';

const heard = (errors: number, words = 100, stretchErrors = 0) => ({
  errors: { errors, words },
  stretchErrors,
  words: [],
});

describe('isSaid', () => {
  test.each([
    ['aligned badly, but every word was heard', 0.49, heard(0), true],
    ['aligned badly, and heard but for a few words', 0.03, heard(15), true],
    ['aligned badly, and some words were not heard', 0.49, heard(20), false],
    ['not aligned at all, though every word was heard', 0.02, heard(0), false],
    ['aligned, and nobody to ask', 0.5, null, true],
    ['aligned and heard', 0.5, heard(19), true],
    ['aligned, but a third of the words were not heard', 0.9, heard(33), false],
    ['aligned with certainty, but misheard', 0.95, heard(60), true],
    ['not aligned, and nobody to ask', 0.49, null, false],
    ['more heard than the transcript has words', 0.8, heard(14, 10), false],
    ['nothing to compare', 0.8, heard(0, 0), true],
  ])('%s', (_, confidence, errors, said) => {
    expect(isSaid(confidence, errors)).toBe(said);
  });
});

describe('what is heard again', () => {
  const ENGLISH = 'My sister lives near the station and works in a very old bookshop in the centre of town.';
  const again = (first: string, second: string) => isSaid(1, heardAs(first, second, []), HEARD_AGAIN);

  test('confirms words that change now and then', () => {
    expect(again(ENGLISH, ENGLISH.replace('station', 'nation').replace('bookshop', 'book shop'))).toBe(true);
  });

  test('refutes a stretch that changes, even in a text that is the same on the whole', () => {
    const foreign = 'labarka part emizo giorno he had been one';
    const other = 'la barca parte amid zajorno I am a tempo';
    expect(again(`${ENGLISH} ${foreign} ${ENGLISH}`, `${ENGLISH} ${other} ${ENGLISH}`)).toBe(false);
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
