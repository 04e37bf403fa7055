import type { ConversationSettings } from '../../agent-worker/conversation/types.ts';
import type { RoomWorker } from '../../agent-worker/rooms/room-worker.ts';
import type { Identity } from '../credentials/authenticator.ts';
import type { Log } from '../log.ts';
import type { Settings } from '../settings.ts';
import type { AgentSessions } from './agent-sessions.ts';
import type { Conversations } from './conversations.ts';

export interface RoomsDeps {
  readonly settings: Pick<
    Settings,
    | 'livekitUrl'
    | 'livekitApiKey'
    | 'livekitApiSecret'
    | 'livekitAgentName'
    | 'maxAgentSessions'
    | 'agentDrainMs'
  >;
  readonly sessions: Pick<AgentSessions, 'claim' | 'end'>;
  readonly conversations: Conversations;
  readonly log: Log;
}

let isMediaLoaded = false;

/** Goes to LiveKit for work. Null where no LiveKit is set. */
export async function openRooms(deps: RoomsDeps): Promise<RoomWorker | null> {
  const { settings, sessions, conversations, log } = deps;
  const { livekitUrl, livekitApiKey, livekitApiSecret } = settings;
  if (livekitUrl === null || livekitApiKey === null || livekitApiSecret === null) return null;
  const { RoomWorker } = await import('../../agent-worker/rooms/room-worker.ts');
  isMediaLoaded = true;
  /** On whose behalf, and under which reference: the settings alone do not say. */
  const claims = new WeakMap<ConversationSettings, { identity: Identity; reference: string }>();
  return new RoomWorker({
    livekit: { url: livekitUrl, apiKey: livekitApiKey, apiSecret: livekitApiSecret },
    agentName: settings.livekitAgentName,
    maxSessions: settings.maxAgentSessions,
    load: () => Math.max(conversations.load, conversations.count / settings.maxAgentSessions),
    drainMs: settings.agentDrainMs,
    log,
    resolve: async (metadata, roomName) => {
      const claimed = await sessions.claim(metadata, roomName);
      if (!claimed) return null;
      claims.set(claimed.settings, { identity: claimed.identity, reference: metadata });
      return claimed.settings;
    },
    openInRoom: async (conversation, room, door) => {
      const claim = claims.get(conversation);
      if (!claim) throw new Error('the settings were not resolved here');
      const { identity, reference } = claim;
      const handle = await conversations.open(conversation, door, {
        kind: 'room',
        identity,
        room,
        echo: false,
      });
      void handle.ended.then(async (reason) => {
        // Another worker takes up what this one had to leave.
        if (reason === 'shutdown' || reason === 'failed') return;
        await sessions
          .end(reference)
          .catch((error: unknown) => log.error({ err: error }, 'a session could not be ended'));
      });
      return handle;
    },
  });
}

/** At the very end of the process: the media library keeps it alive otherwise. */
export async function disposeRooms(): Promise<void> {
  if (!isMediaLoaded) return;
  const { dispose } = await import('@livekit/rtc-node');
  await dispose();
}
