/**
 * Every field of every JSON body with values of every other type. The cases are generated from the OpenAPI document.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../api/rest/docs/openapi.ts';
import { ask } from './kit/clients/sse-client.ts';
import { builtInEngine, KEY, startTestServer, type TestServer } from './kit/server.ts';

type Step = string | number;

interface Field {
  readonly path: readonly Step[];
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: ['x', '5', 'true', ''],
  number: [5, 0.5, -1],
  boolean: [true, false],
  array: [[], ['x'], [5]],
  object: [{}, { x: 1 }],
};
/** Fields that accept further types, by the contract or because public clients send them. */
const OTHER_TYPES: Readonly<Record<string, readonly string[]>> = {
  // The OpenAPI document has only the main type. A list of addresses may be a string with commas.
  mcp_servers: ['string', 'array'],
  // The older format of a speech request has the settings in an object of this name.
  model: ['string', 'object'],
};

let server: TestServer;
let document: OpenApiDocument;
let agentId: string;
let demoToken = '';

beforeAll(async () => {
  server = await startTestServer(await builtInEngine(), {
    LIVEKIT_URL: 'ws://127.0.0.1:1',
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 'a-secret-of-at-least-thirty-two-characters',
    DEMO_OPEN: 'true',
  });
  document = (await ask(server, { path: '/openapi.json' })).json() as OpenApiDocument;
  const made = await send('POST', '/agents', { name: 'A', prompt: 'B', greeting: 'C' });
  const session = await send('POST', '/demo/session', { challenge_token: 'x' });
  demoToken = (session.json() as { data: { token: string } }).data.token;
  agentId = (made.json() as { data: { agent_id: string } }).data.agent_id;
});
afterAll(() => server.close());

const send = (method: string, path: string, body: unknown) =>
  ask(server, {
    method: method.toUpperCase(),
    path,
    headers: { 'x-api-key': KEY, 'content-type': 'application/json', 'x-demo-token': demoToken },
    body: JSON.stringify(body),
  });

const resolved = (schema: JsonSchema): JsonSchema => {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (document.components?.schemas?.[name] ?? {});
};

/** Returns the types that a schema allows; empty if it allows all. */
function typesOf(schema: JsonSchema): readonly string[] {
  const { type, anyOf } = resolved(schema);
  if (anyOf) return anyOf.flatMap(typesOf);
  return type === undefined ? [] : typeof type === 'string' ? [type] : type;
}

/** Returns all fields of a body, including those of objects and items. */
function fieldsOf(schema: JsonSchema, path: readonly Step[] = []): Field[] {
  const { properties = {}, required = [], items, anyOf = [] } = resolved(schema);
  const own = Object.entries(properties).flatMap(([name, field]) => [
    { path: [...path, name], schema: field, isRequired: required.includes(name) },
    ...fieldsOf(field, [...path, name]),
  ]);
  const inner = items ? fieldsOf(items, [...path, 0]) : [];
  return [...own, ...inner, ...anyOf.flatMap((one) => fieldsOf(one, path))];
}

const bodyOf = ({ requestBody }: OpenApiOperation): JsonSchema | undefined =>
  requestBody?.content?.['application/json']?.schema;

/** Returns a body with the required fields, as text. */
const filled = (body: JsonSchema): object => {
  const { required = [], properties = {} } = resolved(body);
  return {
    ...Object.fromEntries(
      required.map((name) => [name, resolved(properties[name] ?? {}).type === 'boolean' ? true : 'x']),
    ),
    ...('jwt_token' in properties && { api_key: KEY }),
  };
};

/** Returns a body with a value at a place, and enough other fields to be validated. */
function withValue(example: object, [step, ...rest]: readonly Step[], value: unknown): object {
  const inner = rest.length === 0 ? value : withValue(typeof rest[0] === 'number' ? [] : {}, rest, value);
  if (Array.isArray(example)) return [inner];
  return { ...example, [step ?? '']: inner };
}

test('a value of another type is a 422 with the path of its field', async () => {
  const wrong: string[] = [];
  let cases = 0;
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const body = bodyOf(operation);
      if (!body || operation['x-websocket']) continue;
      const address = path
        .replace('{lang_code}', 'en')
        .replace('{agent_id}', agentId)
        .replace('{word}', 'word')
        .replace('{model_id}', 'x');
      for (const { path: place, schema, isRequired } of fieldsOf(body)) {
        const allowed = OTHER_TYPES[String(place.at(-1))] ?? typesOf(schema);
        if (allowed.length === 0) continue;
        const values = Object.entries(VALUES).flatMap(([type, some]) =>
          allowed.includes(type) || (type === 'number' && allowed.includes('integer')) ? [] : some,
        );
        if (isRequired && !allowed.includes('null')) values.push(null);
        for (const value of values) {
          // Some clients send numbers and flags as texts.
          if (value === '5' && allowed.some((type) => type === 'number' || type === 'integer')) continue;
          if (value === 'true' && allowed.includes('boolean')) continue;
          cases++;
          const answer = await send(method, address, withValue(filled(body), place, value));
          const json = (answer.status < 400 ? {} : answer.json()) as {
            detail?: { loc: Step[] }[];
            error?: { param: string | null };
          };
          const at = JSON.stringify(['body', ...place]);
          const pointsAt = path.startsWith('/v1/')
            ? json.error?.param === place[0]
            : Array.isArray(json.detail) &&
              json.detail.some(({ loc }) => JSON.stringify(loc).startsWith(at.slice(0, -1)));
          const status = path.startsWith('/v1/') ? 400 : 422;
          if (answer.status === status && pointsAt) continue;
          wrong.push(
            `${method} ${path} ${JSON.stringify(place)} ${JSON.stringify(value)}: ${answer.status} ${answer.body.toString().slice(0, 160)}`,
          );
        }
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(cases).toBeGreaterThan(500);
});
