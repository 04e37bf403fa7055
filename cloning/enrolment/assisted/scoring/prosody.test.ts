/** Scores that depend on the words alone: the pace. */
import { expect, test } from 'vitest';
import type { ReadSentence } from '../types.ts';
import { rateScorer } from './prosody.ts';
import type { PassageScorer, TakeSound } from './take-sound.ts';

/** Eight words of two consonants and a vowel, each longer than usual by a factor. */
function sentence(index: number, slower: number): ReadSentence {
  const wordMs = 230 * slower;
  const words = Array.from({ length: 8 }, (_, i) => {
    const startMs = 10_000 * index + i * wordMs;
    const at = (ms: number): number => startMs + ms * slower;
    return {
      text: 'word',
      startMs,
      endMs: startMs + wordMs,
      confidence: 0.95,
      phonemes: [
        { ipa: 'm', startMs, endMs: at(70) },
        { ipa: 'a', startMs: at(70), endMs: at(160) },
        { ipa: 'n', startMs: at(160), endMs: at(230) },
      ],
      renderedMs: 230,
    };
  });
  const [startMs, endMs] = [words[0]!.startMs, words.at(-1)!.endMs];
  return { index, text: 'Words.', fault: null, confidence: 0.99, words, startMs, endMs };
}

function scoresOf(scorer: (sound: TakeSound) => PassageScorer, read: readonly ReadSentence[]): number[] {
  const score = scorer({ read } as unknown as TakeSound);
  return read.map((one) =>
    score({ cutDb: -Infinity, startMs: one.startMs, endMs: one.endMs, sentences: [one] }),
  );
}

test('a slow and uneven pace of the whole take is not a defect', () => {
  const slow = [1.3, 1.36, 1.33].map((slower, index) => sentence(index, slower));
  for (const score of scoresOf(rateScorer, slow)) expect(score).toBeGreaterThan(0.98);
});

test('the one sentence that is not rushed is best, and not the many that are', () => {
  const read = [1 / 1.5, 1.05, 1 / 1.5, 1 / 1.5].map((slower, index) => sentence(index, slower));
  const [rushed, atEase] = scoresOf(rateScorer, read);
  expect(atEase).toBe(1);
  expect(rushed).toBeLessThan(0.5);
});
