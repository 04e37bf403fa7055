/** The kinds of clients in a soak test. Each visit is short and complete, and leaves nothing behind. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageSocket, ParleyClient } from '../load/parley-client.ts';
import { FIVE_WORDS } from '../texts.ts';

export interface Visitor {
  readonly name: string;
  /** Number of concurrent visitors. */
  readonly count: number;
  /** Maximum pause between two visits of one visitor; half of it on average. */
  readonly pauseMs: number;
  /** @throws Refused when the server is overloaded; Error when a response is not as expected */
  readonly visit: (client: ParleyClient, turn: number) => Promise<void>;
}

/** Text of the recordings for cloning and restoring, some ten seconds. */
const READ_ALOUD =
  'I would like to tell you about the weather in our small town. It rains a lot in autumn, and the wind blows from ' +
  'the sea. In winter the harbour is quiet, and people stay at home.';
const RESTORE_POLL_MS = 500;
const RESTORE_POLLS = 240;
const AGENT_RATE = 16_000;

interface SpeechMessage {
  readonly type?: string;
  readonly status_code?: number;
  readonly errors?: readonly string[];
  readonly data: { readonly stop?: boolean };
}

interface AgentMessage {
  readonly type?: string;
  readonly data: { readonly type: string };
}

const sentence = (turn: number): string => FIVE_WORDS[turn % FIVE_WORDS.length] ?? '';
const JSON_TYPE = { 'content-type': 'application/json' };

/** A recording, synthesized by the server itself. */
const recording = (client: ParleyClient): Promise<Blob> => client.speech(READ_ALOUD);

async function listen(client: ParleyClient, turn: number): Promise<void> {
  const body = JSON.stringify({ text: sentence(turn), timestamps: turn % 2 === 0 });
  const answer = await client.send('POST', '/sse/speak/en', { body, headers: JSON_TYPE });
  const text = await answer.text();
  const events = text.split('\n\n').filter((event) => event.includes('data: '));
  if (events.length === 0 || text.includes('"errors"'))
    throw new Error(`a stream without sound: ${text.slice(-200)}`);
}

async function leave(client: ParleyClient, turn: number): Promise<void> {
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(), (turn * 37) % 400);
  const body = JSON.stringify({ text: `${sentence(turn)} `.repeat(20) });
  const init = { body, headers: JSON_TYPE, signal: leaving.signal };
  try {
    await (await client.send('POST', '/sse/speak/en', init)).text();
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
}

async function dictate(client: ParleyClient, turn: number): Promise<void> {
  const socket = await client.socket<SpeechMessage>('/speak/en?timestamps=true');
  try {
    for (const word of sentence(turn).split(' ')) socket.send({ text: `${word} ` });
    if (turn % 3 === 0) socket.send('<RESET>');
    if (turn % 5 === 0) return socket.hangUp();
    if (turn % 4 === 0) socket.send('{"text":');
    socket.send({ text: 'That is all.<STOP>' });
    await socket.until('stop', ({ data }) => data.stop === true);
  } finally {
    socket.close();
  }
}

async function converse(client: ParleyClient, turn: number): Promise<void> {
  const { data } = await client.json<{ data: { agent_id: string } }>('POST', '/agents', {
    name: `soak ${turn}`,
    prompt: 'Be brief.',
    greeting: 'Hello.',
  });
  const isOf = (type: string) => (message: AgentMessage) => message.data.type === type;
  let socket: MessageSocket<AgentMessage> | null = null;
  try {
    socket = await client.socket<AgentMessage>(`/agents?agent_id=${data.agent_id}`);
    await socket.until('greeting', isOf('audio_response'));
    socket.send({ text: sentence(turn) });
    await socket.until('answer to text', isOf('llm_response'));
    if (turn % 3 === 0) return socket.hangUp();
    const spoken = await client.speech(sentence(turn + 1), { sampling_rate: AGENT_RATE });
    const speech = await spoken.arrayBuffer();
    // Without the header (44 bytes), and with the silence that ends a turn.
    const isAnswered = new AbortController();
    const answer = socket.until('answer to speech', isOf('llm_response')).finally(() => isAnswered.abort());
    answer.catch(() => undefined);
    socket.send(new Uint8Array(speech.slice(44)));
    while (!isAnswered.signal.aborted) {
      socket.send(new Uint8Array(AGENT_RATE / 5));
      await sleep(100);
    }
    await answer;
  } finally {
    socket?.close();
    await client.send('DELETE', `/agents/${data.agent_id}`);
  }
}

async function enrol(client: ParleyClient, turn: number): Promise<void> {
  const form = new FormData();
  form.append('voice_file', await recording(client), 'take.wav');
  form.append('transcript', READ_ALOUD);
  const path = `/voices?voice_name=soak-${turn}-${Date.now()}`;
  const learned = (await (await client.send('POST', path, { body: form })).json()) as {
    data: { voice_id: string };
  };
  const { voice_id } = learned.data;
  try {
    const body = JSON.stringify({ text: sentence(turn), voice_id });
    await (await client.send('POST', '/sse/speak/en', { body, headers: JSON_TYPE })).text();
  } finally {
    await client.send('DELETE', `/voices/${voice_id}`);
  }
}

