import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { RoomWorker, RoomWorkerOptions } from '../../agent-worker/rooms/room-worker.ts';
import type { Authenticator, Identity } from '../credentials/authenticator.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { VoiceLibrary } from '../voices/library.ts';
import type { AgentSessions } from './agent-sessions.ts';
import type { Conversations } from './conversations.ts';
import { EntitlementWatch } from './entitlement-watch.ts';

export interface RoomsDeps extends RoomDoorDeps {
  readonly settings: Pick<
    Settings,
    | 'livekitUrl'
    | 'livekitApiKey'
    | 'livekitApiSecret'
    | 'livekitAgentName'
    | 'maxAgentSessions'
    | 'agentDrainMs'
  >;
  readonly conversations: Conversations;
}

export interface RoomDoorDeps {
  readonly authenticator: Pick<Authenticator, 'isStillValid'>;
  readonly library: Pick<VoiceLibrary, 'find'>;
  readonly sessions: Pick<AgentSessions, 'claim' | 'end'>;
  readonly conversations: Pick<Conversations, 'open'>;
  readonly log: Log;
  /** Between two looks at whether conversations may go on. Default 5 s. */
  readonly watchMs?: number;
}

let isMediaLoaded = false;

/** Goes to LiveKit for work. Null where no LiveKit is set. */
export async function openRooms(deps: RoomsDeps): Promise<RoomWorker | null> {
  const { settings, conversations, log } = deps;
  const { livekitUrl, livekitApiKey, livekitApiSecret } = settings;
  if (livekitUrl === null || livekitApiKey === null || livekitApiSecret === null) return null;
  const { RoomWorker } = await import('../../agent-worker/rooms/room-worker.ts');
  isMediaLoaded = true;
  return new RoomWorker({
    livekit: { url: livekitUrl, apiKey: livekitApiKey, apiSecret: livekitApiSecret },
    agentName: settings.livekitAgentName,
    maxSessions: settings.maxAgentSessions,
    load: () => Math.max(conversations.load, conversations.count / settings.maxAgentSessions),
    drainMs: settings.agentDrainMs,
    log,
    ...roomDoor(deps),
  });
}

/** What a worker needs to be told to hold our conversations: where a dispatch leads, and how one begins. */
export function roomDoor(deps: RoomDoorDeps): Pick<RoomWorkerOptions, 'resolve' | 'openInRoom'> {
  const { authenticator, sessions, conversations, log, watchMs: everyMs } = deps;
  const watch = new EntitlementWatch({ ...deps, ...(everyMs !== undefined && { everyMs }) });
  /** On whose behalf, and under which reference: the settings alone do not say. */
  const claims = new WeakMap<ConversationSettings, { identity: Identity; reference: string }>();
  return {
    resolve: async (reference, roomName) => {
      const claimed = await sessions.claim(reference, roomName);
      if (!claimed) return null;
      const { identity, settings } = claimed;
      if (!(await authenticator.isStillValid(identity))) return null;
      claims.set(settings, { identity, reference });
      return settings;
    },
    openInRoom: async (settings, room, door, callerIdentity) => {
      const claim = claims.get(settings);
      if (!claim) throw new Error('the settings were not resolved here');
      const { identity, reference } = claim;
      const request = { kind: 'room', identity, room, callerIdentity, echo: false } as const;
      const handle = await conversations.open(settings, door, request);
      watch.watch(handle, { identity, clone: settings.clone });
      void handle.ended.then(async (reason) => {
        // Another worker takes up what this one had to leave.
        if (reason === 'shutdown' || reason === 'failed') return;
        await sessions
          .end(reference)
          .catch((error: unknown) => log.error({ err: error }, 'a session could not be ended'));
      });
      return handle;
    },
  };
}

/** At the very end of the process: the media library keeps it alive otherwise. */
export async function disposeRooms(): Promise<void> {
  if (!isMediaLoaded) return;
  const { dispose } = await import('@livekit/rtc-node');
  await dispose();
}
