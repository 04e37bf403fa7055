import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_BEHIND_BYTES } from './limits.ts';
import type { SocketPort } from './socket-port.ts';

/** Timeout for a conversation that does not end by itself when the server shuts down. */
const LAST_WORDS_MS = 2000;

/**
 * Sends to a client that may not be reading. A live conversation must not lag: beyond a limit audio is skipped, and a
 * client that stays behind for too long is disconnected.
 */
export class SocketSender {
  readonly #port: SocketPort;
  readonly #slowReaderMs: number;
  readonly #onGiveUp: () => void;
  #stuck: NodeJS.Timeout | null = null;
  #leftOut = 0;
  #ended = false;

  /** @param onGiveUp called when the client has been behind for `slowReaderMs`, and is to be disconnected */
  constructor(port: SocketPort, slowReaderMs: number, onGiveUp: () => void) {
    this.#onGiveUp = onGiveUp;
    this.#port = port;
    this.#slowReaderMs = slowReaderMs;
  }

  /** Number of audio messages that were skipped. */
  get leftOut(): number {
    return this.#leftOut;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** @returns false when it was skipped */
  sendAudio(message: unknown): boolean {
    if (this.#ended) return false;
    if (this.#isBehind()) {
      this.#leftOut++;
      return false;
    }
    this.#port.send(JSON.stringify(message));
    return true;
  }

  /** Sends a message that must not be skipped. */
  send(message: unknown): void {
    if (this.#ended) return;
    this.#isBehind();
    this.#port.send(JSON.stringify(message));
  }

  end(code: number, reason: string): void {
    if (this.#ended) return;
    this.closed();
    this.#port.end(code, reason);
  }

  /** Closes the socket when the work is done, or has timed out. Settles then. */
  async endAfter(work: Promise<void>, code: number, reason: string): Promise<void> {
    const patience = new AbortController();
    const tooLong = sleep(LAST_WORDS_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    try {
      await Promise.race([work, tooLong]);
    } finally {
      patience.abort();
      this.end(code, reason);
    }
  }

  /** The socket has closed. */
  closed(): void {
    this.#ended = true;
    if (this.#stuck) clearTimeout(this.#stuck);
    this.#stuck = null;
  }

  #isBehind(): boolean {
    const behind = this.#port.bufferedBytes() > MAX_BEHIND_BYTES;
    if (behind && !this.#stuck) {
      this.#stuck = setTimeout(() => this.#giveUp(), this.#slowReaderMs);
    } else if (!behind && this.#stuck) {
      clearTimeout(this.#stuck);
      this.#stuck = null;
    }
    return behind;
  }

  #giveUp(): void {
    this.#stuck = null;
    // The client may have caught up while nothing was sent.
    if (this.#port.bufferedBytes() <= MAX_BEHIND_BYTES) return;
    this.#onGiveUp();
  }
}
