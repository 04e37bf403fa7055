/** `GET /v1/realtime` upgraded, on a real server, with clients of other projects. */

import { AudioFrame } from '@livekit/rtc-node';
import type { ConversationItem, RealtimeServerEvent } from 'openai/resources/realtime/realtime';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { decodeMulaw, encodeMulaw } from '../../media/mulaw.ts';
import { int16ToFloat } from '../../media/pcm.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { Microphone } from '../kit/clients/caller.ts';
import { pcm24, RealtimeConnection, tlsFiles } from '../kit/clients/realtime-connection.ts';
import { KEY, until } from '../kit/server.ts';
import { callTools, say } from '../kit/servers/chat-server.ts';
import { decode } from '../kit/sounds/audio.ts';

const TIMEOUT_MS = 120_000;
const LONG = 'I could tell you many things that are interesting, and many more that are not. '
  .repeat(8)
  .trim();
const QUESTION = 'What is the weather like in Paris today?';

const setup = agentServer(await tlsFiles());

const connections: RealtimeConnection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

async function connect(model = 'gpt-realtime'): Promise<RealtimeConnection> {
  const connection = new RealtimeConnection(setup.server.tlsPort!, model);
  connections.push(connection);
  await connection.next('session.created');
  return connection;
}

/** The messages of one turn, except those that may come at any time. */
const order = (events: readonly RealtimeServerEvent[]): string[] =>
  events
    .map(({ type }): string => type)
    .filter((type, i, all) => !type.endsWith('.delta') || type !== all[i - 1])
    .filter((type) => !/(?:transcript|transcription)\.delta$/.test(type));

