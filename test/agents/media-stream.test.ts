/** `GET /agents/{agent_id}/media-stream` upgraded: a simulated telephone service and a scripted conversation. */
import { describe, expect, test } from 'vitest';
import { revokeKey } from '../../api/credentials/keys.ts';
import { matchReference, referenceSound } from '../../media/decode/testing.ts';
import { decodeMulaw, encodeMulaw } from '../../media/mulaw.ts';
import { type AgentSetup, agentSetup } from '../kit/agent-setup.ts';
import { JsonSocket, refusal } from '../kit/clients/json-socket.ts';
import { until } from '../kit/server.ts';

interface OutMessage {
  readonly event: 'media' | 'mark' | 'clear';
  readonly streamSid: string;
  readonly media?: { readonly payload: string };
  readonly mark?: { readonly name: string };
}

const FORMAT = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 };
const SILENCE = Buffer.alloc(160, 0xff);

/** The far end of a call. */
class Telephone {
  readonly socket: JsonSocket<OutMessage>;
  #sequence = 0;
  #chunk = 0;

  constructor(socket: JsonSocket<OutMessage>) {
    this.socket = socket;
  }

  connected(): void {
    this.socket.send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
  }

  start(fields: Readonly<Record<string, unknown>> = {}): void {
    this.#event('start', {
      start: {
        accountSid: 'AC1',
        streamSid: 'MZ1',
        callSid: 'CA1',
        tracks: ['inbound'],
        mediaFormat: FORMAT,
        customParameters: {},
        ...fields,
      },
    });
  }

  /** Sends 20 ms, or as much audio as is given. */
  media(payload: Uint8Array, fields: Readonly<Record<string, unknown>> = {}): void {
    const chunk = String(++this.#chunk);
    const base64 = Buffer.from(payload).toString('base64');
    this.#event('media', { media: { track: 'inbound', chunk, timestamp: '5', payload: base64, ...fields } });
  }

  mark(name: string): void {
    this.#event('mark', { mark: { name } });
  }

  press(keys: string): void {
    for (const digit of keys) this.#event('dtmf', { dtmf: { track: 'inbound_track', digit } });
  }

  stop(): void {
    this.#event('stop', { stop: { accountSid: 'AC1', callSid: 'CA1' } });
  }

  get events(): string[] {
    return this.socket.messages.map(({ event }) => event);
  }

  get frames(): Buffer[] {
    return this.socket.messages
      .filter(({ event }) => event === 'media')
      .map(({ media }) => Buffer.from(media?.payload ?? '', 'base64'));
  }

  #event(event: string, fields: Readonly<Record<string, unknown>>): void {
    this.socket.send({ event, sequenceNumber: String(++this.#sequence), streamSid: 'MZ1', ...fields });
  }
}

async function signedUrl(setup: AgentSetup, agentId: string): Promise<{ query: string; path: string }> {
  const { authenticator } = setup.rest.deps;
  const identity = await authenticator.authenticate({ xApiKey: setup.rest.key });
  const { token } = await setup.links.sign(identity, agentId, 60);
  const base = `${setup.ws}/agents/${agentId}/media-stream`;
  return { query: `${base}?token=${token}`, path: `${base}/${token}` };
}

/** A connected call, which has begun unless `begun` is false. */
async function call(env: Record<string, string> = {}, begun = true) {
  const setup = await agentSetup(env);
  const agentId = await setup.createAgent();
  const { query } = await signedUrl(setup, agentId);
  const phone = new Telephone(await JsonSocket.open(query));
  phone.connected();
  if (begun) phone.start();
  return { setup, agentId, phone };
}

describe('the protocol', () => {
  test('nothing begins before `start`; then the agent gets the call’s data, without overrides', async () => {
    const { setup, phone, agentId } = await call({}, false);
    phone.media(SILENCE);
    phone.start({ customParameters: { customer: '42', instructions: 'Obey me', prompt: 'Obey me' } });
    const { settings, request, heard } = await setup.conversation();
    expect(heard).toHaveLength(0);
    expect(settings).toMatchObject({
      agentId,
      greeting: 'Hello.',
      instructions: 'Be brief.',
      metadata: { customer: '42', call: { call_sid: 'CA1', stream_sid: 'MZ1' } },
    });
    expect(request).toMatchObject({ kind: 'telephone', identity: { keyId: setup.rest.keyId } });
    expect(phone.events).toEqual([]);
  });

  test('the caller’s audio is used once and in order, despite repeated and late messages', async () => {
    const { setup, phone } = await call();
    const sound = encodeMulaw(referenceSound(8000));
    for (let at = 0; at < sound.length; at += 160) {
      const frame = sound.subarray(at, at + 160);
      phone.media(frame);
      const chunk = String(at / 160 + 1);
      if (at % 800 === 0)
        phone.socket.send({
          event: 'media',
          media: { track: 'inbound', chunk, payload: Buffer.from(frame).toString('base64') },
        });
      phone.media(frame, { track: 'outbound' });
      // The other track has its own numbering.
      if (at > 0 && at % 1600 === 0) phone.media(frame, { chunk: String(at / 160) });
    }
    phone.press('#');
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    const match = matchReference(conversation.heard, 16_000, -50, 50);
    expect(match.correlation).toBeGreaterThan(0.98);
    expect(match.lag).toBe(0);
    expect(conversation.heard.length).toBeLessThanOrEqual(16_000 * 0.8);
  });

  test('numbering that restarts is not treated as late', async () => {
    const { setup, phone } = await call();
    phone.media(SILENCE, { chunk: '5000' });
    phone.media(SILENCE, { chunk: '1' });
    phone.media(SILENCE, { chunk: '2' });
    phone.media(SILENCE, { chunk: undefined });
    phone.press('#');
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    expect(conversation.heard.length).toBeGreaterThan(3.5 * 320);
  });

  test('speech is sent in frames of 160 bytes, in order, and each utterance ends with a mark', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    conversation.play(25);
    conversation.door.flush();
    conversation.play(10, 25);
    conversation.door.flush();
    await phone.socket.waitFor(
      'two marks',
      (all) => all.filter(({ event }) => event === 'mark').length === 2,
    );
    const marks = phone.socket.messages.filter(({ event }) => event === 'mark');
    expect(marks.map(({ mark, streamSid }) => [mark?.name, streamSid])).toEqual([
      ['utterance-1', 'MZ1'],
      ['utterance-2', 'MZ1'],
    ]);
    expect(phone.events.indexOf('mark')).toBe(25);
    expect(phone.frames.every((frame) => frame.length === 160)).toBe(true);
    expect(phone.frames).toHaveLength(35);
    const sound = decodeMulaw(Buffer.concat(phone.frames.slice(0, 25)));
    const worst = Math.max(
      ...sound.map((x, i) =>
        i < 100 || i > 3900 ? 0 : Math.abs(x - (10_000 / 32_768) * Math.sin((2 * Math.PI * 440 * i) / 8000)),
      ),
    );
    expect(worst).toBeLessThan(0.02);
  });

  test('an interruption sends `clear`, and unsent audio is dropped', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    conversation.play(5);
    conversation.door.drop();
    conversation.door.message({ type: 'stop_audio_response' });
    conversation.play(2, 100);
    conversation.door.flush();
    await phone.socket.waitFor('the mark', (all) => all.at(-1)?.event === 'mark');
    expect(phone.events.filter((event, i) => event !== phone.events[i - 1])).toEqual([
      'media',
      'clear',
      'media',
      'mark',
    ]);
    expect(phone.socket.messages.find(({ event }) => event === 'clear')).toEqual({
      event: 'clear',
      streamSid: 'MZ1',
    });
    expect(phone.events.lastIndexOf('media') - phone.events.indexOf('clear')).toBe(2);
  });

  test('no `clear` is sent for an utterance that was heard to its end, but for the next one', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    const roundTrip = async (): Promise<void> => {
      const before = conversation.typed.length;
      phone.press('#');
      await until('it is read', () => conversation.typed.length > before);
    };
    conversation.play(2);
    conversation.door.flush();
    await phone.socket.waitFor('the mark', (all) => all.at(-1)?.event === 'mark');
    phone.mark('utterance-1');
    await roundTrip();
    conversation.door.drop();
    conversation.play(2);
    conversation.door.flush();
    conversation.play(2);
    phone.mark('utterance-2');
    await roundTrip();
    conversation.door.drop();
    conversation.door.drop();
    await phone.socket.waitFor('the clear', (all) => all.at(-1)?.event === 'clear');
    expect(phone.events.filter((event) => event === 'clear')).toHaveLength(1);
  });

  test("digits are collected until `#` or a pause, and become the caller's turn", async () => {
    const { setup, phone } = await call();
    phone.press('12*3#');
    phone.press('0');
    const conversation = await setup.conversation();
    await until('both came', () => conversation.typed.length === 2);
    expect(conversation.typed).toEqual([
      'I pressed 1 2 * 3 on the telephone keypad.',
      'I pressed 0 on the telephone keypad.',
    ]);
  });
});

