/**
 * Every operation of the OpenAPI document that takes an id, with the id of an object of another owner: it responds as
 * if that did not exist, and changes nothing. The cases are generated from the document.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../api/credentials/keys.ts';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../api/rest/docs/openapi.ts';
import { type CallRequest, insertCall } from '../api/storage/calls.ts';
import { insertConversation } from '../api/storage/conversations.ts';
import { type Database, openDatabase } from '../api/storage/database.ts';
import { insertEvent } from '../api/storage/events.ts';
import { ensureDefaultOwner, ensureOwner } from '../api/storage/owners.ts';
import { putPronunciation } from '../api/storage/pronunciations.ts';
import { insertRestoreJob } from '../api/storage/restore-jobs.ts';
import { insertVoice } from '../api/storage/voices.ts';
import { insertWebhook } from '../api/storage/webhooks.ts';
import { LIVEKIT } from './kit/clients/agents-client.ts';
import { type Answer, ask } from './kit/clients/sse-client.ts';
import { FORM_TYPE, formBody } from './kit/clients/voices-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

/** Path parameters of data that all owners share, or of nothing that is stored. */
const SHARED = ['lang_code', 'model', 'model_id'];
/** Ids that are not in the path, by operation: their place, and the response to an unknown voice. */
const ELSEWHERE: Readonly<
  Record<string, { readonly query?: string; readonly body?: string; status: number }>
> = {
  chooseCandidate: { query: 'voice_id', status: 404 },
  createAgent: { body: 'voice_id', status: 422 },
  createWebhook: { body: 'agent_id', status: 404 },
  listEvents: { query: 'agent_id', status: 404 },
  createAgentToken: { body: 'voice_id', status: 404 },
  createCall: { body: 'voice_id', status: 404 },
  createSpeech: { body: 'voice', status: 400 },
  // A list of the calls of no agent.
  listCalls: { query: 'agent_id', status: 200 },
  speak: { body: 'voice_id', status: 422 },
  speakOverWebSocket: { query: 'voice_id', status: 422 },
  updateAgent: { body: 'voice_id', status: 404 },
};
/** It has no owner, and uses the built-in voices. */
const WITHOUT_OWNER = ['speakInDemo'];
/** Request bodies that are valid except for the id. */
const BODIES: Readonly<Record<string, (key: string) => unknown>> = {
  createCall: () => ({ to: '+4930123456' }),
  createAgentToken: (key) => ({ api_key: key, mode: 'llm-tts' }),
  createSpeech: () => ({ input: 'Hello.' }),
  createWebhook: () => ({ url: 'https://example.org/' }),
  setPronunciation: () => ({ ipa: 'ˈpɑːɹli' }),
  speak: () => ({ text: 'Hello.' }),
};
/** The only operation that may succeed: it stores a word for the sender. */
const OWN_WORD = 'setPronunciation';

const WORD = 'parley';
const TABLES = [
  'agents',
  'agent_sessions',
  'calls',
  'conversations',
  'voices',
  'voice_references',
  'restore_jobs',
  'pronunciations',
  'events',
  'webhooks',
] as const;

let server: TestServer;
let db: Database;
let paths: OpenApiDocument['paths'];
let ids: Readonly<Record<string, string>>;
let mine: string;
let theirKey: string;

beforeAll(async () => {
  server = await startTestServer(await builtInEngine(), {
    ...LIVEKIT,
    RESTORE_JOBS: '0',
    CALL_NUMBERS: '+49',
    LIVEKIT_SIP_TRUNK_ID: 'ST_1',
  });
  db = await openDatabase({ dataDir: server.dataDir, databaseUrl: null });
  ({ paths } = (await ask(server, { path: '/openapi.json' })).json() as OpenApiDocument);
  mine = (await ensureDefaultOwner(db)).ownerId;
  const { ownerId } = await ensureOwner(db, 'somebody else');
  // An administrator's key, so that administrators' routes are tested as well.
  theirKey = (await createKey(db, ownerId, 'theirs', { isAdmin: true })).key;
  const key_id = (await createKey(db, mine, 'mine')).info.id;
  const created = await ask(server, {
    method: 'POST',
    path: '/agents',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: '{}',
  });
  const { agent_id } = (created.json() as { data: { agent_id: string } }).data;
  const begun = await ask(server, {
    method: 'POST',
    path: `/agents/${agent_id}/scenarios`,
    headers: { 'x-api-key': KEY, 'content-type': 'application/yaml' },
    body: 'scenarios: [{ name: mine, steps: [{ hang_up: true }] }]',
  });
  const { run_id } = (begun.json() as { data: { run_id: string } }).data;
  const reference = {
    lang: 'en',
    transcript: '',
    markers: { slow: [], normal: [], fast: [] },
    codes: new Uint8Array(8),
    report: {},
  };
  const voice = await insertVoice(db, { ownerId: mine, name: 'mine', langCode: 'en', tags: [] }, reference);
  const order = { ownerId: mine, language: 'en', fileName: '', transcript: null, sourceBytes: 1 };
  const job_id = await insertRestoreJob(db, { ...order, expiresAtMs: Date.now() + 3_600_000 }, Date.now());
  await db.updateTable('restore_jobs').set({ status: 'Failed' }).where('id', '=', job_id).execute();
  const place = { ownerId: mine, langCode: 'en', wordKey: WORD } as const;
  await putPronunciation(db, place, { word: WORD, ipa: 'ˈpɑːɹli' }, 10);
  const conversation_id = randomUUID();
  const kept = { id: conversation_id, ownerId: mine, agentId: agent_id, door: 'websocket', langCode: 'en' };
  await insertConversation(
    db,
    { ...kept, sealedKey: 'v1.sealed', keepDays: 1, isRecorded: false },
    Date.now(),
  );
  const url = 'https://example.org/';
  const webhook = {
    ownerId: mine,
    agentId: null,
    url,
    events: null,
    sealed: 'v1.sealed',
    createdAt: new Date().toISOString(),
  };
  const event_id = randomUUID();
  const event = { id: event_id, ownerId: mine, type: 'conversation.ended', subject: conversation_id };
  const times = { atMs: Date.now(), expiresAtMs: Date.now() + 3_600_000, aliveUntilMs: null };
  await insertEvent(db, { ...event, ...times, agentId: null, sealed: 'v1.sealed' });
  // After the event, so that it is not sent.
  const webhook_id = randomUUID();
  await insertWebhook(db, { ...webhook, id: webhook_id });
  const request = { to: '+4930123456' } as CallRequest;
  const call_id = randomUUID();
  const waiting = {
    id: call_id,
    ownerId: mine,
    keyId: key_id,
    agentId: agent_id,
    request,
    credentialExpiresAt: null,
  };
  const availableAtMs = Date.now() + 3_600_000;
  await insertCall(db, { ...waiting, idempotencyKey: null, availableAtMs }, Date.now());
  ids = {
    webhook_id,
    event_id,
    agent_id,
    call_id,
    run_id,
    number: '0',
    version: '1',
    conversation_id,
    voice_id: voice.id,
    voice: voice.id,
    job_id,
    key_id,
    word: WORD,
  };
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});

