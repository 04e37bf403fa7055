import { randomBytes, randomUUID } from 'node:crypto';
import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { refusal } from '../errors/api-error.ts';
import { type QuotaSettings, storeWithin } from '../limits/quotas.ts';
import type { AgentModel, StoredTool } from '../storage/agents.ts';
import type { Database } from '../storage/database.ts';
import {
  beginAgentSession,
  claimAgentSession,
  deleteAgentSession,
  deleteExpiredAgentSessions,
  endAgentSession,
  type HeldAgentSession,
  insertAgentSession,
  isRoomOfAnother,
  markAgentSessions,
  takeAbandonedAgentSessions,
} from '../storage/room-sessions.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { headersOf, openSecrets, sealSecrets, withHeaders, withoutHeaders } from './agent-secrets.ts';
import {
  type ConversationPlan,
  endpointOf,
  type OwnModel,
  type ServerModel,
} from './conversation-planner.ts';
import type { DoorAudio } from './door-audio.ts';
import type { SecretEncryption } from './secret-encryption.ts';

/** How long after its creation a room token admits its caller, also when they rejoin. */
export const TOKEN_LIFE_MS = 10 * 60_000;
/** A room begins, and its agent is dispatched, when the caller joins. Workers may be this late. */
const LATE_MS = 60_000;
/** How long a claimed session can be claimed again, by another worker if the first one is lost. */
export const SESSION_LIFE_MS = 6 * 60 * 60_000;
/** Interval at which expired rows are removed. */
const SWEEP_EVERY_MS = 60_000;
/** Maximum number of abandoned sessions that are handled per check. */
const MAX_ABANDONED = 100;
/** 192 bits: cannot be guessed. */
const REFERENCE_BYTES = 24;

export interface AgentSessionsDeps {
  readonly db: Database;
  readonly library: Pick<VoiceLibrary, 'resolve'>;
  readonly sealer: SecretEncryption;
  readonly settings: ServerModel & QuotaSettings;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A session that was created: which caller is admitted to which room, and the reference for the agent. */
export interface BegunSession {
  /** The only value that reaches the worker through LiveKit. */
  readonly reference: string;
  readonly roomName: string;
  /** The caller's identity in the room. */
  readonly callerIdentity: string;
}

/** Data with which a worker holds a conversation in a room. */
export interface ClaimedSession {
  /** Who the session is for. Usage counts for this key, and the conversation ends when it is revoked or expires. */
  readonly identity: Identity;
  readonly roomName: string;
  /** The participant the token was issued for; null for callers by telephone. */
  readonly callerIdentity: string | null;
  readonly settings: ConversationSettings;
  /** Whether an agent has spoken in it. */
  readonly hasBegun: boolean;
  /** The requested formats. A room uses only the rate of the agent's track. */
  readonly audio: DoorAudio;
}

/** A session whose agent has sent no heartbeat for a while, or never came. */
export interface AbandonedSession {
  readonly reference: string;
  readonly roomName: string;
  /** Null for callers by telephone. */
  readonly callerIdentity: string | null;
  /** Whether an agent has claimed it. */
  readonly wasClaimed: boolean;
}

/** The contents of the row's JSON column. */
interface StoredSettings {
  readonly conversation: Omit<ConversationSettings, 'clone' | 'model' | 'httpTools'>;
  readonly llm: AgentModel | null;
  /** Absent in rows of earlier versions. */
  readonly httpTools?: readonly StoredTool[];
  readonly audio: DoorAudio;
  /** Null for callers by telephone. */
  readonly callerIdentity: string | null;
  readonly credentialExpiresAtMs: number | null;
}

/**
 * Passes the settings of a token to the worker that will hold the conversation. They go through the database: the
 * caller can read the token and what LiveKit passes on, so these contain only a reference. Of the caller's credential
 * only the identity is passed on.
 */
export class AgentSessions {
  readonly #deps: AgentSessionsDeps;
  readonly #now: () => number;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  constructor(deps: AgentSessionsDeps) {
    this.#deps = deps;
    this.#now = deps.now ?? Date.now;
  }

