import { AgentError } from '../../agent-worker/errors.ts';
import { CLOSE } from '../../agent-worker/sockets/close-codes.ts';
import type { SocketPort } from '../../agent-worker/sockets/socket-port.ts';
import { TokenBucket } from '../../agent-worker/sockets/token-bucket.ts';
import type { ClonedVoice } from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { orThrow, type Slot } from '../limits/slots.ts';
import { MAX_UNREAD_GOODBYE_BYTES, MESSAGES, TOO_MANY_MESSAGES } from '../limits/sockets.ts';
import type { PortSocket, SocketListener } from '../port/port.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { FrontDeps } from './deps.ts';
import type { RequestHead } from './request.ts';
import { UnreadWindow } from './unread-window.ts';

const PING_EVERY_BYTES = 16 * 1024;

/** A session as its WebSocket uses it, independent of the protocol. */
export interface ConversationSession {
  readonly lastActiveMs: number;
  receive(bytes: Uint8Array, isBinary: boolean): void;
  closed(): void;
  /** The server is shutting down. Settles when the client has been notified, within seconds. */
  shutDown(): Promise<void>;
  closeIdle(): void;
  refuseFromNowOn(reason: string): void;
  /** Closes the socket of a client that exceeds the limits. */
  refuse(code: number, reason: string): void;
}

export type ConversationSocketKind = 'agent' | 'media-stream' | 'realtime';

/** The settings of a socket that may be opened. */
export interface ConversationSocketPlan {
  readonly identity: Identity;
  /** The cloned voice as it was when the socket opened. */
  readonly clone: ClonedVoice | undefined;
  start(port: SocketPort): ConversationSession;
  /** Takes a place that is smaller than that of a conversation. @returns a function that releases it; called once */
  takePlace?(): () => void;
  /** The socket does not open after all, for lack of capacity or because the client has gone. */
  notAdmitted?(): void;
}

/**
 * Determines whether and how a request may hold a conversation.
 * @throws ApiError
 */
export type PlanConversation = (
  deps: FrontDeps,
  agents: ConversationDeps,
  head: RequestHead,
  path: readonly string[],
) => Promise<ConversationSocketPlan>;

/** The data that a socket was opened with. */
export interface ConversationSocketData extends ConversationSocketPlan {
  readonly slot: Slot;
  /** Releases its place. Called once. */
  readonly leave: () => void;
}

/** The client's side of a conversation: a WebSocket around a session that is independent of the transport. */
export class ConversationSocket implements SocketListener {
  readonly #socket: PortSocket;
  readonly #data: ConversationSocketData;
  readonly #window: UnreadWindow;
  readonly #session: ConversationSession;
  readonly #messages = new TokenBucket(MESSAGES);
  #closed = false;

  constructor(socket: PortSocket, data: ConversationSocketData) {
    this.#socket = socket;
    this.#data = data;
    this.#window = new UnreadWindow(socket, { pingEveryBytes: PING_EVERY_BYTES, beforeFirstPong: 'unsent' });
    this.#session = this.#data.start({
      send: (text) => this.#send(text),
      bufferedBytes: () => (this.#closed ? 0 : this.#window.unreadBytes),
      end: (code, reason) => this.#end(code, reason),
    });
  }

  get data(): Readonly<ConversationSocketData> {
    return this.#data;
  }

  get lastActiveMs(): number {
    return this.#session.lastActiveMs;
  }

  message(bytes: Buffer, isBinary: boolean): void {
    if (this.#mayGoOn()) this.#session.receive(bytes, isBinary);
  }

  /** The library answers it. */
  ping(): void {
    this.#mayGoOn();
  }

  pong(payload: Buffer): void {
    if (this.#mayGoOn()) this.#window.pong(payload);
  }

  /** The socket has closed. */
  closed(): void {
    this.#closed = true;
    this.#session.closed();
    this.#data.slot.release();
  }

  shutDown(): Promise<void> {
    return this.#session.shutDown();
  }

  closeIdle(): void {
    this.#session.closeIdle();
  }

  refuseFromNowOn(reason: string): void {
    this.#session.refuseFromNowOn(reason);
  }

  /** Counts a frame. Disconnects a client that sends too many. */
  #mayGoOn(): boolean {
    if (this.#closed) return false;
    if (this.#messages.take()) return true;
    this.#session.refuse(CLOSE.policy, TOO_MANY_MESSAGES);
    return false;
  }

  #send(text: string): void {
    if (this.#closed) return;
    this.#socket.send(text);
    this.#window.sent(text);
  }

  #end(code: number, reason: string): void {
    if (this.#closed) return;
    if (this.#window.unreadBytes > MAX_UNREAD_GOODBYE_BYTES) this.#socket.close();
    else this.#socket.end(code, reason);
  }
}

/**
 * Checks that there is capacity, then takes a stream slot of the key.
 * @throws ApiError 429, AgentError 503
 */
export async function admit(
  deps: FrontDeps,
  agents: ConversationDeps,
  planned: ConversationSocketPlan,
  openSockets: number,
): Promise<Slot> {
  const { count, max } = agents.conversations;
  // A socket whose conversation has not begun yet also counts.
  if (Math.max(count, openSockets) >= max) throw new AgentError('agents_at_limit', { max });
  return orThrow(await deps.limits.acquireStream(planned.identity.keyId));
}
