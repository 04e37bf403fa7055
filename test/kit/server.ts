import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, type Log } from '../../api/observability/log.ts';
import { startServer } from '../../api/server.ts';
import { loadSettings } from '../../api/settings/settings.ts';
import { createEngine, type Engine, type EngineOptions } from '../../engine/index.ts';
import { JOE_VOICE } from '../../engine/models/manifest.ts';
import { listPiperVoices } from '../../engine/models/piper-voices.ts';
import { createRecogniser, voiceFolders } from '../../engine/setup.ts';

/** The API key of every test server. */
export const KEY = 'key-of-the-test-server';
const LANES = 2;
/** A voice that every machine has and that costs little, for what is not about voices. */
export const CHEAP_VOICE = 'espeak-en';

/** A real server on a free port, with a database of its own. */
export interface TestServer {
  readonly port: number;
  readonly tlsPort: number | null;
  readonly wyomingPort: number | null;
  /** `http://127.0.0.1:PORT` */
  readonly base: string;
  /** `ws://127.0.0.1:PORT` */
  readonly ws: string;
  readonly engine: Engine;
  /** Where its database lies. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Engines by what they were made for. Starting one costs seconds, and files of tests share processes. */
const shared = new Map<string, Promise<Engine | null>>();

/** Starts an engine once in a process; it ends with the process, so that closing it does nothing. */
async function once(name: string, start: () => Promise<Engine | null>): Promise<Engine | null> {
  const started =
    shared.get(name) ?? start().then((engine) => engine && Object.assign(engine, { close: async () => {} }));
  shared.set(name, started);
  return started;
}

/** The engine with the built-in voices alone, which answer at once and always the same; one for all in a process. */
export async function builtInEngine(): Promise<Engine> {
  const engine = await once('built-in', () => createEngine({ voiceFolders: [], lanes: LANES }));
  return engine!;
}

/**
 * The engine with everything that enrolment needs, or null when the default voice or the recogniser is not installed.
 * One for all in a process, unless it is to have more. Of one lane: each loads the voices, and one keeps up with the
 * few who speak at a time.
 * @param more what it is to have beside that
 */
export function completeEngine(more?: Partial<EngineOptions>): Promise<Engine | null> {
  const start = async (): Promise<Engine | null> => {
    const folders = voiceFolders();
    const voices = await listPiperVoices(folders, { onBroken: () => undefined });
    const recogniser = await createRecogniser({ remote: null });
    if (voices.some((voice) => voice.id === JOE_VOICE) && recogniser.supports('en')) {
      return createEngine({ voiceFolders: folders, lanes: 1, recogniser, ...more });
    }
    // What a developer may lack must be there where releases are judged.
    if (process.env.CI === 'true') throw new Error('install the default models: npm run models -- pull');
    return null;
  };
  return more ? start() : once('complete', start);
}

/**
 * Starts a server around an engine, which stays the caller's and may serve several of them.
 * @param env settings that differ from those of all tests
 * @param log for tests of what is logged; silent for all others
 */
export async function startTestServer(
  engine: Engine,
  env: Readonly<Record<string, string>> = {},
  log: Log = createLog({ logLevel: 'silent' }),
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const settings = loadSettings({
    PORT: '0',
    TLS_PORT: '0',
    // vitest.config.ts runs what is about the port on both.
    HTTP_SERVER: process.env.HTTP_SERVER ?? 'auto',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: KEY,
    SHUTDOWN_GRACE_MS: '0',
    AGENT_DRAIN_MS: '0',
    // Callers who left keep their place for a while, and a busy machine finds that it can answer only a few.
    MAX_AGENT_SESSIONS: '10',
    LANES: String(LANES),
    // Tests of refusals send more wrong credentials than anybody.
    MAX_WRONG_CREDENTIALS_PER_MINUTE: '0',
    ...env,
  });
  const server = await startServer(settings, engine, log);
  const { port, tlsPort, wyomingPort } = server.listening;
  return {
    port,
    tlsPort,
    wyomingPort,
    base: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    engine,
    dataDir: folder,
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a condition holds. @throws Error after `timeoutMs` */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 15_000,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadlineMs) throw new Error(`${what} did not happen within ${timeoutMs} ms`);
    await sleep(20);
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the lanes have done nothing for half a second: whatever work there was is over. */
export async function untilLanesRest(engine: Engine, timeoutMs = 20_000): Promise<void> {
  let before = -1;
  let quietSinceMs = 0;
  await until(
    'the lanes rest',
    () => {
      const { busySeconds, queuedSteps } = engine.stats();
      if (busySeconds !== before || queuedSteps > 0) {
        before = busySeconds;
        quietSinceMs = performance.now();
      }
      return performance.now() - quietSinceMs > 500;
    },
    timeoutMs,
  );
}
