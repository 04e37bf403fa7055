import { AgentError } from '../../agent-worker/errors.ts';
import { ApiError } from '../errors/api-error.ts';
import { isOpenAiPath, toOpenAiAnswer } from '../errors/openai-answer.ts';
import { speechFieldsIn, toApiError } from '../errors/to-api-error.ts';
import type { Exchange, PortSocket, SocketListener } from '../port/port.ts';
import type { FrontDeps } from './deps.ts';
import type { PortRequest } from './entrance.ts';
import type { RequestHead } from './request.ts';

/** Reserves what a socket needs. `giveBack` is for one that does not open after all. @throws ApiError, AgentError */
export type Admit<T> = () => Promise<{ readonly data: T; giveBack(): void }>;

/** Checks a request; the function it returns is called just before the socket opens. @throws ApiError, AgentError */
export type Plan<T> = (head: RequestHead) => Promise<Admit<T>>;

/** How a socket comes to be. */
export interface Opening<T> {
  readonly plan: Plan<T>;
  /** What the socket does, once it is open. */
  readonly open: (socket: PortSocket, data: T) => SocketListener;
}

interface Upgrading<T> extends Opening<T> {
  readonly exchange: Exchange;
  readonly request: PortRequest;
}

/**
 * Opens a socket. Everything that can be wrong with it is found before and reported as an HTTP response. Never throws.
 */
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
    // Our own errors already tell the client everything; no need to log them.
    const isOwn = error instanceof ApiError || error instanceof AgentError;
    if (answer.status >= 500 && !isOwn) log.error({ err: error }, 'an upgrade failed');
    response.sendError(answer);
  }
}
