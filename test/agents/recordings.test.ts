/** Recordings of conversations on a real server: both sides, parts that are never recorded, downloads and deletion. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../api/storage/database.ts';
import { decodeAtRate } from '../../media/decode/decode-audio.ts';
import { readWav } from '../../media/wav.ts';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import type { AgentSocketMessage, Query } from '../kit/clients/agent-socket-client.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { Microphone } from '../kit/clients/caller.ts';
import type { JsonSocket } from '../kit/clients/json-socket.ts';
import { TelephoneCaller } from '../kit/clients/telephone-caller.ts';
import { until } from '../kit/server.ts';
import { callTools, lastTurn, say, sayBy } from '../kit/servers/chat-server.ts';
import { toolSetup } from '../kit/tool-setup.ts';

const RATE = 24_000;
const MIB = 1024 * 1024;
const TIMEOUT_MS = 120_000;
const QUESTION = 'What is the weather like today?';
const LONG = 'I could tell you many things that are interesting, and many more that are not. '
  .repeat(6)
  .trim();
const agent = { greeting: 'Hello, this is Ada.', record: true };

const setup = agentServer();
const tools = toolSetup();

interface Kept {
  readonly conversation_id: string;
  readonly ended_at?: string;
  readonly entries: number;
  readonly recording_bytes?: number;
}

interface Timeline {
  readonly events: readonly { readonly type: string }[];
  readonly turns: readonly {
    readonly at_ms: number;
    readonly end_ms: number;
    readonly text: string;
    readonly first_audio_ms: number | null;
    readonly answered_after_ms: number | null;
    readonly stages: Readonly<Record<string, number>> | null;
  }[];
}

class Caller {
  readonly client: JsonSocket<AgentSocketMessage>;
  readonly #microphone: Microphone;

  static async open(agentId: string, query: Query = {}): Promise<Caller> {
    return new Caller(await setup.open({ agent_id: agentId, ...query }));
  }

  private constructor(client: JsonSocket<AgentSocketMessage>) {
    this.client = client;
    this.#microphone = new Microphone((frame) =>
      client.send(Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)),
    );
    tools.after(async () => this.#microphone.close());
  }

  async says(text: string): Promise<void> {
    await this.#microphone.speak(await setup.speech.say(text));
  }

  count(type: string): number {
    return this.client.messages.filter(({ data }) => data.type === type).length;
  }

  /** Waits for further messages of a type. */
  async next(type: string, more = 1): Promise<void> {
    const before = this.count(type);
    await until(`${more} more ${type}`, () => this.count(type) >= before + more, PATIENCE_MS);
  }

  /** Waits until the agent's text and some of its audio were sent. */
  async isAnswered(text: string): Promise<void> {
    const at = (): number => this.client.messages.findIndex(({ data }) => data.text === text);
    const isHeard = (): boolean =>
      at() >= 0 && this.client.messages.slice(at()).some(({ data }) => data.type === 'audio_response');
    await until('it is answered', isHeard, PATIENCE_MS);
  }

  async isSilent(): Promise<void> {
    let sounds = -1;
    const isSilent = async (): Promise<boolean> => {
      const before = sounds;
      sounds = this.count('audio_response');
      await new Promise((resolve) => setTimeout(resolve, 700));
      return before === this.count('audio_response') && before > 0;
    };
    await until('the agent is silent', isSilent, PATIENCE_MS);
  }

  hangUp(): void {
    this.client.socket.close();
  }
}

const conversations = async (agentId: string): Promise<Kept[]> =>
  (await dataOf<{ conversations: Kept[] }>(setup.agents.send('GET', `/agents/${agentId}/conversations`)))
    .conversations;

/** The only conversation of an agent, once it is over. */
async function ended(agentId: string): Promise<Kept> {
  let kept: Kept | undefined;
  await until('it is over', async () => {
    [kept] = await conversations(agentId);
    return kept?.ended_at !== undefined;
  });
  return kept!;
}

const download = (id: string, query = '', headers: Record<string, string> = {}) =>
  setup.agents.send('GET', `/conversations/${id}/recording${query}`, undefined, headers);

/** Both channels of a recording, as Ogg Opus. */
async function channels(id: string): Promise<{ caller: Float32Array; agent: Float32Array }> {
  const { status, body } = await download(id);
  expect(status).toBe(200);
  const channel = async (index: number): Promise<Float32Array> =>
    (await decodeAtRate(body, { maxSeconds: 600, sampleRate: RATE, channel: index })).samples;
  return { caller: await channel(0), agent: await channel(1) };
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length);

