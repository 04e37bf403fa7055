import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AgentError } from '../errors.ts';
import { parseSocketMessage } from './socket-message.ts';

const time = { interruptAfterTimeLimit: 1500 };

describe('messages of the agent socket', () => {
  test('reads a message with any additional fields', () => {
    const others = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 });
    fc.assert(
      fc.property(others, fc.uint8Array({ maxLength: 50 }), fc.string(), (rest, bytes, text) => {
        const audio = Buffer.from(bytes).toString('base64');
        const frame = parseSocketMessage(JSON.stringify({ ...rest, audio, text }));
        expect([...(frame.audio ?? [])]).toEqual([...bytes]);
        expect(frame.text).toBe(text.trim() === '' ? null : text);
      }),
      time,
    );
  });

  test('one that is nested too deeply is refused', () => {
    const message = `{"text":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    expect(() => parseSocketMessage(message)).toThrow(/more than 100 levels/);
  });

  test('anything else is an AgentError that quotes nothing, or is nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (message) => {
        try {
          parseSocketMessage(message);
        } catch (error) {
          expect(error).toBeInstanceOf(AgentError);
          if (message.length > 12) expect((error as Error).message).not.toContain(message);
        }
      }),
      time,
    );
  });
});
