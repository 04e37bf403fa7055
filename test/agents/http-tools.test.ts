/** Tools that are HTTP requests, called by an agent on a real socket and in a room's session, on a real server. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agentServer, PATIENCE_MS } from '../kit/agent-server.ts';
import { historyOf } from '../kit/conversation-setup.ts';
import { until } from '../kit/server.ts';
import { callOnce } from '../kit/servers/chat-server.ts';

const setup = agentServer({ MCP_ALLOW_HOSTS: '127.0.0.1' });
const seen: { url: string; authorization: string | undefined; body: string }[] = [];
const shop = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { url = '', headers } = request;
  seen.push({ url, authorization: headers.authorization, body: Buffer.concat(parts).toString() });
  response.setHeader('content-type', 'application/json');
  response.end('{"status":"shipped on Monday"}');
});
beforeAll(async () => {
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
afterAll(() => void shop.close());

test('the agent tells a caller the result of a tool', { timeout: 120_000 }, async () => {
  const origin = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const id = await setup.agents.made({
    tools: [
      {
        name: 'order_status',
        description: 'Looks up an order',
        method: 'POST',
        url: `${origin}/orders/{number}/status`,
        headers: { Authorization: 'Bearer s3cret' },
        parameters: {
          type: 'object',
          properties: { number: { type: 'string' }, lang: { type: 'string' } },
          required: ['number'],
        },
      },
    ],
  });
  setup.model.answer(callOnce('order_status', { number: 'A7', lang: 'en' }, '', 'It was shipped on Monday.'));
  const client = await setup.open({ agent_id: id });
  client.send({ text: 'Where is my order?' });
  await until(
    'the caller was answered',
    () => client.messages.some(({ data }) => data.type === 'llm_response' && data.text?.includes('Monday')),
    PATIENCE_MS,
  );
  expect(seen).toEqual([{ url: '/orders/A7/status', authorization: 'Bearer s3cret', body: '{"lang":"en"}' }]);
  expect(historyOf(setup.model).some((line) => line.includes('shipped on Monday'))).toBe(true);
  const [offered] = setup.model.requests[0]!.body.tools as { function: { name: string } }[];
  expect(offered).toMatchObject({ function: { name: 'order_status', description: 'Looks up an order' } });
  expect(JSON.stringify(setup.model.requests)).not.toContain('s3cret');
});
