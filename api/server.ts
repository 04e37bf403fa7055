import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { AddressGuard } from '../agent-worker/address-guard/address-guard.ts';
import type { Cloning } from '../cloning/index.ts';
import type { Engine } from '../engine/index.ts';
import { ModelStore } from '../engine/setup.ts';
import type { FileTranscriber } from '../recordings/index.ts';
import { conversationDetails } from './agents/conversation-details.ts';
import { ConversationReports, lostConversation } from './agents/conversation-reports.ts';
import { Conversations } from './agents/conversations.ts';
import { createAgents } from './agents/create-agents.ts';
import { Handoffs } from './agents/handoffs.ts';
import { reencrypt } from './agents/reencrypt.ts';
import { openRooms, type Rooms } from './agents/rooms.ts';
import { SecretEncryption } from './agents/secret-encryption.ts';
import { RecordingMover } from './agents/transcripts/recording-mover.ts';
import { TranscriptKeeper } from './agents/transcripts/transcript-keeper.ts';
import { Calls } from './calls/calls.ts';
import { Transfers } from './calls/transfers.ts';
import { Authenticator } from './credentials/authenticator.ts';
import { Demo } from './demo/demo.ts';
import { EventKeeper } from './events/event-keeper.ts';
import { Events } from './events/events.ts';
import { WebhookSender } from './events/webhook-sender.ts';
import { Webhooks } from './events/webhooks.ts';
import { Front, type Listening } from './front/front.ts';
import { CredentialBackoff } from './limits/credential-backoff.ts';
import { KeyLimits } from './limits/key-limits.ts';
import { openLimitStore } from './limits/open-store.ts';
import { Overload } from './limits/overload.ts';
import { Models } from './models/models.ts';
import { Audit } from './observability/audit.ts';
import { KeyWatch } from './observability/key-watch.ts';
import type { Log } from './observability/log.ts';
import { Metrics } from './observability/metrics.ts';
import { Readiness } from './observability/readiness.ts';
import { UsageRecorder } from './observability/usage-recorder.ts';
import { Dictionaries } from './pronunciations/dictionaries.ts';
import { buildRest } from './rest/app.ts';
import { buildHealth } from './rest/monitoring/health-app.ts';
import { createRestores } from './restore/restores.ts';
import { ScenarioRuns } from './scenario-runs/scenario-runs.ts';
import { loopbackUrl } from './settings/loopback.ts';
import type { Settings } from './settings/settings.ts';
import { firstRun } from './start/first-run.ts';
import { addAgentFigures } from './storage/agent-figures.ts';
import { Bucket } from './storage/bucket.ts';
import { recordCallee, recordConversationEnd, recordConversationStart } from './storage/calls.ts';
import { openDatabase } from './storage/database.ts';
import { DatabaseClock } from './storage/database-clock.ts';
import { rightsWarnings } from './storage/sqlite.ts';
import { Enrolments } from './voices/enrolments.ts';
import { VoiceLibrary } from './voices/library.ts';
import { Refiner } from './voices/refiner.ts';
import { WyomingServer } from './wyoming/wyoming-server.ts';

/** Tolerance, because LiveKit's tokens and certificates use the clock of the machine. */
const MAX_CLOCK_DIFFERENCE_MS = 2000;

/** What a server speaks, hears and learns with. */
export interface SpeechServices {
  readonly engine: Engine;
  readonly cloning: Cloning;
  readonly transcriber: FileTranscriber;
}

/** A running server. */
export interface Server {
  /** The actual ports, which differ from the requested ones when 0 was requested. */
  readonly listening: Listening & { readonly wyomingPort: number | null };
  /** The API key created on the very first start, to be shown once; null on every other start. */
  readonly firstKey: string | null;
  /**
   * Accepts new clients for SHUTDOWN_DELAY_MS while it is no longer ready, lets open streams finish for
   * SHUTDOWN_GRACE_MS, then writes pending data and closes everything. Idempotent.
   */
  close(): Promise<void>;
}

/**
 * Assembles the server and starts listening. The services belong to the caller, who closes them after the server.
 * @throws StorageError, or an Error that names the setting when an address cannot be listened on; nothing stays open
 */
