import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { llm } from '@livekit/agents';
import { afterEach, describe, expect, it } from 'vitest';
import { SeenTools } from '../../test/kit/tool-setup.ts';
import { AddressGuard } from '../address-guard/address-guard.ts';
import { parseAllowHosts } from '../address-guard/allowed-hosts.ts';
import { argumentsOf, type HttpTool, hasOwnServer } from './http-tool.ts';
import { HttpToolbox } from './http-tools.ts';
import { ToolRunner } from './tool-runner.ts';
import type { CallInTurn } from './types.ts';

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A server that gives the specified answers, or "ok", and a conversation with one tool on it. */
async function setUp(
  fields: Partial<HttpTool> & { readonly path?: string } = {},
  answer: (response: ServerResponse, count: number) => void = (response) => response.end('ok'),
  { allow = true, slowMs = 60_000 } = {},
) {
  const requests: Seen[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    answer(response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const guard = new AddressGuard(allow ? { allowHosts: parseAllowHosts('127.0.0.1') } : {});
  const { path = '/orders/{id}', ...others } = fields;
  const tool: HttpTool = {
    name: 'order',
    description: '',
    parameters: { type: 'object', properties: { id: { type: 'string' } } },
    method: 'GET',
    url: origin + path,
    headers: {},
    deadlineMs: 2000,
    filler: '',
    confirm: false,
    ...others,
  };
  const seen = new SeenTools();
  const closing = new AbortController();
  let turn = 1;
  let certain = 0;
  const runner = new ToolRunner({
    observer: seen,
    untilCertain: async () => void certain++,
    slowMs,
    signal: closing.signal,
  });
  const toolbox = new HttpToolbox({ tools: [tool], guard, runner, turn: () => turn });
  cleanUps.push(() => toolbox.close());
  const call = async (args: unknown): Promise<string> => {
    const execute = toolbox.tools[0]!.execute as (args: unknown, call: CallInTurn) => Promise<unknown>;
    const result = await execute(args, {
      toolCallId: 'call_1',
      abortSignal: new AbortController().signal,
    } as CallInTurn);
    return result instanceof llm.ToolError ? `failed: ${result.message}` : String(result);
  };
  return {
    call,
    requests,
    seen,
    certainties: () => certain,
    nextTurn: () => void turn++,
  };
}

describe('a request', () => {
  it('has its arguments in the address, and the others in the query', async () => {
    const { call, requests, seen, certainties } = await setUp({
      headers: { Authorization: 'Bearer s3cret' },
    });
    expect(await call({ id: 'A 1/2', lang: 'en', tags: ['a', 'b'] })).toBe('ok');
    expect(requests).toMatchObject([
      { method: 'GET', url: '/orders/A%201%2F2?lang=en&tags=%5B%22a%22%2C%22b%22%5D', body: '' },
    ]);
    expect(requests[0]!.headers.authorization).toBe('Bearer s3cret');
    expect(seen.calls).toEqual([['order', 'ok']]);
    expect(certainties()).toBe(0);
  });

  it('that changes something has a JSON body and an idempotency key, and waits for the turn', async () => {
    const { call, requests, certainties } = await setUp({ method: 'POST' });
    expect(await call({ id: 7, guests: 2 })).toBe('ok');
    expect(requests).toMatchObject([{ method: 'POST', url: '/orders/7', body: '{"guests":2}' }]);
    expect(requests[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      'idempotency-key': 'call_1',
    });
    expect(certainties()).toBe(1);
  });

  it.each([
    [{}, 'failed: The argument "id" is missing.'],
    [{ id: '..' }, 'failed: The argument "id" has to be a text or a number.'],
    [{ id: {} }, 'failed: The argument "id" has to be a text or a number.'],
    [null, 'failed: The argument "id" is missing.'],
  ])('is not sent with the arguments %j', async (args, answer) => {
    const { call, requests } = await setUp();
    expect(await call(args)).toBe(answer);
    expect(requests).toEqual([]);
  });

  it('reaches no private address that the operator has not allowed', async () => {
    const { call, requests, seen } = await setUp({}, undefined, { allow: false });
    expect(await call({ id: 1 })).toMatch(/^failed: The tool's server cannot be used: /);
    expect(requests).toEqual([]);
    expect(seen.calls).toEqual([['order', 'error']]);
  });
});

describe('an answer', () => {
  it('that is not text is named, and a large one is cut', async () => {
    const picture = await setUp({}, (response) => {
      response.setHeader('content-type', 'image/png');
      response.end('png');
    });
    expect(await picture.call({ id: 1 })).toBe('[a file: image/png]');
    const long = await setUp({}, (response) => response.end('x'.repeat(100_000)));
    expect(await long.call({ id: 1 })).toMatch(/\[Cut here: \d+ more bytes were left out.\]$/);
  });

  it('of a server that fails is an error for the model', async () => {
    const { call, requests, seen } = await setUp({ method: 'POST' }, (response) => {
      response.statusCode = 503;
      response.end('{"detail":"closed"}');
    });
    expect(await call({ id: 1 })).toBe('failed: The server answered 503: {"detail":"closed"}');
    // A request that changes something is not repeated.
    expect(requests).toHaveLength(1);
    expect(seen.calls).toEqual([['order', 'error']]);
  });

  it('is repeated once if it changes nothing', async () => {
    const { call, requests } = await setUp({}, (response, count) => {
      response.statusCode = count === 1 ? 503 : 200;
      response.end('shipped');
    });
    expect(await call({ id: 1 })).toBe('shipped');
    expect(requests).toHaveLength(2);
  });

  it('that does not come is given up, and the caller hears something before', async () => {
    const { call, seen } = await setUp({ deadlineMs: 400 }, () => undefined, { slowMs: 100 });
    expect(await call({ id: 1 })).toBe('failed: The tool did not answer in time.');
    expect(seen.slow).toEqual(['order']);
    expect(seen.calls).toEqual([['order', 'deadline']]);
  });
});

it('asks the caller first if configured', async () => {
  const { call, requests, nextTurn } = await setUp({ method: 'DELETE', confirm: true });
  expect(await call({ id: 1 })).toMatch(/^Nothing was done yet\./);
  // The model cannot confirm for the caller.
  expect(await call({ id: 1 })).toMatch(/^Nothing was done yet\./);
  nextTurn();
  expect(await call({ id: 2 })).toMatch(/^Nothing was done yet\./);
  nextTurn();
  expect(await call({ id: 2 })).toBe('ok');
  expect(requests.map(({ url }) => url)).toEqual(['/orders/2']);
  nextTurn();
  expect(await call({ id: 2 })).toMatch(/^Nothing was done yet\./);
});

it('finds the arguments of an address, and those that would choose the server', () => {
  expect(argumentsOf('https://a.example/{x}/{y}?z={x}')).toEqual(['x', 'y']);
  for (const url of ['https://a.example/{x}', 'http://a.example:8080?x={x}'])
    expect(hasOwnServer(url)).toBe(true);
  for (const url of [
    'https://{host}/x',
    'https:{host}/x',
    'https:\\\\{host}/x',
    'https://a.{host}',
    'ftp://a/x',
  ])
    expect(hasOwnServer(url)).toBe(false);
});
