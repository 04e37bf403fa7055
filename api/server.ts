import type { Engine } from '../engine/speech/types.ts';
import { Authenticator } from './credentials/authenticator.ts';
import { firstRun } from './first-run.ts';
import { Front, type Listening } from './front/front.ts';
import { Limits } from './limits.ts';
import type { Log } from './log.ts';
import { Metrics } from './metrics.ts';
import { buildRest } from './rest/app.ts';
import type { Settings } from './settings.ts';
import { openDatabase } from './storage/database.ts';
import { UsageRecorder } from './usage-recorder.ts';
import { Enrolments } from './voices/enrolments.ts';
import { VoiceLibrary } from './voices/library.ts';

/** A server that listens. */
export interface Server {
  /** The ports it got, which matters where 0 was asked for. */
  readonly listening: Listening;
  /** The API key of the very first start, to be shown once; null at every other start. */
  readonly firstKey: string | null;
  /** Lets open streams finish for SHUTDOWN_GRACE_MS, then writes what is unwritten and closes everything. Idempotent. */
  close(): Promise<void>;
}

/**
 * Puts the server together and listens. The engine stays the caller's: it is to be closed after the server.
 * @throws StorageError, or an Error that names the setting when an address cannot be listened on; nothing stays open
 */
export async function startServer(
  settings: Settings,
  engine: Engine,
  log: Log,
  metrics: Metrics = new Metrics(),
): Promise<Server> {
  const closers: (() => Promise<unknown>)[] = [];
  /** In the reverse order of opening; a failure must not keep the rest from closing. */
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
    }
  };
  try {
    const db = await openDatabase(settings);
    closers.push(() => db.destroy());
    const { newKey, warnings } = await firstRun(db, settings.bootstrapApiKey);
    for (const warning of warnings) log.warn(warning);
    const authenticator = await Authenticator.open(db);
    closers.push(() => authenticator.close());
    const onError = (error: unknown) => log.error({ err: error }, 'usage could not be written');
    const usage = new UsageRecorder(db, { onError });
    closers.push(() => usage.close());
    metrics.watchEngine(() => engine.stats());
    const library = new VoiceLibrary(db, engine);
    const enrolments = new Enrolments({ engine, settings, metrics, log });
    const rest = buildRest({
      settings,
      db,
      authenticator,
      usage,
      metrics,
      engine,
      library,
      enrolments,
      log,
    });
    closers.push(() => rest.close());
    await rest.ready();
    const front = new Front({
      settings,
      authenticator,
      limits: new Limits(settings),
      usage,
      metrics,
      engine,
      library,
      log,
      rest,
    });
    closers.push(() => front.close(settings.shutdownGraceMs));
    const listening = await front.listen();
    let closing: Promise<void> | null = null;
    return {
      listening,
      firstKey: newKey,
      close: () => {
        closing ??= closeAll();
        return closing;
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
