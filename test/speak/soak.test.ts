/** Memory must not grow, and invariants must hold for any order of client messages. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../engine/index.ts';
import { type SpeechMessage, textOf, wordsOf } from '../kit/clients/messages.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { ask, speak } from '../kit/clients/sse-client.ts';
import {
  builtInEngine,
  KEY,
  startTestServer,
  type TestServer,
  until,
  untilLanesRest,
} from '../kit/server.ts';
import { joinAudio } from '../kit/sounds/audio.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let engine: Engine;
let server: TestServer;
beforeAll(async () => {
  engine = await builtInEngine();
  server = await startTestServer(engine);
});
afterAll(async () => {
  await server.close();
  await engine.close();
});

/** Returns the heap in use after garbage collection, in bytes. */
async function heapBytes(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collectGarbage();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, arrayBuffers } = process.memoryUsage();
  return heapUsed + external + arrayBuffers;
}

async function gauge(name: string): Promise<number> {
  const metrics = (await ask(server, { path: '/metrics' })).body.toString('utf8');
  const lines = metrics.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
  return lines.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

describe('hundreds of times', () => {
  const AT_ONCE = 20;

  /** Does something `count` times, partly concurrently. */
  async function repeat(count: number, one: (index: number) => Promise<void>): Promise<void> {
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < count) await one(next++);
      }),
    );
  }

  async function expectFlat(one: (index: number) => Promise<void>, allowedBytes: number): Promise<void> {
    await repeat(100, one);
    await untilLanesRest(engine);
    const before = await heapBytes();
    await repeat(300, one);
    await until('all streams are gone', () => engine.stats().activeStreams === 0);
    await untilLanesRest(engine);
    const after = await heapBytes();
    expect(engine.stats()).toMatchObject({ activeStreams: 0, waitingStreams: 0, queuedSteps: 0 });
    expect(after - before).toBeLessThan(allowedBytes);
  }

  test('a socket opens, speaks or is interrupted, and closes: memory stays flat', async () => {
    await expectFlat(async (i) => {
      const client = await SpeakClient.open(server, { sampling_rate: 8000, timestamps: true });
      client.send({ text: 'Hi. ', context_id: String(i) });
      if (i % 3 === 0) client.socket.terminate();
      else if (i % 3 === 1) await client.say('There.');
      else client.send('<RESET>');
      client.socket.close();
      await client.closed;
    }, 3e6);
    await until('the gauge is at zero', async () => (await gauge('parley_sockets_open')) === 0);
  }, 120_000);

  test('a request over SSE is answered, refused or abandoned: memory stays flat', async () => {
    await expectFlat(async (i) => {
      if (i % 3 === 0) await speak(server, { text: 'Hi.', sampling_rate: 8000 });
      else if (i % 3 === 1) await expect(speak(server, { text: '😀' })).rejects.toThrow(/422/);
      else {
        const leaving = new AbortController();
        const answer = ask(server, {
          method: 'POST',
          path: '/sse/speak/en',
          headers: { 'x-api-key': KEY },
          body: JSON.stringify({ text: 'Hello there, all of you. '.repeat(10) }),
          signal: leaving.signal,
        });
        answer.catch(() => undefined);
        setTimeout(() => leaving.abort(), i % 7);
        await answer.catch(() => undefined);
      }
    }, 3e6);
  }, 120_000);
});

