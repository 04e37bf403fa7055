/** A server with a capacity of one conversation. */
import { describe, expect, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { LIVEKIT } from '../kit/clients/agents-client.ts';
import { refusal } from '../kit/clients/json-socket.ts';
import { until } from '../kit/server.ts';

const setup = agentServer({ MAX_AGENT_SESSIONS: '1', ...LIVEKIT });

describe('places', { timeout: 120_000 }, () => {
  test('are refused with 503 at capacity, and admitted again after the end', async () => {
    const agent = await setup.agents.made();
    expect(await setup.agents.askToken(agent)).toMatchObject({ status: 200 });
    const first = await setup.open({ greeting: 'Hello.' });
    await first.waitFor('the greeting', (all) => all.length > 0);
    const { status, body } = await refusal(setup.url());
    const detail = expect.stringMatching(/try again/i);
    expect([status, body]).toMatchObject([503, { detail }]);
    const token = await setup.agents.askToken(agent);
    expect([token.status, token.json()]).toMatchObject([503, { detail }]);
    first.socket.close();
    await first.closed;
    await until(
      'there is a place again',
      async () => {
        const client = await setup.open({ mode: 'llm-tts', greeting: 'Hello.' }).catch(() => null);
        return client !== null && (await client.waitFor('the greeting', (all) => all.length > 0)).length > 0;
      },
      PATIENCE_MS,
    );
  });
});
