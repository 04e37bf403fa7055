/** Ends and pauses made of turns: a turn is over at its end, and it is not where somebody pauses in it. */
import type { Turn } from './corpora.ts';

export interface Example {
  readonly agent: string;
  readonly text: string;
  readonly isEnd: boolean;
  readonly weight: number;
}

/** People draw breath, and think, before these words more often than before others. */
const PAUSED_BEFORE = new Set(
  (
    'and but or because so that if whether when where which who how what why for to in on at with from of about by ' +
    'since until as than then after before while although unless'
  ).split(' '),
);
const FILLERS = ['um', 'uh', 'er', 'hmm', 'well', 'you know', 'let me see', 'i mean', 'let me think', 'like'];
/** Words that a recogniser loses most easily. */
const WEAK = new Set('a an the i to of is in it my'.split(' '));
/** A turn gives so many pauses at most, and together they weigh as much as its end. */
const CUTS = 3;

/** The end of a turn, and pauses in it. @param random in [0, 1) */
export function examplesOf({ agent, text }: Turn, random: () => number): Example[] {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const spoken = words.filter((word) => word !== '|');
  if (spoken.length === 0) return [];
  const examples: Example[] = [{ agent, text: disturbed(spoken, random).join(' '), isEnd: true, weight: 1 }];
  const cuts = cutsOf(words, random);
  for (const cut of cuts) {
    const said = disturbed(spoken.slice(0, cut), random);
    if (random() < 0.12) said.push(FILLERS[Math.floor(random() * FILLERS.length)]!);
    examples.push({ agent, text: said.join(' '), isEnd: false, weight: 1 / cuts.length });
  }
  return examples;
}

/** Numbers of words after which the speaker pauses: where marks say so, or by chance, and rather in some places. */
function cutsOf(words: readonly string[], random: () => number): number[] {
  const marked: number[] = [];
  const places: { after: number; likely: number }[] = [];
  let count = 0;
  for (const [i, word] of words.entries()) {
    if (word === '|') marked.push(count);
    else {
      if (count > 0) {
        const before = words[i - 1]!;
        const isMarked = /[,;:.!?-]$/u.test(before);
        const isBefore = PAUSED_BEFORE.has(word.toLowerCase().replace(/[^a-z']/g, ''));
        // Few stop to think after one word, and a pause there is most often the end of an answer.
        if (count > 1) places.push({ after: count, likely: 1 + (isMarked ? 6 : 0) + (isBefore ? 3 : 0) });
      }
      count++;
    }
  }
  // A mark at the end says that the turn has no other pause.
  if (marked.length > 0) return marked.filter((cut) => cut > 0 && cut < count);
  const cuts = new Set<number>();
  const all = places.reduce((sum, { likely }) => sum + likely, 0);
  for (let i = 0; i < Math.min(CUTS, places.length); i++) {
    let left = random() * all;
    for (const { after, likely } of places) {
      left -= likely;
      if (left >= 0) continue;
      cuts.add(after);
      break;
    }
  }
  return [...cuts];
}

/** What becomes of words when people hesitate and a recogniser writes them down. */
function disturbed(words: readonly string[], random: () => number): string[] {
  const said: string[] = [];
  for (const [i, word] of words.entries()) {
    const chance = random();
    const plain = word.toLowerCase().replace(/[^\p{L}']/gu, '');
    if (chance < 0.06 && WEAK.has(plain) && words.length > 2) continue;
    if (chance > 0.985 && i > 0) said.push(FILLERS[Math.floor(random() * 4)]!);
    said.push(word);
    if (chance > 0.97 && chance < 0.978) said.push(word);
  }
  return said.length > 0 ? said : [...words];
}
