/** Timeout of a command. The caller then proceeds without the answer. */
const COMMAND_TIMEOUT_MS = 100;
/** This many consecutive timeouts mean that Redis is unreachable. Fewer may mean that a process was busy. */
const MAX_LATE = 3;
const CONNECT_TIMEOUT_MS = 1000;
const RETRY_MS = 1000;

export interface LinkLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface LinkOptions {
  readonly url: string;
  readonly log: LinkLog;
  /** Lua scripts by name. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Called when the connection is established (again), before anything else is sent over it. */
  readonly onUp: () => void;
}

/** The part of the library's client that is used here. */
interface Client {
  readonly isReady: boolean;
  on(event: 'error', listener: (error: unknown) => void): unknown;
  connect(): Promise<unknown>;
  sendCommand(command: string[]): Promise<unknown>;
  close(): Promise<unknown> | unknown;
  destroy(): void;
}

/**
 * A connection to Redis that never blocks its users. When it is lost or slow, commands are answered with null at once,
 * and it reconnects until it works again.
 */
export class RedisLink {
  readonly #options: LinkOptions;
  readonly #shas = new Map<string, string>();
  #client: Client | null = null;
  #retry: NodeJS.Timeout | null = null;
  #isClosed = false;
  #isReported = false;
  /** Consecutive commands without an answer. */
  #late = 0;

  constructor(options: LinkOptions) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#client !== null;
  }

  /** Tries to connect once, for at most a second, and continues in the background. Never throws. */
  async connect(): Promise<void> {
    // The library is loaded only where Redis is used.
    const { createClient } = await import('@redis/client');
    const { url, log, onUp } = this.#options;
    const client: Client = createClient({
      url,
      RESP: 2,
      name: 'parley',
      disableOfflineQueue: true,
      maintNotifications: 'disabled',
      socket: { connectTimeout: CONNECT_TIMEOUT_MS, reconnectStrategy: false },
    });
    client.on('error', (error: unknown) => this.#lost(client, error));
    try {
      await within(
        CONNECT_TIMEOUT_MS,
        client.connect().then(() => this.#load(client)),
      );
    } catch (error) {
      discard(client);
      this.#report(error);
      this.#tryAgain();
      return;
    }
    if (this.#isClosed || !client.isReady) {
      discard(client);
      this.#tryAgain();
      return;
    }
    this.#client = client;
    this.#late = 0;
    this.#isReported = false;
    log.info({}, 'limits hold over all processes that share this Redis (REDIS_URL)');
    onUp();
  }

  /**
   * Runs a script.
   * @returns its answer; null when there is none in time
   */
  async run(script: string, key: string, args: readonly (string | number)[]): Promise<unknown> {
    const client = this.#client;
    const sha = this.#shas.get(script);
    if (client === null || sha === undefined) return null;
    try {
      const command = ['EVALSHA', sha, '1', key, ...args.map(String)];
      const answer = await within(COMMAND_TIMEOUT_MS, client.sendCommand(command));
      this.#late = 0;
      return answer;
    } catch (error) {
      this.#late++;
      if (!(error instanceof LateError) || this.#late >= MAX_LATE) this.#lost(client, error);
      return null;
    }
  }

  /** Sends the commands that were run before, then disconnects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    if (client === null) return;
    await within(COMMAND_TIMEOUT_MS, Promise.resolve(client.close())).catch(() => discard(client));
  }

  async #load(client: Client): Promise<void> {
    for (const [name, script] of Object.entries(this.#options.scripts)) {
      this.#shas.set(name, String(await client.sendCommand(['SCRIPT', 'LOAD', script])));
    }
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client) return;
    this.#client = null;
    discard(client);
    this.#report(error);
    this.#tryAgain();
  }

  #report(error: unknown): void {
    if (this.#isReported) return;
    this.#isReported = true;
    // The error itself may contain the command, so only its message is logged.
    const reason = error instanceof Error ? error.message : String(error);
    this.#options.log.warn({ reason }, 'Redis (REDIS_URL) does not answer: limits hold in this process only');
  }

  #tryAgain(): void {
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.connect(), RETRY_MS).unref();
  }
}

function discard(client: Client): void {
  try {
    client.destroy();
  } catch {
    // It was never open, or is closed already.
  }
}

class LateError extends Error {}

/** @throws LateError when it takes longer */
function within<T>(ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = (): void => reject(new LateError(`no answer within ${ms} ms`));
    // If this process was busy, an answer that has arrived meanwhile is read first.
    const timer = setTimeout(() => setImmediate(late), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
