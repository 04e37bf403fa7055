/** `GET /agents` upgraded, with a scripted conversation. */
import { readFileSync } from 'node:fs';
import opus from '@discordjs/opus';
import { describe, expect, test } from 'vitest';
import { matchReference, referenceSound } from '../../media/decode/testing.ts';
import { encodeMulaw } from '../../media/mulaw.ts';
import { encodePcm16, floatToInt16 } from '../../media/pcm.ts';
import { readWav } from '../../media/wav.ts';
import { type AgentSetup, agentSetup, toneFrame } from '../kit/agent-setup.ts';
import {
  type AgentClient as Client,
  errors,
  openAgent as open,
  type Query,
  sounds,
} from '../kit/clients/agent-socket-client.ts';
import { until } from '../kit/server.ts';
import { decode } from '../kit/sounds/audio.ts';

describe('what the caller says', () => {
  const sound = (rate: number) => encodePcm16(referenceSound(rate));
  const pieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    );
  const opusPackets = (): Uint8Array[] => {
    const encoder = new opus.OpusEncoder(48_000, 1);
    const samples = floatToInt16(referenceSound(48_000));
    return pieces(new Uint8Array(samples.buffer), 1920).map((piece) => encoder.encode(Buffer.from(piece)));
  };
  const webm = readFileSync(
    new URL('../../media/decode/fixtures/chromium-mediarecorder.webm', import.meta.url),
  );

  test.each<[string, Query, () => Uint8Array[]]>([
    ['16 kHz PCM, cut in the middle of samples', {}, () => pieces(sound(16_000), 777)],
    [
      '8 kHz mu-law',
      { incoming_encoding: 'pcm_mulaw', incoming_sampling_rate: 8000 },
      () => pieces(encodeMulaw(referenceSound(8000)), 160),
    ],
    ['24 kHz PCM', { incoming_sampling_rate: 24_000 }, () => pieces(sound(24_000), 960)],
    ['Opus packets', { incoming_encoding: 'opus' }, opusPackets],
    ['WebM from a browser', { incoming_mode: 'bytes' }, () => pieces(webm, 500)],
  ])('%s is heard, in binary frames', async (_name, query, frames) => {
    const setup = await agentSetup();
    const client = await open(setup, query);
    for (const frame of frames()) client.send(frame);
    client.send({ text: 'done' });
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    const match = matchReference(conversation.heard, 16_000, 0, 5000);
    expect(match.correlation).toBeGreaterThan(0.95);
    expect(match.gain).toBeCloseTo(1, 1);
    expect(errors(client)).toEqual([]);
  });

  test('JSON with base64 carries the same audio', async () => {
    const setup = await agentSetup();
    const client = await open(setup);
    for (const piece of pieces(sound(16_000), 641)) {
      client.send({ audio: Buffer.from(piece).toString('base64'), type: 'unknown fields are ignored' });
    }
    client.send({ text: 'done' });
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    expect(matchReference(conversation.heard, 16_000, -50, 50).correlation).toBeGreaterThan(0.999);
  });

  test('messages before the conversation is open are passed on in order once it is', async () => {
    const setup = await agentSetup();
    const go = setup.hold();
    const client = await open(setup);
    client.send({ audio: Buffer.from(sound(16_000)).toString('base64') });
    client.send({ text: 'first' });
    client.send({ text: 'second' });
    client.send({ text: '' });
    await until('it is read', () => client.socket.bufferedAmount === 0);
    go();
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length === 2);
    expect(conversation.typed).toEqual(['first', 'second']);
    expect(matchReference(conversation.heard, 16_000, -50, 50).correlation).toBeGreaterThan(0.999);
  });

  test('in `llm-tts` mode typed turns are used and audio is not', async () => {
    const setup = await agentSetup();
    const client = await open(setup, { mode: 'llm-tts' });
    client.send(sound(16_000));
    client.send({ text: 'Hello' });
    const conversation = await setup.conversation();
    await until('it came', () => conversation.typed.length > 0);
    expect([conversation.heard.length, conversation.settings.mode]).toEqual([0, 'llm-tts']);
  });

  test('audio that cannot be decoded is reported once, and the conversation continues', async () => {
    const setup = await agentSetup();
    const client = await open(setup, { incoming_encoding: 'opus' });
    for (let i = 0; i < 5; i++) client.send(Uint8Array.of(0xff, 0xff, 1));
    for (const packet of opusPackets()) client.send(packet);
    client.send({ text: 'still here' });
    const conversation = await setup.conversation();
    await until('it came', () => conversation.typed.length > 0);
    expect(conversation.heard.length).toBeGreaterThan(12_000);
    await client.waitFor('the error', () => errors(client).length > 0);
    expect(errors(client)).toMatchObject([{ status_code: 422, errors: [expect.stringMatching(/Opus/)] }]);
  });

  test('audio faster than real time is dropped', async () => {
    const setup = await agentSetup();
    const client = await open(setup, { incoming_encoding: 'pcm_mulaw', incoming_sampling_rate: 8000 });
    // Sends 120 s at once.
    for (let i = 0; i < 60; i++) client.send(new Uint8Array(16_000).fill(0xff));
    client.send({ text: 'and on' });
    const conversation = await setup.conversation();
    await until('all came', () => conversation.typed.length > 0);
    const seconds = conversation.heard.length / 16_000;
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(80);
    await client.waitFor('the error', () => errors(client).length > 0);
    expect(errors(client)).toMatchObject([{ status_code: 429 }]);
  });
});

