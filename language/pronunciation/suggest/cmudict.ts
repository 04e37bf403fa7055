import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const PACKAGE = 'cmu-pronouncing-dictionary';
/** More readings of one word than the dictionary has. */
const MAX_READINGS = 6;
/** Largest distance, in lines, of a word from its alphabetical place: a few are out of order. */
const DISORDER_BYTES = 4096;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * The CMU Pronouncing Dictionary: North American English, 134,000 words with names, as ARPAbet. The package is a module
 * of 5 MB whose import holds its thread for 0.2 s and takes 60 MB, so its text is searched instead, in alphabetical
 * order.
 */
export class Cmudict {
  readonly #text: Buffer;

  private constructor(text: Buffer) {
    this.#text = text;
  }

  /** @throws Error when the package is missing or has another format than the version that Parley was tested with */
  static async load(): Promise<Cmudict> {
    const dictionary = new Cmudict(await readFile(createRequire(import.meta.url).resolve(PACKAGE)));
    if (['abbey', 'dictionary', 'zoo'].some((word) => dictionary.lookUp(word).length === 0)) {
      throw new Error(`the package ${PACKAGE} is not written as expected`);
    }
    return dictionary;
  }

  /**
   * The readings of a word, most usual first, each as ARPAbet with stress digits ("R EH1 D"); none for unknown words.
   */
  lookUp(word: string): string[] {
    const near = this.#lineOf(word);
    const from = Math.max(0, near - DISORDER_BYTES);
    const around = this.#text.subarray(from, near + DISORDER_BYTES);
    const found = around.indexOf(`\n${headOf(word)}`);
    if (found < 0) return [];
    const readings: string[] = [];
    let at = from + found + 1;
    for (let number = 1; number <= MAX_READINGS; number++) {
      // Further pronunciations are in the lines after the first: "read", "read(2)".
      const head = Buffer.from(headOf(number === 1 ? word : `${word}(${number})`));
      if (!this.#text.subarray(at, at + head.length).equals(head)) break;
      const value = at + head.length;
      const end = this.#text.indexOf(QUOTE, value);
      const next = this.#text.indexOf(NEWLINE, value);
      if (end < 0 || next < 0) break;
      readings.push(this.#text.toString('latin1', value, end));
      at = next + 1;
    }
    return readings;
  }

  /** Approximate start of the line of a word, within a few lines. */
  #lineOf(word: string): number {
    let low = 0;
    let high = this.#text.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = this.#text.indexOf(NEWLINE, middle) + 1;
      if (start === 0 || start >= high) high = middle;
      else if (this.#keyAt(start) < word) low = start;
      else high = middle;
    }
    return low;
  }

  /** The word of a line, without its number; "" before the first word and a last letter after the last. */
  #keyAt(start: number): string {
    const line = this.#text.toString('utf8', start, start + 80);
    const key = /^ {2}"(.*?)(?:\(\d\))?": "/.exec(line)?.[1];
    if (key !== undefined) return key;
    return start * 2 < this.#text.length ? '' : '\uffff';
  }
}

const headOf = (name: string): string => `  ${JSON.stringify(name)}: "`;
