import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../engine/index.ts';
import type { Authenticator } from '../credentials/authenticator.ts';
import type { CredentialBackoff } from '../limits/credential-backoff.ts';
import type { KeyLimits } from '../limits/key-limits.ts';
import type { Overload } from '../limits/overload.ts';
import type { Audit } from '../observability/audit.ts';
import type { Log } from '../observability/log.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Readiness } from '../observability/readiness.ts';
import type { UsageRecorder } from '../observability/usage-recorder.ts';
import type { Dictionaries } from '../pronunciations/dictionaries.ts';
import type { Settings } from '../settings/settings.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import type { ConversationDeps } from './conversation-deps.ts';

/** Dependencies of the front. It owns none of them, only the sockets it listens on. */
export interface FrontDeps {
  readonly settings: Settings;
  readonly authenticator: Authenticator;
  /** Shared with `rest`. */
  readonly backoff: CredentialBackoff;
  readonly limits: KeyLimits;
  /** Refuses new work while the process is overloaded. */
  readonly overload: Pick<Overload, 'check'>;
  /**
   * While the process drains, each connection is closed after its response, so that clients reconnect to another
   * process.
   */
  readonly readiness: Pick<Readiness, 'isDraining'>;
  readonly usage: UsageRecorder;
  readonly metrics: Metrics;
  readonly engine: Engine;
  readonly library: VoiceLibrary;
  readonly dictionaries: Dictionaries;
  readonly log: Log;
  readonly audit: Pick<Audit, 'refused'>;
  /** Handles every path that is not a stream. */
  readonly rest: FastifyInstance;
  /** Null or absent in a server without conversations. */
  readonly agents?: ConversationDeps | null;
}