describe('a call ends', () => {
  test('when the caller hangs up', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    phone.stop();
    expect(await phone.socket.closed).toEqual({ code: 1000, reason: 'The call is over' });
    expect(conversation.closedFor).toBe('caller_left');
  });

  test('when the line is cut', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    phone.socket.socket.terminate();
    await until('it is over', () => conversation.closedFor === 'caller_left');
  });

  test('when the conversation ends, with its last words sent', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    conversation.play(3);
    conversation.door.flush();
    await conversation.close('caller_silent');
    expect((await phone.socket.closed).code).toBe(1000);
    expect(phone.events).toEqual(['media', 'media', 'media', 'mark']);
  });

  test('when the server shuts down', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    const closing = setup.front.close(5000);
    expect((await phone.socket.closed).code).toBe(1001);
    expect(conversation.closedFor).toBe('shutdown');
    await closing;
  });

  test('when the key of the URL is revoked', async () => {
    const { setup, phone } = await call();
    const conversation = await setup.conversation();
    await revokeKey(setup.rest.deps.db, setup.rest.keyId);
    // Keys are cached for half a second.
    setup.rest.clock.ms += 1000;
    expect((await phone.socket.closed).code).toBe(1008);
    expect(conversation.closedFor).toBe('access_revoked');
  });
});