describe('invalid messages', () => {
  test.each([
    ['plain text', 'Hello', /valid JSON/],
    ['a list', '[1]', /JSON object/],
    ['no base64', '{"audio": "?"}', /base64/],
    ['sound as a number', '{"audio": 1}', /base64/],
    ['a turn as a list', '{"text": ["a"]}', /`text` must be a string/],
    ['a turn that is too long', JSON.stringify({ text: 'x'.repeat(10_001) }), /at most 10000/],
  ])('%s', async (_name, message, words) => {
    const setup = await agentSetup();
    const client = await open(setup);
    client.send(message);
    await client.waitFor('the error', () => errors(client).length > 0);
    expect(client.messages).toEqual([
      { type: 'error', status_code: 422, errors: [expect.stringMatching(words)], data: { type: 'error' } },
    ]);
    client.send({ text: 'next' });
    const conversation = await setup.conversation();
    await until('the next one works', () => conversation.typed.length > 0);
  });

  test('one that is too large closes with 1009, and ends the conversation', async () => {
    const setup = await agentSetup();
    const client = await open(setup);
    const conversation = await setup.conversation();
    client.send(new Uint8Array(256 * 1024 + 1));
    expect((await client.closed).code).toBe(1009);
    expect(conversation.closedFor).toBe('client_error');
  });

  test('a hundred of them close with 1008', async () => {
    const setup = await agentSetup();
    const client = await open(setup);
    for (let i = 0; i < 150; i++) client.send('?');
    expect((await client.closed).code).toBe(1008);
    expect(errors(client)).toHaveLength(100);
  });
});

