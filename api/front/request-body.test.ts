import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { RequestBody } from './request-body.ts';

const KIB = 1024;
const NEVER = new AbortController().signal;

/** A response whose network side is controlled by the test. */
function network(
  signal: AbortSignal = NEVER,
  declaredBytes: number | null = null,
  count: (bytes: number) => void = () => undefined,
) {
  let arrive: (chunk: Uint8Array, isLast: boolean) => void = () => undefined;
  const calls: string[] = [];
  let overs = 0;
  const exchange = {
    onData: (handler: typeof arrive) => {
      arrive = handler;
    },
    pause: () => void calls.push('pause'),
    resume: () => void calls.push('resume'),
  };
  const body = new RequestBody(exchange, {
    declaredBytes,
    signal,
    onOver: () => overs++,
    turn: async () => undefined,
    count,
  });
  return {
    body,
    calls,
    overs: () => overs,
    /** Passes memory that is valid only during the call, as the library does. */
    send(text: string, isLast = false): void {
      const bytes = Uint8Array.from(Buffer.from(text));
      arrive(bytes, isLast);
      bytes.fill(0);
    },
  };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}

test('a body arrives as it was sent, before and during reading', async () => {
  const { body, send } = network();
  send('one ');
  send('');
  const read = collect(body.chunks(NEVER));
  await Promise.resolve();
  send('two ');
  send('three', true);
  expect(await read).toBe('one two three');
});

test('an empty body ends at once', async () => {
  const { body, send } = network();
  send('', true);
  expect(await collect(body.chunks(NEVER))).toBe('');
});

test('back-pressure stops the client while the body is not read, and ends when it is', async () => {
  const { body, send, calls } = network();
  for (let i = 0; i < 10; i++) send('x'.repeat(64 * KIB));
  expect(calls).toEqual(['pause']);
  const chunks = body.chunks(NEVER);
  for (let i = 0; i < 8; i++) await chunks.next();
  expect(calls).toEqual(['pause', 'resume']);
  for (let i = 0; i < 10; i++) send('x'.repeat(64 * KIB));
  expect(calls).toEqual(['pause', 'resume', 'pause']);
});

test('a discarded body is not buffered', async () => {
  const { body, send, calls } = network();
  for (let i = 0; i < 10; i++) send('x'.repeat(64 * KIB));
  body.discard();
  body.discard();
  for (let i = 0; i < 100; i++) send('x'.repeat(64 * KIB));
  expect(calls).toEqual(['pause', 'resume']);
  expect(await collect(body.chunks(NEVER))).toBe('');
});

test('a reader is woken by its own signal and by the client that hangs up', async () => {
  for (const who of ['reader', 'client']) {
    const [reader, client] = [new AbortController(), new AbortController()];
    const { body, send, calls } = network(client.signal);
    for (let i = 0; i < 10; i++) send('x'.repeat(64 * KIB));
    const chunks = body.chunks(reader.signal);
    for (let i = 0; i < 10; i++) await chunks.next();
    const waiting = chunks.next();
    (who === 'reader' ? reader : client).abort(new Error(who));
    await expect(waiting).rejects.toThrow(who);
    const before = calls.length;
    // A response whose client has disconnected must not be touched.
    if (who === 'client') {
      for (let i = 0; i < 10; i++) send('x'.repeat(64 * KIB));
      body.discard();
      expect(calls).toHaveLength(before);
    }
  }
});

test.each([
  ['it is complete', (far: ReturnType<typeof network>) => far.send('', true)],
  ['nobody wants the rest', (far: ReturnType<typeof network>) => far.body.discard()],
])('it is over once when %s', (_when, end) => {
  const far = network();
  far.send('one');
  expect(far.overs()).toBe(0);
  end(far);
  far.send('', true);
  expect(far.overs()).toBe(1);
});

test('it is over when the client has disconnected; it is read up to a limit', async () => {
  const client = new AbortController();
  const { body, send, overs } = network(client.signal);
  send('12345');
  await expect(body.read(4)).rejects.toMatchObject({ status: 413 });
  client.abort();
  expect(overs()).toBe(1);
});

test('a connection that is paused at the end of its body stays paused until it is answered', async () => {
  const { body, calls, send } = network();
  send('a'.repeat(300 * KIB));
  send('b'.repeat(300 * KIB), true);
  expect((await collect(body.chunks(NEVER))).length).toBe(600 * KIB);
  expect(calls).toEqual(['pause']);
  body.discard();
  expect(calls).toEqual(['pause', 'resume']);
});

test('the last half of a mebibyte of a body is received without a pause', async () => {
  const { body, calls, send } = network(NEVER, 1200 * KIB);
  const read = collect(body.chunks(NEVER));
  send('a'.repeat(300 * KIB));
  await nextTurn();
  send('b'.repeat(500 * KIB));
  send('c'.repeat(400 * KIB), true);
  expect((await read).length).toBe(1200 * KIB);
  expect(calls).toEqual(['pause', 'resume', 'pause', 'resume']);
});

test('nothing of a large body is received before it is read', async () => {
  const { body, calls } = network(NEVER, 600 * KIB);
  expect(calls).toEqual(['pause']);
  void body.chunks(NEVER).next();
  expect(calls).toEqual(['pause', 'resume']);
  expect(network(NEVER, 500 * KIB).calls).toEqual([]);
});

test('a document is counted before any of it is received, or when its length is known', async () => {
  const counted: number[] = [];
  const refuse = (bytes: number): void => {
    counted.push(bytes);
    throw new Error('too much');
  };
  const declared = network(NEVER, 600 * KIB, refuse);
  await expect(declared.body.read(2 ** 20)).rejects.toThrow('too much');
  expect(declared.calls).toEqual(['pause']);
  const chunked = network(NEVER, null, refuse);
  chunked.send('a'.repeat(100));
  chunked.send('b'.repeat(50), true);
  await expect(chunked.body.read(2 ** 20)).rejects.toThrow('too much');
  expect(counted).toEqual([600 * KIB, 150]);
  // A recording is not a document.
  void network(NEVER, 600 * KIB, refuse)
    .body.chunks(NEVER)
    .next();
  expect(counted).toHaveLength(2);
});