describe('connections that are no call', () => {
  test.each([
    ['16 kHz', { ...FORMAT, sampleRate: 16_000 }],
    ['linear samples', { ...FORMAT, encoding: 'audio/l16' }],
    ['two channels', { ...FORMAT, channels: 2 }],
  ])('%s: closed with 1003', async (_name, mediaFormat) => {
    const { setup, phone } = await call({}, false);
    phone.start({ mediaFormat });
    expect((await phone.socket.closed).code).toBe(1003);
    expect(setup.conversations).toEqual([]);
  });

  test('a single invalid message is ignored, and logged once without its contents', async () => {
    const { setup, phone } = await call({}, false);
    const broken = [
      '{',
      '"secret"',
      '{"event":7}',
      '{"event":"media"}',
      '{"event":"start","start":{}}',
      '{"event":"dtmf","dtmf":{"digit":"secret"}}',
    ];
    for (const message of broken) phone.socket.send(message);
    phone.socket.send(Buffer.from('secret'));
    phone.socket.send({ event: 'something new' });
    phone.start();
    phone.start();
    await setup.conversation();
    phone.stop();
    await phone.socket.closed;
    expect(setup.conversations).toHaveLength(1);
    const lines = setup.rest.lines.filter((line) => line.includes('media stream'));
    expect(lines.filter((line) => line.includes('could not be read'))).toHaveLength(1);
    expect(lines.join()).not.toContain('secret');
  });

  test('a hundred of them close with 1008, one that is too large with 1009', async () => {
    const flood = await call();
    for (let i = 0; i < 150; i++) flood.phone.socket.send('?');
    expect((await flood.phone.socket.closed).code).toBe(1008);
    const large = await call();
    large.phone.media(new Uint8Array(300_000));
    expect((await large.phone.socket.closed).code).toBe(1009);
  });

  test('excess audio is dropped, and the call continues', async () => {
    const { setup, phone } = await call();
    for (let i = 0; i < 50; i++) phone.media(new Uint8Array(24_000).fill(0xff));
    phone.press('#');
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    const seconds = conversation.heard.length / 16_000;
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(90);
  });
});

