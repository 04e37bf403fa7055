/** Programs that run language models, as docs/recipes.md sets them up. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareConversations } from '../../agent-worker/conversation/load-models.ts';
import type { AgentSocketMessage } from '../kit/clients/agent-socket-client.ts';
import { AgentsClient } from '../kit/clients/agents-client.ts';
import { JsonSocket } from '../kit/clients/json-socket.ts';
import { whyNoPython } from '../kit/python/packages.ts';
import { completeEngine, KEY, startTestServer, type TestServer } from '../kit/server.ts';
import { LlamaServer } from '../kit/servers/llama.ts';

const TIMEOUT_MS = 120_000;
const ANSWER = 'I run on your own machine.';
const missing = whyNoPython('llama');

describe("llama.cpp's server", { timeout: TIMEOUT_MS }, () => {
  let llama: LlamaServer | null = null;
  let server: TestServer | null = null;

  beforeAll(async () => {
    const engine = await completeEngine();
    if (engine === null || missing !== null) return;
    [llama] = await Promise.all([LlamaServer.start(ANSWER), prepareConversations()]);
    server = await startTestServer(engine, { LLM_BASE_URL: llama.url, LLM_MODEL: 'model' });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server?.close();
    await llama?.close();
  });

  test('answers callers', async ({ skip }) => {
    if (missing !== null) return skip(missing);
    if (server === null) return skip('there is no recogniser');
    const agent = await new AgentsClient(server).made({ prompt: 'Be brief.', call_tools: ['end_call'] });
    const socket = await JsonSocket.open<AgentSocketMessage>(
      `${server.ws}/agents?api_key=${KEY}&agent_id=${agent}`,
    );
    for (const text of ['Where do you run?', 'And now?']) {
      socket.send({ text });
      const answers = socket.messages.length;
      const messages = await socket.waitFor('the answer', (all) =>
        all.slice(answers).some(({ data }) => data.type === 'llm_response'),
      );
      expect(messages.findLast(({ data }) => data.type === 'llm_response')?.data.text).toBe(ANSWER);
    }
    await socket.waitFor('its sound', (all) => all.some(({ data }) => data.type === 'audio_response'));
    socket.socket.close();
  });
});
