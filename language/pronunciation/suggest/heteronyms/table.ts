/** Reads a file of `tables/`. A test compares all of them with `schema.ts`. */
import type { Cues, HeteronymFile } from './schema.ts';
import type { Heteronym, PartOfSpeech, Reading, WordClasses } from './types.ts';

/** The heteronyms of a language, by the word in lower case, with the cues of their readings. */
export interface HeteronymTable {
  readonly words: ReadonlyMap<string, Heteronym>;
  /** Null if the readings list their neighbours themselves. */
  readonly classes: WordClasses | null;
}

/** Selects one of two pronunciations: the language's, or its variant's (Brazil's, for Portuguese). */
export type Variety = 'language' | 'variant';

export function readTable(file: HeteronymFile, variety: Variety = 'language'): HeteronymTable {
  const { lists = {}, groups = [], words, classes } = file;
  const said = (ipa: string): string => {
    const [own = '', other = own] = ipa.split('|');
    return variety === 'language' ? own : other;
  };
  const reading = (ipa: string, { note, is, near, before, after, capital }: Cues): Reading => ({
    ipa: said(ipa),
    note,
    ...(is !== undefined && { is: is.split(' ') as PartOfSpeech[] }),
    ...(near !== undefined && { near: wordsOf(near, lists) }),
    ...(before !== undefined && { before: wordsOf(before, lists) }),
    ...(after !== undefined && { after: wordsOf(after, lists) }),
    ...(capital !== undefined && { capital }),
  });
  const grouped = groups.flatMap(({ readings, words: sounds }) =>
    Object.entries(sounds).map(
      ([word, ipas]) => [word, readings.map((cues, i) => reading(ipas[i] ?? '', cues))] as const,
    ),
  );
  const single = Object.entries(words).map(
    ([word, readings]) => [word, readings.map(({ ipa, ...cues }) => reading(ipa, cues))] as const,
  );
  return { words: new Map([...grouped, ...single]), classes: classes ? classesOf(classes) : null };
}

const wordsOf = (text: string, lists: Readonly<Record<string, string>>): string[] =>
  text.split(' ').flatMap((word) => (word.startsWith('@') ? lists[word.slice(1)]!.split(' ') : [word]));

const classesOf = (classes: Readonly<Record<string, string>>): WordClasses =>
  Object.fromEntries(
    Object.entries(classes).map(([name, words]) => [name, new Set(words.split(' '))]),
  ) as unknown as WordClasses;