describe('an agent with `record`', { timeout: TIMEOUT_MS }, () => {
  test('both sides are on channels of their own, with the notice and without what nobody heard', async () => {
    const id = await setup.agents.made(agent);
    const caller = await Caller.open(id);
    await caller.next('audio_response');
    await caller.isSilent();
    // The model may be asked more than once for a turn.
    setup.model.answer(sayBy(lastTurn(/enough/i, 'It is sunny today.', LONG)));
    await caller.says(QUESTION);
    await caller.next('audio_response', 50);
    await caller.says('Stop please, that is enough for me.');
    await caller.isAnswered('It is sunny today.');
    await caller.isSilent();
    caller.hangUp();

    const kept = await ended(id);
    expect(kept.entries).toBe(0);
    const { caller: left, agent: right } = await channels(kept.conversation_id);
    expect(Math.abs(left.length - right.length)).toBe(0);
    const [heardCaller, heardAgent] = [await setup.hears(left, RATE), await setup.hears(right, RATE)];
    expect(heardCaller).toMatch(/weather/i);
    expect(heardCaller).toMatch(/enough/i);
    expect(heardCaller).not.toMatch(/interesting|recorded/i);
    expect(heardAgent).toMatch(/recorded.*interesting.*sunny/is);
    expect(heardAgent).not.toMatch(/weather|enough/i);
    // The long answer would take 25 s.
    expect(heardAgent.match(/interesting/gi)!.length).toBeLessThan(6);
  });

  test('the timeline is on the clock of the recording, and tells what the answer waited for', async () => {
    const id = await setup.agents.made({ ...agent, recording_notice: '', keep_transcripts: true });
    const caller = await Caller.open(id);
    await caller.next('audio_response');
    await caller.isSilent();
    await caller.says(QUESTION);
    await caller.isAnswered('It is sunny today.');
    await caller.isSilent();
    caller.hangUp();
    const { conversation_id } = await ended(id);
    const timeline = await dataOf<Timeline>(
      setup.agents.send('GET', `/conversations/${conversation_id}/timeline`),
    );
    expect(timeline).toMatchObject({ conversation_id, agent_id: id, complete: true });
    const { caller: left, agent: right } = await channels(conversation_id);
    const between = (samples: Float32Array, fromMs: number, toMs: number): number =>
      rms(samples.subarray((fromMs * RATE) / 1000, (toMs * RATE) / 1000));
    const [turn] = timeline.turns;
    expect(turn!.text).toMatch(/weather/i);
    expect(between(left, turn!.at_ms, turn!.end_ms)).toBeGreaterThan(0.01);
    expect(between(right, turn!.at_ms, turn!.first_audio_ms! - 100)).toBeLessThan(0.001);
    expect(between(right, turn!.first_audio_ms!, turn!.first_audio_ms! + 600)).toBeGreaterThan(0.005);
    const sum = Object.values(turn!.stages!).reduce((total, ms) => total + ms, 0);
    expect(Math.abs(sum - turn!.answered_after_ms!)).toBeLessThanOrEqual(3);
    // Words of unfinished speech are among them only if they were recognised in time.
    const types = timeline.events.map(({ type }) => type).filter((type) => type !== 'partial_words');
    expect(new Set(types)).toEqual(
      new Set(['agent_speech', 'caller_speech', 'words', 'turn_over', 'first_token']),
    );
  });

  test('both sides of a telephone call are recorded', async () => {
    const id = await setup.agents.made(agent);
    const { url } = await dataOf<{ url: string }>(
      setup.agents.send('POST', `/agents/${id}/media-stream-url`),
    );
    const caller = await TelephoneCaller.call(`${setup.server.ws}${url}`);
    tools.after(async () => caller.socket.socket.terminate());
    // The notice, and the greeting.
    await until('it was greeted', () => caller.count('mark') === 2, PATIENCE_MS);
    await caller.speak(await setup.speech.say(QUESTION));
    await until('it was answered', () => caller.count('mark') === 3, PATIENCE_MS);
    caller.hangUp();
    const { caller: left, agent: right } = await channels((await ended(id)).conversation_id);
    expect(await setup.hears(left, RATE)).toMatch(/weather/i);
    expect(await setup.hears(right, RATE)).toMatch(/recorded/i);
  });

  test('is downloaded as a whole or by ranges, as Ogg Opus or WAV, which agree', async () => {
    const id = await setup.agents.made({ ...agent, recording_notice: '' });
    const caller = await Caller.open(id);
    await caller.says(QUESTION);
    await caller.next('user_transcript');
    await caller.isSilent();
    caller.hangUp();
    const { conversation_id, recording_bytes } = await ended(id);
    const [ogg, wav] = [await download(conversation_id), await download(conversation_id, '?format=wav')];
    expect(ogg.headers['content-type']).toBe('audio/ogg');
    expect(ogg.body).toHaveLength(recording_bytes!);
    expect(wav.headers['content-type']).toBe('audio/wav');
    const { caller: left, agent: right } = await channels(conversation_id);
    const pcm = readWav(wav.body);
    expect(pcm.sampleRate).toBe(RATE);
    for (const [i, samples] of [left, right].entries()) {
      const other = pcm.channels[i]!;
      expect(Math.abs(other.length - samples.length)).toBeLessThan(10);
      const difference = samples.map((sample, at) => sample - (other[at] ?? 0));
      expect(rms(difference)).toBeLessThan(rms(samples) * 0.05);
    }
    const { length } = wav.body;
    for (const [from, to] of [
      [0, 9],
      [40, 47],
      [44, 44],
      [Math.floor(length / 2) + 1, Math.floor(length / 2) + 50_001],
      [length - 5, length - 1],
    ] as const) {
      const part = await download(conversation_id, '?format=wav', { range: `bytes=${from}-${to}` });
      expect(part.status).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${from}-${to}/${length}`);
      expect(part.body.equals(wav.body.subarray(from, to + 1))).toBe(true);
      const expected = ogg.body.subarray(from, Math.min(to + 1, ogg.body.length));
      const range = await download(conversation_id, '', { range: `bytes=${from}-${to}` });
      if (expected.length > 0) expect(range.body.equals(expected)).toBe(true);
      else expect(range.status).toBe(416);
    }
  });

  test('is not recorded where the session refuses or does not consent, or beyond the quota', async () => {
    const [free, strict, full] = await Promise.all([
      setup.agents.made({ ...agent, keep_transcripts: true }),
      setup.agents.made({ ...agent, keep_transcripts: true, recording_needs_consent: true }),
      setup.agents.made({ ...agent, keep_transcripts: true }),
    ]);
    const heard = async (agentId: string, query: Query): Promise<string[]> => {
      const caller = await Caller.open(agentId, { mode: 'llm-tts', greeting_text: 'true', ...query });
      caller.client.send({ text: 'Hello.' });
      await caller.next('llm_response');
      caller.hangUp();
      const [{ conversation_id }] = [await ended(agentId)];
      const { transcript } = await dataOf<{ transcript: { text: string }[] }>(
        setup.agents.send('GET', `/conversations/${conversation_id}`),
      );
      expect((await download(conversation_id)).status).toBe(404);
      return transcript.map(({ text }) => text);
    };
    const said = await Promise.all([heard(free, { record: 'false' }), heard(strict, {})]);
    for (const texts of said) expect(texts.join(' ')).not.toContain('recorded');

    const agreeing = await Caller.open(strict, { mode: 'llm-tts', recording_consent: 'true' });
    await agreeing.next('audio_response', 20);
    agreeing.hangUp();
    await until('it is recorded', async () =>
      (await conversations(strict)).some(({ recording_bytes = 0 }) => recording_bytes > 0),
    );

    const db = await openDatabase({ dataDir: setup.server.dataDir, databaseUrl: null });
    onTestFinished(() => db.destroy());
    await db
      .updateTable('conversations')
      .set({ recording_bytes: 4096 * MIB })
      .where('recording_bytes', 'is not', null)
      .execute();
    expect((await heard(full, {})).join(' ')).not.toContain('recorded');
  });

  test('is silent while the agent has paused it', async () => {
    const id = await setup.agents.made({
      ...agent,
      greeting: '',
      recording_notice: '',
      call_tools: ['pause_recording', 'resume_recording'],
    });
    const caller = await Caller.open(id);
    setup.model.next(callTools([{ name: 'pause_recording' }]), say('Please tell me the number.'));
    await caller.says('I would like to pay now.');
    await caller.next('audio_response');
    await caller.isSilent();
    setup.model.next(callTools([{ name: 'resume_recording' }]), say('Thank you, that is all.'));
    await caller.says('My number is seven seven four nine.');
    await caller.next('audio_response');
    await caller.isSilent();
    await caller.says(QUESTION);
    await caller.next('user_transcript');
    caller.hangUp();
    const { caller: left } = await channels((await ended(id)).conversation_id);
    const heard = await setup.hears(left, RATE);
    expect(heard).toMatch(/pay/i);
    expect(heard).toMatch(/weather/i);
    expect(heard).not.toMatch(/number|seven|four|nine/i);
  });

  test('is deleted alone or with its conversation, and nobody else reads it', async () => {
    const id = await setup.agents.made({ ...agent, keep_transcripts: true });
    const caller = await Caller.open(id, { mode: 'llm-tts' });
    await caller.next('audio_response', 20);
    const [running] = await conversations(id);
    const path = `/conversations/${running!.conversation_id}/recording`;
    const { jwt_token } = await dataOf<{ jwt_token: string }>(
      setup.agents.send('POST', '/sse/auth?scope=speak'),
    );
    const url = `${setup.server.base}${path}`;
    expect((await fetch(url)).status).toBe(401);
    const narrow = await fetch(url, { headers: { authorization: `Bearer ${jwt_token}` } });
    expect(narrow.status).toBe(403);
    expect((await setup.agents.send('DELETE', path)).status).toBe(200);
    expect((await setup.agents.send('GET', path)).status).toBe(404);
    caller.client.send({ text: 'Go on.' });
    await caller.next('llm_response');
    caller.hangUp();
    const kept = await ended(id);
    expect(kept).not.toHaveProperty('recording_bytes');
    expect(kept.entries).toBeGreaterThan(0);
    expect((await setup.agents.send('DELETE', `/conversations/${kept.conversation_id}`)).status).toBe(200);
  });
});
