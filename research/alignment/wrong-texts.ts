/** Kinds of wrong transcripts, the worst first. */
import { pick, randomNumbers } from '../random.ts';
export const WRONGS = [
  'other',
  'shuffled',
  'reversed',
  'first half',
  'second half',
  'half of another',
  'half of another, in front',
  'half too much',
  'replaced',
] as const;
export type Wrong = (typeof WRONGS)[number];

/**
 * Makes wrong transcripts of a text: another one of similar length, its words in random order and in reverse, one half
 * of it alone, one half of it with the other half of another text, all of it followed by half of another text, and a
 * third of its words replaced by others of similar length.
 * @param corpus all texts, including this one
 */
export function wrongTexts(text: string, corpus: readonly string[]): Readonly<Record<Wrong, string>> {
  const random = randomNumbers(text.length);
  const words = text.split(/\s+/);
  const others = corpus
    .filter((other) => other !== text)
    .sort((a, b) => Math.abs(a.length - text.length) - Math.abs(b.length - text.length));
  const order = words.map((word) => ({ word, key: random() })).sort((a, b) => a.key - b.key);
  const vocabulary = others.flatMap((other) => other.split(/\s+/));
  const replaced = [...words];
  const places = [...words.keys()].map((i) => ({ i, key: random() })).sort((a, b) => a.key - b.key);
  for (const { i } of places.slice(0, Math.ceil(words.length / 3))) {
    const word = words[i]!;
    const similar = vocabulary.filter(
      (choice) => Math.abs(choice.length - word.length) <= 2 && choice.toLowerCase() !== word.toLowerCase(),
    );
    replaced[i] = pick(similar.length > 0 ? similar : vocabulary, random);
  }
  const half = Math.ceil(words.length / 2);
  const otherWords = (others[0] ?? '').split(/\s+/);
  const otherHalf = Math.ceil(otherWords.length / 2);
  return {
    other: otherWords.join(' '),
    shuffled: order.map(({ word }) => word).join(' '),
    reversed: words.toReversed().join(' '),
    'first half': words.slice(0, half).join(' '),
    'second half': words.slice(half).join(' '),
    'half of another': [...words.slice(0, half), ...otherWords.slice(otherHalf)].join(' '),
    'half of another, in front': [...otherWords.slice(0, otherHalf), ...words.slice(half)].join(' '),
    'half too much': [...words, ...otherWords.slice(0, otherHalf)].join(' '),
    replaced: replaced.join(' '),
  };
}
