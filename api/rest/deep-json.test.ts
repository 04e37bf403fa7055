/** JSON whose nesting would overflow the stack, on every documented operation that accepts JSON. */
import { expect, test } from 'vitest';
import { createKey } from '../credentials/keys.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import type { OpenApiDocument } from './docs/openapi.ts';
import { OPENAI_PATHS } from './openai/speech-operation.ts';
import { SPEAK_PATHS } from './speech/operations.ts';
import { restSetup } from './testing.ts';

const DEPTH = 100_000;
const DEEP = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;

test('deep JSON is a 422 on every route, and nothing is logged', async () => {
  const { app, deps, lines } = await restSetup();
  const { ownerId } = await ensureDefaultOwner(deps.db);
  const { key } = await createKey(deps.db, ownerId, 'admin', { isAdmin: true });
  const { paths } = (await app.inject('/openapi.json')).json() as OpenApiDocument;
  const tried: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    // The front parses these itself. The demo is disabled here, which is reported first.
    if (path in SPEAK_PATHS || path in OPENAI_PATHS || path.startsWith('/demo/')) continue;
    // A text of its own, with a smaller limit.
    if (path.endsWith('/scenarios')) continue;
    for (const [method, { requestBody, operationId }] of Object.entries(item)) {
      if (!requestBody?.content?.['application/json']) continue;
      for (const payload of [DEEP, `{"more":${DEEP}}`, `${'{"a":'.repeat(DEPTH)}1${'}'.repeat(DEPTH)}`]) {
        const answer = await app.inject({
          method: method.toUpperCase() as 'POST',
          url: path.replace('{lang_code}', 'en').replace(/\{\w+\}/g, 'x'),
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          payload,
        });
        expect(answer.statusCode, operationId).toBe(422);
        expect(answer.json().detail[0], operationId).toMatchObject({ loc: ['body'], type: 'json_invalid' });
      }
      tried.push(operationId);
    }
  }
  expect(tried).toContain('createAgent');
  expect(lines.join('')).not.toContain('RangeError');
});

test('deep scenarios are refused', async () => {
  const { app, deps, lines } = await restSetup();
  const { ownerId } = await ensureDefaultOwner(deps.db);
  const { key } = await createKey(deps.db, ownerId, 'own', {});
  const agent = await app.inject({
    method: 'POST',
    url: '/agents',
    headers: { 'x-api-key': key },
    payload: {},
  });
  const url = `/agents/${agent.json().data.agent_id}/scenarios`;
  const depth = 30_000;
  for (const payload of [
    '['.repeat(depth) + ']'.repeat(depth),
    `scenarios: ${'- '.repeat(depth)}1`,
    `${'{"a":'.repeat(9000)}`,
  ]) {
    const headers = { 'x-api-key': key, 'content-type': 'application/yaml' };
    const answer = await app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBe(422);
  }
  expect(lines.join('')).not.toContain('RangeError');
});
