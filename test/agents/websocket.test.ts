/** Conversations over `GET /agents` upgraded, on a real server: spoken and typed, in every encoding. */
import opus from '@discordjs/opus';
import { describe, expect, test } from 'vitest';
import { encodeMulaw } from '../../media/mulaw.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import type { AgentSocketMessage, Query } from '../kit/clients/agent-socket-client.ts';
import { Microphone } from '../kit/clients/caller.ts';
import { type JsonSocket, refusal } from '../kit/clients/json-socket.ts';
import { VoicesClient } from '../kit/clients/voices-client.ts';
import { until } from '../kit/server.ts';
import { say } from '../kit/servers/chat-server.ts';
import { decode } from '../kit/sounds/audio.ts';
import { webmOf } from '../kit/sounds/webm-writer.ts';

type Client = JsonSocket<AgentSocketMessage>;
type Send = (client: Client, frame: Int16Array) => void;

const TIMEOUT_MS = 180_000;
const LONG = 'I could tell you many things that are interesting, and many more that are not. '
  .repeat(8)
  .trim();
const setup = agentServer();

const bytesOf = (frame: Int16Array): Buffer => Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength);

/** Binary Opus in any container. Each client has its own encoder. */
function opusSender(container: 'none' | 'webm'): Send {
  const encoder = new opus.OpusEncoder(16_000, 1);
  const packets: Buffer[] = [];
  let sent = 0;
  return (client, frame) => {
    const packet = encoder.encode(bytesOf(frame));
    if (container === 'none') return client.send(packet);
    packets.push(packet);
    // A recorder delivers its data every 100 ms.
    if (packets.length % 5 !== 0) return;
    const pieces = webmOf(packets).slice(sent);
    sent += pieces.length;
    client.send(Buffer.concat(pieces));
  };
}

const types = ({ messages }: Client): string[] => {
  const all = messages.map(({ data }) => data.type);
  return all.filter((type, i) => type !== 'audio_response' || all[i - 1] !== type);
};

const texts = ({ messages }: Client, type: string): string[] =>
  messages.flatMap(({ data }) => (data.type === type ? [data.text ?? ''] : []));

function heard({ messages }: Client, encoding: 'pcm_linear' | 'pcm_mulaw'): Float32Array {
  return decode(Buffer.concat(messages.map(({ data }) => Buffer.from(data.audio ?? '', 'base64'))), encoding);
}

const replied = (client: Client, replies = 1): Promise<void> =>
  until('it replied', () => texts(client, 'llm_response').length >= replies, PATIENCE_MS);

/** Expects stop, transcript and the reply, whose audio may begin before its text is complete. */
function expectOneTurn([stop, transcript, ...reply]: string[]): void {
  expect([stop, transcript]).toEqual(['stop_audio_response', 'user_transcript']);
  expect(reply.filter((type) => type !== 'audio_response')).toEqual(['llm_response']);
  expect(reply.at(-1)).toBe('audio_response');
}

/** Waits until the reply has been received and nothing more comes. */
async function silent(client: Client): Promise<void> {
  await until('it was heard', () => types(client).at(-1) === 'audio_response', PATIENCE_MS);
  let count = -1;
  while (client.messages.length !== count) {
    count = client.messages.length;
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
}

describe('a spoken question is answered', { timeout: TIMEOUT_MS }, () => {
  test.each<[string, Query, () => Send]>([
    [
      'JSON',
      { audio_field: 'audio' },
      () => (client, frame) => client.send({ audio: bytesOf(frame).toString('base64') }),
    ],
    [
      'binary PCM at 24 kHz, PCM back at 16 kHz',
      { incoming_sampling_rate: 24_000, return_sampling_rate: 16_000 },
      () => (client, frame) => {
        const samples = resampleAll(int16ToFloat(frame), 16_000, 24_000);
        client.send(bytesOf(Int16Array.from(samples, (sample) => sample * 32_767)));
      },
    ],
    [
      'mu-law at 8 kHz both ways',
      {
        incoming_encoding: 'pcm_mulaw',
        incoming_sampling_rate: 8000,
        return_encoding: 'pcm_mulaw',
        return_sampling_rate: 8000,
      },
      () => (client, frame) => client.send(encodeMulaw(frame.filter((_, i) => i % 2 === 0))),
    ],
    ['Opus packets', { incoming_encoding: 'opus' }, () => opusSender('none')],
    ['WebM, as a browser records it', { incoming_mode: 'bytes' }, () => opusSender('webm')],
  ])('%s', async (_name, query, sender) => {
    const client = await setup.open({ greeting: '', ...query });
    const send = sender();
    const microphone = new Microphone((frame) => send(client, frame));
    try {
      await microphone.speak(await setup.speech.say('What is the weather like in Paris today?'));
      await replied(client);
      await silent(client);
    } finally {
      microphone.close();
    }
    expectOneTurn(types(client));
    expect(texts(client, 'user_transcript')[0]).toMatch(/weather/i);
    expect(texts(client, 'llm_response')).toEqual(['It is sunny today.']);
    const rate = Number(query.return_sampling_rate ?? 24_000);
    const encoding = query.return_encoding === 'pcm_mulaw' ? 'pcm_mulaw' : 'pcm_linear';
    expect(await setup.hears(heard(client, encoding), rate)).toMatch(/sunny today/i);
  });
});

test('words arrive while they are said, if requested', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  if (!setup.engine.recogniser.followsSpeech?.('en')) return skip('no recogniser that follows speech');
  const client = await setup.open({ greeting: '', partial_transcripts: 'true' });
  const microphone = new Microphone((frame) => client.send(bytesOf(frame)));
  try {
    await microphone.speak(
      await setup.speech.say(
        'I would like to know what the weather will be like in Paris on Friday afternoon.',
      ),
    );
    await replied(client);
  } finally {
    microphone.close();
  }
  const partials = client.messages.flatMap(({ data }) => (data.type === 'partial_transcript' ? [data] : []));
  expect(partials[0]?.text).toMatch(/^I would/);
  expect(types(client).indexOf('partial_transcript')).toBeLessThan(types(client).indexOf('user_transcript'));
  let before = '';
  for (const { text = '', stable_text: stable = '' } of partials) {
    expect(stable.startsWith(before) && text.startsWith(stable)).toBe(true);
    before = stable;
  }
});

