/** `GET /v1/realtime?intent=transcription` upgraded, on a real server, with clients of other projects. */
import type { IncomingMessage } from 'node:http';
import type { RealtimeTranscriptionSessionCreateRequest } from 'openai/resources/realtime/realtime';
import { afterEach, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { wordErrors } from '../../engine/recognition/wer.ts';
import { encodeMulaw } from '../../media/mulaw.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { JsonSocket } from '../kit/clients/json-socket.ts';
import { pcm24, RealtimeConnection, tlsFiles } from '../kit/clients/realtime-connection.ts';
import { ask } from '../kit/clients/sse-client.ts';
import { KEY, until } from '../kit/server.ts';

const TIMEOUT_MS = 120_000;
const QUESTION = 'What is the weather like in Paris today?';
const TRANSCRIBE = 'intent=transcription';

const PLACES = 2;
const setup = agentServer({ ...(await tlsFiles()), MAX_AGENT_SESSIONS: String(PLACES) });

const connections: RealtimeConnection[] = [];
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

type Input = NonNullable<NonNullable<RealtimeTranscriptionSessionCreateRequest['audio']>['input']>;

async function connect(input: Input = {}): Promise<RealtimeConnection> {
  const connection = new RealtimeConnection(setup.server.tlsPort!, 'gpt-4o-transcribe', TRANSCRIBE);
  connections.push(connection);
  await connection.next('session.created');
  await update(connection, input);
  return connection;
}

async function update(connection: RealtimeConnection, input: Input): Promise<object> {
  const count = connection.all('session.updated').length + 1;
  connection.rt.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
  return (await connection.next('session.updated', count)).session;
}

const english = { transcription: { model: 'gpt-4o-transcribe', language: 'en' } } as const;
const byHand = { ...english, turn_detection: null } as const;
const COMPLETED = 'conversation.item.input_audio_transcription.completed';
const DELTA = 'conversation.item.input_audio_transcription.delta';

const said = (connection: RealtimeConnection) =>
  connection
    .all(DELTA)
    .map(({ delta }) => delta)
    .join('');

/** Share of the words of a text that were misrecognised. */
function misheard(text: string, heard: string): number {
  const { errors, words } = wordErrors(text, heard);
  return errors / words;
}

describe('the package openai', { timeout: TIMEOUT_MS }, () => {
  test('each utterance becomes an item, whose words come while it is said', async () => {
    const connection = await connect(english);
    expect(await update(connection, english)).toMatchObject({
      type: 'transcription',
      audio: { input: { turn_detection: { type: 'server_vad', silence_duration_ms: 500 } } },
    });
    const microphone = connection.speaks(pcm24);
    await microphone.speak(await setup.speech.say(QUESTION));
    const first = await connection.next(COMPLETED);
    await microphone.speak(await setup.speech.say('Good morning, my name is Anna and I come from London.'));
    const second = await connection.next(COMPLETED, 2);

    expect(first.transcript).toMatch(/weather/i);
    expect(second.transcript).toMatch(/good morning/i);
    const firstItem = connection.events.filter(
      (event) => 'item_id' in event && event.item_id === first.item_id,
    );
    expect(firstItem.map(({ type }) => type).filter((type, i, all) => type !== all[i - 1])).toEqual([
      'input_audio_buffer.speech_started',
      DELTA,
      'input_audio_buffer.speech_stopped',
      'input_audio_buffer.committed',
      COMPLETED,
    ]);
    const items = connection.all('conversation.item.added');
    expect(items.map(({ item }) => item.id)).toEqual([first.item_id, second.item_id]);
    expect(items.map(({ previous_item_id }) => previous_item_id)).toEqual([null, first.item_id]);
    expect(connection.all('conversation.item.done').map(({ item }) => item.id)).toEqual(
      items.map(({ item }) => item.id),
    );
    // Early words may be misrecognised, but none is missing.
    const deltas = connection.all(DELTA).filter(({ item_id }) => item_id === second.item_id);
    const added = deltas.map(({ delta }) => delta).join('');
    expect(added.split(' ').length).toBeGreaterThanOrEqual(second.transcript.split(' ').length);
    const [started] = connection.all('input_audio_buffer.speech_started');
    const [stopped] = connection.all('input_audio_buffer.speech_stopped');
    expect(stopped!.audio_end_ms).toBeGreaterThan(started!.audio_start_ms + 1000);
    expect(first.usage).toMatchObject({ type: 'duration', seconds: expect.any(Number) });
    const [heard] = first.logprobs ?? [];
    expect(heard!.token).toBe(first.transcript);
    expect(Math.exp(heard!.logprob)).toBeGreaterThan(0.5);
    expect(setup.model.requests).toEqual([]);
    expect(connection.errors).toEqual([]);
    const metrics = (await ask(setup.server, { path: '/metrics' })).body.toString();
    expect(metrics).toContain('parley_transcriptions_total{outcome="transcribed"} 2');
  });

  test('without turn detection the client commits, and nothing before that is lost', async () => {
    const connection = await connect(byHand);
    expect(connection.all('session.updated')[0]?.session).toMatchObject({
      audio: { input: { turn_detection: null } },
    });
    const speech = await setup.speech.say(QUESTION);
    connection.append(pcm24(speech));
    // In its middle: both parts exist.
    connection.append(pcm24(speech.subarray(0, speech.length / 2)));
    connection.rt.send({ type: 'input_audio_buffer.commit' });
    connection.append(pcm24(speech.subarray(speech.length / 2)));
    connection.append(pcm24(speech));
    connection.rt.send({ type: 'input_audio_buffer.commit' });
    await connection.next(COMPLETED, 2);
    const committed = connection.all('input_audio_buffer.committed').map(({ item_id }) => item_id);
    const transcripts = committed.map(
      (id) => connection.all(COMPLETED).find(({ item_id }) => item_id === id)!.transcript,
    );
    expect(transcripts[0]).toMatch(/weather.*today.*what/is);
    expect(transcripts[1]).toMatch(/today.*weather.*today/is);
    expect(connection.all('input_audio_buffer.speech_started')).toEqual([]);
    expect(connection.errors).toEqual([]);
  });

  test('speech that comes at once is heard to its end', async () => {
    const connection = await connect(byHand);
    const text = `${QUESTION} Good morning, my name is Anna and I come from London.`;
    const speech = pcm24(await setup.speech.say(text));
    const times = Math.floor(35 / (speech.length / 48_000));
    for (let i = 0; i < times; i++) {
      for (let at = 0; at < speech.length; at += 96_000) connection.append(speech.subarray(at, at + 96_000));
    }
    connection.rt.send({ type: 'input_audio_buffer.commit' });
    const { transcript } = await connection.next(COMPLETED);
    expect(misheard(Array(times).fill(text).join(' '), transcript)).toBeLessThan(0.25);
    expect(misheard(transcript, said(connection))).toBeLessThan(0.25);
    expect(connection.errors).toEqual([]);
  });

  test('mu-law, and a language that is changed in between', async () => {
    const connection = await connect({ ...byHand, format: { type: 'audio/pcmu' } });
    const speech = await setup.speech.say(QUESTION);
    connection.append(Buffer.from(encodeMulaw(speech.filter((_, i) => i % 2 === 0))));
    const session = await update(connection, {
      transcription: { model: 'whisper-1', prompt: 'Sherburn' },
      turn_detection: { type: 'semantic_vad', eagerness: 'high' },
    });
    expect(session).toMatchObject({
      audio: {
        input: {
          format: { type: 'audio/pcmu' },
          transcription: { language: 'en', prompt: 'Sherburn' },
          turn_detection: { type: 'semantic_vad', eagerness: 'high' },
        },
      },
    });
    expect((await connection.next(COMPLETED)).transcript).toMatch(/weather/i);
    expect(connection.errors).toEqual([]);
  });

  test('cleared audio is discarded, and an empty buffer cannot be committed', async () => {
    const connection = await connect(byHand);
    connection.rt.send({ type: 'input_audio_buffer.commit', event_id: 'empty' });
    await until('it is refused', () => connection.errors.length === 1);
    expect(connection.errors[0]).toContain('code=input_audio_buffer_commit_empty');
    connection.append(pcm24(await setup.speech.say('Forget all of this.')));
    connection.rt.send({ type: 'input_audio_buffer.clear' });
    await connection.next('input_audio_buffer.cleared');
    connection.append(pcm24(await setup.speech.say(QUESTION)));
    connection.rt.send({ type: 'input_audio_buffer.commit' });
    const { transcript } = await connection.next(COMPLETED);
    expect(transcript).toMatch(/weather/i);
    expect(transcript).not.toMatch(/forget/i);
    connection.append(Buffer.alloc(48_000));
    connection.rt.send({ type: 'input_audio_buffer.commit' });
    expect((await connection.next(COMPLETED, 2)).transcript).toBe('');
  });

  test('has no agent, and says so', async () => {
    const connection = await connect(english);
    connection.rt.send({ type: 'response.create', event_id: 'mine' });
    connection.types('Hello.');
    connection.rt.send({ type: 'session.update', session: { type: 'realtime' } });
    const input = { transcription: { language: 'xx' } };
    connection.rt.send({ type: 'session.update', session: { type: 'transcription', audio: { input } } });
    await until('all are refused', () => connection.errors.length === 4);
    expect(connection.errors[0]).toMatch(/only transcribes.*event_id=mine/s);
    expect(connection.errors[1]).toContain('only transcribes');
    expect(connection.errors[2]).toContain('session.type');
    expect(connection.errors[3]).toContain('session.audio.input.transcription.language');
    await connection.speaks(pcm24).speak(await setup.speech.say(QUESTION));
    expect((await connection.next(COMPLETED)).transcript).toMatch(/weather/i);
  });
});

test('the protocol of the beta', { timeout: TIMEOUT_MS }, async () => {
  type Event = { readonly type: string; readonly [field: string]: unknown };
  const headers = { authorization: `Bearer ${KEY}`, 'openai-beta': 'realtime=v1' };
  const client = await JsonSocket.open<Event>(`${setup.server.ws}/v1/realtime?${TRANSCRIBE}`, { headers });
  try {
    const of = (type: string) => client.messages.filter((event) => event.type === type);
    const session = {
      input_audio_format: 'pcm16',
      input_audio_transcription: { model: 'gpt-4o-transcribe', language: 'en', prompt: '' },
      turn_detection: {
        type: 'server_vad',
        threshold: 0.5,
        prefix_padding_ms: 300,
        silence_duration_ms: 400,
      },
      input_audio_noise_reduction: { type: 'near_field' },
      include: ['item.input_audio_transcription.logprobs'],
    };
    client.socket.send(JSON.stringify({ type: 'transcription_session.update', session }));
    await until('it is updated', () => of('transcription_session.updated').length === 1);
    expect(of('transcription_session.created')).toHaveLength(1);
    expect(of('transcription_session.updated')[0]).toMatchObject({
      session: { input_audio_format: 'pcm16', turn_detection: { silence_duration_ms: 400 } },
    });
    const speech = [await setup.speech.say(QUESTION), new Int16Array(16_000)];
    for (const samples of speech) {
      const audio = pcm24(samples).toString('base64');
      client.socket.send(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
    }
    await until('it is heard', () => of(COMPLETED).length === 1, PATIENCE_MS);
    expect(of(COMPLETED)[0]?.transcript).toMatch(/weather/i);
    const types = new Set(client.messages.map(({ type }) => type).filter((type) => type.includes('item.')));
    expect(types).toEqual(new Set(['conversation.item.created', DELTA, COMPLETED]));
    expect(of('error')).toEqual([]);
  } finally {
    client.socket.terminate();
  }
});

describe('places', { timeout: TIMEOUT_MS }, () => {
  /** The status of the response to a refused upgrade; null for a socket that opened. */
  async function opened(query: string, sockets: WebSocket[]): Promise<number | null> {
    const address = `${setup.server.ws}/v1/realtime?${query}`;
    const socket = new WebSocket(address, { headers: { authorization: `Bearer ${KEY}` } });
    sockets.push(socket);
    return new Promise((resolve, reject) => {
      socket.on('open', () => resolve(null));
      socket.on('unexpected-response', (_request, answer: IncomingMessage) => {
        resolve(answer.statusCode ?? 0);
        socket.terminate();
      });
      socket.on('error', reject);
    });
  }

  test('are fewer for conversations while others transcribe, and come back', async () => {
    const sockets: WebSocket[] = [];
    try {
      let statuses: (number | null)[] = [];
      while (statuses.at(-1) !== 503 && statuses.length < 200) {
        statuses = [...statuses, await opened(TRANSCRIBE, sockets)];
      }
      // Each costs less than a conversation.
      expect(statuses.length - 1).toBeGreaterThan(PLACES);
      expect(await opened('intent=conversation', sockets)).toBe(503);
      for (const socket of sockets.splice(0)) socket.terminate();
      await until('there is a place', async () => (await opened('intent=conversation', sockets)) === null);
    } finally {
      for (const socket of sockets) socket.terminate();
    }
  });
});
