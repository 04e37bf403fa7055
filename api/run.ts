import { findOllama } from './models/ollama.ts';
import { createLog, type Log } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import { openTracing } from './observability/tracing.ts';
import { type Server, type SpeechServices, startServer } from './server.ts';
import { loadSettings, type Settings, SettingsError } from './settings/settings.ts';
import { banner } from './start/banner.ts';

/** Exit codes: orderly shutdown, failed start, invalid setting. */
const EXIT = { done: 0, failed: 1, settings: 2 } as const;

/**
 * Runs the server process: reads the settings, starts, serves until SIGTERM or SIGINT, and closes in order. A second
 * signal ends it at once.
 * @param openSpeech creates what speaks, hears and learns with these settings
 * @returns the exit code
 */
export async function run(
  openSpeech: (settings: Settings, log: Log, metrics: Metrics) => Promise<SpeechServices>,
): Promise<number> {
  let settings: Settings;
  try {
    settings = loadSettings();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    for (const problem of error.problems) console.error(problem);
    return EXIT.settings;
  }
  const log = createLog(settings);
  const stopped = untilSignal();
  const tracing = await openTracing();
  try {
    const metrics = new Metrics();
    const speech = await openSpeech(settings, log, metrics);
    try {
      const server = await startServer(settings, speech, log, metrics);
      await greet(server, settings);
      log.info({ ...server.listening, host: settings.host }, 'listening');
      const signal = await stopped;
      log.info({ signal }, 'shutting down');
      await server.close();
    } finally {
      await closeSpeech(speech);
      await tracing?.close();
    }
    return EXIT.done;
  } catch (error) {
    // For the person at the terminal. The log contains the details.
    console.error(error instanceof Error ? error.message : String(error));
    log.fatal({ err: error }, 'the server could not run');
    return EXIT.failed;
  }
}

/** Cloning and transcription use the engine and end before it. */
async function closeSpeech({ engine, cloning, transcriber }: SpeechServices): Promise<void> {
  await Promise.all([cloning.close(), transcriber.close()]);
  await engine.close();
}

/** A signal within this time is the first one repeated: a terminal signals all processes, and parents pass it on. */
const SAME_SIGNAL_MS = 500;

/** Resolves at the first signal. Shortly afterwards signals have their default effect: they end the process. */
function untilSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isFirst = true;
    const stop = (signal: NodeJS.Signals): void => {
      resolve(signal);
      if (!isFirst) return;
      isFirst = false;
      setTimeout(() => {
        process.off('SIGTERM', stop);
        process.off('SIGINT', stop);
      }, SAME_SIGNAL_MS).unref();
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });
}

/**
 * Prints what the operator needs to know to standard error. Standard output contains the log, which never shows a key.
 */
async function greet({ listening, firstKey }: Server, settings: Settings): Promise<void> {
  const ollama = settings.llmBaseUrl === null && settings.role !== 'agent' ? await findOllama() : null;
  console.error(banner(settings, listening, firstKey, ollama));
}