describe('any input of clients', () => {
  /** Speakable text with everything that is hard to divide. */
  const words = fc.constantFrom(
    'Hello',
    'Dr. Smith',
    '$5.50',
    'at 5:30',
    '<pause:20ms>',
    '<phoneme:təˈmɑːtoʊ>tomato</phoneme>',
    '<break time="10ms"/>',
    '3 < 5',
    '😀',
    'naïve',
    'etc.',
    '"quoted"',
    'and so on...',
    'What?!',
    '\n\n',
    '*bold*',
  );
  const sentence = fc
    .array(fc.tuple(words, fc.constantFrom(' ', '. ', ', ', '! ')), { minLength: 1, maxLength: 8 })
    .map((parts) => parts.map(([word, mark]) => word + mark).join(''));

  /** Divides a text into frames at the given places. */
  function frames(text: string, cuts: readonly number[]): string[] {
    const at = [...new Set(cuts.map((cut) => cut % text.length))].sort((a, b) => a - b);
    return [0, ...at]
      .map((start, i) => text.slice(start, [...at, text.length][i]))
      .filter((frame) => frame !== '');
  }

  function expectSound(messages: readonly SpeechMessage[], text: string): void {
    expect(textOf(messages)).toBe(text);
    const durationMs = (joinAudio(messages).length / 2 / 8000) * 1000;
    let before = { startMs: 0, charEnd: 0 };
    for (const word of wordsOf(messages)) {
      expect(text.slice(word.charStart, word.charEnd)).toBe(word.unit);
      expect(word.charStart).toBeGreaterThanOrEqual(before.charEnd);
      expect(word.startMs).toBeGreaterThanOrEqual(before.startMs);
      expect(word.endMs).toBeLessThanOrEqual(durationMs);
      before = word;
    }
  }

  test('frames may divide a text anywhere: the same words are spoken', async () => {
    const client = await SpeakClient.open(server, { sampling_rate: 8000, timestamps: true });
    await fc.assert(
      fc.asyncProperty(sentence, fc.array(fc.nat(), { maxLength: 12 }), async (text, cuts) => {
        client.send('<RESET>');
        const whole = await client.say({ text });
        expectSound(whole, text);
        client.send('<RESET>');
        // As JSON messages: these may even split a surrogate pair.
        const split = await client.say(...frames(text, cuts).map((frame) => ({ text: frame })));
        expectSound(split, text);
        expect(wordsOf(split).map(({ unit }) => unit)).toEqual(wordsOf(whole).map(({ unit }) => unit));
      }),
      { numRuns: 25, interruptAfterTimeLimit: 8000, endOnFailure: true },
    );
    await client.close();
  });

  test('commands may come in any order: every stop is answered, in order, and contexts do not mix', async () => {
    const command = fc.oneof(
      { weight: 5, arbitrary: fc.record({ text: sentence, context: fc.constantFrom('a', 'b', null) }) },
      { weight: 2, arbitrary: fc.constant('<STOP>' as const) },
      { weight: 1, arbitrary: fc.constant('<RESET>' as const) },
      { weight: 1, arbitrary: fc.constant('' as const) },
    );
    const client = await SpeakClient.open(server, { sampling_rate: 8000 });
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 12 }), async (commands) => {
        client.send('<RESET>');
        client.clear();
        let stops = 0;
        let spoken: { context: string | null; text: string }[] = [];
        for (const [i, item] of commands.entries()) {
          if (item === '<RESET>') {
            spoken = [];
            stops = 0;
            client.send(item);
          } else if (typeof item === 'string') {
            if (item === '<STOP>') stops++;
            client.send({ text: item, context_id: `stop ${i}` });
          } else {
            client.send({ text: item.text, context_id: item.context });
            spoken.push(item);
          }
        }
        client.send({ text: '<STOP>', context_id: 'end' });
        await client.waitFor('the end', ({ messages }) => messages.at(-1)?.data.context_id === 'end');
        expect(client.errors).toEqual([]);
        // Some of it may have been sent before a reset.
        if (!commands.includes('<RESET>')) {
          expect(client.stops).toHaveLength(stops + 1);
          for (const context of ['a', 'b', null]) {
            const own = client.messages.filter(({ data }) => data.context_id === context);
            const sent = spoken.filter((item) => item.context === context).map(({ text }) => text);
            // White space and other text without sound may come with the next stop.
            expect(sent.join('').startsWith(textOf(own))).toBe(true);
          }
          expect(textOf(client.messages)).toBe(spoken.map(({ text }) => text).join(''));
        } else {
          expect(textOf(client.messages).endsWith(spoken.map(({ text }) => text).join(''))).toBe(true);
          expect(client.stops.length).toBeGreaterThan(stops);
        }
      }),
      { numRuns: 20, interruptAfterTimeLimit: 10_000, endOnFailure: true },
    );
    await client.close();
  });

  test('bytes of any kind: the socket answers or closes, and the server continues', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary', maxLength: 60 }),
            fc.json({ maxDepth: 2 }),
            fc.constantFrom(
              '<',
              '<phoneme:',
              '<pause:',
              '<STOP',
              '<RESET',
              '{"text":"<STOP>"}',
              '{"text":"',
              '\u0000',
            ),
          ),
          { maxLength: 6 },
        ),
        async (texts) => {
          const client = await SpeakClient.open(server, { sampling_rate: 8000 });
          for (const text of texts) client.send(text);
          client.send('<RESET>');
          client.send({ text: 'Hello.<STOP>', context_id: 'end' });
          await client.waitFor('the end', ({ messages }) => messages.at(-1)?.data.context_id === 'end');
          expect(textOf(client.messages.filter(({ data }) => data.context_id === 'end'))).toBe('Hello.');
          await client.close();
        },
      ),
      { numRuns: 25, interruptAfterTimeLimit: 8000, endOnFailure: true },
    );
  });
});
