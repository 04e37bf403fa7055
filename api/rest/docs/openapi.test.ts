import { expect, test } from 'vitest';
import { restSetup, sharedRestSetup } from '../testing.ts';
import type { OpenApiDocument } from './openapi.ts';
import { DOCS_STYLE } from './page.ts';

const rest = sharedRestSetup();

async function documentOf({ app } = rest()): Promise<OpenApiDocument> {
  return (await app.inject('/openapi.json')).json();
}

test('the document is OpenAPI 3.1 of interface 0.1.0 and describes every endpoint', async () => {
  const document = await documentOf();
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('0.1.0');
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(endpoints.sort()).toEqual([
    'delete /agents/{agent_id}',
    'delete /agents/{agent_id}/conversations',
    'delete /agents/{agent_id}/scenarios/{run_id}',
    'delete /calls/{call_id}',
    'delete /conversations/{conversation_id}',
    'delete /conversations/{conversation_id}/recording',
    'delete /keys/{key_id}',
    'delete /models/{model_id}',
    'delete /pronunciations/{lang_code}/{word}',
    'delete /restore/{job_id}',
    'delete /voices/{voice_id}',
    'delete /webhooks/{webhook_id}',
    'get /agents',
    'get /agents/{agent_id}',
    'get /agents/{agent_id}/conversations',
    'get /agents/{agent_id}/figures',
    'get /agents/{agent_id}/scenarios/{run_id}',
    'get /agents/{agent_id}/scenarios/{run_id}/report',
    'get /agents/{agent_id}/scenarios/{run_id}/sounds/{number}',
    'get /agents/{agent_id}/versions',
    'get /agents/{agent_id}/versions/{version}',
    'get /calls',
    'get /calls/{call_id}',
    'get /conversations/{conversation_id}',
    'get /conversations/{conversation_id}/recording',
    'get /conversations/{conversation_id}/timeline',
    'get /demo/config',
    'get /events',
    'get /ipa/inventory',
    'get /keys',
    'get /livez',
    'get /metrics',
    'get /models',
    'get /models/{model_id}',
    'get /models/{model_id}/card',
    'get /ping',
    'get /pronunciations',
    'get /readyz',
    'get /restore',
    'get /restore/{job_id}',
    'get /restore/{job_id}/file',
    'get /speak/{lang_code}',
    'get /usage',
    'get /v1/audio/models',
    'get /v1/audio/voices',
    'get /v1/models',
    'get /v1/models/{model}',
    'get /voices',
    'get /voices/assisted/script',
    'get /voices/{voice_id}',
    'get /webhooks',
    'get /webhooks/{webhook_id}/deliveries',
    'patch /agents/{agent_id}',
    'patch /voices/{voice_id}',
    'patch /voices/{voice_id}/assisted',
    'post /agents',
    'post /agents/{agent_id}/calls',
    'post /agents/{agent_id}/media-stream-url',
    'post /agents/{agent_id}/scenarios',
    'post /agents/{agent_id}/sip-dispatch',
    'post /agents/{agent_id}/token',
    'post /agents/{agent_id}/versions/{version}/restore',
    'post /demo/session',
    'post /demo/speak',
    'post /ipa/suggest',
    'post /ipa/validate',
    'post /keys',
    'post /models/{model_id}',
    'post /restore',
    'post /sse/auth',
    'post /sse/speak/{lang_code}',
    'post /stress/suggest',
    'post /text/read',
    'post /v1/audio/speech',
    'post /v1/audio/transcriptions',
    'post /v1/audio/translations',
    'post /voices',
    'post /voices/assisted',
    'post /voices/assisted/choose',
    'post /webhooks',
    'post /webhooks/{webhook_id}/deliveries/{event_id}/resend',
    'put /pronunciations/{lang_code}/{word}',
  ]);
});

