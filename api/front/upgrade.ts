import { AgentError } from '../../agent-worker/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { isOpenAiPath, toOpenAiAnswer } from '../errors/openai-answer.ts';
import { speechFieldsIn, toApiError } from '../errors/to-api-error.ts';
import type { Exchange, PortSocket, SocketListener } from '../port/port.ts';
import type { FrontDeps } from './deps.ts';
import type { PortRequest } from './entrance.ts';
import type { RequestHead } from './request.ts';

/**
 * Reserves the capacity for a socket. `giveBack` releases it if the socket does not open after all.
 * @throws ApiError, AgentError
 */
export type Admit<T> = () => Promise<{ readonly data: T; giveBack(): void }>;

/**
 * Checks a request. The returned function is called just before the socket opens.
 * @throws ApiError, AgentError
 */
export type Plan<T> = (head: RequestHead) => Promise<Admit<T>>;

/** The steps of opening a socket. */
export interface Opening<T> {
  readonly plan: Plan<T>;
  /** Creates the listener of the open socket. */
  readonly open: (socket: PortSocket, data: T) => SocketListener;
}

interface Upgrading<T> extends Opening<T> {
  readonly exchange: Exchange;
  readonly request: PortRequest;
}

/** Opens a socket. All faults are found before the upgrade and reported as an HTTP response. Never throws. */
export async function upgrade<T>(
  { overload, metrics, audit, log }: FrontDeps,
  { exchange, request: { head, response }, plan, open }: Upgrading<T>,
): Promise<void> {
  try {
    overload.check();
    const admit = await plan(head);
    if (response.signal.aborted) return;
    const { data, giveBack } = await admit();
    if (response.signal.aborted || !exchange.upgrade((socket) => open(socket, data))) giveBack();
  } catch (error) {
    const answer = isOpenAiPath(head.path)
      ? toOpenAiAnswer(error)
      : toApiError(error, speechFieldsIn('query'));
    metrics.refusals.inc({ transport: 'websocket', status: answer.status });
    audit.refused(error, { client: head.client, operation: 'WebSocket' });
    // Errors of this server tell the client everything, so they need no log entry.
    const isOwn = error instanceof ApiError || error instanceof AgentError;
    if (answer.status >= 500 && !isOwn) log.error({ err: error }, 'an upgrade failed');
    response.sendError(answer);
  }
}