const operations = (): [path: string, method: string, operation: OpenApiOperation][] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, operation]) => [path, method, operation] as [string, string, OpenApiOperation],
    ),
  );

const inPath = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

/** Lists parameters and top-level body fields that look like ids of voices, agents or jobs. */
function idsElsewhere({ parameters = [], requestBody }: OpenApiOperation): string[] {
  const fields = Object.values(requestBody?.content ?? {}).flatMap(({ schema }: { schema?: JsonSchema }) =>
    Object.keys(schema?.properties ?? {}),
  );
  const names = [...parameters.filter((one) => one.in === 'query').map(({ name }) => name), ...fields];
  return names.filter((name) => /^voice$|^(voice|agent|job|set|conversation)_id$/.test(name));
}

function requestWith(
  key: string,
  path: string,
  method: string,
  operation: OpenApiOperation,
): Promise<Answer> {
  const { operationId, requestBody } = operation;
  const { query, body: inBody } = ELSEWHERE[operationId] ?? {};
  const filled = inPath(path).reduce((text, name) => text.replace(`{${name}}`, ids[name] ?? 'en'), path);
  const isForm = requestBody?.content?.['multipart/form-data'] !== undefined;
  const fields = { ...(BODIES[operationId]?.(key) as object), ...(inBody && { [inBody]: ids[inBody] }) };
  const body = isForm ? formBody({ voice_file: { file: 'x' } }) : JSON.stringify(fields);
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  return ask(server, {
    method: method.toUpperCase(),
    path: query ? `${filled}?${query}=${ids[query]}` : filled,
    headers: {
      'x-api-key': key,
      ...(requestBody && { 'content-type': isForm ? FORM_TYPE : 'application/json' }),
      ...(operation['x-websocket'] && upgrade),
    },
    ...(requestBody && { body }),
  });
}

/** Returns all stored objects of this owner. */
async function stored(): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      table === 'voice_references'
        ? db.selectFrom(table).select(['id', 'voice_id']).orderBy('id').execute()
        : db.selectFrom(table).selectAll().where('owner_id', '=', mine).execute(),
    ),
  );
  return JSON.stringify(rows);
}

test('every parameter that names an object is among the cases', () => {
  for (const [path, , operation] of operations()) {
    for (const name of inPath(path)) {
      expect([...Object.keys(ids), ...SHARED], `${operation.operationId}: ${name}`).toContain(name);
    }
    const { operationId } = operation;
    if (idsElsewhere(operation).length === 0 || WITHOUT_OWNER.includes(operationId)) continue;
    const { query, body } = ELSEWHERE[operationId] ?? {};
    expect(idsElsewhere(operation), operationId).toEqual([query ?? body]);
  }
});

test('no object of another owner is found, and none changes', async () => {
  const before = await stored();
  const tried: string[] = [];
  // Last, because the other operations would find the word that it stores under the same name.
  const rest = operations().filter(([, , { operationId }]) => operationId !== OWN_WORD);
  const last = operations().filter(([, , { operationId }]) => operationId === OWN_WORD);
  for (const [path, method, operation] of [...rest, ...last]) {
    const { operationId } = operation;
    const owned = inPath(path).filter((name) => !SHARED.includes(name));
    if (owned.length === 0 && ELSEWHERE[operationId] === undefined) continue;
    const answer = await requestWith(theirKey, path, method, operation);
    const expected = operationId === OWN_WORD ? 200 : (ELSEWHERE[operationId]?.status ?? 404);
    expect(answer.status, `${operationId}: ${answer.body}`).toBe(expected);
    expect(Object.keys(operation.responses ?? {}), operationId).toContain(String(expected));
    expect(answer.body.toString(), operationId).not.toContain('mine');
    tried.push(operationId);
  }
  expect(await stored()).toBe(before);
  expect(tried.length).toBeGreaterThan(15);
});

test('lists contain no objects of another owner', async () => {
  for (const path of ['/agents', '/keys', '/voices', '/pronunciations', '/restore', '/calls']) {
    const { status, body } = await ask(server, { path, headers: { 'x-api-key': theirKey } });
    expect(status).toBe(200);
    for (const name of ['agent_id', 'voice_id', 'job_id', 'key_id', 'call_id'])
      expect(body.toString()).not.toContain(ids[name]);
  }
});
