import type { Engine } from '../../engine/index.ts';
import type { Authenticator } from '../credentials/authenticator.ts';
import type { QuotaSettings } from '../limits/quotas.ts';
import type { Bucket } from '../storage/bucket.ts';
import type { Database } from '../storage/database.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { AgentStore } from './agent-store.ts';
import type { TransferRules } from './call-fields.ts';
import { type AllowedServers, ConversationPlanner, type ServerModel } from './conversation-planner.ts';
import { AgentSessions } from './room-sessions.ts';
import { type EncryptionSettings, SecretEncryption } from './secret-encryption.ts';
import { SipDispatches } from './sip-dispatches.ts';
import { StreamLinks } from './stream-links.ts';
import { TranscriptStore } from './transcripts/transcript-store.ts';

export interface AgentsDeps {
  readonly db: Database;
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  readonly engine: Pick<Engine, 'voice' | 'check' | 'recogniser'>;
  readonly library: Pick<VoiceLibrary, 'resolve'>;
  readonly settings: ServerModel & AllowedServers & QuotaSettings & EncryptionSettings & TransferRules;
  /** Where recordings are, beside the database; null for nowhere else. */
  readonly bucket: Bucket | null;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** Services for agents in the API and in workers. */
export interface Agents {
  readonly store: AgentStore;
  readonly planner: ConversationPlanner;
  readonly sessions: AgentSessions;
  readonly links: StreamLinks;
  readonly dispatches: SipDispatches;
  readonly transcripts: TranscriptStore;
}

/**
 * Creates the parts that the API and the workers need. They have nothing to close and no state outside the database, so
 * several may exist.
 */
export function createAgents(deps: AgentsDeps): Agents {
  const { db, authenticator, engine, library, settings, bucket, now } = deps;
  const sealer = new SecretEncryption(db, settings);
  const canHear = (lang: string): boolean => engine.recogniser.supports(lang);
  const clock = now && { now };
  const store = new AgentStore({ db, sealer, engine, library, settings, canHear });
  const planner = new ConversationPlanner({ agents: store, sealer, settings, engine, library, canHear });
  const sessions = new AgentSessions({ db, sealer, settings, library, ...clock });
  return {
    store,
    planner,
    sessions,
    dispatches: new SipDispatches({ db, authenticator, store, planner, sessions, ...clock }),
    links: new StreamLinks({ db, authenticator, ...clock }),
    transcripts: new TranscriptStore({ db, bucket, sealer }),
  };
}
