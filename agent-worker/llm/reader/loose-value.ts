/**
 * Values in the notations of models: JSON, Python literals, and Gemma's notation with bare keys and quote tokens.
 * Parses one value at an offset and returns its end.
 */

/** Deepest nesting that is parsed. No argument of a tool is nested deeper. */
const MAX_DEPTH = 40;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /(?:true|false|null|none|undefined)\b/iy;
const KEY = /[\p{L}_][\p{L}\p{N}_.-]*/uy;
/** Characters that end a bare string. */
const BARE = /[^,}\])\n]+/y;
const SPACE = /[\s]*/y;
/** Quotes, longest first. Gemma uses a token of its own. */
const QUOTES = ['<|"|>', '<escape>', '"""', "'''", '"', "'", '\u201c'] as const;
const CLOSING: Readonly<Record<string, string>> = { '\u201c': '\u201d' };
const CLOSING_BRACKET: Readonly<Record<string, string>> = { '[': ']', '{': '}' };
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0' };
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false };

export interface Parsed<T> {
  readonly value: T;
  /** Offset after it. */
  readonly end: number;
}

export type Fields = Readonly<Record<string, unknown>>;

/** The fields of an object; null for any other value. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
}

/** The value at `at`; null if there is none. @param bare whether strings may lack their quotes */
export function looseValue(text: string, at: number, bare = false): Parsed<unknown> | null {
  const reader = new Reader(text, bare);
  const value = reader.value(reader.space(at), 0);
  return value;
}

/** Python's keyword arguments, or positional values, from the opening parenthesis at `at` to its end. */
export function looseArguments(
  text: string,
  at: number,
): Parsed<{ readonly named: Record<string, unknown>; readonly placed: readonly unknown[] }> | null {
  if (text[at] !== '(') return null;
  const reader = new Reader(text, false);
  const named: Record<string, unknown> = {};
  const placed: unknown[] = [];
  let here = reader.space(at + 1);
  while (text[here] !== ')') {
    const key = reader.match(KEY, here);
    const equals = key === null ? -1 : reader.space(here + key.length);
    const isNamed = key !== null && text[equals] === '=';
    const item = reader.value(isNamed ? reader.space(equals + 1) : here, 0);
    if (!item) return null;
    if (isNamed) named[key] = item.value;
    else placed.push(item.value);
    here = reader.space(item.end);
    if (text[here] === ',') here = reader.space(here + 1);
    else if (text[here] !== ')') return null;
  }
  return { value: { named, placed }, end: here + 1 };
}

class Reader {
  readonly #text: string;
  readonly #bare: boolean;

  constructor(text: string, bare: boolean) {
    this.#text = text;
    this.#bare = bare;
  }

  match(pattern: RegExp, at: number): string | null {
    pattern.lastIndex = at;
    return pattern.exec(this.#text)?.[0] ?? null;
  }

  /** Offset behind white space. */
  space(at: number): number {
    return at + (this.match(SPACE, at)?.length ?? 0);
  }

  value(at: number, depth: number): Parsed<unknown> | null {
    if (depth > MAX_DEPTH) return null;
    const first = this.#text[at];
    if (first === '{') return this.#object(at, depth);
    if (first === '[') return this.#array(at, depth);
    const quoted = this.#string(at);
    if (quoted) return quoted;
    const number = this.match(NUMBER, at);
    if (number !== null) return { value: Number(number), end: at + number.length };
    const word = this.match(WORD, at);
    if (word !== null) return { value: WORDS[word.toLowerCase()] ?? null, end: at + word.length };
    const bare = this.#bare ? this.match(BARE, at) : null;
    return bare === null || bare.trim() === '' ? null : { value: bare.trim(), end: at + bare.length };
  }

  #object(at: number, depth: number): Parsed<Record<string, unknown>> | null {
    const value: Record<string, unknown> = {};
    let here = this.space(at + 1);
    while (this.#text[here] !== '}') {
      const key = this.#string(here) ?? this.#key(here);
      if (!key) return null;
      here = this.space(key.end);
      if (this.#text[here] !== ':') return null;
      const item = this.value(this.space(here + 1), depth + 1);
      if (!item) return null;
      // Uses defineProperty: an assignment to `__proto__` would change the prototype.
      Object.defineProperty(value, key.value, {
        value: item.value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
      here = this.space(item.end);
      if (this.#text[here] === ',') here = this.space(here + 1);
      else if (this.#text[here] !== '}') return null;
    }
    return { value, end: here + 1 };
  }

  #array(at: number, depth: number): Parsed<unknown[]> | null {
    const value: unknown[] = [];
    let here = this.space(at + 1);
    while (this.#text[here] !== ']') {
      const item = this.value(here, depth + 1);
      if (!item) return null;
      value.push(item.value);
      here = this.space(item.end);
      if (this.#text[here] === ',') here = this.space(here + 1);
      else if (this.#text[here] !== ']') return null;
    }
    return { value, end: here + 1 };
  }

  #key(at: number): Parsed<string> | null {
    const key = this.match(KEY, at);
    return key === null ? null : { value: key, end: at + key.length };
  }

  #string(at: number): Parsed<string> | null {
    const quote = QUOTES.find((each) => this.#text.startsWith(each, at));
    if (quote === undefined) return null;
    const closing = CLOSING[quote] ?? quote;
    const escapes = quote.length === 1 || quote.length === 3;
    let value = '';
    for (let here = at + quote.length; here < this.#text.length; here++) {
      if (this.#text.startsWith(closing, here)) return { value, end: here + closing.length };
      if (!escapes || this.#text[here] !== '\\') {
        value += this.#text[here];
        continue;
      }
      here++;
      const escaped = this.#text[here] ?? '';
      const code = escaped === 'u' ? /^[\da-f]{4}/i.exec(this.#text.slice(here + 1, here + 5)) : null;
      if (code) here += 4;
      value += code ? String.fromCharCode(Number.parseInt(code[0], 16)) : (ESCAPES[escaped] ?? escaped);
    }
    return null;
  }
}

/** Follows the brackets and quotes of a value that arrives in pieces. Takes linear time. */
export class Balance {
  readonly #isProse: boolean;
  #opening = '';
  #depth = 0;
  #quote = '';
  #escaped = false;

  /** @param isProse whether its quotes may be apostrophes, so that only brackets like the first one count */
  constructor(isProse: boolean) {
    this.#isProse = isProse;
  }

  /** @returns offset behind the value's last bracket; -1 when it is still open */
  push(text: string): number {
    for (let i = 0; i < text.length; i++) {
      const char = text[i] ?? '';
      if (this.#isProse) {
        this.#opening ||= char;
        if (char === this.#opening) this.#depth++;
        else if (char === CLOSING_BRACKET[this.#opening] && --this.#depth === 0) return i + 1;
      } else if (this.#escaped) this.#escaped = false;
      else if (this.#quote !== '') {
        if (char === '\\') this.#escaped = true;
        else if (char === this.#quote) this.#quote = '';
      } else if (char === '"' || char === "'") this.#quote = char;
      else if (char === '{' || char === '[' || char === '(') this.#depth++;
      else if ((char === '}' || char === ']' || char === ')') && --this.#depth <= 0) return i + 1;
    }
    return -1;
  }
}