describe('what the agent says', () => {
  const joined = (client: Client): Buffer =>
    Buffer.concat(sounds(client).map(({ data }) => Buffer.from(data.audio ?? '', 'base64')));
  const tone = (frames: number, rate: number): Float32Array =>
    Float32Array.from(
      { length: (frames * rate) / 50 },
      (_, i) => (10_000 / 32_768) * Math.sin((2 * Math.PI * 440 * i) / rate),
    );

  test.each([
    ['pcm_linear', 8000],
    ['pcm_linear', 16_000],
    ['pcm_linear', 22_050],
    ['pcm_linear', 24_000],
    ['pcm_mulaw', 8000],
  ] as const)('%s at %i Hz, without clicks between messages', async (encoding, rate) => {
    const setup = await agentSetup();
    const client = await open(setup, { return_encoding: encoding, return_sampling_rate: rate });
    const conversation = await setup.conversation();
    conversation.play(25);
    conversation.door.flush();
    conversation.door.message({ type: 'llm_response', text: 'Beep.' });
    await client.waitFor('the end', (messages) => messages.at(-1)?.data.type === 'llm_response');
    const samples = decode(joined(client), encoding);
    const expected = tone(25, rate);
    expect(samples.length).toBe(expected.length);
    // Excludes the ends, where the tone starts and stops abruptly.
    const worst = Math.max(
      ...samples.map((x, i) => (i < 200 || i > samples.length - 200 ? 0 : Math.abs(x - expected[i]!))),
    );
    expect(worst).toBeLessThan(encoding === 'pcm_linear' ? 0.002 : 0.02);
    expect(sounds(client).every(({ data }) => data.sampling_rate === rate)).toBe(true);
  });

  test('the first frame is sent at once, then 40 ms together, and the rest at the end', async () => {
    const setup = await agentSetup();
    const client = await open(setup);
    const conversation = await setup.conversation();
    conversation.play(6);
    conversation.door.flush();
    conversation.play(1);
    await client.waitFor('all', () => joined(client).length === 7 * 960);
    expect(sounds(client).map(({ data }) => Buffer.from(data.audio ?? '', 'base64').length / 960)).toEqual([
      1, 2, 2, 1, 1,
    ]);
  });

  test('the data URL is a WAV file of the same samples; either field can be omitted', async () => {
    for (const encoding of ['pcm_linear', 'pcm_mulaw']) {
      const setup = await agentSetup();
      const clients = await Promise.all(
        [{}, { audio_field: 'audio' }, { audio_field: 'audio_url' }].map((query) =>
          open(setup, { return_encoding: encoding, return_sampling_rate: 8000, ...query }),
        ),
      );
      await until('all are open', () => setup.conversations.length === 3);
      for (const conversation of setup.conversations) {
        conversation.play(1);
        conversation.door.flush();
      }
      const [both, audio, link] = await Promise.all(
        clients.map(async (client) => (await client.waitFor('sound', (all) => all.length > 0))[0]!.data),
      );
      const [head, base64] = both!.audio_url!.split(',');
      expect(head).toBe('data:audio/wav;base64');
      const wav = readWav(Buffer.from(base64!, 'base64'));
      expect(wav.sampleRate).toBe(8000);
      expect(wav.channels[0]).toEqual(decode(Buffer.from(both!.audio!, 'base64'), encoding as 'pcm_linear'));
      expect(Object.keys(audio!)).toEqual(['type', 'audio', 'sampling_rate']);
      expect(Object.keys(link!)).toEqual(['type', 'audio_url', 'sampling_rate']);
    }
  });

  test('messages keep their order, and unsent audio is dropped when the caller speaks', async () => {
    const setup = await agentSetup();
    const client = await open(setup);
    const { door, play } = await scripted(setup);
    play(4);
    door.message({ type: 'stop_audio_response' });
    door.drop();
    door.message({ type: 'user_transcript', text: 'Wait' });
    play(1, 4);
    door.flush();
    door.message({ type: 'llm_response', text: 'Yes?' });
    await client.waitFor('the end', (messages) => messages.at(-1)?.data.type === 'llm_response');
    expect(client.messages.map(({ data }) => data.type)).toEqual([
      'audio_response',
      'audio_response',
      'stop_audio_response',
      'user_transcript',
      'audio_response',
      'llm_response',
    ]);
    expect(client.messages[2]).toEqual({ data: { type: 'stop_audio_response' } });
    expect(client.messages[3]).toEqual({ data: { type: 'user_transcript', text: 'Wait' } });
    const last = Buffer.from(sounds(client).at(-1)?.data.audio ?? '', 'base64');
    expect(last).toEqual(Buffer.from(toneFrame(4).buffer));
  });

  async function scripted(setup: AgentSetup) {
    const conversation = await setup.conversation();
    return {
      door: conversation.door,
      play: (frames: number, from?: number) => conversation.play(frames, from),
    };
  }
});
