import { randomBytes, randomUUID } from 'node:crypto';
import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { refusal } from '../errors/api-error.ts';
import type { AgentModel } from '../storage/agents.ts';
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
import {
  type ConversationPlan,
  endpointOf,
  type OwnModel,
  type ServerModel,
} from './conversation-planner.ts';
import type { DoorAudio } from './door-audio.ts';
import type { SecretEncryption } from './secret-encryption.ts';

/** Within this time of its making a room token lets its caller in (and back in). */
export const TOKEN_LIFE_MS = 10 * 60_000;
/** A room begins when its caller comes, and its agent is sent for then; workers may be late by this much. */
const LATE_MS = 60_000;
/** A conversation taken up once may be taken up again, by another worker when the first one died, for so long. */
export const SESSION_LIFE_MS = 6 * 60 * 60_000;
/** How often what has expired is removed. */
const SWEEP_EVERY_MS = 60_000;
/** One look at sessions without an agent is about so many. */
const MAX_ABANDONED = 100;
/** 192 bits, not to be guessed. */
const REFERENCE_BYTES = 24;

export interface AgentSessionsDeps {
  readonly db: Database;
  readonly library: Pick<VoiceLibrary, 'resolve'>;
  readonly sealer: SecretEncryption;
  readonly settings: ServerModel;
  /** The clock, in milliseconds since the epoch. */
  readonly now?: () => number;
}

/** A session to be: who is to be let in where, and what the agent is to be told. */
export interface BegunSession {
  /** All that goes to the worker by way of LiveKit. */
  readonly reference: string;
  readonly roomName: string;
  /** The caller's identity in the room. */
  readonly callerIdentity: string;
}

/** What a worker holds a conversation in a room with. */
export interface ClaimedSession {
  /** On whose behalf: what is used counts for the key, and the conversation ends when it is revoked or expires. */
  readonly identity: Identity;
  readonly roomName: string;
  /** The participant that the token was made for. */
  readonly callerIdentity: string;
  readonly settings: ConversationSettings;
  /** An agent has spoken in it already. */
  readonly hasBegun: boolean;
  /** As asked for; sound in a room is LiveKit's own. */
  readonly audio: DoorAudio;
}

/** A session whose agent has not been heard of for a while, or has not come. */
export interface AbandonedSession {
  readonly reference: string;
  readonly roomName: string;
  readonly callerIdentity: string;
  /** It had an agent. */
  readonly wasClaimed: boolean;
}

/** What the row's JSON holds. */
interface StoredSettings {
  readonly conversation: Omit<ConversationSettings, 'clone' | 'model'>;
  readonly llm: AgentModel | null;
  readonly audio: DoorAudio;
  readonly callerIdentity: string;
  readonly credentialExpiresAtMs: number | null;
}

