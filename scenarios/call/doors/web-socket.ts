/** Connections of callers: opening and closing, as all doors on WebSockets have it. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { Refused } from '../request.ts';
import type { DoorListener, Place } from './door.ts';

const CLOSE_MS = 3000;
/** Reasons for the end of a conversation, by the text in the server's close frame. */
const END_REASONS: Readonly<Record<string, string>> = {
  'The agent hung up': 'agent_hung_up',
  'The caller was silent for too long': 'caller_silent',
  'The call was transferred': 'transferred',
};

/**
 * @param path with the query
 * @throws Refused
 */
export async function connect({ url, key }: Place, path: string): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${path}`, {
    headers: { authorization: `Bearer ${key}` },
    perMessageDeflate: false,
  });
  await opened(socket);
  socket.on('error', () => undefined);
  return socket;
}

/** Passes messages and the end on. @param onMessage gets the parsed JSON */
export function attend<M>(
  socket: WebSocket,
  listener: Pick<DoorListener, 'ended'>,
  onMessage: (message: M) => void,
): void {
  socket.on('message', (data: Buffer) => onMessage(JSON.parse(data.toString()) as M));
  socket.on('close', (code, reason) => {
    const text = reason.toString();
    listener.ended(END_REASONS[text] ?? `closed (${code}: ${text})`);
  });
}

export function sendJson(socket: WebSocket, message: unknown): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

/** Settles when the other side has closed, too, or after a while. */
export async function closeSocket(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const closed = once(socket, 'close');
  socket.close(1000);
  const insist = setTimeout(() => socket.terminate(), CLOSE_MS);
  await closed;
  clearTimeout(insist);
}

/** @throws Refused */
function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const text = Buffer.concat(parts).toString().slice(0, 500);
        reject(new Refused(`${response.statusCode}: ${text}`, 'retry-after' in response.headers));
        socket.terminate();
      });
    });
  });
}
