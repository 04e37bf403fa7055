/** English dictionaries for tests: a small one of our own, and the real one if it is installed. */
import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { test } from 'vitest';
import { EnglishDictionary } from '../../language/pronunciation/dictionary/english-dictionary.ts';
import { dictionaryPaths } from '../../language/pronunciation/dictionary/files.ts';
import type { Accent } from '../../language/pronunciation/dictionary/symbols.ts';
import { type Entry, WordTable } from '../../language/pronunciation/dictionary/word-table.ts';
import { dictionaryFolder } from '../../model-files/folders.ts';

type Words = Readonly<Record<string, Entry>>;

/** In the format of the published files. */
const jsonOf = (words: Words): Buffer =>
  Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1)))));

/** A dictionary of these words alone. */
export const dictionaryOf = (words: Words, accent: Accent = 'american'): EnglishDictionary =>
  new EnglishDictionary([new WordTable(jsonOf(words))], accent);

/** A folder with an American dictionary of these words, in the layout of an installed one. */
export async function folderWithDictionary(words: Words): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-dictionary-'));
  const [first = '', second = ''] = dictionaryPaths(folder, 'american');
  await writeFile(first, gzipSync(jsonOf(words)));
  await writeFile(second, gzipSync(jsonOf({})));
  return folder;
}

export const DICTIONARY_FOLDER = dictionaryFolder();

const isInstalled = (['american', 'british'] as const).every((accent) =>
  dictionaryPaths(DICTIONARY_FOLDER, accent).every((file) => existsSync(file)),
);

/** Tests that need the real dictionary: skipped where it is not installed, but not in continuous integration. */
export const testWithDictionary = test.skipIf(!isInstalled && process.env.CI !== 'true');