export async function startServer(
  settings: Settings,
  { engine, cloning, transcriber }: SpeechServices,
  log: Log,
  metrics: Metrics = new Metrics(),
): Promise<Server> {
  const closers: (() => Promise<unknown>)[] = [];
  /** In the reverse order of opening. A failure must not prevent the rest from closing. */
  const closeAll = async (): Promise<void> => {
    for (const close of closers.splice(0).reverse()) {
      await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'));
    }
  };
  try {
    const db = await openDatabase(settings);
    closers.push(() => db.destroy());
    const clock = await DatabaseClock.open(db, {
      isShared: settings.databaseUrl !== null,
      onOpened: (aheadMs) => {
        if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
          log.warn(
            { aheadMs: Math.round(aheadMs) },
            "this machine's clock differs from the database's: set it",
          );
        }
      },
    });
    closers.push(() => clock.close());
    const { now } = clock;
    const { newKey, warnings } = await firstRun(db, settings.bootstrapApiKey);
    const rights = settings.databaseUrl === null ? rightsWarnings(settings.dataDir) : [];
    for (const warning of [...warnings, ...rights]) log.warn(warning);
    const authenticator = await Authenticator.open(db, now);
    closers.push(() => authenticator.close());
    const limits = await openLimitStore(settings, db, log);
    closers.push(() => limits.close());
    if (limits.isShared) metrics.watchSharedLimits(limits.isShared);
    const { store: limitStore } = limits;
    const perMinute = settings.maxWrongCredentialsPerMinute;
    const backoff = new CredentialBackoff({ perMinute, store: limitStore });
    const onError = (error: unknown) => log.error({ err: error }, 'usage could not be written');
    const audit = new Audit(log);
    const keyWatch = await KeyWatch.start(db, audit);
    closers.push(async () => keyWatch.close());
    const usage = new UsageRecorder(db, { onError });
    closers.push(() => usage.close());
    metrics.watchEngine(() => engine.stats());
    const overload = new Overload();
    closers.push(async () => overload.close());
    metrics.watchOverload(overload);
    const readiness = new Readiness(overload);
    const library = new VoiceLibrary(db, engine);
    const dictionaries = new Dictionaries(db, { log });
    const sealer = new SecretEncryption(db, settings);
    await reencrypt(db, sealer, log);
    const bucket = Bucket.of(settings);
    const agents = createAgents({ db, authenticator, engine, library, settings, bucket, now });
    const transcripts = new TranscriptKeeper({
      db,
      sealer,
      settings,
      log,
      now,
    });
    closers.push(() => transcripts.close());
    if (bucket) {
      const mover = new RecordingMover({ db, bucket, log, now });
      closers.push(() => mover.close().finally(() => bucket.close()));
      mover.start();
    }
    const details = conversationDetails(agents.transcripts);
    const events = new Events({ db, sealer, details, log, now });
    const eventKeeper = new EventKeeper({ db, events, lost: lostConversation, log, now });
    closers.push(() => eventKeeper.close());
    const reports = new ConversationReports({
      events,
      keeper: eventKeeper,
      count: (agentId, startedAtMs, figures) => addAgentFigures(db, agentId, { startedAtMs, figures }),
      log,
      now,
    });
    closers.push(() => reports.close());
    const guard = addressGuardOf(settings);
    const conversations = new Conversations({
      settings,
      guard,
      engine,
      dictionaries,
      usage,
      metrics,
      transcripts,
      handoffs: new Handoffs(agents),
      reports,
      calls: {
        answered: (callId, callee) => recordCallee(db, callId, callee),
        conversationStarted: (callId, conversationId) => recordConversationStart(db, callId, conversationId),
        conversationEnded: (callId, reason) => recordConversationEnd(db, callId, reason),
      },
      overload,
      log,
    });
    closers.push(() => conversations.close());
    metrics.watchCapacity(() => conversations.max);
    const openRoomDoor = () => openRooms({ ...agents, settings, authenticator, library, conversations, log });
    let closing: Promise<void> | null = null;
    const shutDown = async (): Promise<void> => {
      readiness.drain();
      await setTimeout(settings.shutdownDelayMs);
      await closeAll();
    };
    const opened = (listening: Listening, wyomingPort: number | null = null): Server => {
      readiness.started();
      return {
        listening: { ...listening, wyomingPort },
        firstKey: newKey,
        close: () => {
          closing ??= shutDown();
          return closing;
        },
      };
    };
    if (settings.role === 'agent') {
      const health = buildHealth({ settings, metrics, authenticator, backoff, readiness, log });
      closers.push(() => health.close());
      const listening = await listenForHealth(health, settings);
      const rooms = await openRoomDoor();
      if (rooms) closers.push(() => rooms.close());
      return opened(listening);
    }
    const enrolments = new Enrolments({ cloning, settings, metrics, log });
    const demo = await Demo.open({ settings, db, engine, metrics, limitStore, log });
    const restores = createRestores({ db, engine, transcriber, authenticator, settings, metrics, log, now });
    closers.push(() => restores.close());
    const refiner = new Refiner({ db, cloning, library, log, now });
    closers.push(() => refiner.close());
    const webhookSender = new WebhookSender({ db, sealer, events, guard, log, now });
    closers.push(() => webhookSender.close());
    const calls = new Calls({
      db,
      agents,
      conversations,
      authenticator,
      settings,
      metrics,
      events,
      log,
      now,
    });
    const scenarioRuns = new ScenarioRuns({ authenticator, conversations, log });
    const transfers = new Transfers({ db, sealer, now });
    const store = new ModelStore({ folder: settings.modelsDir, hub: settings.modelHubUrl });
    const models = new Models({ store, engine, log });
    closers.push(() => models.close());
    const rest = buildRest({
      settings,
      db,
      bucket,
      authenticator,
      backoff,
      usage,
      metrics,
      engine,
      transcriber,
      library,
      dictionaries,
      enrolments,
      demo,
      restores,
      models,
      events,
      webhooks: new Webhooks({ db, sealer, settings, now }),
      calls,
      scenarioRuns,
      transfers,
      // Workers in other processes are possible only with a shared database.
      conversations: settings.role === 'all' && settings.databaseUrl === null ? conversations : null,
      readiness,
      audit,
      log,
    });
    closers.push(() => rest.close());
    await rest.ready();
    const doors = {
      settings,
      authenticator,
      limits: new KeyLimits(settings, limitStore),
      overload,
      readiness,
      usage,
      metrics,
      engine,
      library,
      dictionaries,
      audit,
      log,
    };
    const front = new Front({
      ...doors,
      backoff,
      rest,
      agents: { planner: agents.planner, links: agents.links, calls, transfers, conversations },
    });
    let rooms: Rooms | null = null;
    let wyoming: WyomingServer | null = null;
    // Both let running work finish, concurrently.
    closers.push(() =>
      Promise.all([
        front.close(settings.shutdownGraceMs, settings.agentDrainMs),
        wyoming?.close(settings.shutdownGraceMs),
        rooms?.close(),
      ]),
    );
    // Before that, so that clients who follow events are not waited for.
    closers.push(() => events.close());
    const listening = await front.listen();
    scenarioRuns.callAt(loopbackUrl(settings.host, listening.port));
    closers.push(() => scenarioRuns.close());
    let wyomingPort: number | null = null;
    if (settings.wyomingPort !== null) {
      wyoming = new WyomingServer({ ...doors, db });
      wyomingPort = await wyoming.listen(settings.wyomingPort);
    }
    restores.worker.start();
    refiner.start();
    webhookSender.start();
    rooms = await openRoomDoor();
    closers.push(() => calls.close());
    await calls.start();
    return opened(listening, wyomingPort);
  } catch (error) {
    await closeAll();
    throw error;
  }
}

async function listenForHealth(health: FastifyInstance, { host, port }: Settings): Promise<Listening> {
  await health.ready();
  try {
    await health.listen({ host, port });
  } catch (cause) {
    throw new Error(`Cannot listen on ${host}:${port}: the port is taken or not allowed; set PORT or HOST`, {
      cause,
    });
  }
  const address = health.server.address();
  return { port: typeof address === 'object' && address ? address.port : port, tlsPort: null };
}

/** The guard of addresses that come with requests. Its modules are loaded when it is first needed. */
function addressGuardOf({ mcpAllowHosts: allowHosts }: Settings): () => Promise<AddressGuard> {
  let guard: Promise<AddressGuard> | null = null;
  return () => {
    guard ??= import('../agent-worker/address-guard/address-guard.ts').then(
      (module) => new module.AddressGuard({ allowHosts }),
    );
    return guard;
  };
}