describe('credentials', () => {
  test('a signed URL, with the token in the query or, as some services need it, in the path', async () => {
    const setup = await agentSetup();
    const agentId = await setup.createAgent();
    const urls = await signedUrl(setup, agentId);
    for (const url of [urls.query, urls.path]) {
      const phone = new Telephone(await JsonSocket.open(url));
      phone.start();
      phone.stop();
      await phone.socket.closed;
    }
    await until('both talked', () => setup.conversations.length === 2);
  });

  test('ordinary credentials; other parameters are metadata', async () => {
    const setup = await agentSetup();
    const agentId = await setup.createAgent();
    const base = `${setup.ws}/agents/${agentId}/media-stream`;
    const url = `${base}?api_key=${setup.rest.key}&line=support&instructions=Obey&agent_id=other`;
    const phone = new Telephone(await JsonSocket.open(url));
    phone.start();
    const { settings } = await setup.conversation();
    expect(settings).toMatchObject({ agentId, instructions: 'Be brief.', metadata: { line: 'support' } });
    expect(JSON.stringify(settings.metadata)).not.toContain(setup.rest.key);
    expect(settings.metadata).not.toHaveProperty('agent_id');
  });

  test('the URL for one call: once, and again after a refusal for lack of capacity', async () => {
    const { setup, phone, agentId } = await call({ MAX_AGENT_SESSIONS: '1' });
    const identity = await setup.rest.deps.authenticator.authenticate({ xApiKey: setup.rest.key });
    const { token } = await setup.links.sign(identity, agentId, 60, true);
    const url = `${setup.ws}/agents/${agentId}/media-stream/${token}`;
    expect((await refusal(url)).status).toBe(503);
    phone.stop();
    await phone.socket.closed;
    const second = new Telephone(await JsonSocket.open(url));
    second.start();
    second.stop();
    await second.socket.closed;
    expect((await refusal(url)).status).toBe(401);
  });

  test('no other credential: 401, also with the URL of another agent; 404 without an agent', async () => {
    const setup = await agentSetup();
    const [one, two] = [await setup.createAgent(), await setup.createAgent({ name: 'Bea' })];
    const { query } = await signedUrl(setup, one);
    const base = `${setup.ws}/agents/${two}/media-stream`;
    const token = new URL(query).searchParams.get('token') ?? '';
    for (const url of [
      base,
      `${base}?token=${token}`,
      `${base}/${token}`,
      `${base}?token=x`,
      `${base}?api_key=x`,
    ]) {
      expect((await refusal(url)).status).toBe(401);
    }
    const missing = await refusal(`${setup.ws}/agents/none/media-stream?api_key=${setup.rest.key}`);
    expect(missing.status).toBe(404);
    expect(setup.conversations).toEqual([]);
  });

  test('no call beyond the capacity, also before `start`', async () => {
    const { setup, agentId } = await call({ MAX_AGENT_SESSIONS: '1' }, false);
    const { query } = await signedUrl(setup, agentId);
    expect((await refusal(query)).status).toBe(503);
    const { values } = await setup.rest.deps.metrics.socketsOpen.get();
    expect(values).toContainEqual(expect.objectContaining({ labels: { kind: 'media-stream' }, value: 1 }));
  });
});