/**
 * Hands what was agreed on with a token over to the worker that will hold the conversation. It goes through the
 * database: the token, and what LiveKit passes on, can be read by the caller, so they carry a reference alone. The
 * caller's credential goes nowhere; what it stands for does.
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
   * @param roomName null for a new room with a name of its own
   * @throws ApiError 409 when the room is another owner's
   */
  async begin(
    identity: Identity,
    agentId: string,
    plan: ConversationPlan,
    roomName: string | null,
  ): Promise<BegunSession> {
    await this.#sweep();
    const { db, sealer } = this.#deps;
    const { clone: _clone, model: _model, ...conversation } = plan.settings;
    const { ownModel } = plan;
    const reference = randomBytes(REFERENCE_BYTES).toString('base64url');
    const session: BegunSession = {
      reference,
      roomName: roomName ?? `room-${randomUUID()}`,
      callerIdentity: `caller-${randomUUID()}`,
    };
    const stored: StoredSettings = {
      conversation,
      llm: ownModel && { baseUrl: ownModel.baseUrl, model: ownModel.model },
      audio: plan.audio,
      callerIdentity: session.callerIdentity,
      credentialExpiresAtMs: identity.expiresAtMs,
    };
    const apiKey = ownModel?.apiKey ?? null;
    const nowMs = this.#now();
    await insertAgentSession(db, {
      id: reference,
      ownerId: identity.ownerId,
      keyId: identity.keyId,
      agentId,
      roomName: session.roomName,
      settings: JSON.stringify(stored),
      sealedKey: apiKey === null ? null : await sealer.seal(apiKey, reference),
      createdAtMs: nowMs,
      expiresAtMs: nowMs + TOKEN_LIFE_MS + LATE_MS,
    });
    // After the row is there, so that of two owners at the same moment not both get the room.
    const room = { ownerId: identity.ownerId, roomName: session.roomName };
    if (await isRoomOfAnother(db, room, nowMs)) {
      await deleteAgentSession(db, reference);
      throw refusal('room_name_taken');
    }
    return session;
  }

  /**
   * Takes a session up. It may be taken up again for the same room, as when a worker dies, until it is ended or
   * `SESSION_LIFE_MS` have passed since it last was; never for another room.
   * @param reference what the job's metadata holds
   * @returns null when there is no such session (any more)
   */
  async claim(reference: string, roomName: string): Promise<ClaimedSession | null> {
    const nowMs = this.#now();
    const life = { nowMs, expiresAtMs: nowMs + SESSION_LIFE_MS };
    const row = await claimAgentSession(this.#deps.db, { id: reference, roomName }, life);
    return row ? this.#claimed(row) : null;
  }

  /** Its agent is about to speak. */
  async begun(reference: string): Promise<void> {
    await beginAgentSession(this.#deps.db, reference, this.#now());
  }

  /** They are held by a worker that lives. */
  async alive(references: readonly string[]): Promise<void> {
    await markAgentSessions(this.#deps.db, references, this.#now());
  }

  /** Its worker goes away and leaves it to others. */
  async handOver(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], 0);
  }

  /** Nobody need look for an agent for it. It can still be taken up. */
  async rest(reference: string): Promise<void> {
    await markAgentSessions(this.#deps.db, [reference], null);
  }

  /**
   * Sessions that nobody has said to be alive for so long. Each is given to one of those who ask, at most once in that
   * time.
   */
  async takeAbandoned(staleMs: number): Promise<AbandonedSession[]> {
    const nowMs = this.#now();
    const bounds = { nowMs, aliveBeforeMs: nowMs - staleMs, atMost: MAX_ABANDONED };
    const rows = await takeAbandonedAgentSessions(this.#deps.db, bounds);
    return rows.map(({ id, roomName, settings, wasClaimed }) => {
      const { callerIdentity } = JSON.parse(settings) as StoredSettings;
      return { reference: id, roomName, callerIdentity, wasClaimed };
    });
  }

  /** The conversation is over for good: its token leads to no agent any more. */
  async end(reference: string): Promise<void> {
    const nowMs = this.#now();
    // As long as tokens may be about, the room's name stays its owner's.
    const life = { nowMs, expiresAtMs: nowMs + TOKEN_LIFE_MS + LATE_MS };
    await endAgentSession(this.#deps.db, reference, life);
  }

  async #claimed(row: HeldAgentSession): Promise<ClaimedSession> {
    const { library, sealer, settings: server } = this.#deps;
    const stored = JSON.parse(row.settings) as StoredSettings;
    const { conversation, llm, audio, callerIdentity, credentialExpiresAtMs } = stored;
    const apiKey = row.sealedKey === null ? null : await sealer.open(row.sealedKey, row.id);
    const ownModel: OwnModel | null = llm && { ...llm, apiKey };
    return {
      identity: { ownerId: row.ownerId, keyId: row.keyId, expiresAtMs: credentialExpiresAtMs },
      roomName: row.roomName,
      callerIdentity,
      hasBegun: row.hasBegun,
      settings: {
        ...conversation,
        clone: await library.resolve(row.ownerId, conversation.voiceId),
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
