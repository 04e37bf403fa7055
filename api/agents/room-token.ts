import { AccessToken, RoomAgentDispatch, RoomConfiguration } from 'livekit-server-sdk';
import { refusal } from '../errors/api-error.ts';
import type { Settings } from '../settings/settings.ts';
import { type BegunSession, TOKEN_LIFE_MS } from './room-sessions.ts';

export type RoomSettings = Pick<
  Settings,
  'livekitUrl' | 'livekitPublicUrl' | 'livekitApiKey' | 'livekitApiSecret' | 'livekitAgentName'
>;

/** LiveKit's address and the API key for it. */
export interface RoomServer {
  /** The address that callers connect to, with the scheme ws or wss, as LiveKit's clients expect. */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly agentName: string;
}

/** @throws ApiError 503 that names the missing settings */
export function roomServer(settings: RoomSettings): RoomServer {
  const { livekitUrl, livekitPublicUrl, livekitApiKey, livekitApiSecret } = settings;
  if (livekitUrl === null || livekitApiKey === null || livekitApiSecret === null) {
    throw refusal('livekit_not_set_up');
  }
  const url = (livekitPublicUrl ?? livekitUrl).replace(/^http/, 'ws');
  return { url, apiKey: livekitApiKey, apiSecret: livekitApiSecret, agentName: settings.livekitAgentName };
}

/**
 * Creates a LiveKit access token (a JWT) for one participant in one room. It dispatches our agent when the room begins.
 * The caller can read it, so it contains only a reference to the session.
 * @param lifeMs at most `TOKEN_LIFE_MS`
 */
export async function roomToken(server: RoomServer, session: BegunSession, lifeMs: number): Promise<string> {
  const { reference, roomName, callerIdentity } = session;
  const ttl = Math.max(1, Math.floor(Math.min(lifeMs, TOKEN_LIFE_MS) / 1000));
  const token = new AccessToken(server.apiKey, server.apiSecret, { identity: callerIdentity, ttl });
  token.addGrant({
    roomJoin: true,
    room: roomName,
    canPublish: true,
    canSubscribe: true,
    canPublishData: true,
    canUpdateOwnMetadata: false,
  });
  const dispatch = new RoomAgentDispatch({ agentName: server.agentName, metadata: reference });
  token.roomConfig = new RoomConfiguration({ agents: [dispatch] });
  return token.toJwt();
}