/** Takes of the built-in script, each enrolled in another way. */
const TAKES = ['fast=true', '', 'candidates=true', 'candidates=true&fast=true'];

async function take(client: ParleyClient, turn: number): Promise<void> {
  const { data } = await client.json<{ data: { script: string } }>('GET', '/voices/assisted/script');
  const form = new FormData();
  form.append('voice_file', await client.speech(data.script), 'take.wav');
  const path = `/voices/assisted?voice_name=take-${turn}-${Date.now()}&${TAKES[turn % TAKES.length]}`;
  const learned = (await (await client.send('POST', path, { body: form })).json()) as {
    data: { voice_id?: string; candidates?: readonly { candidate: string }[] };
  };
  const { voice_id, candidates = [] } = learned.data;
  const ids = new Set([...(voice_id ? [voice_id] : []), ...candidates.map(({ candidate }) => candidate)]);
  for (const id of ids) await client.send('DELETE', `/voices/${id}`, {}, [200, 404]);
}

async function restore(client: ParleyClient, turn: number): Promise<void> {
  const form = new FormData();
  form.append('audio_file', await recording(client), 'take.wav');
  const sent = (await (await client.send('POST', '/restore', { body: form })).json()) as {
    data: { job_id: string };
  };
  const path = `/restore/${sent.data.job_id}`;
  try {
    for (let poll = 0; turn % 4 !== 0; poll++) {
      const { data } = await client.json<{ data: { status: string; message: string } }>('GET', path);
      if (data.status === 'Finished') break;
      if (data.status === 'Failed' || poll > RESTORE_POLLS) throw new Error(`restore: ${data.message}`);
      await sleep(RESTORE_POLL_MS);
    }
  } finally {
    await client.send('DELETE', path);
  }
}

async function administer(client: ParleyClient, turn: number): Promise<void> {
  const agent = { name: `crud ${turn}`, prompt: 'Be brief.', greeting: '' };
  const { data } = await client.json<{ data: { agent_id: string } }>('POST', '/agents', agent);
  await client.json('GET', '/agents');
  await client.json('GET', `/agents/${data.agent_id}`);
  await client.json('DELETE', `/agents/${data.agent_id}`);
  await client.json('GET', `/agents/${data.agent_id}`, undefined, [404]);
  const word = `/pronunciations/en/soak${turn % 50}`;
  await client.json('PUT', word, { ipa: 'səʊk' });
  await client.json('GET', '/pronunciations');
  await client.json('DELETE', word);
  await client.json('GET', '/voices');
}

async function blunder(client: ParleyClient, turn: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const refused = [400, 404, 413, 415, 422];
  await client.send('POST', '/sse/speak/en', { body: '{"text":', headers }, refused);
  await client.send('POST', '/sse/speak/xx-nowhere', { body: '{"text":"a"}', headers }, refused);
  await client.send('GET', `/agents/${turn}`, {}, refused);
  const form = new FormData();
  form.append('voice_file', new Blob([Buffer.alloc(2000, turn)]), 'noise.mp3');
  await client.send('POST', `/voices?voice_name=noise-${turn}`, { body: form }, refused);
  // Each attempt counts as a guess, so they are too rare for a lockout.
  if (turn % 20 === 0) await client.send('GET', '/voices', { headers: { 'x-api-key': 'wrong' } }, [401]);
  const socket = await client.socket<SpeechMessage>('/speak/en');
  socket.send('{"text":1}');
  await socket.until('an error', ({ type }) => type === 'error');
  socket.hangUp();
  await halfRequest(client, turn);
}

/** Announces a body, sends a part of it, and resets the connection. */
async function halfRequest({ port, key }: ParleyClient, turn: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = `POST /voices?voice_name=half HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-length: 1000000\r\n`;
  socket.write(
    `${head}content-type: multipart/form-data; boundary=x\r\n\r\n--x\r\n${'a'.repeat(turn % 5000)}`,
  );
  await sleep(20);
  socket.resetAndDestroy();
}

export const VISITORS: readonly Visitor[] = [
  { name: 'speech over SSE', count: 2, pauseMs: 1500, visit: listen },
  { name: 'SSE, abandoned', count: 1, pauseMs: 1500, visit: leave },
  { name: 'speech over WebSockets', count: 2, pauseMs: 1500, visit: dictate },
  { name: 'conversations', count: 1, pauseMs: 2000, visit: converse },
  { name: 'cloned voices', count: 1, pauseMs: 20_000, visit: enrol },
  { name: 'takes of a script', count: 1, pauseMs: 20_000, visit: take },
  { name: 'restored recordings', count: 1, pauseMs: 20_000, visit: restore },
  { name: 'agents and dictionaries', count: 1, pauseMs: 500, visit: administer },
  { name: 'bad requests', count: 1, pauseMs: 1000, visit: blunder },
];
