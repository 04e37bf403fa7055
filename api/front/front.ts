import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnentitled, type Entitled, WATCH_MS } from '../credentials/entitlement.ts';
import { refusal } from '../errors/api-error.ts';
import type { Scheme } from '../http/own-address.ts';
import { DEAD_PEER_SECONDS, MAX_BACKPRESSURE_BYTES, MAX_PAYLOAD_BYTES } from '../limits/sockets.ts';
import { planAgentSocket } from './agent-socket.ts';
import { bridge } from './bridge.ts';
import {
  admit,
  ConversationSocket,
  type ConversationSocketData,
  type ConversationSocketKind,
  type PlanConversation,
} from './conversation-socket.ts';
import type { FrontDeps } from './deps.ts';
import { Entrance, type PortRequest } from './entrance.ts';
import { planMediaStream } from './media-stream-socket.ts';
import { speakForOpenAi } from './openai-speech.ts';
import { planRealtime } from './realtime-socket.ts';
import { decodeSegment } from './request.ts';
import { planSpeaking, type SocketData, SpeakSession } from './speak-socket.ts';
import { speakOverSse } from './sse.ts';
import { type Plan, type UpgradeContext, upgrade } from './upgrade.ts';
import { UpgradeCork } from './upgrade-cork.ts';
import {
  App,
  type HttpRequest,
  type HttpResponse,
  type ListenSocket,
  listenAlone,
  SSLApp,
  type TemplatedApp,
  us_listen_socket_close,
  us_socket_local_port,
  type WebSocketBehavior,
} from './uws.ts';

/** Sockets are told to go some at a time, so that their clients do not all come back to other processes at once. */
const FAREWELLS = { atATime: 50, everyMs: 50 } as const;
/** How long clients get to receive the shutdown message. */
const GOODBYE_MS = 200;
/** Ending a conversation takes half a second; its socket gives up after two. */
const LAST_WORDS_MS = 2500;

/** What all open sockets have in common. */
interface OpenSocket extends Entitled {
  readonly lastActiveMs: number;
  closeIdle(): void;
  /** The server is shutting down. */
  shutDown(): void;
}

const SOCKET_OPTIONS = {
  maxPayloadLength: MAX_PAYLOAD_BYTES,
  maxBackpressure: MAX_BACKPRESSURE_BYTES,
  idleTimeout: DEAD_PEER_SECONDS,
  sendPingsAutomatically: true,
} as const;

export interface Listening {
  readonly port: number;
  readonly tlsPort: number | null;
}

/**
 * The one port: streams are handled here, directly on uWebSockets.js; everything else goes to the REST application in
 * the same process. With a certificate the same routes also listen on a second, encrypted port.
 */
export class Front {
  readonly #deps: FrontDeps;
  readonly #entrance: Entrance;
  readonly #apps: TemplatedApp[] = [];
  readonly #listeners: ListenSocket[] = [];
  readonly #sessions = new Set<OpenSocket>();
  #conversations = 0;
  /** There is one while it listens. */
  #cork: UpgradeCork | null = null;
  readonly #pending = new Set<Promise<void>>();
  #idleTimer: NodeJS.Timeout | null = null;
  #watchTimer: NodeJS.Timeout | null = null;
  #closed: Promise<void> | null = null;

  constructor(deps: FrontDeps) {
    this.#deps = deps;
    this.#entrance = new Entrance(deps);
  }

