/** The trained weights of a language, from their file. */
import { readFileSync } from 'node:fs';

/**
 * Loads each file when its language is needed first.
 * @param name start of the names of the files, before the language
 * @param languages those that have a file
 * @returns a function from a language to its weights; null for languages without weights
 */
export function trainedFor<T>(
  name: string,
  languages: readonly string[],
  decode: (bytes: Uint8Array) => T,
): (lang: string) => T | null {
  const loaded = new Map<string, T>();
  return (lang) => {
    const code = lang.toLowerCase().split(/[-_]/)[0] ?? '';
    if (!languages.includes(code)) return null;
    let found = loaded.get(code);
    if (found === undefined) {
      found = decode(readFileSync(new URL(`./${name}.${code}.bin`, import.meta.url)));
      loaded.set(code, found);
    }
    return found;
  };
}
