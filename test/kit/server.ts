import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, type Log } from '../../api/observability/log.ts';
import { type SpeechServices, startServer } from '../../api/server.ts';
import { loadSettings } from '../../api/settings/settings.ts';
import { type Cloning, createCloning } from '../../cloning/index.ts';
import { createEngine, type Engine, type EngineOptions, type StartedEngine } from '../../engine/index.ts';
import { createRecogniser, piperFolders } from '../../engine/setup.ts';
import { JOE_VOICE } from '../../model-files/manifest.ts';
import { listPiperVoices } from '../../model-files/piper-voices.ts';
import { type FileTranscriber, Transcriber } from '../../recordings/index.ts';

/** The API key of every test server. */
export const KEY = 'key-of-the-test-server';
const LANES = 2;
/** A voice that every machine has and that is cheap, for tests that are not about voices. */
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
  /** Folder of its database. */
  readonly dataDir: string;
  close(): Promise<void>;
}

/** Engines by purpose. Starting one takes seconds, and test files share processes. */
const shared = new Map<string, Promise<StartedEngine | null>>();

/** Starts an engine once per process. It ends with the process, so closing it does nothing. */
async function once(name: string, start: () => Promise<StartedEngine | null>): Promise<StartedEngine | null> {
  const started =
    shared.get(name) ?? start().then((engine) => engine && Object.assign(engine, { close: async () => {} }));
  shared.set(name, started);
  return started;
}

/** Returns the engine with only the built-in voices, which answer at once and deterministically; one per process. */
export async function builtInEngine(): Promise<StartedEngine> {
  const engine = await once('built-in', () => createEngine({ voiceFolders: {}, lanes: LANES }));
  return engine!;
}

/**
 * Returns the engine with everything that enrolment needs, or null when the default voice or the recogniser is not
 * installed. One per process, unless it has further options. It has one lane, because each lane loads the voices, and
 * one suffices for the few concurrent streams.
 * @param more further options
 */
export function completeEngine(more?: Partial<EngineOptions>): Promise<StartedEngine | null> {
  const start = async (): Promise<StartedEngine | null> => {
    const vits = piperFolders();
    const voices = await listPiperVoices(vits, { onBroken: () => undefined });
    const recogniser = await createRecogniser({ remote: null });
    if (voices.some((voice) => voice.id === JOE_VOICE) && recogniser.supports('en')) {
      const voiceFolders = { vits, ...more?.voiceFolders };
      return createEngine({ lanes: 1, recogniser, ...more, voiceFolders });
    }
    // Tools that a developer may lack are required in CI.
    if (process.env.CI === 'true') throw new Error('install the default models: npm run models -- pull');
    return null;
  };
  return more ? start() : once('complete', start);
}

/** A scripted engine that learns and transcribes by itself. */
type ScriptedEngine = Engine & Cloning & FileTranscriber;

/** Returns what a server needs beside the engine; `close` ends what was started for it. */
function servicesOf(given: Engine | SpeechServices): { speech: SpeechServices; close(): Promise<void> } {
  if ('engine' in given) return { speech: given, close: async () => undefined };
  if ('enrol' in given) {
    const scripted = given as ScriptedEngine;
    const speech = { engine: scripted, cloning: scripted, transcriber: scripted };
    return { speech, close: async () => undefined };
  }
  const started = given as StartedEngine;
  const cloning = createCloning(started);
  const transcriber = new Transcriber(started);
  return {
    speech: { engine: started, cloning, transcriber },
    close: async () => void (await Promise.all([cloning.close(), transcriber.close()])),
  };
}

/**
 * Starts a server with an engine. The engine belongs to the caller and may be shared by several servers.
 * @param given an engine, or all services
 * @param env settings that differ from those of all tests
 * @param log for tests of the log; silent by default
 */
export async function startTestServer(
  given: Engine | SpeechServices,
  env: Readonly<Record<string, string>> = {},
  log: Log = createLog({ logLevel: 'silent' }),
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const settings = loadSettings({
    PORT: '0',
    TLS_PORT: '0',
    // vitest.config.ts runs tests of the port with both libraries.
    HTTP_SERVER: process.env.HTTP_SERVER ?? 'auto',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: KEY,
    SHUTDOWN_GRACE_MS: '0',
    AGENT_DRAIN_MS: '0',
    // Callers who left keep their place for a while, and a busy machine would measure a low capacity.
    MAX_AGENT_SESSIONS: '10',
    LANES: String(LANES),
    // Tests of refusals send many wrong credentials.
    MAX_WRONG_CREDENTIALS_PER_MINUTE: '0',
    ...env,
  });
  const { speech, close } = servicesOf(given);
  const server = await startServer(settings, speech, log);
  const { port, tlsPort, wyomingPort } = server.listening;
  return {
    port,
    tlsPort,
    wyomingPort,
    base: `http://127.0.0.1:${port}`,
    ws: `ws://127.0.0.1:${port}`,
    engine: speech.engine,
    dataDir: folder,
    async close() {
      await server.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Pause after each check of a condition, as a multiple of the check's duration. */
const CONDITION_REST = 2;

/**
 * Waits until a condition holds.
 * @throws Error after `timeoutMs`
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 30_000,
): Promise<void> {
  const deadlineMs = performance.now() + timeoutMs;
  for (;;) {
    const beganMs = performance.now();
    if (await condition()) return;
    const nowMs = performance.now();
    if (nowMs > deadlineMs) throw new Error(`${what} did not happen within ${timeoutMs} ms`);
    // Conditions that recognise speech or ask a server must not take the time of what they wait for.
    await sleep(Math.max(20, CONDITION_REST * (nowMs - beganMs)));
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until the lanes have been idle for half a second, so that all work is over. */
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
