/** Figures of an agent's conversations, by day and version. */
import { describe, expect, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { dataOf } from '../kit/clients/agents-client.ts';
import { CHEAP_VOICE, until } from '../kit/server.ts';
import { callOnce, say } from '../kit/servers/chat-server.ts';

const setup = agentServer();
const agent = {
  greeting: 'Hello.',
  voice_id: CHEAP_VOICE,
  tools: [{ name: 'look_up', description: 'Looks up.', method: 'GET', url: 'https://shop.example/' }],
};

type Row = Readonly<Record<string, unknown>> & { readonly conversations: number };
const figures = async (id: string, query = ''): Promise<readonly Row[]> =>
  (await dataOf<{ figures: Row[] }>(setup.agents.send('GET', `/agents/${id}/figures${query}`))).figures;

/** Holds a conversation of typed turns, and waits until it is counted. */
async function converse(id: string, ...turns: string[]): Promise<void> {
  const total = async () => (await figures(id)).reduce((sum, { conversations }) => sum + conversations, 0);
  const before = await total();
  const client = await setup.open({ agent_id: id, mode: 'llm-tts' });
  for (const [i, text] of turns.entries()) {
    client.send({ text });
    const answers = () => client.messages.filter(({ data }) => data.type === 'llm_response').length;
    await until('it is answered', () => answers() > i, PATIENCE_MS);
    // An answer counts when it was heard.
    let sounds = -1;
    const isSilent = async (): Promise<boolean> => {
      const before = sounds;
      await new Promise((resolve) => setTimeout(resolve, 700));
      sounds = client.messages.filter(({ data }) => data.type === 'audio_response').length;
      return sounds > 0 && sounds === before;
    };
    await until('it is heard', isSilent, PATIENCE_MS);
  }
  client.socket.close();
  await until('it is counted', async () => (await total()) > before, PATIENCE_MS);
}

describe('conversations', { timeout: PATIENCE_MS }, () => {
  test('are counted for the day and the version of the agent', async () => {
    const id = await setup.agents.made(agent);
    expect(await figures(id)).toEqual([]);
    await converse(id, 'Good morning.', 'Thank you.');
    await setup.agents.changed(id, { prompt: 'Be brief.' });
    setup.model.answer(callOnce('look_up', {}, '', 'It is not there.'));
    await converse(id, 'Is it there?');
    setup.model.answer(say('Of course.'));
    await converse(id, 'Good evening.');

    const rows = await figures(id);
    expect(rows).toMatchObject([
      { version: 2, conversations: 2, failed: 0, turns: 2, answers: 2, tool_calls: 1, tool_failures: 1 },
      { version: 1, conversations: 1, failed: 0, turns: 2, answers: 2, tool_calls: 0, cut_offs: 0 },
    ]);
    for (const row of rows) {
      expect(new Date(String(row.day)).getTime()).toBeLessThanOrEqual(Date.now());
      expect(row.characters).toBeGreaterThanOrEqual('Hello.'.length);
    }
    expect(await figures(id, '?days=1')).toHaveLength(rows.length);
  });

  test('are those of the owner', async () => {
    const id = await setup.agents.made(agent);
    expect((await setup.agents.send('GET', `/agents/${id}/figures?days=0`)).status).toBe(422);
    await setup.agents.send('DELETE', `/agents/${id}`);
    expect((await setup.agents.send('GET', `/agents/${id}/figures`)).status).toBe(404);
  });
});
