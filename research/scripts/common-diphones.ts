import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Espeak } from '../../engine/research.ts';
import { diphone, soundsOfWord } from './sounds.ts';
import type { Variety } from './varieties.ts';

/** Number of a language's diphones that count as common. */
export const COMMON = 200;
/** Further words do not change the order of the common diphones. */
const MAX_WORDS = 10_000;

const FILE = new URL('./common-diphones.json', import.meta.url);
/** A word in running text: letters, with an apostrophe or a hyphen inside. */
const WORD = /^[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*['’]?$/u;

/** Returns the most common diphones of every variety, the commonest first. */
export function readCommonDiphones(): ReadonlyMap<string, readonly string[]> {
  const lists = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
  return new Map(Object.entries(lists).map(([lang, list]) => [lang, list.split(' ')]));
}

/**
 * Replaces the lists that come with the project.
 * @param path their location in the sources
 */
export function writeCommonDiphones(path: string, lists: ReadonlyMap<string, readonly string[]>): void {
  const joined = Object.fromEntries([...lists].map(([lang, diphones]) => [lang, diphones.join(' ')]));
  writeFileSync(path, `${JSON.stringify(joined, null, 2)}\n`);
}

/**
 * Reads word frequencies from FOLDER/LANG.tsv: a word and its number of occurrences per line, separated by a tab. Looks
 * for the tag of the variety and then its language alone.
 * @throws Error when there is no file for it
 */
export function readWords(folder: string, { lang }: Variety): [word: string, count: number][] {
  const names = [`${lang}.tsv`, `${lang.split('-')[0]}.tsv`];
  const present = new Set(readdirSync(folder));
  const name = names.find((one) => present.has(one));
  if (name === undefined) throw new Error(`${folder} has neither ${names.join(' nor ')}`);
  return readFileSync(join(folder, name), 'utf8')
    .split('\n')
    .map((line): [string, number] => {
      const [word = '', count] = line.split('\t');
      return [word, Number(count)];
    })
    .filter(([word, count]) => WORD.test(word) && count > 0)
    .slice(0, MAX_WORDS);
}

/**
 * Returns the most common diphones of running speech, estimated from words and their frequencies: those within words,
 * and those between two words, assuming independent words.
 */
export function commonDiphones(
  words: readonly (readonly [word: string, count: number])[],
  variety: Variety,
  espeak: Espeak,
): string[] {
  const counts = new Map<string, number>();
  const firsts = new Map<string, number>();
  const lasts = new Map<string, number>();
  let total = 0;
  for (const [word, count] of words) {
    const sounds = soundsOfWord(word, variety, espeak);
    const [first] = sounds;
    const last = sounds.at(-1);
    if (first === undefined || last === undefined) continue;
    for (const [at, sound] of sounds.entries()) {
      if (at > 0) add(counts, diphone(sounds[at - 1] ?? '', sound), count);
    }
    add(firsts, first, count);
    add(lasts, last, count);
    total += count;
  }
  for (const [last, ends] of lasts) {
    for (const [first, begins] of firsts) add(counts, diphone(last, first), (ends * begins) / total);
  }
  return [...counts]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, COMMON)
    .map(([pair]) => pair);
}

function add(sums: Map<string, number>, key: string | null, share: number): void {
  if (key !== null) sums.set(key, (sums.get(key) ?? 0) + share);
}