describe('the package openai', { timeout: TIMEOUT_MS }, () => {
  test('a spoken question is answered, with the events that OpenAI documents', async () => {
    const connection = await connect();
    connection.rt.send({
      type: 'session.update',
      session: {
        type: 'realtime',
        instructions: 'Be kind.',
        audio: {
          input: { transcription: { model: 'whisper-1', prompt: 'Sherburn, Helstone' } },
          output: { voice: 'alloy' },
        },
      },
    });
    const { session } = await connection.next('session.updated');
    const recognising = vi.spyOn(setup.engine.recogniser, 'transcribe');
    onTestFinished(() => recognising.mockRestore());
    expect(session).toMatchObject({ instructions: 'Be kind.', output_modalities: ['audio'] });
    const microphone = connection.speaks(pcm24);
    await microphone.speak(await setup.speech.say(QUESTION));
    const done = await connection.next('response.done');

    expect(order(connection.events).slice(2)).toEqual([
      'input_audio_buffer.speech_started',
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      'conversation.item.added',
      'conversation.item.input_audio_transcription.completed',
      'conversation.item.done',
      'response.created',
      'response.output_item.added',
      'conversation.item.added',
      'response.content_part.added',
      'response.output_audio.delta',
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'response.done',
    ]);
    const [started] = connection.all('input_audio_buffer.speech_started');
    const [stopped] = connection.all('input_audio_buffer.speech_stopped');
    expect(stopped!.audio_end_ms).toBeGreaterThan(started!.audio_start_ms + 1000);
    const [heard] = connection.all('conversation.item.input_audio_transcription.completed');
    expect(heard!.transcript).toMatch(/weather/i);
    expect(heard!.item_id).toBe(started!.item_id);
    expect(recognising.mock.calls.map(([, { names }]) => names)).toContainEqual(['Helstone', 'Sherburn']);
    const [said] = connection.all('response.output_audio_transcript.done');
    expect(said!.transcript).toBe('It is sunny today.');
    const deltas = connection.all('response.output_audio_transcript.delta').map(({ delta }) => delta);
    expect(deltas.join('').trim()).toBe('It is sunny today.');
    expect(done.response).toMatchObject({
      status: 'completed',
      output: [{ type: 'message', role: 'assistant', status: 'completed' }],
    });
    expect(await setup.hears(decode(connection.audio(), 'pcm_linear'), 24_000)).toMatch(/sunny today/i);
    expect(JSON.stringify(setup.model.requests.at(-1)?.body.messages)).toContain('Be kind.');
    // Every item follows the previous one.
    const items = connection.all('conversation.item.added');
    expect(items.map(({ previous_item_id }) => previous_item_id)).toEqual([null, items[0]!.item.id]);
    expect(connection.errors).toEqual([]);
  });

  test('speech of the caller truncates the response', async () => {
    setup.model.next(say(LONG));
    const connection = await connect();
    const microphone = connection.speaks(pcm24);
    connection.types('Tell me everything.');
    connection.rt.send({ type: 'response.create' });
    await until('it is being told', () => connection.audio().length > 3 * 48_000, PATIENCE_MS);
    await microphone.speak(await setup.speech.say(QUESTION));
    const first = await connection.next('response.done');
    expect(first.response).toMatchObject({
      status: 'cancelled',
      status_details: { type: 'cancelled', reason: 'turn_detected' },
      output: [{ status: 'incomplete' }],
    });
    const second = await connection.next('response.done', 2);
    expect(second.response.status).toBe('completed');
    expect(await setup.hears(decode(connection.audio(second.response.id), 'pcm_linear'), 24_000)).toMatch(
      /^it is sunny today\W*$/i,
    );
    // The history contains the part of the answer that was heard, and not the rest.
    const messages = setup.model.requests.at(-1)?.body.messages ?? [];
    const told = String(messages.find(({ role }) => role === 'assistant')?.content);
    expect(LONG.startsWith(told)).toBe(true);
    expect(told.length).toBeGreaterThan(10);
    expect(told.length).toBeLessThan(LONG.length / 2);
  });

  test('a history that is sent at once reaches the model in its order', async () => {
    const connection = await connect();
    const texts = Array.from({ length: 12 }, (_, i) => `This is part ${i}.`);
    for (const [i, text] of texts.entries()) {
      const item: ConversationItem =
        i % 2 === 0
          ? { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
          : { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
      connection.rt.send({ type: 'conversation.item.create', item });
    }
    connection.rt.send({ type: 'response.create' });
    await connection.next('response.done');
    const messages = setup.model.requests.at(-1)?.body.messages ?? [];
    const history = messages.filter(({ role }) => role === 'user' || role === 'assistant');
    expect(history.map(({ content }) => content)).toEqual(texts);
    expect(connection.errors).toEqual([]);
  });

  test('endless updates are refused, and the conversation continues', async () => {
    const connection = await connect();
    for (let i = 0; i < 60; i++) {
      connection.rt.send({ type: 'session.update', session: { type: 'realtime', instructions: `Be ${i}.` } });
    }
    await until('some are refused', () => connection.errors.length > 0);
    expect(connection.errors[0]).toContain('code=realtime_changes_too_fast');
    connection.rt.send({ type: 'response.create' });
    expect((await connection.next('response.done')).response.status).toBe('completed');
  });

  test('the client runs functions, and requests the answer', async () => {
    const connection = await connect();
    const tool = {
      type: 'function',
      name: 'temperature',
      description: 'Temperature of a city',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    } as const;
    connection.rt.send({ type: 'session.update', session: { type: 'realtime', tools: [tool] } });
    setup.model.next(
      callTools([
        { id: 'one', name: 'temperature', args: { city: 'Paris' } },
        { id: 'two', name: 'temperature', args: { city: 'Rome' } },
      ]),
    );
    connection.rt.send({ type: 'response.create', response: { metadata: { turn: 'one' } } });
    const called = await connection.next('response.done');
    expect(called.response).toMatchObject({ status: 'completed', metadata: { turn: 'one' } });
    const calls = connection.all('response.function_call_arguments.done');
    expect(calls.map((call) => JSON.parse(call.arguments))).toEqual([{ city: 'Paris' }, { city: 'Rome' }]);
    expect(called.response.output?.map((item) => item.type)).toEqual(['function_call', 'function_call']);
    expect(setup.model.requests[0]?.body.tools?.[0]?.function).toMatchObject({
      name: 'temperature',
      parameters: { properties: { city: { type: 'string' } } },
    });

    setup.model.next(say('It is warmer in Rome.'));
    for (const [i, { call_id }] of calls.entries()) {
      connection.rt.send({
        type: 'conversation.item.create',
        item: { type: 'function_call_output', call_id, output: JSON.stringify({ celsius: 20 + i }) },
      });
    }
    connection.rt.send({ type: 'response.create', response: { metadata: { turn: 'two' } } });
    const answered = await connection.next('response.done', 2);
    expect(answered.response).toMatchObject({ status: 'completed', metadata: { turn: 'two' } });
    expect(connection.all('response.output_audio_transcript.done').at(-1)?.transcript).toBe(
      'It is warmer in Rome.',
    );
    const outputs = setup.model.requests.at(-1)?.body.messages?.filter(({ role }) => role === 'tool');
    expect(outputs?.map(({ content }) => content)).toEqual(['{"celsius":20}', '{"celsius":21}']);
    expect(connection.errors).toEqual([]);
  });

  test('a long function result is shortened for the model', async () => {
    const connection = await connect();
    const tool = { type: 'function', name: 'read', description: 'Reads', parameters: {} } as const;
    connection.rt.send({ type: 'session.update', session: { type: 'realtime', tools: [tool] } });
    setup.model.next(callTools([{ id: 'one', name: 'read', args: {} }]));
    connection.rt.send({ type: 'response.create' });
    await connection.next('response.done');
    const { call_id } = await connection.next('response.function_call_arguments.done');
    const output = 'All of it. '.repeat(30_000);
    connection.rt.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id, output },
    });
    connection.rt.send({ type: 'response.create', response: { tools: [] } });
    expect((await connection.next('response.done', 2)).response.status).toBe('completed');
    const told = setup.model.requests.at(-1)?.body.messages?.find(({ role }) => role === 'tool');
    expect(String(told?.content).length).toBeLessThan(20_100);
    expect(String(told?.content)).toContain('310000 more characters were left out');
    expect(connection.errors).toEqual([]);
  });

  test('a response is cancelled; a second one at the same time is refused', async () => {
    setup.model.next(say(LONG));
    const connection = await connect();
    connection.rt.send({ type: 'response.create', response: { instructions: 'Talk at length.' } });
    await until('it is being told', () => connection.audio().length > 48_000, PATIENCE_MS);
    connection.rt.send({ type: 'response.create', event_id: 'mine' });
    await until('it is refused', () => connection.errors.length === 1);
    expect(connection.errors[0]).toContain('code=conversation_already_has_active_response');
    expect(connection.errors[0]).toContain('event_id=mine');
    connection.rt.send({ type: 'response.cancel' });
    const { response } = await connection.next('response.done');
    expect(response).toMatchObject({ status: 'cancelled', status_details: { reason: 'client_cancelled' } });
    const bytes = connection.audio().length;
    setup.model.next(say('Hello again.'));
    connection.rt.send({ type: 'response.create' });
    const next = await connection.next('response.done', 2);
    expect(next.response.status).toBe('completed');
    expect(bytes).toBeLessThan(10 * 48_000);
    expect(await setup.hears(decode(connection.audio(next.response.id), 'pcm_linear'), 24_000)).toMatch(
      /hello again/i,
    );
  });

  test('words arrive while they are said', async ({ skip }) => {
    if (!setup.engine.recogniser.followsSpeech?.('en')) return skip('no recogniser that follows speech');
    const connection = await connect();
    const long =
      'I would like to know what the weather is like in Paris and in the other big cities of northern France today.';
    await connection.speaks(pcm24).speak(await setup.speech.say(long));
    const heard = await connection.next('conversation.item.input_audio_transcription.completed');
    const deltas = connection.all('conversation.item.input_audio_transcription.delta');
    expect(deltas.length).toBeGreaterThan(0);
    expect(new Set(deltas.map(({ item_id }) => item_id))).toEqual(new Set([heard.item_id]));
    expect(deltas.map(({ delta }) => delta).join('')).toMatch(/^I.d like|^I would like/i);
    const types = connection.events.map(({ type }) => type);
    expect(types.indexOf('conversation.item.input_audio_transcription.delta')).toBeLessThan(
      types.indexOf('input_audio_buffer.committed'),
    );
  });

  test('mu-law both ways', async () => {
    const connection = await connect();
    const format = { type: 'audio/pcmu' } as const;
    connection.rt.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { format }, output: { format } } },
    });
    const microphone = connection.speaks((frame) =>
      Buffer.from(encodeMulaw(frame.filter((_, i) => i % 2 === 0))),
    );
    await microphone.speak(await setup.speech.say(QUESTION));
    await connection.next('response.done');
    const [heard] = connection.all('conversation.item.input_audio_transcription.completed');
    expect(heard!.transcript).toMatch(/weather/i);
    expect(await setup.hears(decodeMulaw(connection.audio()), 8000)).toMatch(/sunny today/i);
  });

  test('a stored agent is a model: it greets, and its fixed settings stay', async () => {
    const agentId = await setup.agents.made({ name: 'Ada', prompt: 'Be brief.', greeting: 'Good morning.' });
    const connection = await connect(agentId);
    connection.rt.send({
      type: 'input_audio_buffer.append',
      audio: pcm24(new Int16Array(320)).toString('base64'),
    });
    await connection.next('response.done');
    expect(connection.all('response.output_audio_transcript.done')[0]?.transcript).toBe('Good morning.');
    connection.rt.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { output: { voice: 'nova' } } },
    });
    await until('it is refused', () => connection.errors.length === 1);
    expect(connection.errors[0]).toContain('session.audio.output.voice cannot be changed');
    connection.rt.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be long.' } });
    await connection.next('session.updated');
    connection.rt.send({ type: 'response.create' });
    await connection.next('response.done', 2);
    const [system] = setup.model.requests.at(-1)?.body.messages ?? [];
    expect(String(system?.content)).toContain('Be long.');
  });

  test('a stored agent hands over to another one, which keeps the tools of the client', async () => {
    const billing = await setup.agents.made({ name: 'Billing', prompt: 'You do the billing.' });
    const target = { agent_id: billing, description: 'Invoices', introduction: 'Hello, this is billing.' };
    const reception = await setup.agents.made({
      prompt: 'You are the reception.',
      handoff: [{ name: 'billing', ...target }],
    });
    const connection = await connect(reception);
    const look = { type: 'function' as const, name: 'look_up', parameters: { type: 'object' } };
    setup.model.next(
      callTools([{ name: 'hand_off', args: { agent: 'billing' } }], 'I will put you through.'),
    );
    connection.types('My invoice is wrong.');
    connection.rt.send({ type: 'session.update', session: { type: 'realtime', tools: [look] } });
    connection.rt.send({ type: 'response.create' });
    const said = () =>
      connection.all('response.output_audio_transcript.done').map((event) => event.transcript);
    await until('the other agent spoke', () => said().length === 2, PATIENCE_MS);
    expect(said()).toEqual(['I will put you through.', target.introduction]);
    await connection.next('response.done', 2);
    setup.model.next(say('Which one?'));
    connection.types('It is too high.');
    connection.rt.send({ type: 'response.create' });
    await connection.next('response.done', 3);
    expect(said().at(-1)).toBe('Which one?');
    const { messages, tools } = setup.model.requests.at(-1)!.body;
    expect(String(messages?.[0]?.content)).toContain('You do the billing.');
    expect(JSON.stringify(messages)).toContain('My invoice is wrong.');
    expect(tools?.map((tool) => tool.function.name)).toEqual(['look_up']);
    expect(connection.errors).toEqual([]);
  });
});

