/** A dictionary entry: one reading, or several by part of speech, some of which are missing. */
export type Entry = string | Readonly<Record<string, string | null>>;

const QUOTE = 0x22;
const COLON = 0x3a;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/**
 * A dictionary in the bytes of its JSON file: one object whose keys are sorted by code point, without white space or
 * escapes. JavaScript objects for 90,000 words would take ten times the memory. A binary search takes microseconds.
 */
export class WordTable {
  readonly #json: Buffer;
  /** Offset of each word's key. */
  readonly #starts: Uint32Array;

  /** @throws Error when the file has another format */
  constructor(json: Buffer) {
    this.#json = json;
    this.#starts = startsOf(json);
  }

  get(word: string): Entry | undefined {
    const wanted = Buffer.from(word);
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = this.#starts[middle]!;
      const end = this.#json.indexOf(QUOTE, start);
      const order = this.#json.compare(wanted, 0, wanted.length, start, end);
      if (order === 0) return JSON.parse(this.#json.toString('utf8', end + 2, this.#valueEnd(middle)));
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return undefined;
  }

  #valueEnd(index: number): number {
    // A comma and a quote precede the next key; a brace follows the last value.
    const next = this.#starts[index + 1];
    return next === undefined ? this.#json.length - 1 : next - 2;
  }
}

function startsOf(json: Buffer): Uint32Array {
  const starts: number[] = [];
  for (let at = 1; at < json.length - 1; ) {
    const key = at + 1;
    const value = json.indexOf(QUOTE, key) + 2;
    const isText = json[value] === QUOTE;
    const end = json.indexOf(isText ? QUOTE : CLOSING, value + 1);
    const isEntry = json[at] === QUOTE && json[value - 1] === COLON && (isText || json[value] === OPENING);
    if (!isEntry || end < 0) throw new Error('a dictionary is not written as expected');
    starts.push(key);
    at = end + 2;
  }
  return Uint32Array.from(starts);
}
