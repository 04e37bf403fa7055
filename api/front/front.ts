import { setTimeout as sleep } from 'node:timers/promises';
import { closeUnentitled, type Entitled, WATCH_MS } from '../credentials/entitlement.ts';
import { refusal } from '../errors/api-error.ts';
import type { Scheme } from '../http/own-address.ts';
import { openPorts } from '../port/open-ports.ts';
import type { Certificate, Exchange, Port, PortLibrary, SocketListener } from '../port/port.ts';
import { planAgentSocket } from './agent-socket.ts';
import { bridge } from './bridge.ts';
import {
  admit,
  ConversationSocket,
  type ConversationSocketKind,
  type ConversationSocketPlan,
  type PlanConversation,
} from './conversation-socket.ts';
import type { FrontDeps } from './deps.ts';
import { Entrance, type PortRequest } from './entrance.ts';
import { planCallStream, planMediaStream } from './media-stream-socket.ts';
import { speakForOpenAi } from './openai-speech.ts';
import { planRealtime } from './realtime-socket.ts';
import { decodeSegment } from './request.ts';
import { planSpeaking, SpeakSession } from './speak-socket.ts';
import { speakOverSse } from './sse.ts';
import { type Opening, upgrade } from './upgrade.ts';

/** Sockets are notified in groups, so that their clients do not all reconnect to other processes at once. */
const FAREWELLS = { atATime: 50, everyMs: 50 } as const;
/** How long clients have to answer the close message, in ms. */
const GOODBYE_MS = 1000;
/**
 * uWebSockets.js considers a socket closed as soon as the message is sent. Cutting a connection while its client still
 * sends can discard that message. So the process reads for some steps before it cuts connections; each step lets a busy
 * process read.
 */
const READING = { steps: 10, everyMs: 20 } as const;

/** Common interface of open sockets. */
interface OpenSocket extends Entitled {
  readonly lastActiveMs: number;
  closeIdle(): void;
  /** The server is shutting down. For conversations it settles when their client has been notified. */
  shutDown(): void | Promise<void>;
}

export interface Listening {
  readonly port: number;
  readonly tlsPort: number | null;
}

/**
 * Handles a request.
 * @param path the decoded parameters in its path
 */
type Handle = (exchange: Exchange, path: readonly string[]) => void;

interface Route {
  /** Its groups are the parameters. */
  readonly path: RegExp;
  readonly handle: Handle;
}

/**
 * The server's port. Streams are handled here; everything else goes to the REST application in the same process. With a
 * certificate the same routes also listen on a second, encrypted port.
 */
export class Front {
  readonly #deps: FrontDeps;
  readonly #entrance: Entrance;
  readonly #ports: Port[] = [];
  readonly #sessions = new Set<OpenSocket>();
  /** Sockets of conversations, and others that are allowed to finish like them. */
  #conversations = 0;
  /** Sockets that take the place of a conversation. */
  #places = 0;
  /** Set while it listens. */
  #library: PortLibrary | null = null;
  readonly #sockets: readonly Route[];
  readonly #posts: readonly Route[];
  readonly #pending = new Set<Promise<void>>();
  #idleTimer: NodeJS.Timeout | null = null;
  #watchTimer: NodeJS.Timeout | null = null;
  #closed: Promise<void> | null = null;

