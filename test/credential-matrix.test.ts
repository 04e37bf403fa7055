/**
 * Every operation of the OpenAPI document with every kind of credential that must be refused. The cases are generated
 * from the document, so that none is forgotten.
 */
import { readFileSync } from 'node:fs';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKey, revokeKey } from '../api/credentials/keys.ts';
import { SCOPES, type Scope } from '../api/credentials/scopes.ts';
import { scopeIn } from '../api/rest/common/identity.ts';
import type { OpenApiDocument, OpenApiOperation } from '../api/rest/docs/openapi.ts';
import { openDatabase } from '../api/storage/database.ts';
import { ensureDefaultOwner } from '../api/storage/owners.ts';
import { ensureSecret } from '../api/storage/secrets.ts';
import { type Answer, ask } from './kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

/** Without credentials, or with a different kind of token. */
const WITHOUT_CREDENTIALS = [
  'createDemoSession',
  'getDemoConfig',
  'getLiveness',
  'getReadiness',
  'listSpeechModels',
  'listSpeechVoices',
  'ping',
  'speakInDemo',
];
/** Open to every valid credential, with any scopes. */
const WITHOUT_SCOPE = ['createJwt'];
/** Upgrades that the document cannot describe, because a GET of the same path is another operation or none. */
const MORE_SOCKETS: readonly Operation[] = ['/agents', '/agents/{agent_id}/media-stream', '/v1/realtime'].map(
  (path) => ({
    name: `socket ${path}`,
    method: 'get',
    path,
    isSocket: true,
    scope: 'converse',
    statuses: ['401', '403'],
  }),
);

interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly isSocket: boolean;
  readonly scope: Scope | undefined;
  readonly statuses: readonly string[];
}

interface Presented {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: string;
}

let server: TestServer;
let operations: readonly Operation[];
let refused: Readonly<Record<string, Presented>>;
let tokens: Readonly<Record<Scope, string>>;
let limitedKeys: Readonly<Record<Scope, string>>;

beforeAll(async () => {
  server = await startTestServer(await builtInEngine(), { METRICS_OPEN: 'false' });
  const document = (await ask(server, { path: '/openapi.json' })).json() as OpenApiDocument;
  operations = [...operationsOf(document), ...MORE_SOCKETS];
  await makeCredentials();
});
afterAll(() => server.close());

function operationsOf({ paths }: OpenApiDocument): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, operation]) => operation.security !== undefined)
      .map(([method, operation]) => toOperation(path, method, operation)),
  );
}

function toOperation(path: string, method: string, operation: OpenApiOperation): Operation {
  return {
    name: operation.operationId,
    method,
    path,
    isSocket: operation['x-websocket'] !== undefined,
    scope: scopeIn(operation.security ?? []),
    statuses: Object.keys(operation.responses ?? {}),
  };
}

async function makeCredentials(): Promise<void> {
  const db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  try {
    const { ownerId } = await ensureDefaultOwner(db);
    const revoked = await createKey(db, ownerId, 'revoked');
    await revokeKey(db, revoked.info.id);
    const expired = await createKey(db, ownerId, 'expired', { expiresAt: new Date(Date.now() - 1000) });
    const limited = await Promise.all(
      SCOPES.map(async (scope) => [scope, (await createKey(db, ownerId, scope, { scopes: [scope] })).key]),
    );
    limitedKeys = Object.fromEntries(limited);
    const issued = await Promise.all(SCOPES.map(async (scope) => [scope, await tokenWith(scope)]));
    tokens = Object.fromEntries(issued);
    const claims = decodeJwt(tokens.manage);
    const past = { ...claims, exp: Math.floor(Date.now() / 1000) - 1 };
    const sign = (what: typeof claims, secret: Uint8Array): Promise<string> =>
      new SignJWT(what).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);
    const bearer = (token: string): Presented => ({ headers: { authorization: `Bearer ${token}` } });
    refused = {
      none: {},
      'a malformed header': { headers: { authorization: 'Basic bm9ib2R5' } },
      'an unknown key': { headers: { 'x-api-key': 'pk_nobody' } },
      'an unknown key in the query': { query: 'api_key=pk_nobody' },
      'a revoked key': { headers: { 'x-api-key': revoked.key } },
      'an expired key': { headers: { 'x-api-key': expired.key } },
      'an expired JWT': bearer(await sign(past, await ensureSecret(db, 'jwt'))),
      'a JWT of another secret': bearer(await sign(claims, new Uint8Array(32).fill(7))),
      'an unsigned JWT': bearer(new UnsecuredJWT(claims).encode()),
      'something else than a JWT': { query: 'jwt_token=nonsense' },
    };
  } finally {
    await db.destroy();
  }
}