test('every operation has a unique name that begins with a verb, for generators of clients', async () => {
  const { paths } = await documentOf();
  const names = Object.values(paths).flatMap((item) =>
    Object.values(item).map((operation) => operation.operationId),
  );
  const verbs =
    'choose|create|delete|download|get|hangUp|install|list|ping|read|resend|restore|revoke|set|speak|suggest|update|validate';
  for (const name of names) expect(name).toMatch(new RegExp(`^(${verbs})([A-Z][A-Za-z]*)?$`));
  expect(new Set(names).size).toBe(names.length);
});

test('a form is described with its file, and the page shows how to send one', async () => {
  const { app } = rest();
  const { paths } = (await app.inject('/openapi.json')).json() as OpenApiDocument;
  const file = { type: 'string', format: 'binary' };
  expect(paths['/voices']?.post?.requestBody).toMatchObject({
    required: true,
    content: { 'multipart/form-data': { schema: { properties: { voice_file: file } } } },
  });
  const anyOf = [file, { type: 'string' }, { type: 'null' }];
  expect(paths['/voices/{voice_id}']?.patch?.requestBody).toMatchObject({
    required: false,
    content: { 'multipart/form-data': { schema: { properties: { new_voice_file: { anyOf } } } } },
  });
  const page = (await app.inject('/docs')).body;
  expect(page).toContain('-F voice_file=@recording.wav');
  expect(page).toContain('/voices?voice_name=...');
});

test('both responses of assisted cloning are described, and its stream of progress', async () => {
  const { paths } = await documentOf();
  for (const operation of [paths['/voices/assisted']?.post, paths['/voices/{voice_id}/assisted']?.patch]) {
    const file = { type: 'string', format: 'binary' };
    expect(operation?.requestBody).toMatchObject({
      content: { 'multipart/form-data': { schema: { properties: { voice_file: file, script: {} } } } },
    });
    const answer = JSON.stringify(operation?.responses?.['200']);
    for (const field of ['voice_id', 'preview', 'candidates', 'enhancer'])
      expect(answer).toContain(`"${field}"`);
    expect(operation?.description).toContain('text/event-stream');
  }
});

test('every reference in it can be resolved', async () => {
  const document = await documentOf();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(references).not.toHaveLength(0);
  for (const reference of references) {
    const target = reference
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], document);
    expect(target, reference).toBeTypeOf('object');
  }
});

test('exactly those operations that need credentials declare it', async () => {
  const document = await documentOf(await restSetup({ metricsOpen: false }));
  const open = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap((operation) => (operation.security ? [] : [path])),
  );
  expect(open).toEqual([
    '/ping',
    '/livez',
    '/readyz',
    '/demo/config',
    '/demo/session',
    '/demo/speak',
    '/v1/audio/voices',
    '/v1/audio/models',
  ]);
});

test('the page shows every endpoint, with command lines for the address it was requested from', async () => {
  const { app } = rest();
  const answer = await app.inject({ url: '/docs', headers: { host: 'speech.example:9000' } });
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  for (const path of Object.keys((await documentOf()).paths))
    expect(answer.body).toContain(`>${path}</span>`);
  expect(answer.body).toContain('&quot;http://speech.example:9000/voices&quot;');
  expect(answer.body).toContain('ws://speech.example:9000/speak/en');
  expect(answer.body).not.toContain('@@');
});

test('the page loads no external resources', async () => {
  const { app } = rest();
  const { body, headers } = await app.inject('/docs');
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(body).not.toMatch(/<(script|img|link|iframe|object)\b|@import|url\(/i);
  // The policy allows the style by its hash, so the page must contain it unchanged.
  expect(body).toContain(`<style>${DOCS_STYLE}</style>`);
});

test('an unusual Host header does not appear in the page', async () => {
  const { app } = rest();
  const { body } = await app.inject({ url: '/docs', headers: { host: '"><script>alert(1)</script>' } });
  expect(body).not.toContain('<script>');
  expect(body).toContain('127.0.0.1:8000');
});
