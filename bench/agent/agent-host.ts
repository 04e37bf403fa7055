import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccessToken } from 'livekit-server-sdk';
import type { TurnMetrics } from '../../agent-worker/conversation/types.ts';
import { errorTail, exited, onExit, startModule, stop } from '../processes/children.ts';
import { Refused, RoomCaller, SocketCaller } from './callers.ts';
import type { InstantModel } from './instant-model.ts';
import type { LiveKit } from './livekit.ts';
import type { FromHost, ProcessUsage, Side, ToHost } from './messages.ts';
import { GREETING } from './texts.ts';

const START_MS = 120_000;
/** Unit of CPU times in /proc (proc(5)), in ms: USER_HZ is 100 on all current Linux systems. */
const TICK_MS = 10;
const PAGE_BYTES = 4096;

export interface Turn {
  /** Time of the report, by `performance.now()`: after the agent has finished speaking. */
  readonly atMs: number;
  readonly side: Side;
  readonly metrics: TurnMetrics;
}

/** Usage of all processes that hold conversations: the server's, and the recogniser's, which it starts. */
export interface Usage extends ProcessUsage {
  readonly recogniserBytes: number;
  readonly recogniserCpuMs: number;
}

/** The process that holds the conversations, and its connections. */
export class AgentHost {
  readonly turns: Turn[] = [];
  readonly engineBytes: number;
  readonly readyBytes: number;
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;
  readonly #removeData: () => void;
  readonly #livekit: LiveKit;
  readonly #key: string;
  readonly #port: number;
  #agentId = '';

  private constructor(
    child: ChildProcess,
    ended: Promise<never>,
    ready: FromHost & { kind: 'ready' },
    rest: { livekit: LiveKit; key: string; removeData: () => void },
  ) {
    this.#child = child;
    this.#ended = ended;
    this.#livekit = rest.livekit;
    this.#key = rest.key;
    this.#removeData = rest.removeData;
    this.#port = ready.port;
    this.engineBytes = ready.engineBytes;
    this.readyBytes = ready.readyBytes;
    child.on('message', (message: FromHost) => {
      if (message.kind !== 'turn') return;
      this.turns.push({ atMs: performance.now(), side: message.side, metrics: message.metrics });
    });
  }

