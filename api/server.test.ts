import { expect, onTestFinished, test } from 'vitest';
import type { Engine, Voice } from '../engine/index.ts';
import { NoRecogniser } from '../engine/setup.ts';
import { createLog } from './observability/log.ts';
import { type Server, type SpeechServices, startServer } from './server.ts';
import { loadSettings } from './settings/settings.ts';
import { temporaryFolder } from './testing.ts';

const VOICE: Voice = {
  id: 'ada',
  name: 'Ada',
  lang: 'en',
  langs: ['en'],
  engine: 'espeak',
  sampleRate: 22050,
  license: 'GPL-3.0-or-later',
  supportsTimings: true,
  tags: [],
  notice: null,
};

/** An engine that has a voice and synthesizes nothing. */
const engine: Engine = {
  recogniser: new NoRecogniser('nobody listens'),
  voices: () => [VOICE],
  voice: (id) => (id === VOICE.id ? VOICE : null),
  findVoices: () => [VOICE],
  refreshVoices: async () => undefined,
  prepareModel: async () => undefined,
  check: (text) => ({ text }),
  open: () => {
    throw new Error('nobody asked');
  },
  checkTranscription: () => undefined,
  suggest: async () => ({ suggestions: [], dropped: [] }),
  phonemes: async () => [],
  stats: () => ({
    activeStreams: 0,
    waitingStreams: 0,
    queuedSteps: 0,
    lanes: 1,
    underruns: 0,
    voiceCores: 0.1,
    busySeconds: 0,
    audioSeconds: 0,
  }),
  close: async () => undefined,
};

const nobody = () => Promise.reject(new Error('nobody asked'));
const speech: SpeechServices = {
  engine,
  cloning: {
    checkEnrolment: () => undefined,
    enrol: nobody,
    enrolTake: nobody,
    refine: nobody,
    close: async () => undefined,
  },
  transcriber: { transcribe: nobody, close: async () => undefined },
};

const log = createLog({ logLevel: 'silent' });

async function start(env: Record<string, string>): Promise<{ server: Server; base: string }> {
  const server = await startServer(loadSettings({ PORT: '0', SHUTDOWN_GRACE_MS: '0', ...env }), speech, log);
  onTestFinished(() => server.close());
  return { server, base: `http://127.0.0.1:${server.listening.port}` };
}

test('the first start creates a key that works, also after a restart', async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const { server, base } = await start(env);
  expect(await (await fetch(`${base}/ping`)).json()).toMatchObject({ data: { message: 'pong' } });
  const headers = { 'x-api-key': server.firstKey ?? '' };
  expect((await fetch(`${base}/voices`, { headers })).status).toBe(200);
  expect((await fetch(`${base}/voices`)).status).toBe(401);
  await Promise.all([server.close(), server.close()]);

  const again = await start(env);
  expect(again.server.firstKey).toBeNull();
  const voices = await fetch(`${again.base}/voices`, { headers });
  expect(await voices.json()).toMatchObject({ data: { voices: [{ voice_id: 'ada' }] } });
});

test('a server that shuts down reports it while it still accepts clients', async () => {
  const { server, base } = await start({ DATA_DIR: temporaryFolder(), SHUTDOWN_DELAY_MS: '1000' });
  const ready = await fetch(`${base}/readyz`);
  expect([ready.status, ready.headers.get('connection')]).toEqual([200, null]);
  const closing = server.close();
  for (const [path, status] of [['/readyz', 503] as const, ['/ping', 200] as const]) {
    const answer = await fetch(base + path);
    // The next request uses another connection, and behind a load balancer another process.
    expect([answer.status, answer.headers.get('connection')], path).toEqual([status, 'close']);
  }
  await closing;
  await expect(fetch(`${base}/readyz`)).rejects.toThrow();
});

test('a process for rooms answers only probes and metrics', async () => {
  // No server listens there. Connections to rooms are retried.
  const livekit = {
    LIVEKIT_URL: 'ws://127.0.0.1:9',
    LIVEKIT_API_KEY: 'key',
    LIVEKIT_API_SECRET: 's'.repeat(32),
  };
  const { base } = await start({ DATA_DIR: temporaryFolder(), ROLE: 'agent', ...livekit });
  for (const path of ['/ping', '/livez', '/readyz']) expect((await fetch(base + path)).status).toBe(200);
  expect(await (await fetch(`${base}/metrics`)).text()).toMatch(
    /^parley_build_info\{version="[^"]+",node="[^"]+"\} 1$/m,
  );
  expect((await fetch(`${base}/voices`)).status).toBe(404);
});

test('a JWT is issued for each form of body that clients send', async () => {
  const { server, base } = await start({ DATA_DIR: temporaryFolder() });
  const headers = { 'x-api-key': server.firstKey ?? '', 'content-type': 'application/json' };
  for (const body of [undefined, '', '{}']) {
    const answer = await fetch(`${base}/sse/auth`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body }),
    });
    const { data } = (await answer.json()) as { data: { jwt_token: string } };
    const voices = await fetch(`${base}/voices`, { headers: { authorization: `Bearer ${data.jwt_token}` } });
    expect(voices.status).toBe(200);
  }
});

test('a port in use is reported, and nothing stays open', async () => {
  const { server } = await start({ DATA_DIR: temporaryFolder() });
  const env = { DATA_DIR: temporaryFolder(), PORT: String(server.listening.port) };
  await expect(start(env)).rejects.toThrow(/PORT/);
  await server.close();
  await expect(start(env)).resolves.toBeDefined();
});

test('an operator chooses the key', async () => {
  const { server, base } = await start({
    DATA_DIR: temporaryFolder(),
    BOOTSTRAP_API_KEY: 'chosen-by-the-operator',
  });
  expect(server.firstKey).toBeNull();
  expect((await fetch(`${base}/usage?api_key=chosen-by-the-operator`)).status).toBe(200);
});
