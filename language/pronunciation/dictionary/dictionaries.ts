import { existsSync } from 'node:fs';
import { Cmudict } from '../suggest/cmudict.ts';
import { EnglishDictionary } from './english-dictionary.ts';
import { dictionaryPaths } from './files.ts';
import type { Accent } from './symbols.ts';

const ACCENTS: Readonly<Record<string, Accent>> = { 'en-us': 'american', 'en-gb': 'british' };

/** The English dictionaries of a thread. Each is loaded on first use, also if it was installed after the start. */
export class Dictionaries {
  readonly #folder: string | null;
  readonly #loaded = new Map<Accent, Promise<EnglishDictionary>>();

  /** @param folder null to pronounce without dictionaries */
  constructor(folder: string | null) {
    this.#folder = folder;
  }

  /**
   * The dictionary of an espeak voice ("en-gb"); null if there is none, or it is not installed.
   * @throws Error for files that cannot be read
   */
  async for(espeakVoice: string): Promise<EnglishDictionary | null> {
    const accent = ACCENTS[espeakVoice];
    if (accent === undefined || this.#folder === null) return null;
    const known = this.#loaded.get(accent);
    if (known) return known;
    const files = dictionaryPaths(this.#folder, accent);
    if (!files.every((file) => existsSync(file))) return null;
    const loading = load(files, accent);
    this.#loaded.set(accent, loading);
    loading.catch(() => this.#loaded.delete(accent));
    return loading;
  }
}

async function load(files: readonly string[], accent: Accent): Promise<EnglishDictionary> {
  // CMUdict is American, and has 60,000 more words, most of them names.
  return EnglishDictionary.load(files, accent, accent === 'american' ? await Cmudict.load() : null);
}
