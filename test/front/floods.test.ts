/** WebSocket clients that send more than anybody speaks or types, and do not read the responses. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentSetup } from '../kit/agent-setup.ts';
import { agentUrl, openAgent } from '../kit/clients/agent-socket-client.ts';
import { RawClient, textFrame } from '../kit/clients/raw-client.ts';
import { SpeakClient } from '../kit/clients/speak-client.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { builtInEngine, CHEAP_VOICE, KEY, startTestServer, type TestServer } from '../kit/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer(await builtInEngine());
});
afterAll(() => server.close());

const times = (count: number, frame: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => frame));

/** Returns the close frame with this reason and code 1008 (RFC 6455 section 5.5.1). */
const closeFrame = (reason: string): string =>
  `\x88${String.fromCharCode(reason.length + 2)}\x03\xf0${reason}`;

/**
 * Sends everything before it reads anything.
 * @returns all that the server sent
 */
async function flood(port: number, target: string, frames: Buffer): Promise<string> {
  const client = await RawClient.upgrade(port, target);
  client.socket.pause();
  await new Promise((resolve) => client.socket.write(frames, resolve));
  client.socket.resume();
  return client.closed;
}

describe('on /speak', () => {
  const target = `/speak/en?api_key=${KEY}`;

  test('after a hundred faulty messages the socket closes', async () => {
    const sent = await flood(server.port, target, times(100_000, textFrame('{"text":1}')));
    expect(sent.endsWith(closeFrame('Too many messages could not be read'))).toBe(true);
    expect(sent.split('"type":"error"').length - 1).toBeLessThan(120);
  });

  test.each([
    ['messages that say nothing', textFrame('{"text":""}')],
    ['pings', Buffer.from([0x89, 0x80, 0, 0, 0, 0])],
    ['pongs', Buffer.from([0x8a, 0x80, 0, 0, 0, 0])],
  ])('nobody can send %s without end', async (_what, frame) => {
    const sent = await flood(server.port, target, times(50_000, frame));
    expect(sent).toContain(closeFrame('More than 1000 messages per second were sent for too long'));
  });

  test('errors about a limit are no longer sent when they are not read', async () => {
    const small = await startTestServer(server.engine, { MAX_TEXT_CHARS: '1' });
    const client = await RawClient.upgrade(small.port, target);
    client.socket.pause();
    client.send(times(19_000, textFrame('{"text":"too long"}')));
    await fetch(`${small.base}/ping`);
    client.socket.resume();
    expect((await client.closed).length).toBeLessThan(700_000);
    await small.close();
  });

  test('a text that arrives letter by letter, all at once, is spoken', async () => {
    const client = await SpeakClient.open(server, { voice_id: CHEAP_VOICE });
    const text = 'A language model writes faster than anybody speaks. '.repeat(20);
    for (const letter of text) client.send({ text: letter });
    client.send({ text: '<STOP>' });
    await client.untilStop();
    expect(client.messages.map(({ data }) => data.text).join('')).toContain('A language model');
    client.socket.close();
  });
});

describe('on the sockets of agents', () => {
  test('the number of messages is limited', async () => {
    const setup = await agentSetup();
    const { pathname, search } = new URL(agentUrl(setup));
    const sent = await flood(setup.port, pathname + search, times(50_000, textFrame('{}')));
    expect(sent).toContain(closeFrame('More than 1000 messages per second were sent for too long'));
  });

  test('the number of messages of a telephone service is limited', async () => {
    const setup = await agentSetup();
    const id = await setup.createAgent();
    const target = `/agents/${id}/media-stream?api_key=${setup.rest.key}`;
    const sent = await flood(setup.port, target, times(50_000, textFrame('{"event":"connected"}')));
    expect(sent).toContain(closeFrame('More than 1000 messages per second were sent for too long'));
  });

  test('typed turns are limited to the rate of typing', async () => {
    const setup = await agentSetup();
    const client = await openAgent(setup);
    const conversation = await setup.conversation();
    for (let turn = 0; turn < 500; turn++) client.send({ text: 'And now?' });
    expect(await client.closed).toEqual({ code: 1008, reason: 'Too many messages could not be read' });
    expect(conversation.typed.length).toBeLessThan(50);
    expect(client.messages).toContainEqual(expect.objectContaining({ status_code: 429 }));
  });
});

test('a single request is answered before all of another client’s many', async () => {
  const guest = await VoicesClient.of(server, 'a guest');
  const flooding = await Promise.all(Array.from({ length: 200 }, () => RawClient.open(server.port)));
  const other = await RawClient.open(server.port);
  const answered: string[] = [];
  const ask = async (client: RawClient, name: string, key: string): Promise<void> => {
    client.send(`GET /voices HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${key}\r\n\r\n`);
    expect(await client.until('\r\n\r\n')).toContain('200 OK');
    answered.push(name);
  };
  // The server runs in this thread, so it gets all of these requests at once.
  await Promise.all([...flooding.map((client) => ask(client, 'flood', KEY)), ask(other, 'guest', guest.key)]);
  expect(answered.indexOf('guest')).toBeLessThan(20);
  for (const client of [...flooding, other]) client.socket.destroy();
});
