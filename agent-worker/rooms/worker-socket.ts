/** A worker's connection to livekit-server. */
import { once } from 'node:events';
import { AccessToken } from 'livekit-server-sdk';
import { WebSocket } from 'ws';
import type { LiveKitAccess } from './registration-types.ts';

/** Protocol version (livekit-server, `agent.CurrentProtocol`). */
const PROTOCOL = 1;
/** Upper bound of a message from the server, in bytes. A larger one ends the connection. */
const MAX_MESSAGE_BYTES = 1 << 20;
const TOKEN_TTL_SECONDS = 600;

/**
 * Opens the WebSocket on which a worker registers.
 * @param connectMs time limit for opening it
 * @param signal cancels opening it
 * @throws Error saying why there is no connection
 */
export async function openWorkerSocket(
  livekit: LiveKitAccess,
  connectMs: number,
  signal: AbortSignal,
): Promise<WebSocket> {
  const token = new AccessToken(livekit.apiKey, livekit.apiSecret, { ttl: TOKEN_TTL_SECONDS });
  token.addGrant({ agent: true });
  const socket = new WebSocket(agentUrl(livekit.url), {
    headers: { authorization: `Bearer ${await token.toJwt()}` },
    handshakeTimeout: connectMs,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  const abandon = () => socket.terminate();
  signal.addEventListener('abort', abandon);
  try {
    if (signal.aborted) abandon();
    await once(socket, 'open');
    return socket;
  } catch (error) {
    // An unhandled later 'error' event would end the process.
    socket.on('error', () => undefined);
    socket.terminate();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/**
 * Returns the URL where workers register: `agent` under the server's address (livekit-server, `pkg/service/server.go`).
 */
function agentUrl(livekitUrl: string): URL {
  const url = new URL(livekitUrl);
  url.protocol = url.protocol.replace('http', 'ws');
  url.pathname = `${url.pathname.replace(/\/$/, '')}/agent`;
  url.searchParams.set('protocol', String(PROTOCOL));
  return url;
}
