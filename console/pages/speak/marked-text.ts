import type { SpokenWord } from '../../wire/speak.ts';

/** A stretch of text with one style. */
export interface Stretch {
  readonly text: string;
  readonly isTag: boolean;
  /** Index of the spoken word that it belongs to; null between words. */
  readonly word: number | null;
}

const TAGS = /<phoneme:[^>]*>|<\/phoneme>|<pause:[^>]*>|<break\b[^>]*>/gi;

/** Divides a text at its tags and words. Joined, the stretches are the text. */
export function stretchesOf(text: string, words: readonly SpokenWord[]): Stretch[] {
  const tags = [...text.matchAll(TAGS)].map(({ index, 0: tag }) => ({
    start: index,
    end: index + tag.length,
  }));
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...tags, ...words]) {
    cuts.add(Math.min(start, text.length));
    cuts.add(Math.min(end, text.length));
  }
  const sorted = [...cuts].sort((a, b) => a - b);
  const stretches: Stretch[] = [];
  let tag = 0;
  let word = 0;
  for (let i = 0; i + 1 < sorted.length; i++) {
    const [from, to] = [sorted[i]!, sorted[i + 1]!];
    while (tag < tags.length && tags[tag]!.end <= from) tag++;
    while (word < words.length && words[word]!.end <= from) word++;
    stretches.push({
      text: text.slice(from, to),
      isTag: (tags[tag]?.start ?? text.length) <= from && from < text.length,
      word: (words[word]?.start ?? text.length) <= from && from < text.length ? word : null,
    });
  }
  return stretches;
}
