import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findOllama } from './ollama.ts';

/** Returns the address of a server that stands on Ollama's port. */
async function on(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an Ollama is found with its models, at the path of its OpenAI-compatible API', async () => {
  const models = [
    { name: 'llama3.2:latest', size: 1 },
    { name: 'hf.co/someone/model:Q4' },
    { name: 'a\u001b[2Jb' },
    5,
  ];
  const base = await on((request, response) => {
    response.writeHead(request.url === '/api/tags' ? 200 : 404).end(JSON.stringify({ models }));
  });
  expect(await findOllama(base)).toEqual({
    baseUrl: `${base}/v1`,
    models: ['llama3.2:latest', 'hf.co/someone/model:Q4'],
  });
});

test('another program on that port is not taken for Ollama, and neither is silence', async () => {
  const others: RequestListener[] = [
    (_request, response) => response.end('Hello'),
    (_request, response) => response.end('{"models": 5}'),
    (_request, response) => response.writeHead(500).end('{"models": []}'),
    (_request, response) => response.end(`{"models": ["${'x'.repeat(2 << 20)}"]}`),
    () => undefined,
  ];
  const found = await Promise.all(others.map(async (listener) => findOllama(await on(listener))));
  expect(found).toEqual(others.map(() => null));
  expect(await findOllama('http://127.0.0.1:1')).toBe(null);
});
