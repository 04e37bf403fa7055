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

/** How long after its creation a room token admits its caller (and lets them rejoin). */
export const TOKEN_LIFE_MS = 10 * 60_000;
/** A room begins when its caller joins, and its agent is dispatched then; workers may be this late. */
const LATE_MS = 60_000;
/** How long a conversation that was claimed may be claimed again, by another worker if the first one died. */
export const SESSION_LIFE_MS = 6 * 60 * 60_000;
/** How often expired rows are removed. */
const SWEEP_EVERY_MS = 60_000;
/** How many sessions without an agent are handled per check. */
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

/** A session that was created: which caller is admitted to which room, and what the agent is given. */
export interface BegunSession {
  /** The only thing passed to the worker through LiveKit. */
  readonly reference: string;
  readonly roomName: string;
  /** The caller's identity in the room. */
  readonly callerIdentity: string;
}

/** What a worker needs to hold a conversation in a room. */
export interface ClaimedSession {
  /** Who the session is for: usage is billed to the key, and the conversation ends when it is revoked or expires. */
  readonly identity: Identity;
  readonly roomName: string;
  /** The participant the token was issued for; null for callers by telephone. */
  readonly callerIdentity: string | null;
  readonly settings: ConversationSettings;
  /** Whether an agent has already spoken in it. */
  readonly hasBegun: boolean;
  /** As requested: of it a room knows the rate of the agent's track. */
  readonly audio: DoorAudio;
}

/** A session whose agent has sent no heartbeat for a while, or never came. */
export interface AbandonedSession {
  readonly reference: string;
  readonly roomName: string;
  /** Null for callers by telephone. */
  readonly callerIdentity: string | null;
  /** Whether it had an agent. */
  readonly wasClaimed: boolean;
}

/** The contents of the row's JSON. */
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
 * Passes what was agreed on with a token to the worker that will hold the conversation. It goes through the database:
 * the caller can read the token and what LiveKit passes on, so these contain only a reference. The caller's credential
 * itself is not passed on, only the identity it stands for.
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
   * For a call that LiveKit has put into a room.
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
    // Checked after the row is inserted, so that two owners at the same moment cannot both get the room.
    const room = { ownerId: identity.ownerId, roomName: caller.roomName };
    if (await isRoomOfAnother(db, room, nowMs)) {
      await deleteAgentSession(db, reference);
      throw refusal('room_name_taken');
    }
    return reference;
  }

  /**
   * Claims a session. It may be claimed again for the same room, for example when a worker dies, until it is ended or
   * `SESSION_LIFE_MS` have passed since the last claim; never for another room.
   * @param reference from the job's metadata
   * @returns null when there is no such session, or no longer
   */
  async claim(reference: string, roomName: string): Promise<ClaimedSession | null> {
    const nowMs = this.#now();
    const life = { nowMs, expiresAtMs: nowMs + SESSION_LIFE_MS };
    const row = await claimAgentSession(this.#deps.db, { id: reference, roomName }, life);
    return row ? this.#claimed(row) : null;
  }

  /** The agent is about to speak. */
  async begun(reference: string): Promise<void> {
    await beginAgentSession(this.#deps.db, reference, this.#now());
  }

  /** Heartbeat: these sessions are held by a running worker. */
  async alive(references: readonly string[]): Promise<void> {
    await markAgentSessions(this.#deps.db, references, this.#now());
  }

  /** An agent is on its way: the session counts as held for so long. */
  async sent(reference: string, forMs: number): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], this.#now() + forMs);
  }

  /** The worker is shutting down and leaves the session to others. */
  async handOver(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], 0);
  }

  /** No agent needs to be found for the session any more. It can still be claimed. */
  async rest(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], null);
  }

  /**
   * Sessions without a heartbeat for this long. Each is given to only one of the processes that ask, and again after as
   * long.
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

  /** The conversation is over for good: its token no longer leads to an agent. */
  async end(reference: string): Promise<void> {
    const nowMs = this.#now();
    // As long as tokens may still be in use, the room's name stays reserved for its owner.
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
