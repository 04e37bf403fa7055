import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { EventReader, type WyomingEvent } from './event-reader.ts';
import { encodeEvent } from './event-writer.ts';

const LIMITS = { maxJsonBytes: 2000, maxPayloadBytes: 4000 };

const event = fc.record({
  type: fc.string({ minLength: 1, maxLength: 20 }),
  data: fc.dictionary(
    fc.string({ maxLength: 8 }).filter((name) => name !== '__proto__'),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    { maxKeys: 4 },
  ),
  payload: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
});

/** The bytes in pieces, which end at the offsets in `ends`. */
function cut(bytes: Buffer, ends: readonly number[]): Buffer[] {
  const places = [0, ...ends.map((end) => end % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
}

const read = (reader: EventReader, pieces: readonly Buffer[]): WyomingEvent[] =>
  pieces.flatMap((piece) => [...reader.push(piece)]);

const plain = ({ type, data, payload }: Omit<WyomingEvent, 'bytes'>) => ({
  type,
  data: { ...data },
  payload: [...payload],
});

test('events are read as they were written, however the network cuts them', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 6 }), fc.array(fc.nat()), (events, ends) => {
      const bytes = Buffer.concat(events.map(({ type, data, payload }) => encodeEvent(type, data, payload)));
      expect(read(new EventReader(LIMITS), cut(bytes, ends)).map(plain)).toEqual(events.map(plain));
    }),
  );
});

test('data may be in the header, behind it (which takes precedence), or both', () => {
  const more = '{"b": 2, "c": 3}';
  const line = `{"type": "x", "data": {"a": 1, "b": 1}, "data_length": ${more.length}}\n`;
  const [both] = read(new EventReader(LIMITS), [Buffer.from(line + more)]);
  expect(both?.data).toEqual({ a: 1, b: 2, c: 3 });
});

test('any input is read or refused, and the reader holds at most one event', () => {
  const anything = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((json) => Buffer.from(`${json}\n`)),
    fc
      .record({
        type: fc.anything(),
        data: fc.anything(),
        data_length: fc.anything(),
        payload_length: fc.anything(),
      })
      .map((header) => Buffer.from(`${JSON.stringify(header)}\n`)),
  );
  fc.assert(
    fc.property(fc.array(anything, { maxLength: 5 }), (pieces) => {
      try {
        read(new EventReader(LIMITS), pieces);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
        expect([400, 413]).toContain((error as ApiError).status);
      }
    }),
  );
});

test.each([
  ['a header without an end', Buffer.alloc(2001, 0x20)],
  ['data', Buffer.from('{"type": "x", "data_length": 2001}\n')],
  ['a payload', Buffer.from('{"type": "x", "payload_length": 4001}\n')],
])('%s larger than allowed is refused before it has arrived', (_what, bytes) => {
  expect(() => read(new EventReader(LIMITS), [bytes])).toThrow(
    expect.objectContaining({ kind: 'wyoming_event_too_large', status: 413 }),
  );
});

test('reads an event byte by byte', () => {
  const payload = Buffer.alloc(4000, 1);
  const bytes = Buffer.concat([
    Buffer.from(`{"type": "x", "data": {"a": "${'a'.repeat(1900)}"}, "payload_length": 4000}\n`),
    payload,
  ]);
  const pieces = Array.from(bytes, (_, i) => bytes.subarray(i, i + 1));
  expect(read(new EventReader(LIMITS), pieces).map(({ payload: { length } }) => length)).toEqual([4000]);
});
