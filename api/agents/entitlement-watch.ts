import type { ConversationHandle } from '../../agent-worker/conversation/types.ts';
import {
  closeUnentitled,
  type Entitled,
  type EntitlementDeps,
  WATCH_MS,
} from '../credentials/entitlement.ts';
import type { Log } from '../observability/log.ts';

export interface EntitlementWatchDeps extends EntitlementDeps {
  readonly log: Log;
  /** Interval of checks. Default 5 s, as for WebSockets. */
  readonly everyMs?: number;
}

/**
 * Ends conversations that have no WebSocket once their key is revoked, their JWT has expired or their voice is deleted.
 */
export class EntitlementWatch {
  readonly #deps: EntitlementWatchDeps;
  readonly #open = new Set<Entitled>();
  #timer: NodeJS.Timeout | null = null;

  constructor(deps: EntitlementWatchDeps) {
    this.#deps = deps;
  }

  /** Watches a conversation until either side ends it. */
  watch(handle: ConversationHandle, data: Entitled['data']): void {
    const entry: Entitled = {
      data,
      refuseFromNowOn: (reason) => {
        this.#deps.log.info({ reason }, 'a conversation has lost its permission and is closed');
        // With this reason no other worker takes over the session.
        void handle.close('access_revoked');
      },
    };
    this.#open.add(entry);
    this.#timer ??= setInterval(() => this.#look(), this.#deps.everyMs ?? WATCH_MS).unref();
    void handle.ended.then(() => {
      this.#open.delete(entry);
      if (this.#open.size > 0 || !this.#timer) return;
      clearInterval(this.#timer);
      this.#timer = null;
    });
  }

  #look(): void {
    closeUnentitled(this.#open, this.#deps).catch((error: unknown) => {
      this.#deps.log.error({ err: error }, 'conversations in rooms could not be checked');
    });
  }
}
