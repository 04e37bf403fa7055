import type { EndReason } from '../conversation/types.ts';
import type { AgentMessage, CallControl, Door } from '../door.ts';
import { CLOSE, closeOf } from './close-codes.ts';
import { MAX_BROKEN_MESSAGES } from './limits.ts';
import type { SocketLog, SocketPort } from './socket-port.ts';
import { SocketSender } from './socket-sender.ts';

export interface SocketSessionOptions {
  readonly port: SocketPort;
  readonly log: SocketLog;
  /** A larger message closes the socket with 1009. */
  readonly maxMessageBytes: number;
  /** A client that has not read for this long is disconnected. */
  readonly slowReaderMs: number;
}

/**
 * Session of one caller on a socket. It contains what all protocols share: how frames arrive and how the session ends.
 */
export abstract class SocketSession implements Door {
  protected readonly log: SocketLog;
  protected readonly sender: SocketSender;
  readonly #maxMessageBytes: number;
  #broken = 0;
  lastActiveMs = performance.now();

  constructor({ port, log, maxMessageBytes, slowReaderMs }: SocketSessionOptions) {
    this.log = log;
    this.sender = new SocketSender(port, slowReaderMs, () =>
      this.refuse(CLOSE.policy, 'The client did not read its data for too long'),
    );
    this.#maxMessageBytes = maxMessageBytes;
  }

  abstract readonly leadMs: number;
  abstract play(frame: Int16Array): void;
  abstract drop(): void;
  abstract flush(): void;
  abstract message(message: AgentMessage): void;

  /** None, unless a protocol overrides this. */
  get call(): CallControl {
    return {};
  }

  /** Takes a frame that is no larger than allowed. The bytes are valid only during the call. */
  protected abstract frame(bytes: Uint8Array, isBinary: boolean): void;

  /** Ends the conversation, if there is one. Idempotent. */
  protected abstract hangUp(reason: EndReason): Promise<void>;

  /** Takes a frame from the client. The bytes are valid only during the call. */
  receive(bytes: Uint8Array, isBinary: boolean): void {
    if (this.sender.ended) return;
    this.lastActiveMs = performance.now();
    if (bytes.length <= this.#maxMessageBytes) this.frame(bytes, isBinary);
    else this.refuse(CLOSE.tooBig, `A message must not be larger than ${this.#maxMessageBytes} bytes`);
  }

  /** The socket has closed. */
  closed(): void {
    this.sender.closed();
    void this.hangUp('caller_left');
  }

  /**
   * Called when the server is shutting down: notifies the conversation, then closes the socket. Settles when the client
   * was notified.
   */
  shutDown(): Promise<void> {
    const { code, reason } = closeOf('shutdown');
    return this.sender.endAfter(this.hangUp('shutdown'), code, reason);
  }

  closeIdle(): void {
    const { code, reason } = closeOf('connection_idle');
    this.end('connection_idle', code, reason);
  }

  /** Called when the key, JWT or voice with which the socket was opened is no longer valid. */
  refuseFromNowOn(reason: string): void {
    this.end('access_revoked', CLOSE.policy, reason);
  }

  /** Ends the conversation, and closes the socket at once, with a message of its own. */
  protected end(why: EndReason, code: number, text: string): void {
    // The order matters: closing a socket notifies this session at once, as if the caller had left.
    void this.hangUp(why);
    this.sender.end(code, text);
  }

  /** Called when the client violates the protocol or its limits. */
  refuse(code: number, text: string): void {
    this.end('client_error', code, text);
  }

  /**
   * Called when the conversation is over, ended by either side.
   * @param faults of the caller's audio
   */
  protected ended(reason: EndReason, faults = 0): void {
    const { leftOut } = this.sender;
    if (leftOut > 0 || faults > 0) {
      this.log.info({ leftOut, faults }, 'audio of a conversation was dropped on its socket');
    }
    const close = closeOf(reason);
    this.sender.end(close.code, close.reason);
  }

  /**
   * Counts a message that could not be read.
   * @returns false when there were too many, and the socket is closed
   */
  protected toleratesBroken(what: 'messages' | 'events' = 'messages'): boolean {
    this.#broken++;
    if (this.#broken <= MAX_BROKEN_MESSAGES) return true;
    this.refuse(CLOSE.policy, `Too many ${what} could not be read`);
    return false;
  }
}