describe("LiveKit's plugin for OpenAI's realtime models", { timeout: TIMEOUT_MS }, () => {
  test('holds a conversation', async () => {
    const { initializeLogger } = await import('@livekit/agents');
    const { realtime } = await import('@livekit/agents-plugin-openai');
    initializeLogger({ pretty: false, level: 'silent' });
    const model = new realtime.RealtimeModel({
      apiKey: KEY,
      baseURL: `${setup.server.base}/v1`,
      model: 'gpt-realtime',
      voice: 'alloy',
    });
    const session = model.session();
    const faults: unknown[] = [];
    const heard: string[] = [];
    const audio: Int16Array[] = [];
    let said = '';
    let isDone = false;
    session.on('error', (fault) => faults.push(fault));
    session.on('input_audio_transcription_completed', ({ transcript }: { transcript: string }) =>
      heard.push(transcript),
    );
    session.on('generation_created', ({ messageStream }: { messageStream: AsyncIterable<Generation> }) => {
      void (async () => {
        for await (const { textStream, audioStream } of messageStream) {
          await Promise.all([
            (async () => {
              for await (const piece of textStream) said += String(piece);
            })(),
            (async () => {
              for await (const frame of audioStream) audio.push(frame.data);
            })(),
          ]);
        }
        isDone = true;
      })();
    });
    await session.updateInstructions('Be kind.');
    const microphone = new Microphone((frame) =>
      session.pushAudio(new AudioFrame(frame, 16_000, 1, frame.length)),
    );
    try {
      await microphone.speak(await setup.speech.say(QUESTION));
      await until('it was answered', () => isDone, PATIENCE_MS);
    } finally {
      microphone.close();
      await session.close();
      await model.close();
    }
    expect(heard.at(-1)).toMatch(/weather/i);
    expect(said.trim()).toBe('It is sunny today.');
    const samples = Int16Array.from(audio.flatMap((frame) => [...frame]));
    expect(await setup.hears(int16ToFloat(samples), 24_000)).toMatch(/sunny today/i);
    expect(faults).toEqual([]);
  });
});

interface Generation {
  readonly textStream: AsyncIterable<unknown>;
  readonly audioStream: AsyncIterable<AudioFrame>;
}
