/**
 * Damaged requests and WebSocket frames at every door. FUZZ_COUNT is the number of each, FUZZ_SEED the random seed. A
 * failure names its seed, with which the damage can be repeated.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../api/observability/log.ts';
import { type AgentSetup, agentSetup } from '../kit/agent-setup.ts';
import { RawClient, textFrame } from '../kit/clients/raw-client.ts';
import { Damage } from '../kit/damage.ts';
import { times } from '../kit/long-form.ts';
import { builtInEngine, CHEAP_VOICE, KEY, startTestServer, type TestServer } from '../kit/server.ts';

/** Number of each kind; 100,000 in all in the long form. */
const COUNT = Number(process.env.FUZZ_COUNT ?? times(40, 9100));
const TIMEOUT_MS = 30_000 + COUNT * 100;
const SEED = Number(process.env.FUZZ_SEED ?? 1);
/** Number of concurrent connections. */
const AT_ONCE = times(10, 40);
/** Time to wait for a response, in ms. Many damaged requests get none. */
const PATIENCE_MS = 300;

/** Log lines of level error and above (pino's 50 and 60). */
const errors: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const log = createLog({ logLevel: 'error' }, { write: (line) => void errors.push(line) });
  server = await startTestServer(await builtInEngine(), { DEMO_OPEN: 'true', MAX_TEXT_CHARS: '500' }, log);
});
afterAll(() => server.close());

const head = (line: string, ...more: string[]): string =>
  `${[line, 'host: localhost', `x-api-key: ${KEY}`, ...more].join('\r\n')}\r\n\r\n`;
const json = (line: string, body: unknown, ...more: string[]): string => {
  const text = JSON.stringify(body);
  return head(line, 'content-type: application/json', `content-length: ${text.length}`, ...more) + text;
};

const REQUESTS: readonly [door: string, bytes: string][] = [
  ['REST', head('GET /voices?query=a%20b&limit=5 HTTP/1.1', 'accept: */*')],
  ['REST with a body', json('POST /agents HTTP/1.1', { name: 'A', prompt: 'P', greeting: 'G' })],
  ['SSE', json('POST /sse/speak/en HTTP/1.1', { text: 'Hi.', voice_id: CHEAP_VOICE, timestamps: true })],
  ['OpenAI', json('POST /v1/audio/speech HTTP/1.1', { input: 'Hi.', voice: CHEAP_VOICE, model: 'tts-1' })],
  ['the demo', json('POST /demo/session HTTP/1.1', { challenge_token: 'x' })],
  [
    'a chunked body',
    `${head('POST /agents HTTP/1.1', 'content-type: application/json', 'transfer-encoding: chunked')}` +
      '7\r\n{"a":1}\r\n0\r\n\r\n',
  ],
  [
    'a form',
    `${head(
      'POST /voices?voice_name=x HTTP/1.1',
      'content-type: multipart/form-data; boundary=b',
      'content-length: 78',
    )}--b\r\ncontent-disposition: form-data; name="voice_file"; filename="a"\r\n\r\nx\r\n--b--\r\n`,
  ],
  [
    'an upgrade',
    head(
      'GET /speak/en HTTP/1.1',
      'upgrade: websocket',
      'connection: upgrade',
      'sec-websocket-version: 13',
      'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
    ) + textFrame('{"text":"Hi."}').toString('latin1'),
  ],
];

const SPEAK_FRAMES = ['{"text":"Hi. ","context_id":"a"}', 'Raw text. ', '<STOP>', '{"text":"<RESET>"}'];
const AGENT_FRAMES = ['{"text":"Hello?"}', '{"audio":"AAAA"}', '{"audio":null,"text":""}'];
const STREAM_FRAMES = [
  '{"event":"start","start":{"streamSid":"s"}}',
  '{"event":"media","media":{"payload":"////"}}',
  '{"event":"dtmf","dtmf":{"digit":"1"}}',
  '{"event":"mark","mark":{"name":"m"}}',
];
const REALTIME_FRAMES = [
  '{"type":"session.update","session":{"type":"realtime","instructions":"Hi."}}',
  '{"type":"input_audio_buffer.append","audio":"AAAA"}',
  '{"type":"conversation.item.create","item":{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]}}',
  '{"type":"response.create","response":{"metadata":{"a":"b"}}}',
  '{"type":"response.cancel"}',
];

/** Sends damaged bytes from several concurrent clients, and returns what each received. */
async function storm(damage: Damage, open: () => Promise<RawClient>, bytes: () => Buffer): Promise<string[]> {
  const received: string[] = [];
  for (let sent = 0; sent < COUNT; sent += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, COUNT - sent) }, async () => {
      const whole = damage.bytes(bytes());
      // Two packets, so that the server reads them in two parts.
      const cut = damage.below(whole.length + 1);
      const client = await open();
      client.send(whole.subarray(0, cut));
      await new Promise((resolve) => setImmediate(resolve));
      client.send(whole.subarray(cut));
      await Promise.race([client.closed, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
      client.socket.destroy();
      return client.received;
    });
    received.push(...(await Promise.all(some)));
  }
  return received;
}

async function expectWell(port: number, received: readonly string[]): Promise<void> {
  // The library refuses an unknown HTTP version with 505.
  const failures = received.filter(
    (text) => /^HTTP\/1\.1 5(?!05)/m.test(text) || /"status_code":5/.test(text),
  );
  expect(failures).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/ping`)).status).toBe(200);
  expect(errors).toEqual([]);
}

describe(`requests, damaged with seed ${SEED}`, { timeout: TIMEOUT_MS }, () => {
  test.each(REQUESTS)('to %s', async (_door, bytes) => {
    const damage = new Damage(SEED);
    const got = await storm(
      damage,
      () => RawClient.open(server.port),
      () => Buffer.from(bytes, 'latin1'),
    );
    await expectWell(server.port, got);
  });
});

describe(`frames, damaged with seed ${SEED}`, { timeout: TIMEOUT_MS }, () => {
  const framesOf = (damage: Damage, texts: readonly string[]): Buffer =>
    Buffer.concat(Array.from({ length: 1 + damage.below(6) }, () => textFrame(damage.oneOf(texts))));

  test('on /speak', async () => {
    const damage = new Damage(SEED);
    const target = `/speak/en?api_key=${KEY}&voice_id=${CHEAP_VOICE}`;
    const open = (): Promise<RawClient> => RawClient.upgrade(server.port, target);
    await expectWell(server.port, await storm(damage, open, () => framesOf(damage, SPEAK_FRAMES)));
  });

  test.each([
    ['/agents', AGENT_FRAMES],
    ['/agents/{id}/media-stream', STREAM_FRAMES],
    ['/v1/realtime', REALTIME_FRAMES],
  ])('on %s', async (path, texts) => {
    const damage = new Damage(SEED);
    const setup: AgentSetup = await agentSetup({ MAX_AGENT_SESSIONS: String(AT_ONCE * 5) });
    const id = await setup.createAgent();
    const target = `${path.replace('{id}', id)}?api_key=${setup.rest.key}`;
    const open = (): Promise<RawClient> => RawClient.upgrade(setup.port, target);
    await expectWell(setup.port, await storm(damage, open, () => framesOf(damage, texts)));
    expect(setup.rest.lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });
});
