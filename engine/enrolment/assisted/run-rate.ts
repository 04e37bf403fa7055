import { fall, leastOf, worstOf } from './run-figures.ts';
import { isVowel, type RunSpan, type TakeSound } from './run-sound.ts';
import type { ReadSentence } from './types.ts';

/** What phonemes last when somebody reads aloud at ease, ms; languages and accents differ by some 15 %. */
const USUAL_VOWEL_MS = 90;
const USUAL_CONSONANT_MS = 70;
const HALF_OCTAVES = 0.4;
/** Pauses half as long belong to reading. */
const HALF_PAUSE_MS = 1350;
const HALF_SENTENCE_PAUSE_MS = 1550;

/**
 * How evenly a run is spoken. 1: every sentence as near to the pace of reading at ease as any of the take, and no pause but
 * those that belong to it; a half: one of them 30 % further from it, or a pause of 1.4 s within a sentence or of 1.5 s
 * between two. The take's own pace does not count: most of it may have been rushed.
 */
export function rateScorer({ read }: TakeSound): (run: RunSpan) => number {
  const strays = new Map(read.map((sentence) => [sentence.index, Math.abs(stretch(sentence))]));
  const least = leastOf(strays.values());
  return ({ sentences }) => {
    const evenness = sentences.map(({ index }) => fall((strays.get(index) ?? least) - least, HALF_OCTAVES));
    return worstOf(evenness) * worstOf(pauseScores(sentences));
  };
}

/** How much longer than usual the phonemes of a sentence are, octaves. */
function stretch({ words }: ReadSentence): number {
  let spokenMs = 0;
  let usualMs = 0;
  for (const { phonemes, startMs, endMs } of words) {
    if (phonemes.length === 0) continue;
    spokenMs += endMs - startMs;
    for (const phoneme of phonemes) usualMs += isVowel(phoneme) ? USUAL_VOWEL_MS : USUAL_CONSONANT_MS;
  }
  return spokenMs > 0 && usualMs > 0 ? Math.log2(spokenMs / usualMs) : 0;
}

function pauseScores(sentences: readonly ReadSentence[]): number[] {
  const scores: number[] = [];
  for (const [i, { words }] of sentences.entries()) {
    const before = sentences[i - 1]?.words.at(-1);
    if (before && words[0]) scores.push(fall(words[0].startMs - before.endMs, HALF_SENTENCE_PAUSE_MS));
    for (let k = 1; k < words.length; k++)
      scores.push(fall(words[k]!.startMs - words[k - 1]!.endMs, HALF_PAUSE_MS));
  }
  return scores;
}