describe('a typed turn', { timeout: TIMEOUT_MS }, () => {
  test('is answered by the stored agent, which greets first', async () => {
    const agentId = await setup.agents.made({ name: 'Ada', prompt: 'Be brief.', greeting: 'Hello.' });
    const client = await setup.open({ agent_id: agentId, mode: 'llm-tts' });
    await silent(client);
    expect(types(client)).toEqual(['audio_response']);
    client.send({ text: 'What is the weather like?' });
    await replied(client);
    await silent(client);
    expectOneTurn(types(client).slice(1));
    expect(texts(client, 'user_transcript')).toEqual(['What is the weather like?']);
    expect(String(setup.model.requests[0]?.body.messages?.[0]?.content)).toContain('Be brief.');
  });

  test('is answered by the model that the agent names when the conversation begins', async () => {
    const id = await setup.agents.made();
    const asked = async (): Promise<string | undefined> => {
      const client = await setup.open({ agent_id: id, mode: 'llm-tts' });
      client.send({ text: 'Hello.' });
      await replied(client);
      client.socket.close();
      return setup.model.requests.at(-1)?.body.model;
    };
    expect(await asked()).toBe('test-model');
    await setup.agents.changed(id, { llm: { model: 'another-model' } });
    expect(await asked()).toBe('another-model');
    await setup.agents.changed(id, { llm: null });
    expect(await asked()).toBe('test-model');
  });

  test('interrupts: unsent audio is dropped, and usage counts what was synthesized', async () => {
    setup.model.answer(say(LONG));
    const client = await setup.open({ mode: 'llm-tts', greeting: '' });
    client.send({ text: 'Tell me everything.' });
    await client.waitFor('the reply', (all) => all.filter(({ data }) => data.audio).length > 20);
    setup.model.answer(say('Of course.'));
    client.send({ text: 'Stop.' });
    await replied(client, 2);
    await silent(client);
    expect(texts(client, 'llm_response')).toEqual([LONG, 'Of course.']);
    const order = client.messages.map(({ data }) => data.type);
    const stop = order.lastIndexOf('stop_audio_response');
    // Audio after it belongs to the next reply.
    expect(order[stop + 1]).toBe('user_transcript');
    const after = client.messages.slice(stop).map(({ data }) => Buffer.from(data.audio ?? '', 'base64'));
    expect(await setup.hears(decode(Buffer.concat(after), 'pcm_linear'), 24_000)).toMatch(/^of course\W*$/i);

    const seconds = heard(client, 'pcm_linear').length / 24_000;
    client.socket.close();
    await client.closed;
    const used = async () => {
      const { json } = await setup.agents.send('GET', '/usage');
      const { data } = json() as {
        data: { days: { characters: number; audio_ms: number; requests: number }[] };
      };
      return data.days[0] ?? { characters: 0, audio_ms: 0, requests: 0 };
    };
    await until('it is billed', async () => (await used()).requests === 1, PATIENCE_MS);
    const { characters, audio_ms } = await used();
    expect(characters).toBeGreaterThan('Of course.'.length);
    expect(characters).toBeLessThan(LONG.length);
    expect(audio_ms / 1000).toBeCloseTo(seconds, 0);
  });
});

describe('refused callers', { timeout: TIMEOUT_MS }, () => {
  test('wrong credentials, no credentials, an agent of another owner', async () => {
    const { ws } = setup.server;
    expect((await refusal(`${ws}/agents?api_key=wrong`)).status).toBe(401);
    expect((await refusal(`${ws}/agents`)).status).toBe(401);
    const agentId = await setup.agents.made({ name: 'Ada' });
    const { key } = await VoicesClient.of(setup.server, 'Somebody else');
    expect((await refusal(`${ws}/agents?api_key=${key}&agent_id=${agentId}`)).status).toBe(404);
    const client = await setup.open({ agent_id: agentId });
    expect(client.isClosed).toBe(false);
  });
});

describe('the end', { timeout: TIMEOUT_MS }, () => {
  test('a client that disconnects in the middle of speech, its own or the agent’s, leaves nothing behind', async () => {
    const client = await setup.open({ greeting: LONG });
    const microphone = new Microphone((frame) => client.send(bytesOf(frame)));
    await client.waitFor('the greeting', (all) => all.length > 10);
    void microphone.speak(await setup.speech.say('What is the weather like in Paris today?'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    microphone.close();
    client.socket.terminate();
    await client.closed;
    await setup.isFreed();
  });

  test('a server that shuts down closes with 1001, and its conversations end', async () => {
    const client = await setup.open({ greeting: LONG });
    await client.waitFor('the greeting', (all) => all.length > 10);
    const closing = setup.server.close();
    expect((await client.closed).code).toBe(1001);
    await closing;
    await setup.isFreed();
  });
});
