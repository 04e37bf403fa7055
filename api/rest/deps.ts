import type { Engine } from '../../engine/index.ts';
import type { FileTranscriber } from '../../recordings/index.ts';
import type { TransferRules } from '../agents/call-fields.ts';
import type { ServerModel } from '../agents/conversation-planner.ts';
import type { Conversations } from '../agents/conversations.ts';
import type { RoomSettings } from '../agents/room-token.ts';
import type { EncryptionSettings } from '../agents/secret-encryption.ts';
import type { CallSettings } from '../calls/call-body.ts';
import type { Calls } from '../calls/calls.ts';
import type { Transfers } from '../calls/transfers.ts';
import type { Authenticator } from '../credentials/authenticator.ts';
import type { Demo } from '../demo/demo.ts';
import type { Events } from '../events/events.ts';
import type { Webhooks } from '../events/webhooks.ts';
import type { CredentialBackoff } from '../limits/credential-backoff.ts';
import type { QuotaSettings } from '../limits/quotas.ts';
import type { Models } from '../models/models.ts';
import type { Audit } from '../observability/audit.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { UsageRecorder } from '../observability/usage-recorder.ts';
import type { Dictionaries } from '../pronunciations/dictionaries.ts';
import type { Restores } from '../restore/restores.ts';
import type { ScenarioRuns } from '../scenario-runs/scenario-runs.ts';
import type { Settings } from '../settings/settings.ts';
import type { Bucket } from '../storage/bucket.ts';
import type { Database } from '../storage/database.ts';
import type { Enrolments } from '../voices/enrolments.ts';
import type { VoiceLibrary } from '../voices/library.ts';

/** Dependencies of the REST routes, which own none of them. */
export interface RestDeps {
  readonly settings: Pick<
    Settings,
    | 'host'
    | 'allowedHosts'
    | 'corsOrigins'
    | 'uploadTimeoutMs'
    | 'metricsOpen'
    | 'mcpAllowHosts'
    | 'trustedProxies'
    | 'maxPronunciationsPerOwner'
    | 'publicUrl'
  > &
    QuotaSettings &
    EncryptionSettings &
    RoomSettings &
    ServerModel &
    TransferRules &
    CallSettings;
  readonly db: Database;
  /** Where recordings are, beside the database; null for nowhere else. */
  readonly bucket: Bucket | null;
  readonly authenticator: Authenticator;
  readonly backoff: CredentialBackoff;
  readonly usage: UsageRecorder;
  readonly metrics: Metrics;
  readonly engine: Pick<
    Engine,
    | 'voices'
    | 'voice'
    | 'findVoices'
    | 'refreshVoices'
    | 'prepareModel'
    | 'check'
    | 'open'
    | 'recogniser'
    | 'suggest'
    | 'phonemes'
    | 'checkTranscription'
  >;
  readonly transcriber: Pick<FileTranscriber, 'transcribe'>;
  readonly library: VoiceLibrary;
  readonly dictionaries: Dictionaries;
  readonly enrolments: Enrolments;
  readonly demo: Demo;
  readonly restores: Restores;
  readonly models: Models;
  readonly events: Pick<Events, 'list' | 'follow' | 'positionOf'>;
  readonly webhooks: Webhooks;
  /** Null if other processes may hold the conversations of rooms. */
  readonly conversations: Pick<Conversations, 'requirePlace'> | null;
  readonly calls: Pick<Calls, 'add' | 'find' | 'list' | 'hangUp'>;
  readonly scenarioRuns: Pick<ScenarioRuns, 'add' | 'find' | 'remove'>;
  readonly transfers: Pick<Transfers, 'sound' | 'pressed'>;
  readonly readiness: Readiness;
  readonly audit: Audit;
  readonly log: Log;
}

/** Dependencies of the restore routes. */
export type RestoreDeps = Pick<RestDeps, 'db' | 'authenticator' | 'backoff' | 'restores' | 'settings'>;