  /** @throws Error that names the setting when an address cannot be listened on */
  async listen(): Promise<Listening> {
    const { host, port, tlsCert, tlsKey, tlsPort, idleSocketMs } = this.#deps.settings;
    this.#cork = await UpgradeCork.open();
    const plain = this.#route(App(), 'http');
    const listening = {
      port: await this.#listen(plain, host, port, 'PORT'),
      tlsPort:
        tlsCert && tlsKey
          ? await this.#listen(
              this.#route(SSLApp({ cert_file_name: tlsCert, key_file_name: tlsKey }), 'https'),
              host,
              tlsPort,
              'TLS_PORT',
            )
          : null,
    };
    this.#idleTimer = setInterval(() => this.#closeIdle(), Math.min(30_000, idleSocketMs / 4));
    this.#watchTimer = setInterval(() => {
      closeUnentitled(this.#sessions, this.#deps).catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'open sockets could not be checked');
      });
    }, WATCH_MS);
    return listening;
  }

  /**
   * Stops accepting connections, lets streams finish for at most `graceMs` and conversations for at most `drainMs`,
   * then cuts whatever is left. Later calls settle with the first one.
   */
  close(graceMs: number, drainMs = 0): Promise<void> {
    this.#closed ??= this.#close(graceMs, drainMs);
    return this.#closed;
  }

  async #close(graceMs: number, drainMs: number): Promise<void> {
    if (this.#idleTimer) clearInterval(this.#idleTimer);
    if (this.#watchTimer) clearInterval(this.#watchTimer);
    for (const listener of this.#listeners) us_listen_socket_close(listener);
    await Promise.all([
      this.#dismiss(graceMs / 2),
      until(() => this.#sessions.size === this.#conversations && this.#pending.size === 0, graceMs),
      until(() => this.#conversations === 0, drainMs),
    ]);
    for (const session of this.#sessions) session.shutDown();
    await Promise.all([
      until(() => this.#sessions.size === this.#conversations, GOODBYE_MS),
      until(() => this.#conversations === 0, LAST_WORDS_MS),
    ]);
    for (const app of this.#apps) app.close();
    this.#cork?.close();
  }

  /** Tells the speaking sockets to finish and go, within about `withinMs`. */
  async #dismiss(withinMs: number): Promise<void> {
    const { atATime, everyMs } = FAREWELLS;
    const sockets = [...this.#sessions].filter((session) => !(session instanceof ConversationSocket));
    const size = Math.max(atATime, Math.ceil((sockets.length * everyMs) / Math.max(withinMs, everyMs)));
    for (let next = 0; next < sockets.length; next += size) {
      if (next > 0) await sleep(everyMs);
      for (const socket of sockets.slice(next, next + size)) socket.shutDown();
    }
  }

  #route(app: TemplatedApp, scheme: Scheme): TemplatedApp {
    const deps = this.#deps;
    this.#apps.push(app);
    return app
      .post('/sse/speak/:lang', (res, req) => {
        const lang = decodeSegment(req.getParameter(0));
        this.#answer(res, req, (request) => speakOverSse(deps, request, lang));
      })
      .post('/v1/audio/speech', (res, req) => {
        this.#answer(res, req, (request) => speakForOpenAi(deps, request));
      })
      .ws<SocketData>('/speak/:lang', {
        ...SOCKET_OPTIONS,
        upgrade: (res, req, context) => {
          const lang = decodeSegment(req.getParameter(0));
          this.#upgrade(res, req, context, (head) => planSpeaking(deps, lang, head));
        },
        open: (ws) => {
          const session = new SpeakSession(deps, ws);
          ws.getUserData().session = session;
          this.#sessions.add(session);
          deps.metrics.socketsOpen.inc({ kind: 'speak' });
        },
        message: (ws, message) => ws.getUserData().session?.message(message),
        ping: (ws) => ws.getUserData().session?.ping(),
        pong: (ws, payload) => ws.getUserData().session?.pong(payload),
        close: (ws) => {
          const { session } = ws.getUserData();
          session?.closed();
          if (session) this.#sessions.delete(session);
          deps.metrics.socketsOpen.dec({ kind: 'speak' });
        },
      })
      .ws('/agents', this.#conversation('agent', planAgentSocket, 0))
      .ws('/v1/realtime', this.#conversation('realtime', planRealtime, 0))
      .ws('/agents/:agent_id/media-stream', this.#conversation('media-stream', planMediaStream, 1))
      .ws('/agents/:agent_id/media-stream/:token', this.#conversation('media-stream', planMediaStream, 2))
      .any('/*', (res, req) => this.#answer(res, req, (request) => bridge(deps, request, scheme)));
  }

  #answer(res: HttpResponse, req: HttpRequest, handle: (request: PortRequest) => Promise<void>): void {
    const request = this.#entrance.enter(res, req, 'http');
    if (request) this.#track(request.turn().then(() => handle(request)));
  }

  /** Adds a conversation socket. `parameters` is the number of parameters in its path. */
  #conversation(
    kind: ConversationSocketKind,
    plan: PlanConversation,
    parameters: number,
  ): WebSocketBehavior<ConversationSocketData> {
    const { metrics } = this.#deps;
    return {
      ...SOCKET_OPTIONS,
      upgrade: (res, req, context) => {
        const path = Array.from({ length: parameters }, (_, i) => decodeSegment(req.getParameter(i)));
        this.#upgrade(res, req, context, async (head) => {
          const { agents } = this.#deps;
          if (!agents) throw refusal('no_conversations');
          const planned = await plan(this.#deps, agents, head, path);
          return async () => {
            const admitted = admit(this.#deps, agents, planned, this.#conversations);
            // Counted from here on, so that each of several simultaneous upgrades sees the others.
            this.#conversations++;
            const giveBack = (): void => {
              this.#conversations--;
              planned.notAdmitted?.();
            };
            const slot = await admitted.catch((error: unknown) => {
              giveBack();
              throw error;
            });
            const data = { ...planned, kind, slot, socket: null } satisfies ConversationSocketData;
            return {
              data,
              giveBack: () => {
                slot.release();
                giveBack();
              },
            };
          };
        });
      },
      open: (ws) => {
        const socket = new ConversationSocket(ws);
        ws.getUserData().socket = socket;
        this.#sessions.add(socket);
        metrics.socketsOpen.inc({ kind });
      },
      message: (ws, message, isBinary) => ws.getUserData().socket?.message(message, isBinary),
      ping: (ws) => ws.getUserData().socket?.ping(),
      pong: (ws, payload) => ws.getUserData().socket?.pong(payload),
      close: (ws) => {
        const { socket } = ws.getUserData();
        this.#conversations--;
        socket?.closed();
        if (socket) this.#sessions.delete(socket);
        metrics.socketsOpen.dec({ kind });
      },
    };
  }

  #upgrade<T>(res: HttpResponse, req: HttpRequest, context: UpgradeContext, plan: Plan<T>): void {
    const request = this.#entrance.enter(res, req, 'websocket');
    const cork = this.#cork;
    if (!request || !cork) return;
    this.#track(request.turn().then(() => upgrade(this.#deps, { res, request, context, cork, plan })));
  }

  #track(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  #closeIdle(): void {
    const limitMs = performance.now() - this.#deps.settings.idleSocketMs;
    for (const session of this.#sessions) if (session.lastActiveMs < limitMs) session.closeIdle();
  }

  async #listen(app: TemplatedApp, host: string, port: number, setting: string): Promise<number> {
    const listener = await listenAlone(app, host, port);
    if (!listener) {
      throw new Error(
        `Cannot listen on ${host}:${port}: the port is taken or not allowed; set ${setting} or HOST`,
      );
    }
    this.#listeners.push(listener);
    return us_socket_local_port(listener);
  }
}

/** Settles when the condition holds, or after `ms`. */
async function until(condition: () => boolean, ms: number): Promise<void> {
  const deadlineMs = performance.now() + ms;
  while (!condition() && performance.now() < deadlineMs) {
    await sleep(20);
  }
}
