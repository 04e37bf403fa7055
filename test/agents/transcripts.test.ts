/**
 * Stored conversations on a real server: from the spoken words to the REST responses, and data that is never stored.
 */
import { describe, expect, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import type { AgentSocketMessage, Query } from '../kit/clients/agent-socket-client.ts';
import { AgentsClient, dataOf } from '../kit/clients/agents-client.ts';
import type { JsonSocket } from '../kit/clients/json-socket.ts';
import { CHEAP_VOICE, until } from '../kit/server.ts';
import { say } from '../kit/servers/chat-server.ts';

const setup = agentServer();

interface Kept {
  readonly conversation_id: string;
  readonly agent_id: string;
  readonly door: string;
  readonly end_reason?: string;
  readonly started_at: string;
  readonly ended_at?: string;
  readonly entries: number;
  readonly complete: boolean;
  readonly expires_at: string;
  readonly transcript: readonly {
    readonly role: string;
    readonly at: string;
    readonly text: string;
    readonly interrupted?: boolean;
  }[];
}

const LONG = 'I could tell you many things that are interesting, and many more that are not. '
  .repeat(8)
  .trim();
const agent = { greeting: 'Hello, this is Ada.', voice_id: CHEAP_VOICE };

const list = async (id: string, query = ''): Promise<{ conversations: Kept[]; next_cursor?: string }> =>
  dataOf(setup.agents.send('GET', `/agents/${id}/conversations${query}`));
const read = (id: string): Promise<Kept> => dataOf(setup.agents.send('GET', `/conversations/${id}`));
const replies = ({ messages }: JsonSocket<AgentSocketMessage>): number =>
  messages.filter(({ data }) => data.type === 'llm_response').length;

/** Types a text, and waits for its whole answer. */
async function ask(client: JsonSocket<AgentSocketMessage>, text: string): Promise<void> {
  const before = replies(client);
  client.send({ text });
  await until('it replied', () => replies(client) > before, PATIENCE_MS);
}

const typing = (agent_id: string, more: Query = {}) => setup.open({ agent_id, mode: 'llm-tts', ...more });

/** Returns the only conversation of an agent, once it is over. */
async function ended(agentId: string): Promise<Kept> {
  let kept: Kept | undefined;
  await until('it is over', async () => {
    [kept] = (await list(agentId)).conversations;
    return kept?.ended_at !== undefined;
  });
  return kept!;
}

describe('an agent with keep_transcripts', { timeout: PATIENCE_MS }, () => {
  test('stores the turns, the answer as far as it was heard, and the reason of the end', async () => {
    const id = await setup.agents.made({ ...agent, keep_transcripts: true, transcript_retention_days: 2 });
    const client = await typing(id);
    await ask(client, 'What is the weather?');
    setup.model.next(say(LONG));
    client.send({ text: 'Tell me everything.' });
    const sounds = () => client.messages.filter(({ data }) => data.type === 'audio_response').length;
    const before = sounds();
    await until('the long answer is heard', () => sounds() > before + 60, PATIENCE_MS);
    await ask(client, 'Thanks.');
    const [going] = (await list(id)).conversations;
    expect(going).toMatchObject({ door: 'websocket', agent_id: id });
    expect(going).not.toHaveProperty('ended_at');
    // A process that was killed here would lose none of it.
    const said = (await read(going!.conversation_id)).transcript.map(({ text }) => text);
    expect(said).toContain('What is the weather?');
    expect(said).toContain('Tell me everything.');
    client.socket.close();

    const kept = await ended(id);
    expect(kept).toMatchObject({ end_reason: 'caller_left', complete: true });
    const days = (Date.parse(kept.expires_at) - Date.parse(kept.ended_at!)) / 86_400_000;
    expect(days).toBe(2);
    const { transcript } = await read(kept.conversation_id);
    const users = transcript.filter(({ role }) => role === 'user').map(({ text }) => text);
    expect(users).toEqual(['What is the weather?', 'Tell me everything.', 'Thanks.']);
    const cut = transcript.find(({ interrupted, text }) => interrupted && text.startsWith('I could tell'));
    expect(LONG.startsWith(cut?.text ?? '-')).toBe(true);
    expect(cut!.text.length).toBeLessThan(LONG.length);
    const times = transcript.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('is readable as text by query and by header, listed by pages, and deleted one by one or together', async () => {
    const id = await setup.agents.made({ ...agent, greeting: '', keep_transcripts: true });
    for (const text of ['One.', 'Two.', 'Three.']) {
      const client = await typing(id);
      await ask(client, text);
      client.socket.close();
      await client.closed;
    }
    const { conversations: first, next_cursor } = await list(id, '?limit=2');
    expect(first).toHaveLength(2);
    const { conversations: rest, ...last } = await list(id, `?limit=2&cursor=${next_cursor}`);
    expect(rest).toHaveLength(1);
    expect(last).toEqual({});
    const path = `/conversations/${rest[0]!.conversation_id}`;
    const [byQuery, byHeader] = await Promise.all([
      setup.agents.send('GET', `${path}?format=text`),
      setup.agents.send('GET', path, undefined, { accept: 'text/plain' }),
    ]);
    for (const { headers, body } of [byQuery, byHeader]) {
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body.toString()).toContain('User: One.');
    }
    expect((await setup.agents.send('GET', `/agents/${id}/conversations?cursor=x`)).status).toBe(422);
    expect((await setup.agents.send('DELETE', path)).status).toBe(200);
    expect((await setup.agents.send('GET', path)).status).toBe(404);
    expect(await dataOf(setup.agents.send('DELETE', `/agents/${id}/conversations`))).toMatchObject({
      deleted: 2,
    });
    expect((await list(id)).conversations).toEqual([]);
  });

  test('is not readable for others, nor with a credential without the scope `manage`', async () => {
    const id = await setup.agents.made({ ...agent, keep_transcripts: true });
    const client = await typing(id);
    await ask(client, 'Hello.');
    const [kept] = (await list(id)).conversations;
    const { jwt_token } = await dataOf<{ jwt_token: string }>(
      setup.agents.send('POST', '/sse/auth?scope=speak'),
    );
    const talker = new AgentsClient(setup.server, jwt_token);
    const bearer = { 'x-api-key': '', authorization: `Bearer ${jwt_token}` };
    const answer = await talker.send('GET', `/conversations/${kept!.conversation_id}`, undefined, bearer);
    expect(answer.status).toBe(403);
  });
});

test('nothing is stored unless the agent is set to, or when the session opts out', {
  timeout: PATIENCE_MS,
}, async () => {
  const [silent, kept] = await Promise.all([
    setup.agents.made(agent),
    setup.agents.made({ ...agent, keep_transcripts: true }),
  ]);
  const clients = await Promise.all([
    typing(silent),
    // The request of a session is not enough.
    typing(silent, { keep_transcripts: 'true' }),
    typing(kept, { keep_transcripts: 'false' }),
  ]);
  await Promise.all(clients.map((client) => ask(client, 'Hello.')));
  for (const client of clients) client.socket.close();
  await setup.isFreed();
  for (const id of [silent, kept]) expect((await list(id)).conversations).toEqual([]);
  expect(await setup.agents.agent(silent)).not.toHaveProperty('keep_transcripts');
  expect(
    await setup.agents.changed(silent, { keep_transcripts: true, transcript_retention_days: 7 }),
  ).toMatchObject({
    keep_transcripts: true,
    transcript_retention_days: 7,
  });
  expect(await setup.agents.changed(silent, { keep_transcripts: false })).not.toHaveProperty(
    'keep_transcripts',
  );
  expect((await setup.agents.change(silent, { transcript_retention_days: 0 })).status).toBe(422);
});
