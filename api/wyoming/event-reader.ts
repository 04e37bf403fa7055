import { parseJson } from '../../media/json.ts';
import { refusal } from '../errors/api-error.ts';
import { isObject, type RawFields } from '../http/fields.ts';

/** One event of the Wyoming protocol. */
export interface WyomingEvent {
  readonly type: string;
  readonly data: RawFields;
  readonly payload: Buffer;
  /** Number of bytes in which it was sent. */
  readonly bytes: number;
}

export interface EventLimits {
  /** Limit of the header line, and of the data after it. */
  readonly maxJsonBytes: number;
  readonly maxPayloadBytes: number;
}

interface Header {
  readonly lineBytes: number;
  readonly type: string;
  readonly data: RawFields;
  readonly dataBytes: number;
  readonly payloadBytes: number;
}

const LINE_FEED = 0x0a;
/** Number of pieces at which they are joined, because pieces of single bytes take a hundred times the memory. */
const MAX_PIECES = 1024;
const NOTHING = Buffer.alloc(0);

/**
 * Reads a stream of events: a line of JSON, then as many bytes of further JSON and of payload as the line announces
 * (Wyoming protocol, section "Format" of its README). Holds no more than one event at its limits.
 */
export class EventReader {
  readonly #limits: EventLimits;
  readonly #pieces: Buffer[] = [];
  #held = 0;
  /** Number of pieces that are known to contain no line end. */
  #searched = 0;
  #header: Header | null = null;

  constructor(limits: EventLimits) {
    this.#limits = limits;
  }

  /**
   * The events that are complete with these bytes.
   * @throws ApiError 400 for a malformed event, 413 for one that is too large; nothing can be read after that
   */
  *push(bytes: Buffer): Generator<WyomingEvent, void> {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    if (this.#pieces.length > MAX_PIECES) {
      // The last piece may contain a line end.
      const last = this.#pieces.pop()!;
      this.#pieces.push(this.#join(), last);
      this.#searched = Math.min(this.#searched, 1);
    }
    for (;;) {
      this.#header ??= this.#readHeader();
      if (this.#header === null) return;
      const { type, data, lineBytes, dataBytes, payloadBytes } = this.#header;
      if (this.#held < dataBytes + payloadBytes) return;
      this.#header = null;
      const more = this.#take(dataBytes);
      const payload = this.#take(payloadBytes);
      const all = dataBytes > 0 ? { ...data, ...parseObject(more, 'data') } : data;
      yield { type, data: all, payload, bytes: lineBytes + dataBytes + payloadBytes };
    }
  }

  #readHeader(): Header | null {
    const { maxJsonBytes, maxPayloadBytes } = this.#limits;
    const end = this.#lineEnd();
    if ((end ?? this.#held) > maxJsonBytes) throw tooLarge('header', maxJsonBytes);
    if (end === null) return null;
    const fields = parseObject(this.#take(end + 1), 'header');
    const { type, data = {} } = fields;
    if (typeof type !== 'string') throw malformed('the field "type" of the header must be a string');
    if (data !== null && !isObject(data)) throw malformed('the field "data" of the header must be an object');
    return {
      type,
      lineBytes: end + 1,
      data: data ?? {},
      dataBytes: lengthIn(fields, 'data_length', maxJsonBytes),
      payloadBytes: lengthIn(fields, 'payload_length', maxPayloadBytes),
    };
  }

  /** End of the line at the beginning of the held bytes; null if it has not arrived. */
  #lineEnd(): number | null {
    const fresh = this.#pieces.slice(this.#searched);
    let at = this.#held - fresh.reduce((sum, { length }) => sum + length, 0);
    for (const piece of fresh) {
      const found = piece.indexOf(LINE_FEED);
      if (found >= 0) return at + found;
      at += piece.length;
    }
    this.#searched = this.#pieces.length;
    return null;
  }

  #take(length: number): Buffer {
    const all = this.#join();
    this.#pieces.push(all.subarray(length));
    this.#held -= length;
    this.#searched = 0;
    return all.subarray(0, length);
  }

  /** Returns all held bytes, and drops the pieces. */
  #join(): Buffer {
    const [first = NOTHING, ...others] = this.#pieces.splice(0);
    return others.length === 0 ? first : Buffer.concat([first, ...others]);
  }
}

function parseObject(bytes: Buffer, what: string): RawFields {
  let value: unknown;
  try {
    value = parseJson(bytes.toString('utf8'));
  } catch {
    throw malformed(`the ${what} must be JSON`);
  }
  if (!isObject(value)) throw malformed(`the ${what} must be a JSON object`);
  return value;
}

function lengthIn(header: RawFields, name: string, max: number): number {
  const value = header[name] ?? 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    throw malformed(`the field "${name}" of the header must be a whole number`);
  }
  if (value > max) throw tooLarge(name === 'data_length' ? 'data' : 'payload', max);
  return value;
}

const malformed = (fault: string) => refusal('wyoming_event_malformed', { values: { fault } });
const tooLarge = (part: string, max: number) => refusal('wyoming_event_too_large', { values: { part, max } });
