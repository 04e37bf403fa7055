/** Spans that are sent to a collector of OpenTelemetry, and data that is not. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { temporaryFolder } from '../api/testing.ts';
import { ParleyProcess } from './kit/processes/parley-process.ts';
import { KEY, until } from './kit/server.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

interface Sent {
  readonly path: string;
  readonly type: string | undefined;
  readonly body: string;
}

/** A server with a collector, and what the collector is sent. */
async function traced(env: Readonly<Record<string, string>> = {}) {
  const sent: Sent[] = [];
  const collector = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('latin1');
      sent.push({ path: request.url ?? '', type: request.headers['content-type'], body });
      response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void collector.close());
  await once(collector, 'listening');
  const { port } = collector.address() as AddressInfo;
  const server = await ParleyProcess.start({
    ROLE: 'api',
    DATA_DIR: temporaryFolder(),
    BOOTSTRAP_API_KEY: KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=rehearsal',
    OTEL_BSP_SCHEDULE_DELAY: '200',
    ...env,
  });
  onTestFinished(() => server.kill());
  return { server, sent };
}

/** Has an agent answer a typed turn. */
async function answered({ base }: ParleyProcess): Promise<void> {
  const query = new URLSearchParams({ api_key: KEY, mode: 'llm-tts', greeting: '' });
  const socket = new WebSocket(`${base.replace('http', 'ws')}/agents?${query}`);
  onTestFinished(() => socket.terminate());
  let heard = '';
  socket.on('message', (message) => {
    heard += String(message).includes('"llm_response"') ? String(message) : '';
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ text: 'Hello from the hippopotamus!' }));
  await until('the agent answers', () => heard !== '', 30_000);
  socket.close();
}

test('an utterance and a turn are sent as spans, without their words', async () => {
  const { server, sent } = await traced();
  const speech = await fetch(`${server.base}/sse/speak/en`, {
    method: 'POST',
    headers: {
      'x-api-key': KEY,
      'content-type': 'application/json',
      traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
    },
    body: JSON.stringify({ text: 'A porcupine is spoken of.' }),
  });
  expect(await speech.text()).toContain('porcupine');

  await answered(server);
  await until('the turn is sent', () => sent.some(({ body }) => body.includes('agent_turn')), 30_000);
  await server.stop();
  const all = sent.map(({ body }) => body).join('');
  expect(new Set(sent.map(({ path, type }) => `${path} ${type}`))).toEqual(
    new Set(['/v1/traces application/x-protobuf']),
  );
  for (const name of [
    'gen_ai.request.model',
    'llm_request',
    'utterance',
    'first_audio',
    'parley.audio_seconds',
    'rehearsal',
    'parley.transport',
  ]) {
    expect(all).toContain(name);
  }
  // The caller's own trace is continued.
  expect(all).toContain(Buffer.from(TRACE_ID, 'hex').toString('latin1'));
  for (const word of ['porcupine', 'hippopotamus', KEY]) expect(all).not.toContain(word);
}, 120_000);

test('words are sent where the standard variable asks for them', async () => {
  const { server, sent } = await traced({ OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' });
  await answered(server);
  await until('the words are sent', () => sent.some(({ body }) => body.includes('hippopotamus')), 30_000);
}, 120_000);
