/** Fragments that are special for parsers of HTTP, of JSON and of frames. */
const PIECES = [
  '\r\n',
  '\n',
  '\r\n\r\n',
  '\0',
  ' ',
  ':',
  '%',
  '%00',
  '%2e%2e/',
  '../',
  '\\',
  '?',
  '#',
  ',',
  '{',
  ']',
  '"',
  '\\u0000',
  '\\ud800',
  '-1',
  '1e999',
  '99999999999999999999',
  'content-length: 5\r\n',
  'transfer-encoding: chunked\r\n',
  'host: localhost\r\n',
  'expect: 100-continue\r\n',
  '__proto__',
  '\xff\xfe',
  '\x88\x80\0\0\0\0',
  '\x81\xfe\xff\xff',
];

/** Damages bytes, deterministically for a seed. */
export class Damage {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a whole number from 0 to below a limit. */
  below(limit: number): number {
    // Mulberry32: 32 bits of state, which is sufficient here.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  oneOf<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  /** Returns the bytes with up to four changes, sometimes with none. */
  bytes(whole: Buffer): Buffer {
    let damaged = whole;
    for (let changes = this.below(5); changes > 0; changes--) damaged = this.#change(damaged);
    return damaged;
  }

  #change(bytes: Buffer): Buffer {
    const at = this.below(bytes.length + 1);
    const to = Math.min(bytes.length, at + 1 + this.below(16));
    const [before, part, after] = [bytes.subarray(0, at), bytes.subarray(at, to), bytes.subarray(to)];
    switch (this.below(6)) {
      case 0:
        return Buffer.concat([before, after]);
      case 1:
        return Buffer.concat([before, part, part, after]);
      case 2:
        return Buffer.concat([before, Buffer.from(this.oneOf(PIECES), 'latin1'), part, after]);
      case 3:
        return Buffer.concat([before, part.map((byte) => byte ^ (1 << this.below(8))), after]);
      case 4:
        return Buffer.concat([before, Buffer.from(part.map(() => this.below(256))), after]);
      default:
        return before;
    }
  }
}
