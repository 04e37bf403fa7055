import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Audit } from '../../observability/audit.ts';
import { createLog } from '../../observability/log.ts';
import { loadSettings } from '../../settings/settings.ts';
import { answerFailures } from '../common/failures.ts';
import { knowMethods } from '../common/methods.ts';
import { consoleRoutes } from './routes.ts';

const SCRIPT = `export const lines = ${JSON.stringify(Array.from({ length: 100 }, (_, i) => `line ${i}`))};`;

async function serve(env: Readonly<Record<string, string>> = {}, isBuilt = true) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-console-'));
  const build = (): void => {
    mkdirSync(join(folder, 'console/assets'), { recursive: true });
    writeFileSync(
      join(folder, 'console/index.html'),
      '<!doctype html><html data-rooms="no" data-model="no"><title>Parley</title>',
    );
    writeFileSync(join(folder, 'console/assets/main-1a2b.js'), SCRIPT);
    writeFileSync(join(folder, 'console/.marker.json'), '{}');
    writeFileSync(join(folder, 'secret.txt'), 'secret');
  };
  if (isBuilt) build();
  const app: FastifyInstance = fastify();
  knowMethods(app);
  const log = createLog({ logLevel: 'silent' });
  answerFailures(app, log, new Audit(log));
  consoleRoutes(app, { settings: loadSettings(env) }, join(folder, 'console'));
  onTestFinished(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { app, build };
}

describe('the console', () => {
  test('is a page that may load nothing but its own files', async () => {
    const { app } = await serve();
    const page = await app.inject({ url: '/' });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<title>Parley</title>');
    expect(page.body).toContain('data-rooms="no" data-model="no"');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['cache-control']).toBe('no-cache');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self';");
    expect(policy).not.toContain('unsafe');
  });

  test('hashed files are cached permanently, and the page is revalidated', async () => {
    const { app } = await serve();
    const script = await app.inject({ url: '/assets/main-1a2b.js' });
    expect(script.body).toBe(SCRIPT);
    expect(script.headers['content-type']).toMatch(/^text\/javascript/);
    expect(script.headers['cache-control']).toMatch(/immutable/);

    const { etag } = (await app.inject({ url: '/' })).headers;
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect((await app.inject({ url: '/', headers: { 'if-none-match': '"another"' } })).statusCode).toBe(200);
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200);
  });

  test('is compressed for clients that accept that', async () => {
    const { app } = await serve();
    const answer = await app.inject({
      url: '/assets/main-1a2b.js',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.rawPayload.length).toBeLessThan(SCRIPT.length / 2);
  });

  test.each([
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/../.marker.json',
    '/assets/',
    '/assets/none.js',
    '/index.html',
  ])('has nothing at %s', async (url) => {
    const { app } = await serve();
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toHaveProperty('detail');
  });

  test('the page may connect to the server’s rooms, and knows that there are some', async () => {
    const { app } = await serve({
      LIVEKIT_URL: 'ws://10.0.0.7:7880',
      LIVEKIT_PUBLIC_URL: 'wss://rooms.example.org',
      LIVEKIT_API_KEY: 'k',
      LIVEKIT_API_SECRET: 's'.repeat(32),
    });
    const page = await app.inject({ url: '/' });
    expect(page.body).toContain('data-rooms="yes"');
    const policy = String(page.headers['content-security-policy']);
    expect(policy).toContain("connect-src 'self' wss://rooms.example.org https://rooms.example.org;");
    expect(policy).not.toContain('10.0.0.7');
  });

  test('the page learns whether the server has a language model for agents', async () => {
    const { app } = await serve({ LLM_BASE_URL: 'http://127.0.0.1:8080/v1', LLM_MODEL: 'small' });
    expect((await app.inject({ url: '/' })).body).toContain('data-rooms="no" data-model="yes"');
  });

  test('without a build the response explains how to build it, and after one it is served', async () => {
    const { app, build } = await serve({}, false);
    const before = await app.inject({ url: '/' });
    expect(before.statusCode).toBe(404);
    expect(before.json().detail).toMatch(/npm run build/);
    build();
    expect((await app.inject({ url: '/' })).statusCode).toBe(200);
  });
});
