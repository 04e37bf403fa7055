import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTelephoneFormat, parseStreamEvent } from './media-stream-messages.ts';

const time = { interruptAfterTimeLimit: 1500 };

describe('messages of a media stream', () => {
  const media = (fields: Readonly<Record<string, unknown>>) =>
    parseStreamEvent(JSON.stringify({ event: 'media', media: fields }));

  test('audio arrives unchanged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.nat(), (bytes, chunk) => {
        const payload = Buffer.from(bytes).toString('base64');
        const event = media({ payload, chunk: String(chunk), track: 'inbound' });
        expect(event).toEqual({ event: 'media', payload: Buffer.from(bytes), chunk });
      }),
      time,
    );
  });

  test('anything is answered, never by throwing', () => {
    const events = fc.constantFrom('connected', 'start', 'media', 'mark', 'dtmf', 'stop', 'other');
    const message = fc.oneof(
      fc.string(),
      fc.json(),
      events.chain((event) =>
        fc
          .tuple(fc.jsonValue(), fc.jsonValue())
          .map(([body, sid]) => JSON.stringify({ event, [event]: body, streamSid: sid })),
      ),
    );
    fc.assert(
      fc.property(message, (text) => {
        expect(parseStreamEvent(text).event).toMatch(/^(start|media|mark|dtmf|stop|other|broken)$/);
      }),
      time,
    );
  });

  test('one that is nested too deeply is broken', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const message = `{"event":"media","media":{"payload":"AAAA","chunk":${deep}}}`;
    expect(parseStreamEvent(message)).toEqual({ event: 'broken' });
  });

  test('up to 64 parameters are kept if they are texts of limited length', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`name-${i}`, 'x']));
    const start = (customParameters: unknown) => {
      const event = parseStreamEvent(
        JSON.stringify({ event: 'start', start: { streamSid: 'MZ', customParameters } }),
      );
      return event.event === 'start' ? event.start : null;
    };
    expect(Object.keys(start(many)?.customParameters ?? {})).toHaveLength(64);
    const odd = JSON.parse('{"a":"b","n":1,"__proto__":"x","o":{}}') as Record<string, unknown>;
    expect(start({ ...odd, long: 'x'.repeat(1001) })?.customParameters).toEqual({ a: 'b' });
    // A missing format means the only format of the protocol.
    expect(isTelephoneFormat(start({})!.format)).toBe(true);
  });
});