  /**
   * @param roomName null for a new room with a generated name
   * @throws ApiError 409 when the room belongs to another owner, 429 when the owner has too many conversations
   */
  async begin(
    identity: Identity,
    agentId: string,
    plan: ConversationPlan,
    roomName: string | null,
  ): Promise<BegunSession> {
    const caller = {
      roomName: roomName ?? `room-${randomUUID()}`,
      callerIdentity: `caller-${randomUUID()}`,
    };
    return { ...caller, reference: await this.#begin(identity, agentId, plan, caller) };
  }

  /**
   * Begins a session for a call that LiveKit has put into a room.
   * @returns the session's reference
   * @throws ApiError as `begin`
   */
  beginForTelephone(
    identity: Identity,
    agentId: string,
    plan: ConversationPlan,
    roomName: string,
  ): Promise<string> {
    return this.#begin(identity, agentId, plan, { roomName, callerIdentity: null });
  }

  async #begin(
    identity: Identity,
    agentId: string,
    plan: ConversationPlan,
    caller: { readonly roomName: string; readonly callerIdentity: string | null },
  ): Promise<string> {
    await this.#sweep();
    const { db, sealer } = this.#deps;
    const { clone: _clone, model: _model, httpTools = [], ...conversation } = plan.settings;
    const { ownModel } = plan;
    const reference = randomBytes(REFERENCE_BYTES).toString('base64url');
    const stored: StoredSettings = {
      conversation,
      llm: ownModel && { baseUrl: ownModel.baseUrl, model: ownModel.model },
      httpTools: withoutHeaders(httpTools),
      audio: plan.audio,
      callerIdentity: caller.callerIdentity,
      credentialExpiresAtMs: identity.expiresAtMs,
    };
    const secrets = { apiKey: ownModel?.apiKey ?? null, headers: headersOf(httpTools) };
    const nowMs = this.#now();
    const row = {
      id: reference,
      ownerId: identity.ownerId,
      keyId: identity.keyId,
      agentId,
      roomName: caller.roomName,
      settings: JSON.stringify(stored),
      sealedKey: await sealSecrets(sealer, secrets, reference),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + TOKEN_LIFE_MS + LATE_MS,
    };
    await storeWithin(
      this.#deps,
      ['maxRoomSessionsPerOwner'],
      identity.ownerId,
      (transaction) => insertAgentSession(transaction, row),
      nowMs,
    );
    // Checked after the row is inserted, so that of two owners at the same moment at most one gets the room.
    const room = { ownerId: identity.ownerId, roomName: caller.roomName };
    if (await isRoomOfAnother(db, room, nowMs)) {
      await deleteAgentSession(db, reference);
      throw refusal('room_name_taken');
    }
    return reference;
  }

  /**
   * Claims a session. It can be claimed again for the same room, for example when a worker is lost, until it is ended
   * or `SESSION_LIFE_MS` have passed since the last claim. It can never be claimed for another room.
   * @param reference from the job's metadata
   * @returns null when there is no such session, or no longer
   */
  async claim(reference: string, roomName: string): Promise<ClaimedSession | null> {
    const nowMs = this.#now();
    const life = { nowMs, expiresAtMs: nowMs + SESSION_LIFE_MS };
    const row = await claimAgentSession(this.#deps.db, { id: reference, roomName }, life);
    return row ? this.#claimed(row) : null;
  }

  /** Records that the agent is about to speak. */
  async begun(reference: string): Promise<void> {
    await beginAgentSession(this.#deps.db, reference, this.#now());
  }

  /** Sends heartbeats: a running worker holds these sessions. */
  async alive(references: readonly string[]): Promise<void> {
    await markAgentSessions(this.#deps.db, references, this.#now());
  }

  /** Records that an agent was dispatched: the session counts as held for this long. */
  async sent(reference: string, forMs: number): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], this.#now() + forMs);
  }

  /** Releases a session to other workers, because this one is shutting down. */
  async handOver(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], 0);
  }

  /** Stops the search for an agent for this session. It can still be claimed. */
  async rest(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], null);
  }

  /**
   * Takes sessions without a heartbeat for `staleMs`. Each is given to only one of the processes that ask, and again
   * after the same time.
   */
  async takeAbandoned(staleMs: number): Promise<AbandonedSession[]> {
    const nowMs = this.#now();
    const bounds = { nowMs, aliveBeforeMs: nowMs - staleMs, aliveAtMs: nowMs, atMost: MAX_ABANDONED };
    const rows = await takeAbandonedAgentSessions(this.#deps.db, bounds);
    return rows.map(({ id, roomName, settings, wasClaimed }) => {
      const { callerIdentity } = JSON.parse(settings) as StoredSettings;
      return { reference: id, roomName, callerIdentity, wasClaimed };
    });
  }

  /** Ends a session for good: its token no longer leads to an agent. */
  async end(reference: string): Promise<void> {
    const nowMs = this.#now();
    // The room's name stays reserved for its owner while tokens may still be in use.
    const life = { nowMs, expiresAtMs: nowMs + TOKEN_LIFE_MS + LATE_MS };
    await endAgentSession(this.#deps.db, reference, life);
  }

  async #claimed(row: HeldAgentSession): Promise<ClaimedSession> {
    const { library, sealer, settings: server } = this.#deps;
    const stored = JSON.parse(row.settings) as StoredSettings;
    const { conversation, llm, audio, callerIdentity, credentialExpiresAtMs } = stored;
    const { apiKey, headers } = await openSecrets(sealer, row.sealedKey, row.id);
    const httpTools = withHeaders(stored.httpTools ?? [], headers);
    const ownModel: OwnModel | null = llm && { ...llm, apiKey };
    return {
      identity: { ownerId: row.ownerId, keyId: row.keyId, expiresAtMs: credentialExpiresAtMs },
      roomName: row.roomName,
      callerIdentity,
      hasBegun: row.hasBegun,
      settings: {
        ...conversation,
        clone: await library.resolve(row.ownerId, conversation.voiceId),
        ...(httpTools.length > 0 && { httpTools }),
        model: endpointOf(ownModel, server),
      },
      audio,
    };
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#now();
    if (nowMs - this.#sweptAtMs < SWEEP_EVERY_MS) return;
    this.#sweptAtMs = nowMs;
    await deleteExpiredAgentSessions(this.#deps.db, nowMs);
  }
}