  constructor(deps: FrontDeps) {
    this.#deps = deps;
    this.#entrance = new Entrance(deps);
    this.#posts = [
      {
        path: /^\/sse\/speak\/([^/]+)$/,
        handle: (exchange, [lang = '']) =>
          this.#answer(exchange, (request) => speakOverSse(deps, request, lang)),
      },
      {
        path: /^\/v1\/audio\/speech$/,
        handle: (exchange) => this.#answer(exchange, (request) => speakForOpenAi(deps, request)),
      },
    ];
    this.#sockets = [
      { path: /^\/speak\/([^/]+)$/, handle: (exchange, [lang = '']) => this.#speaking(exchange, lang) },
      { path: /^\/agents$/, handle: this.#conversation('agent', planAgentSocket) },
      { path: /^\/v1\/realtime$/, handle: this.#conversation('realtime', planRealtime) },
      {
        path: /^\/agents\/([^/]+)\/media-stream(?:\/([^/]+))?$/,
        handle: this.#conversation('media-stream', planMediaStream),
      },
      {
        path: /^\/calls\/([^/]+)\/media-stream\/([^/]+)$/,
        handle: this.#conversation('media-stream', planCallStream),
      },
    ];
  }

  /** @throws Error that names the setting when an address cannot be listened on */
  async listen(): Promise<Listening> {
    const { host, port, tlsCert, tlsKey, tlsPort, idleSocketMs, httpServer } = this.#deps.settings;
    this.#library = await openPorts(httpServer, this.#deps.log);
    const certificate = tlsCert && tlsKey ? { certFile: tlsCert, keyFile: tlsKey } : null;
    const listening = {
      port: await this.#listen(host, port, 'PORT'),
      tlsPort: certificate && (await this.#listen(host, tlsPort, 'TLS_PORT', certificate)),
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
    for (const port of this.#ports) port.stopListening();
    const areTold = this.#sessions.size > 0;
    await Promise.all([
      this.#dismiss(graceMs / 2),
      until(() => this.#sessions.size === this.#conversations && this.#pending.size === 0, graceMs),
      until(() => this.#conversations === 0, drainMs),
    ]);
    await Promise.all([...this.#sessions].map((session) => session.shutDown()));
    await until(() => this.#sessions.size === 0, GOODBYE_MS);
    for (let step = 0; areTold && step < READING.steps; step++) await sleep(READING.everyMs);
    for (const port of this.#ports) port.close();
    this.#library?.close();
  }

  /** Tells the speaking sockets to finish and close, spread over about `withinMs`. */
  async #dismiss(withinMs: number): Promise<void> {
    const { atATime, everyMs } = FAREWELLS;
    const sockets = [...this.#sessions].filter((session) => !(session instanceof ConversationSocket));
    const size = Math.max(atATime, Math.ceil((sockets.length * everyMs) / Math.max(withinMs, everyMs)));
    for (let next = 0; next < sockets.length; next += size) {
      if (next > 0) await sleep(everyMs);
      for (const socket of sockets.slice(next, next + size)) socket.shutDown();
    }
  }

  #route(exchange: Exchange, scheme: Scheme): void {
    const { method, path, asksForSocket } = exchange.head;
    const routes = asksForSocket ? this.#sockets : method === 'POST' ? this.#posts : [];
    for (const route of routes) {
      const match = route.path.exec(path);
      if (!match) continue;
      route.handle(exchange, parametersOf(match));
      return;
    }
    this.#answer(exchange, (request) => bridge(this.#deps, request, scheme));
  }

  #answer(exchange: Exchange, handle: (request: PortRequest) => Promise<void>): void {
    const request = this.#entrance.enter(exchange, 'http');
    if (request) this.#track(request.turn().then(() => handle(request)));
  }

  #speaking(exchange: Exchange, lang: string): void {
    const deps = this.#deps;
    this.#upgrade(exchange, {
      plan: (head) => planSpeaking(deps, lang, head),
      open: (socket, data) => {
        const session = new SpeakSession(deps, socket, data);
        return this.#opened(session, 'speak', () => session.closed());
      },
    });
  }

  #conversation(kind: ConversationSocketKind, plan: PlanConversation): Handle {
    return (exchange, path) =>
      this.#upgrade(exchange, {
        plan: async (head) => {
          const { agents } = this.#deps;
          if (!agents) throw refusal('no_conversations');
          const planned = await plan(this.#deps, agents, head, path);
          return async () => {
            const admitted = admit(this.#deps, agents, planned, this.#places);
            // Counted now, so that each of several simultaneous upgrades sees the others.
            const leave = this.#enter(planned);
            const giveBack = (): void => {
              leave();
              planned.notAdmitted?.();
            };
            const slot = await admitted.catch((error: unknown) => {
              giveBack();
              throw error;
            });
            return {
              data: { ...planned, slot, leave },
              giveBack: () => {
                slot.release();
                giveBack();
              },
            };
          };
        },
        open: (socket, data) => {
          const session = new ConversationSocket(socket, data);
          return this.#opened(session, kind, () => {
            data.leave();
            session.closed();
          });
        },
      });
  }

  /** Counts a socket of a conversation. @returns a function that ends the count; to be called once */
  #enter(planned: ConversationSocketPlan): () => void {
    this.#conversations++;
    const givePlaceBack = planned.takePlace?.() ?? this.#takePlace();
    return () => {
      this.#conversations--;
      givePlaceBack();
    };
  }

  #takePlace(): () => void {
    this.#places++;
    return () => {
      this.#places--;
    };
  }

  /** Counts an open socket until it has closed. @returns its listener */
  #opened(session: OpenSocket & SocketListener, kind: string, closed: () => void): SocketListener {
    const { socketsOpen } = this.#deps.metrics;
    this.#sessions.add(session);
    socketsOpen.inc({ kind });
    return {
      message: (bytes, isBinary) => session.message(bytes, isBinary),
      ping: () => session.ping(),
      pong: (payload) => session.pong(payload),
      closed: () => {
        closed();
        this.#sessions.delete(session);
        socketsOpen.dec({ kind });
      },
    };
  }

  #upgrade<T>(exchange: Exchange, socket: Opening<T>): void {
    const request = this.#entrance.enter(exchange, 'websocket');
    if (request)
      this.#track(request.turn().then(() => upgrade(this.#deps, { exchange, request, ...socket })));
  }

  #track(work: Promise<void>): void {
    this.#pending.add(work);
    void work.finally(() => this.#pending.delete(work));
  }

  #closeIdle(): void {
    const limitMs = performance.now() - this.#deps.settings.idleSocketMs;
    for (const session of this.#sessions) if (session.lastActiveMs < limitMs) session.closeIdle();
  }

  async #listen(host: string, port: number, setting: string, certificate?: Certificate): Promise<number> {
    const scheme: Scheme = certificate ? 'https' : 'http';
    const opened = this.#library?.port((exchange) => this.#route(exchange, scheme), certificate);
    const listening = await opened?.listen(host, port);
    if (!opened || !listening) {
      throw new Error(
        `Cannot listen on ${host}:${port}: the port is taken or not allowed; set ${setting} or HOST`,
      );
    }
    this.#ports.push(opened);
    return listening;
  }
}

/** Returns the parameters that are present. */
function parametersOf(match: RegExpExecArray): string[] {
  return match
    .slice(1)
    .flatMap((segment: string | undefined) => (segment === undefined ? [] : [decodeSegment(segment)]));
}

/** Settles when the condition holds, or after `ms`. */
async function until(condition: () => boolean, ms: number): Promise<void> {
  const deadlineMs = performance.now() + ms;
  while (!condition() && performance.now() < deadlineMs) {
    await sleep(20);
  }
}
