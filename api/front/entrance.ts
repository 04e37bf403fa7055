import { toHttpAnswer } from '../errors/answers.ts';
import type { ApiError } from '../errors/api-error.ts';
import { AllowedHosts } from '../http/allowed-hosts.ts';
import { corsHeaders } from '../http/cors.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { LargeJson } from '../limits/large-json.ts';
import { UNFINISHED_REQUESTS } from '../limits/requests.ts';
import { orThrow } from '../limits/slots.ts';
import { Turns } from '../limits/turns.ts';
import type { Exchange } from '../port/port.ts';
import type { FrontDeps } from './deps.ts';
import { keyOf, type RequestHead, readHead } from './request.ts';
import type { RequestBodyOptions } from './request-body.ts';
import { framingFault, pathFault } from './request-faults.ts';
import { Response } from './response.ts';

/** A request whose head is valid. Its body has not been received yet. */
export interface PortRequest {
  readonly head: RequestHead;
  readonly response: Response;
  /** Headers for every response that this layer sends itself, so that pages of allowed origins can read it. */
  readonly cors: Readonly<Record<string, string>>;
  /** Settles when this client's next piece of work may begin. */
  readonly turn: () => Promise<void>;
}

/** Checks that apply to every request, on any path. The head is checked before any work is done for it. */
export class Entrance {
  readonly #deps: Pick<FrontDeps, 'settings' | 'metrics' | 'audit' | 'readiness'>;
  readonly #hosts: AllowedHosts;
  readonly #unfinished: ConcurrencyLimit;
  readonly #turns = new Turns();
  readonly #largeJson = new LargeJson();

  constructor(deps: Pick<FrontDeps, 'settings' | 'metrics' | 'audit' | 'readiness'>) {
    this.#deps = deps;
    const { maxUnfinishedPerAddress: max } = deps.settings;
    this.#hosts = new AllowedHosts(deps.settings);
    this.#unfinished = new ConcurrencyLimit({
      ...UNFINISHED_REQUESTS,
      perOwner: max || Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Checks a request. Call it before the request's handler returns.
   * @param kind what the request's path is for
   * @returns null when the request was refused
   */
  enter(exchange: Exchange, kind: 'http' | 'websocket'): PortRequest | null {
    const head = readHead(exchange.head, this.#deps.settings.trustedProxies);
    const { headers } = head;
    const key = keyOf(head);
    const response = new Response(exchange, {
      // Programs differ in how they read chunked bodies. Closing the connection ensures that nothing after such a body
      // is read as a request.
      isLast: () => headers['transfer-encoding'] !== undefined || this.#deps.readiness.isDraining,
      onRefused: key === null ? undefined : () => this.#turns.hold(key),
    });
    const unclear = framingFault(headers);
    if (unclear) {
      this.#count(head, kind, unclear);
      response.refuseUnclear(toHttpAnswer(unclear, head.path));
      return null;
    }
    const cors = corsHeaders(headers.origin, this.#deps.settings.corsOrigins);
    try {
      const fault = pathFault(head.path);
      if (fault) throw fault;
      this.#hosts.checkHost(headers.host);
      if (kind === 'websocket') this.#hosts.checkOrigin(headers.origin);
      // Many clients may share an address, such as those behind a proxy. JWTs do not count separately, because one key
      // can create any number of them.
      const name = key ?? clientNetwork(head.client);
      const turn = (): Promise<void> => this.#turns.enter(name);
      this.#openBody(head, response, { turn, count: (bytes) => this.#largeJson.take(name, bytes) });
      return { head, response, cors, turn };
    } catch (error) {
      this.#deps.audit.refused(error, { client: head.client, operation: kind });
      const answer = toHttpAnswer(error, head.path);
      this.#count(head, kind, answer);
      response.sendError(answer, cors);
      return null;
    }
  }

  #openBody(
    { headers, client }: RequestHead,
    response: Response,
    pace: Pick<RequestBodyOptions, 'turn' | 'count'>,
  ): void {
    const length = headers['content-length'];
    if (length === undefined && headers['transfer-encoding'] === undefined) return;
    const slot = orThrow(this.#unfinished.enter(clientNetwork(client)));
    response.openBody({
      declaredBytes: length === undefined ? null : Number(length),
      onOver: () => slot.release(),
      ...pace,
    });
  }

  #count({ method }: RequestHead, kind: 'http' | 'websocket', { status }: Pick<ApiError, 'status'>): void {
    const { metrics } = this.#deps;
    if (kind === 'websocket') metrics.refusals.inc({ transport: 'websocket', status });
    else
      metrics.httpRequests.inc({ method: METHODS.has(method) ? method : 'other', route: 'refused', status });
  }
}

/**
 * Methods of RFC 9110 and RFC 5789 that a route may have. Injecting any other method into the REST application throws.
 */
export const METHODS: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);