  /** @param hasOwnLimit whether it limits its conversations by its own estimate */
  static async start(
    livekit: LiveKit,
    model: InstantModel,
    { hasOwnLimit = false } = {},
  ): Promise<AgentHost> {
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
    const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
    const forget = onExit(remove);
    const removeData = (): void => {
      forget();
      remove();
    };
    const key = `bench-${randomBytes(16).toString('hex')}`;
    const child = startModule('agent/host', {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: '0',
        ROLE: 'all',
        DATA_DIR: dataDir,
        BOOTSTRAP_API_KEY: key,
        // The log contains the times of every turn.
        LOG_LEVEL: 'debug',
        DATABASE_URL: '',
        TLS_CERT: '',
        TLS_KEY: '',
        LANES: '',
        MAX_AGENT_SESSIONS: hasOwnLimit ? '' : '100',
        MAX_STREAMS_PER_KEY: '0',
        MAX_CHARACTERS_PER_MINUTE: '0',
        SHUTDOWN_GRACE_MS: '500',
        AGENT_DRAIN_MS: '0',
        LIVEKIT_URL: livekit.url,
        LIVEKIT_API_KEY: livekit.apiKey,
        LIVEKIT_API_SECRET: livekit.apiSecret,
        LLM_BASE_URL: model.url,
        LLM_MODEL: 'instant',
        LLM_API_KEY: '',
        STT_BASE_URL: '',
      },
    });
    const ended = exited(child, 'the server', errorTail(child));
    try {
      const ready = await next(child, ended, 'ready', START_MS);
      const host = new AgentHost(child, ended, ready, { livekit, key, removeData });
      await host.#createAgent();
      return host;
    } catch (error) {
      await stop(child);
      removeData();
      throw error;
    }
  }

  /**
   * @param query further parameters of the agent socket
   * @throws Refused
   */
  socketCaller(query: Readonly<Record<string, string>> = {}): Promise<SocketCaller> {
    return SocketCaller.join(this.#port, { api_key: this.#key, agent_id: this.#agentId, ...query });
  }

  /** @throws Refused */
  async roomCaller(): Promise<RoomCaller> {
    const { token } = await this.#post<{ token: string }>(`/agents/${this.#agentId}/token`, {
      api_key: this.#key,
    });
    return RoomCaller.join(this.#livekit.url, token);
  }

  /** Joins a room with the peer's agent. */
  async peerCaller(): Promise<RoomCaller> {
    const { url, apiKey, apiSecret } = this.#livekit;
    const room = `peer-${randomBytes(6).toString('hex')}`;
    const tokenFor = (identity: string): Promise<string> => {
      const token = new AccessToken(apiKey, apiSecret, { identity, ttl: '10m' });
      token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: true, canPublishData: true });
      return token.toJwt();
    };
    const caller = await RoomCaller.join(url, await tokenFor('caller'));
    const joined = next(this.#child, this.#ended, 'joined', START_MS);
    this.#send({ kind: 'join', url, token: await tokenFor('agent-peer') });
    await joined;
    return caller;
  }

  /** @param collect whether to run a garbage collection first */
  async usage(collect = false): Promise<Usage> {
    const answer = next(this.#child, this.#ended, 'usage', START_MS);
    this.#send({ kind: 'usage', collect });
    const { usage } = await answer;
    const { bytes, cpuMs } = childrenOf(this.#child.pid ?? 0);
    return { ...usage, recogniserBytes: bytes, recogniserCpuMs: cpuMs };
  }

  async close(): Promise<void> {
    await stop(this.#child);
    this.#removeData();
  }

  async #createAgent(): Promise<void> {
    const body = { name: 'Bench', prompt: 'Be brief.', greeting: GREETING };
    this.#agentId = (await this.#post<{ agent_id: string }>('/agents', body)).agent_id;
  }

  async #post<T>(path: string, body: unknown): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${this.#port}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (answer.status === 503) throw new Refused(answer.status);
    if (!answer.ok)
      throw new Error(`POST ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }

  #send(message: ToHost): void {
    this.#child.send(message);
  }
}

/**
 * Waits for the next message of a kind.
 * @throws Error when the process ends, fails or times out
 */
function next<K extends FromHost['kind']>(
  child: ChildProcess,
  ended: Promise<never>,
  kind: K,
  withinMs: number,
): Promise<FromHost & { kind: K }> {
  let listen: (message: FromHost) => void = () => undefined;
  let timer: NodeJS.Timeout | undefined;
  const told = new Promise<FromHost & { kind: K }>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`the server has not said "${kind}" in time`)), withinMs);
    listen = (message) => {
      if (message.kind === kind) resolve(message as FromHost & { kind: K });
      else if (message.kind === 'failed') reject(new Error(message.message));
    };
    child.on('message', listen);
  });
  return Promise.race([told, ended]).finally(() => {
    clearTimeout(timer);
    child.off('message', listen);
  });
}

/** Returns the memory of a process's children, and the CPU time of all it has had; zero without /proc. */
function childrenOf(parent: number): { bytes: number; cpuMs: number } {
  let bytes = 0;
  let cpuTicks = 0;
  for (const name of processFolders()) {
    try {
      // proc(5): the fields after the name in parentheses begin with the state.
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const at = (index: number): number => fields[index] ?? 0;
      // A recogniser's process is replaced occasionally. Ended processes are counted by their parent.
      if (Number(name) === parent) cpuTicks += at(13) + at(14);
      if (at(1) !== parent) continue;
      cpuTicks += at(11) + at(12);
      bytes += at(21) * PAGE_BYTES;
    } catch {
      // The process has ended.
    }
  }
  return { bytes, cpuMs: cpuTicks * TICK_MS };
}

function processFolders(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}
