import type { ConversationHandle, EndReason } from '../conversation/types.ts';
import { MAX_EARLY_SAMPLES, MAX_EARLY_TURNS } from './limits.ts';

export interface LinkEvents {
  /** Called once when the conversation is over, ended by either side, and never after `failed`. */
  ended(reason: EndReason): void;
  /** Called when the conversation could not be opened. */
  failed(error: unknown): void;
}

/**
 * Connects a socket to its conversation. A socket receives audio at once, while a conversation takes a moment to open:
 * what arrives in between is buffered and delivered in order. Either side may end at any time.
 */
export class ConversationLink<Handle extends ConversationHandle = ConversationHandle> {
  readonly #events: LinkEvents;
  #handle: Handle | null = null;
  #early: (Int16Array | string)[] = [];
  #earlySamples = 0;
  #earlyTurns = 0;
  #closed: EndReason | null = null;
  #closing: Promise<void> | null = null;
  readonly #opened: Promise<void>;

  constructor(open: () => Promise<Handle>, events: LinkEvents) {
    this.#events = events;
    this.#opened = this.#open(open);
  }

  /** Settles when the conversation is open; null when it is over, or could not be opened. */
  async opened(): Promise<Handle | null> {
    await this.#opened;
    return this.#closed ? null : this.#handle;
  }

  pushAudio(samples: Int16Array): void {
    if (samples.length === 0 || this.#closed) return;
    if (this.#handle) {
      this.#handle.pushAudio(samples);
      return;
    }
    this.#early.push(samples);
    this.#earlySamples += samples.length;
    while (this.#earlySamples > MAX_EARLY_SAMPLES) this.#forgetOldest();
  }

  /** @returns false when too many turns are buffered already */
  type(text: string): boolean {
    if (this.#closed) return true;
    if (this.#handle) {
      this.#handle.type(text);
      return true;
    }
    if (this.#earlyTurns >= MAX_EARLY_TURNS) return false;
    this.#earlyTurns++;
    this.#early.push(text);
    return true;
  }

  /**
   * Ends the conversation, even one that is still opening. Settles when the conversation has been notified. Idempotent.
   */
  close(reason: EndReason): Promise<void> {
    this.#closed ??= reason;
    this.#closing ??= this.#opened.then(() => this.#handle?.close(this.#closed ?? reason));
    return this.#closing;
  }

  async #open(open: () => Promise<Handle>): Promise<void> {
    let handle: Handle;
    try {
      // Not synchronously: the creator of this link does not have it yet.
      handle = await Promise.resolve().then(open);
    } catch (error) {
      const wasClosed = this.#closed;
      this.#closed ??= 'failed';
      if (wasClosed) this.#events.ended(wasClosed);
      else this.#events.failed(error);
      return;
    }
    this.#handle = handle;
    void handle.ended.then((reason) => {
      this.#closed ??= reason;
      this.#events.ended(reason);
    });
    const early = this.#early;
    this.#early = [];
    if (this.#closed) return;
    for (const item of early) {
      if (typeof item === 'string') handle.type(item);
      else handle.pushAudio(item);
    }
  }

  #forgetOldest(): void {
    const index = this.#early.findIndex((item) => typeof item !== 'string');
    const [item] = this.#early.splice(index, 1);
    if (item !== undefined && typeof item !== 'string') this.#earlySamples -= item.length;
  }
}
