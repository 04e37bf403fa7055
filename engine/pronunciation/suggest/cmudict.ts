import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const PACKAGE = 'cmu-pronouncing-dictionary';
/** More readings of one word than the dictionary has. */
const MAX_READINGS = 6;

/**
 * The CMU Pronouncing Dictionary: North American English, 134,000 words with names, as ARPAbet. The package is a module
 * of 5 MB whose import holds its thread for 0.2 s and takes 60 MB, so its text is searched instead.
 */
export class Cmudict {
  readonly #text: Buffer;

  private constructor(text: Buffer) {
    this.#text = text;
  }

  /** @throws Error when the package is missing or written in another way than the one that was installed with us */
  static async load(): Promise<Cmudict> {
    const dictionary = new Cmudict(await readFile(createRequire(import.meta.url).resolve(PACKAGE)));
    if (dictionary.lookUp('dictionary').length === 0) {
      throw new Error(`the package ${PACKAGE} is not written as expected`);
    }
    return dictionary;
  }

  /** The readings of a word, most usual first, each as ARPAbet with stress digits ("R EH1 D"); none for unknown words. */
  lookUp(word: string): string[] {
    const found = this.#reading(word, 0);
    if (found === null) return [];
    const readings = [found.arpabet];
    // Further readings stand in the lines behind the first: "read", "read(2)".
    for (let number = 2, at = found.end; number <= MAX_READINGS; number++) {
      const next = this.#reading(`${word}(${number})`, at);
      if (next === null || next.start !== at) break;
      readings.push(next.arpabet);
      at = next.end;
    }
    return readings;
  }

  #reading(name: string, from: number): { start: number; end: number; arpabet: string } | null {
    const head = `\n  ${JSON.stringify(name)}: "`;
    const start = this.#text.indexOf(head, from);
    if (start < 0) return null;
    const value = start + Buffer.byteLength(head);
    const to = this.#text.indexOf('"', value);
    const end = this.#text.indexOf('\n', value);
    if (to < 0 || end < 0) return null;
    return { start, end, arpabet: this.#text.toString('latin1', value, to) };
  }
}
