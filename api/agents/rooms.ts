import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import { agentLanguageOrEnglish } from '../../agent-worker/languages/index.ts';
import type { LeaveReason } from '../../agent-worker/rooms/room-session.ts';
import type { RoomWorkerOptions } from '../../agent-worker/rooms/room-worker.ts';
import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import type { Log } from '../observability/log.ts';
import type { Settings } from '../settings/settings.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import { AbandonedSessions, livekitDirectory } from './abandoned-sessions.ts';
import type { Conversations } from './conversations.ts';
import { EntitlementWatch } from './entitlement-watch.ts';
import type { AgentSessions } from './room-sessions.ts';
import { SipDispatches } from './sip-dispatches.ts';

export interface RoomsDeps extends Omit<RoomDoorDeps, 'sessions' | 'keeper'> {
  readonly sessions: AgentSessions;
  readonly settings: Pick<
    Settings,
    | 'role'
    | 'livekitUrl'
    | 'livekitApiKey'
    | 'livekitApiSecret'
    | 'livekitAgentName'
    | 'livekitSipTrunkId'
    | 'agentDrainMs'
  >;
  readonly conversations: Conversations;
}

export interface RoomDoorDeps {
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  readonly library: Pick<VoiceLibrary, 'find'>;
  readonly sessions: Pick<AgentSessions, 'claim' | 'begun' | 'handOver' | 'rest' | 'end'>;
  /** For incoming calls. */
  readonly dispatches: Pick<SipDispatches, 'begin'>;
  readonly keeper: Pick<AbandonedSessions, 'hold' | 'release'>;
  readonly conversations: Pick<Conversations, 'open'>;
  readonly log: Log;
  /** Interval of checks whether conversations may continue. Default 5 s. */
  readonly watchMs?: number;
}

let isMediaLoaded = false;

/** The part of room conversations that this process handles. */
export interface Rooms {
  /** Accepts no new conversations, and gives running ones AGENT_DRAIN_MS to finish. Idempotent. */
  close(): Promise<void>;
}

/**
 * Watches the sessions in LiveKit's rooms, and runs a worker unless LiveKit is configured for clients only. Returns
 * null without LiveKit.
 */
export async function openRooms(deps: RoomsDeps): Promise<Rooms | null> {
  const { settings, conversations, sessions, log } = deps;
  const { livekitUrl, livekitApiKey, livekitApiSecret } = settings;
  if (livekitUrl === null || livekitApiKey === null || livekitApiSecret === null) return null;
  const livekit = { url: livekitUrl, apiKey: livekitApiKey, apiSecret: livekitApiSecret };
  const keeper = new AbandonedSessions({
    sessions,
    rooms: livekitDirectory(livekit, settings.livekitAgentName),
    log,
  });
  if (settings.role === 'api') return keeper;
  const { RoomWorker } = await import('../../agent-worker/rooms/room-worker.ts');
  isMediaLoaded = true;
  const worker = new RoomWorker({
    livekit,
    agentName: settings.livekitAgentName,
    get maxSessions() {
      return conversations.maxRooms;
    },
    load: () => Math.max(conversations.load, conversations.count / conversations.max),
    drainMs: settings.agentDrainMs,
    ...(settings.livekitSipTrunkId !== null && { sipTrunkId: settings.livekitSipTrunkId }),
    log,
    ...roomDoor({ ...deps, keeper }),
  });
  return {
    close: async () => {
      // A dispatched agent could end up in this process, which is shutting down.
      keeper.stopTaking();
      await worker.close();
      await keeper.close();
    },
  };
}

/** Returns what a worker needs to hold our conversations: how to resolve a dispatch, and how to open a conversation. */
export function roomDoor(deps: RoomDoorDeps): Pick<RoomWorkerOptions, 'resolve' | 'openInRoom'> {
  const { authenticator, sessions, dispatches, keeper, conversations, log, watchMs: everyMs } = deps;
  const watch = new EntitlementWatch({ ...deps, ...(everyMs !== undefined && { everyMs }) });
  /** The identity and the reference of a conversation, which are not part of its settings. */
  const claims = new WeakMap<ConversationSettings, { identity: Identity; reference: string }>();
  const left = async (reference: string, leaving: LeaveReason): Promise<void> => {
    keeper.release(reference);
    try {
      if (leaving === 'shutdown') await sessions.handOver(reference);
      // Every further attempt would fail too.
      if (leaving === 'not_opened') await sessions.rest(reference);
    } catch (error) {
      log.error({ err: error }, 'a session could not be released to other workers');
    }
  };
  return {
    resolve: async (metadata, roomName) => {
      const reference = SipDispatches.is(metadata) ? await dispatches.begin(metadata, roomName) : metadata;
      const claimed = await sessions.claim(reference, roomName);
      if (!claimed) return null;
      const { identity, callerIdentity, audio } = claimed;
      if (!(await authenticator.isStillValid(identity))) {
        await sessions.rest(reference);
        return null;
      }
      const { backAgain } = agentLanguageOrEnglish(claimed.settings.lang).phrases;
      // This worker does not know the conversation so far, so the agent greets the caller differently.
      const { answering: _answering, ...begun } = claimed.settings;
      const settings = claimed.hasBegun ? { ...begun, greeting: backAgain } : claimed.settings;
      claims.set(settings, { identity, reference });
      keeper.hold(reference);
      return {
        settings,
        callerIdentity,
        onlyTelephones: callerIdentity === null,
        returnRate: audio.outgoing.rate,
        left: (leaving) => left(reference, leaving),
      };
    },
    openInRoom: async (settings, room, door, caller) => {
      const claim = claims.get(settings);
      if (!claim) throw new Error('the settings were not resolved here');
      const { identity, reference } = claim;
      const { identity: callerIdentity, isTelephone: echo } = caller;
      const request = { kind: 'room', identity, room, callerIdentity, echo } as const;
      const handle = await conversations.open(settings, door, request);
      watch.watch(handle, { identity, clone: settings.clone });
      await sessions
        .begun(reference)
        .catch((error: unknown) => log.error({ err: error }, 'the start of a session could not be recorded'));
      void handle.ended.then(async (reason) => {
        // Another worker takes over a conversation that this one had to leave.
        if (reason === 'shutdown' || reason === 'failed') return;
        await sessions
          .end(reference)
          .catch((error: unknown) => log.error({ err: error }, 'a session could not be ended'));
      });
      return handle;
    },
  };
}

/** Disposes of the media library, which otherwise keeps the process alive. Call it at the very end. */
export async function disposeRooms(): Promise<void> {
  if (!isMediaLoaded) return;
  const { dispose } = await import('@livekit/rtc-node');
  await dispose();
}
