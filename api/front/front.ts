import { toApiError } from '../errors.ts';
import { orThrow } from '../limits.ts';
import { bridge } from './bridge.ts';
import type { FrontDeps } from './deps.ts';
import { credentialsOf, decodeSegment, readHead } from './request.ts';
import { Response } from './response.ts';
import { closeUnentitled } from './socket-watch.ts';
import { parseSpeakSettings } from './speak-settings.ts';
import { type SocketData, SpeakSession } from './speak-socket.ts';
import { speakOverSse } from './sse.ts';
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
} from './uws.ts';

/** How often open sockets are asked whether their credentials still hold. */
const WATCH_MS = 5000;
/** Seconds without a frame or a pong after which a peer counts as dead. Pings go out by themselves. */
const DEAD_PEER_SECONDS = 120;
/**
 * Larger than any message a client may send, so that the refusal can be a close frame with its code; the library
 * itself would just cut the connection.
 */
const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Never reached: sending waits long before. */
const MAX_BACKPRESSURE_BYTES = 16 * 1024 * 1024;

export interface Listening {
  readonly port: number;
  readonly tlsPort: number | null;
}

/**
 * The one port: streams are answered here, natively on uWebSockets.js; everything else goes to the REST application in
 * the same process. With a certificate the same routes listen on a second, encrypted port.
 */
export class Front {
  readonly #deps: FrontDeps;
  readonly #apps: TemplatedApp[] = [];
  readonly #listeners: ListenSocket[] = [];
  readonly #sessions = new Set<SpeakSession>();
  readonly #pending = new Set<Promise<void>>();
  #idleTimer: NodeJS.Timeout | null = null;
  #watchTimer: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(deps: FrontDeps) {
    this.#deps = deps;
  }

  /** @throws Error that names the setting when an address cannot be listened on */
  async listen(): Promise<Listening> {
    const { host, port, tlsCert, tlsKey, tlsPort, idleSocketMs } = this.#deps.settings;
    const plain = this.#route(App());
    const listening = {
      port: await this.#listen(plain, host, port, 'PORT'),
      tlsPort:
        tlsCert && tlsKey
          ? await this.#listen(
              this.#route(SSLApp({ cert_file_name: tlsCert, key_file_name: tlsKey })),
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
   * Stops accepting, lets streams finish for at most `graceMs`, then cuts what is left.
   */
  async close(graceMs: number): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    if (this.#idleTimer) clearInterval(this.#idleTimer);
    if (this.#watchTimer) clearInterval(this.#watchTimer);
    for (const listener of this.#listeners) us_listen_socket_close(listener);
    for (const session of this.#sessions) session.shutDown();
    const deadlineMs = performance.now() + graceMs;
    while ((this.#sessions.size > 0 || this.#pending.size > 0) && performance.now() < deadlineMs) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const app of this.#apps) app.close();
  }

  #route(app: TemplatedApp): TemplatedApp {
    const deps = this.#deps;
    this.#apps.push(app);
    return app
      .post('/sse/speak/:lang', (res, req) => this.#track(speakOverSse(deps, res, req)))
      .ws<SocketData>('/speak/:lang', {
        maxPayloadLength: MAX_PAYLOAD_BYTES,
        maxBackpressure: MAX_BACKPRESSURE_BYTES,
        idleTimeout: DEAD_PEER_SECONDS,
        sendPingsAutomatically: true,
        upgrade: (res, req, context) => this.#track(this.#upgrade(res, req, context)),
        open: (ws) => {
          const session = new SpeakSession(deps, ws);
          ws.getUserData().session = session;
          this.#sessions.add(session);
          deps.metrics.socketsOpen.inc({ kind: 'speak' });
        },
        message: (ws, message) => ws.getUserData().session?.message(message),
        pong: (ws, payload) => ws.getUserData().session?.pong(payload),
        close: (ws) => {
          const { session } = ws.getUserData();
          session?.closed();
          if (session) this.#sessions.delete(session);
          deps.metrics.socketsOpen.dec({ kind: 'speak' });
        },
      })
      .any('/*', (res, req) => this.#track(bridge(deps, res, req)));
  }

  /** Everything that can be wrong with a socket is found before it opens: an HTTP answer says what. */
  async #upgrade(
    res: HttpResponse,
    req: HttpRequest,
    context: Parameters<HttpResponse['upgrade']>[4],
  ): Promise<void> {
    const lang = decodeSegment(req.getParameter(0));
    const head = readHead(req);
    const response = new Response(res);
    try {
      const identity = await this.#deps.authenticator.authenticate(credentialsOf(head));
      const settings = parseSpeakSettings(lang, Object.fromEntries(head.query), 'query');
      const clone = await this.#deps.library.resolve(identity.ownerId, settings.voiceId);
      this.#deps.engine.check('', settings, clone);
      if (response.signal.aborted) return;
      const slot = orThrow(this.#deps.limits.acquireStream(identity.keyId));
      const data: SocketData = { identity, settings, clone, slot, session: null };
      const header = (name: string): string => head.headers[name] ?? '';
      res.cork(() =>
        res.upgrade(
          data,
          header('sec-websocket-key'),
          header('sec-websocket-protocol'),
          header('sec-websocket-extensions'),
          context,
        ),
      );
    } catch (error) {
      const answer = toApiError(error, 'query');
      this.#deps.metrics.refusals.inc({ transport: 'websocket', status: answer.status });
      if (answer.status >= 500) this.#deps.log.error({ err: error }, 'an upgrade failed');
      response.sendError(answer);
    }
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
