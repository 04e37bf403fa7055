import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Voice } from '../../engine/index.ts';
import { ModelStore, NoRecogniser } from '../../engine/setup.ts';
import { createAgents } from '../agents/create-agents.ts';
import { SecretEncryption } from '../agents/secret-encryption.ts';
import { Calls } from '../calls/calls.ts';
import { Transfers } from '../calls/transfers.ts';
import { Authenticator } from '../credentials/authenticator.ts';
import { createKey } from '../credentials/keys.ts';
import { Demo } from '../demo/demo.ts';
import { Events } from '../events/events.ts';
import { Webhooks } from '../events/webhooks.ts';
import { CredentialBackoff } from '../limits/credential-backoff.ts';
import { MemoryStore } from '../limits/memory-store.ts';
import { Models } from '../models/models.ts';
import { Audit } from '../observability/audit.ts';
import { createLog } from '../observability/log.ts';
import { Metrics } from '../observability/metrics.ts';
import { Readiness } from '../observability/readiness.ts';
import { UsageRecorder } from '../observability/usage-recorder.ts';
import { Dictionaries } from '../pronunciations/dictionaries.ts';
import { createRestores } from '../restore/restores.ts';
import { ScenarioRuns } from '../scenario-runs/scenario-runs.ts';
import { loadSettings } from '../settings/settings.ts';
import { ensureDefaultOwner } from '../storage/owners.ts';
import { type Finished, temporaryDatabase, temporaryFolder } from '../testing.ts';
import { Enrolments } from '../voices/enrolments.ts';
import { VoiceLibrary } from '../voices/library.ts';
import { buildRest } from './app.ts';
import type { RestDeps } from './deps.ts';

/** The only voice of the setup. */
export const VOICE: Voice = {
  id: '8e9c4bc8-3979-48ab-8626-df53befc2090',
  name: 'Ada',
  lang: 'en',
  langs: ['en', 'en-us'],
  engine: 'vits',
  sampleRate: 22050,
  license: 'CC0-1.0',
  supportsTimings: true,
  tags: ['neural'],
  notice: null,
};
const engine = {
  voices: () => [VOICE],
  voice: (id: string) => (id === VOICE.id ? VOICE : null),
  findVoices: ({ query = '' }) => [VOICE].filter(({ name }) => name.toLowerCase().includes(query)),
  refreshVoices: async () => undefined,
  prepareModel: async () => undefined,
  check: (text: string) => ({ text }),
  recogniser: new NoRecogniser('not asked for'),
  checkTranscription: () => undefined,
  suggest: async () => ({ suggestions: [], dropped: [] }),
  phonemes: async () => ['həlˈəʊ', null],
  open: () => {
    throw new Error('nobody asked');
  },
};
const cloning = {
  checkEnrolment: () => undefined,
  enrol: () => Promise.reject(new Error('nobody asked')),
  enrolTake: () => Promise.reject(new Error('nobody asked')),
};
const transcriber = { transcribe: () => Promise.reject(new Error('nobody asked')) };

/** The REST application on a real database, with a settable clock and a readable log. */
export interface RestSetup {
  readonly app: FastifyInstance;
  readonly key: string;
  readonly keyId: string;
  readonly deps: RestDeps;
  /** The overload that the process reports. */
  readonly overload: { cause: string | null };
  readonly lines: string[];
  readonly clock: { ms: number };
  /** Sends a request with the API key. */
  call(options: InjectOptions): Promise<{ status: number; body: unknown; headers: Record<string, unknown> }>;
}

/** A setup that all tests of a file share and must not change. Call it once, at the top of the file. */
export function sharedRestSetup(): () => RestSetup {
  let setup: RestSetup;
  const giveBacks: (() => void | Promise<void>)[] = [];
  beforeAll(async () => {
    setup = await restSetup({}, (giveBack) => giveBacks.unshift(giveBack));
  });
  afterAll(async () => {
    for (const giveBack of giveBacks) await giveBack();
  });
  return () => setup;
}

/** A setup that is removed after the test that requested it, unless `finished` differs. */
export async function restSetup(
  settings: Partial<RestDeps['settings']> = {},
  finished: Finished = onTestFinished,
): Promise<RestSetup> {
  const clock = { ms: Date.now() };
  const lines: string[] = [];
  const db = await temporaryDatabase(finished);
  const { ownerId } = await ensureDefaultOwner(db);
  const { key, info } = await createKey(db, ownerId, 'test');
  const authenticator = await Authenticator.open(db, () => clock.ms);
  const usage = new UsageRecorder(db);
  const metrics = new Metrics();
  const log = createLog({ logLevel: 'trace' }, { write: (line) => void lines.push(line) });
  const allSettings = { ...loadSettings({}), ...settings };
  const limitStore = new MemoryStore();
  const overload: RestSetup['overload'] = { cause: null };
  const demo = await Demo.open({ settings: allSettings, db, engine, metrics, limitStore, log });
  const readiness = new Readiness(overload);
  readiness.started();
  const sealer = new SecretEncryption(db);
  const library = new VoiceLibrary(db, engine);
  const events = new Events({ db, sealer, details: async () => ({}), log });
  const deps: RestDeps = {
    settings: allSettings,
    db,
    bucket: null,
    authenticator,
    backoff: new CredentialBackoff({
      perMinute: allSettings.maxWrongCredentialsPerMinute,
      store: limitStore,
    }),
    usage,
    metrics,
    engine,
    transcriber,
    library,
    dictionaries: new Dictionaries(db),
    enrolments: new Enrolments({
      cloning,
      settings: { uploadTimeoutMs: 1000, maxEnrolments: 1 },
      metrics,
      log,
    }),
    demo,
    models: new Models({
      store: new ModelStore({ folder: temporaryFolder(finished), hub: 'http://127.0.0.1:9' }),
      engine,
      log,
    }),
    restores: createRestores({
      db,
      engine,
      transcriber,
      authenticator,
      settings: allSettings,
      metrics,
      log,
    }),
    events,
    webhooks: new Webhooks({ db, sealer, settings: allSettings }),
    conversations: null,
    calls: new Calls({
      db,
      agents: createAgents({ db, authenticator, engine, library, settings: allSettings, bucket: null }),
      conversations: { requirePlace: () => undefined },
      authenticator,
      settings: allSettings,
      metrics,
      events,
      log,
      now: Date.now,
    }),
    scenarioRuns: new ScenarioRuns({
      authenticator,
      conversations: { count: 0, max: 1, load: 0, model: null },
      log,
    }),
    transfers: new Transfers({ db, sealer }),
    readiness,
    audit: new Audit(log),
    log,
  };
  const app = buildRest(deps);
  finished(async () => {
    await app.close();
    await usage.close();
    await authenticator.close();
  });
  const call: RestSetup['call'] = async (options) => {
    const answer = await app.inject({ ...options, headers: { 'x-api-key': key, ...options.headers } });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  };
  return { app, key, keyId: info.id, deps, overload, lines, clock, call };
}