async function tokenWith(scope: Scope): Promise<string> {
  const path = `/sse/auth?scope=${scope}`;
  const answer = await ask(server, { method: 'POST', path, headers: { 'x-api-key': KEY } });
  return (answer.json() as { data: { jwt_token: string } }).data.jwt_token;
}

const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

function request(operation: Operation, { headers = {}, query = '' }: Presented): Promise<Answer> {
  const path = operation.path.replace('{lang_code}', 'en').replace(/\{\w+\}/g, 'x');
  return ask(server, {
    method: operation.method.toUpperCase(),
    path: query === '' ? path : `${path}?${query}`,
    headers: { ...headers, ...(operation.isSocket && UPGRADE) },
  });
}

function expectRefusal(operation: Operation, answer: Answer, status: number, why: string): void {
  const what = `${operation.name} with ${why}`;
  expect(answer.status, what).toBe(status);
  expect(operation.statuses, what).toContain(String(status));
  const body = answer.json() as { detail?: unknown; error?: { message?: unknown } };
  const isOpenAi = operation.path.startsWith('/v1/');
  expect(Object.keys(body), what).toEqual([isOpenAi ? 'error' : 'detail']);
  expect(isOpenAi ? body.error?.message : body.detail, what).toBeTypeOf('string');
  expect(answer.headers['www-authenticate'], what).toMatch(/^Bearer/);
}

describe('the document', () => {
  test('every operation declares its scope, or that it needs no credentials', async () => {
    const { paths } = (await ask(server, { path: '/openapi.json' })).json() as OpenApiDocument;
    const all = Object.values(paths).flatMap((item) => Object.values(item));
    const open = all.filter(({ security }) => security === undefined);
    expect(open.map(({ operationId }) => operationId).sort()).toEqual(WITHOUT_CREDENTIALS);
    const unlimited = operations.filter(({ scope }) => scope === undefined);
    expect(unlimited.map(({ name }) => name)).toEqual(WITHOUT_SCOPE);
  });

  test('every socket of the front is among the cases', () => {
    const source = readFileSync(new URL('../api/front/front.ts', import.meta.url), 'utf8');
    const [, table = ''] = /this\.#sockets = \[([\s\S]*?)\n {4}\];/.exec(source) ?? [];
    const served = [...table.matchAll(/path: \/(\^.*?\$)\//g)].map(([, pattern]) => new RegExp(pattern!));
    const known = operations.filter(({ isSocket }) => isSocket).map(({ path }) => path);
    // The same socket, with its signed link in the path.
    known.push('/agents/{agent_id}/media-stream/{token}');
    // Only a signed link opens it.
    known.push('/calls/{call_id}/media-stream/{token}');
    expect(served).not.toHaveLength(0);
    expect(served.filter((pattern) => !known.some((path) => pattern.test(path)))).toEqual([]);
    expect(known.filter((path) => !served.some((pattern) => pattern.test(path)))).toEqual([]);
  });
});

test('every operation refuses credentials that are missing, wrong or no longer valid', async () => {
  for (const operation of operations) {
    for (const [kind, presented] of Object.entries(refused)) {
      expectRefusal(operation, await request(operation, presented), 401, kind);
    }
  }
});

test('every operation refuses a JWT or a key without its scope, and names the scope', async () => {
  for (const operation of operations) {
    const { scope: needed } = operation;
    if (needed === undefined) continue;
    for (const scope of SCOPES.filter((one) => one !== needed)) {
      for (const presented of [
        { headers: { authorization: `Bearer ${tokens[scope]}` } },
        { headers: { 'x-api-key': limitedKeys[scope] } },
      ]) {
        const answer = await request(operation, presented);
        expectRefusal(operation, answer, 403, `the scope ${scope}`);
        expect(answer.body.toString(), operation.name).toContain(`scope=${needed}`);
        expect(answer.headers['www-authenticate']).toContain(`scope="${needed}"`);
      }
    }
  }
});

test('every operation accepts a JWT and a key with its scope alone', async () => {
  for (const operation of operations) {
    const scope = operation.scope ?? 'speak';
    // Models and keys are for administrators' keys, not for their JWTs.
    if (/^\/(models|keys)/.test(operation.path)) continue;
    for (const presented of [
      { query: `jwt_token=${tokens[scope]}` },
      { query: `api_key=${limitedKeys[scope]}` },
    ]) {
      if (operation.isSocket && operation.scope === 'speak') continue;
      const { status } = await request(operation, presented);
      expect([401, 403], operation.name).not.toContain(status);
    }
  }
});
