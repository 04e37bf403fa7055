/**
 * Reads the part of Python's pickle protocol 2 that PyTorch checkpoints are made of (PEP 307 and the opcode list of the
 * pickletools module). Nothing is executed: callables are returned as names, and the caller decides what calling one
 * means. Everything that checkpoints do not need is refused.
 */

/** A class or function by name ("torch.FloatStorage"). */
export class PickledName {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** A tuple; lists are arrays, dictionaries maps. */
export class PickledTuple {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

export interface PickleHandlers {
  /** The value of calling `callable`. Throws for unexpected ones. */
  call(callable: PickledName, args: readonly unknown[]): unknown;
  /** Resolves a persistent id. */
  persistent(id: unknown): unknown;
}

export class PickleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PickleError';
  }
}

const MARK = Symbol('mark');
const LATIN = new TextDecoder('latin1');
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads one pickle that begins at `start`.
 * @returns its value and the position after its STOP
 * @throws PickleError for anything other than a complete, plain pickle
 */
export function readPickle(
  bytes: Uint8Array,
  start: number,
  handlers: PickleHandlers,
): { readonly value: unknown; readonly end: number } {
  return new Reader(bytes, start, handlers).read();
}

class Reader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #handlers: PickleHandlers;
  readonly #stack: unknown[] = [];
  readonly #memo = new Map<number, unknown>();
  #at: number;

  constructor(bytes: Uint8Array, start: number, handlers: PickleHandlers) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#at = start;
    this.#handlers = handlers;
  }

  read(): { value: unknown; end: number } {
    for (;;) {
      const opcode = this.#view.getUint8(this.#take(1));
      if (opcode === 0x2e) break;
      this.#step(opcode);
    }
    if (this.#stack.length !== 1) throw new PickleError('a pickle ends with an unfinished value');
    return { value: this.#pop(), end: this.#at };
  }

  #step(opcode: number): void {
    const stack = this.#stack;
    switch (String.fromCharCode(opcode)) {
      case '\x80':
        if (this.#u8() !== 2) throw new PickleError('a pickle of another protocol than 2');
        return;
      case '(':
        stack.push(MARK);
        return;
      case 'N':
        stack.push(null);
        return;
      case '\x88':
        stack.push(true);
        return;
      case '\x89':
        stack.push(false);
        return;
      case 'K':
        stack.push(this.#u8());
        return;
      case 'M':
        stack.push(this.#view.getUint16(this.#take(2), true));
        return;
      case 'J':
        stack.push(this.#view.getInt32(this.#take(4), true));
        return;
      case '\x8a':
        stack.push(this.#long());
        return;
      case 'G':
        stack.push(this.#view.getFloat64(this.#take(8), false));
        return;
      case 'X':
        stack.push(this.#text());
        return;
      case 'c':
        stack.push(new PickledName(`${this.#line()}.${this.#line()}`));
        return;
      case '}':
        stack.push(new Map());
        return;
      case ']':
        stack.push([]);
        return;
      case ')':
        stack.push(new PickledTuple([]));
        return;
      case 't':
        stack.push(new PickledTuple(this.#sinceMark()));
        return;
      case '\x85':
        stack.push(new PickledTuple(this.#popMany(1)));
        return;
      case '\x86':
        stack.push(new PickledTuple(this.#popMany(2)));
        return;
      case '\x87':
        stack.push(new PickledTuple(this.#popMany(3)));
        return;
      case 'q':
        this.#memo.set(this.#u8(), this.#top());
        return;
      case 'r':
        this.#memo.set(this.#u32(), this.#top());
        return;
      case 'h':
        stack.push(this.#recall(this.#u8()));
        return;
      case 'j':
        stack.push(this.#recall(this.#u32()));
        return;
      case 'Q':
        stack.push(this.#handlers.persistent(this.#pop()));
        return;
      default:
        this.#combine(opcode);
    }
  }

  /** Opcodes that combine values. */
  #combine(opcode: number): void {
    switch (String.fromCharCode(opcode)) {
      case 's':
        this.#setItems(this.#popMany(2));
        return;
      case 'u':
        this.#setItems(this.#sinceMark());
        return;
      case 'a':
        this.#append(this.#popMany(1));
        return;
      case 'e':
        this.#append(this.#sinceMark());
        return;
      case 'R': {
        const [callable, args] = this.#popMany(2);
        if (!(callable instanceof PickledName) || !(args instanceof PickledTuple))
          throw new PickleError('a pickle calls something that is no name');
        this.#stack.push(this.#handlers.call(callable, args.items));
        return;
      }
      case 'b':
        // State beside the items of an ordered dictionary (its version metadata): not needed.
        this.#pop();
        this.#map();
        return;
      default:
        throw new PickleError(`a pickle has the unexpected opcode 0x${opcode.toString(16)}`);
    }
  }

  #setItems(items: readonly unknown[]): void {
    const map = this.#map();
    if (items.length % 2 !== 0) throw new PickleError('a pickled dictionary has a key without a value');
    for (let i = 0; i < items.length; i += 2) map.set(items[i], items[i + 1]);
  }

  #append(items: readonly unknown[]): void {
    const list = this.#top();
    if (!Array.isArray(list)) throw new PickleError('a pickle appends to what is no list');
    for (const item of items) list.push(item);
  }

  #map(): Map<unknown, unknown> {
    const map = this.#top();
    if (!(map instanceof Map)) throw new PickleError('a pickle sets items of what is no dictionary');
    return map;
  }

  #top(): unknown {
    const value = this.#stack.at(-1);
    if (value === undefined || value === MARK)
      throw new PickleError('a pickle uses a value that is not there');
    return value;
  }

  #pop(): unknown {
    const value = this.#top();
    this.#stack.pop();
    return value;
  }

  #popMany(count: number): unknown[] {
    return Array.from({ length: count }, () => this.#pop()).reverse();
  }

  #sinceMark(): unknown[] {
    const mark = this.#stack.lastIndexOf(MARK);
    if (mark < 0) throw new PickleError('a pickle lacks a mark');
    return this.#stack.splice(mark).slice(1);
  }

  #recall(index: number): unknown {
    if (!this.#memo.has(index)) throw new PickleError('a pickle recalls what it has not memorised');
    return this.#memo.get(index);
  }

  #take(length: number): number {
    const at = this.#at;
    if (at + length > this.#bytes.length) throw new PickleError('a pickle ends too early');
    this.#at += length;
    return at;
  }

  #u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  #u32(): number {
    return this.#view.getUint32(this.#take(4), true);
  }

  /** Little-endian two's complement of up to 16 bytes; magic numbers are larger than a double holds exactly. */
  #long(): number | bigint {
    const length = this.#u8();
    if (length > 16) throw new PickleError('a pickle has an integer of more than 16 bytes');
    const at = this.#take(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = value * 256n + BigInt(this.#bytes[at + i] ?? 0);
    if (length > 0) value = BigInt.asIntN(8 * length, value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  #text(): string {
    const length = this.#u32();
    const at = this.#take(length);
    try {
      return UTF8.decode(this.#bytes.subarray(at, at + length));
    } catch {
      throw new PickleError('a pickle has text that is not UTF-8');
    }
  }

  #line(): string {
    const end = this.#bytes.indexOf(0x0a, this.#at);
    if (end < 0) throw new PickleError('a pickle ends inside a name');
    const at = this.#take(end + 1 - this.#at);
    return LATIN.decode(this.#bytes.subarray(at, end));
  }
}
