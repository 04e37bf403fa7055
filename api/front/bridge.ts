import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { toHttpAnswer } from '../errors/answers.ts';
import { ApiError } from '../errors/api-error.ts';
import { withIncomingBody } from '../http/forms/incoming.ts';
import { withHangUp } from '../http/hang-up.ts';
import { SCHEME_HEADER, type Scheme } from '../http/own-address.ts';
import type { FrontDeps } from './deps.ts';
import { METHODS, type PortRequest } from './entrance.ts';
import { ClientGone } from './request-body.ts';

const REQUEST_TIMEOUT = 408;
/** Methods that may cause expensive work. */
const WORKING_METHODS = new Set(['POST', 'PUT', 'PATCH']);
/** Headers that the library sets itself, or that have no meaning beyond one connection (RFC 9110 section 7.6.1). */
const DROPPED_HEADERS = new Set(['connection', 'transfer-encoding', 'content-length', 'keep-alive', 'date']);

/** Passes a request to the REST application in this process, and its response back to the client. */
export async function bridge(deps: FrontDeps, request: PortRequest, scheme: Scheme): Promise<void> {
  const { head, response, cors } = request;
  try {
    if (!METHODS.has(head.method)) throw deps.rest.whyUnanswered(head.method, head.path);
    // Reading and deleting are cheap.
    if (WORKING_METHODS.has(head.method)) deps.overload.check();
    const answer = await withHangUp(response.signal, () => handOver(deps.rest, request, scheme));
    if (answer.body instanceof Readable) {
      for await (const part of answer.body) {
        await response.write(part as Buffer, answer, deps.settings.slowReaderMs);
      }
      // The head is sent with the first part. A response without a body (a 204) still has a status and headers.
      if (response.headSent) response.end();
      else response.send(answer.status, answer.headers);
    } else {
      response.send(answer.status, answer.headers, answer.body, answer.status === REQUEST_TIMEOUT);
    }
  } catch (error) {
    if (error instanceof ClientGone) return;
    if (!(error instanceof ApiError)) deps.log.error({ err: error }, 'a request could not be answered');
    if (response.headSent) response.destroy();
    else response.sendError(toHttpAnswer(error, head.path), cors);
  }
}

/** The body is not read until the route reads it, which is after the credentials were checked. */
function handOver(
  rest: FastifyInstance,
  { head, response: { body } }: PortRequest,
  scheme: Scheme,
): Promise<Answer> {
  const options: InjectOptions = {
    method: head.method as NonNullable<InjectOptions['method']>,
    url: head.queryText ? `${head.path}?${head.queryText}` : head.path,
    headers: { ...head.headers, [SCHEME_HEADER]: scheme },
    remoteAddress: head.peer,
  };
  return body ? withIncomingBody(body, () => inject(rest, options)) : inject(rest, options);
}

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer | Readable;
}

async function inject(rest: FastifyInstance, options: InjectOptions): Promise<Answer> {
  const answer = await rest.inject({ ...options, payloadAsStream: true });
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && !DROPPED_HEADERS.has(name)) headers[name] = String(value);
  }
  const status = answer.statusCode;
  // A body of known length is sent in one piece; only real streams are streamed.
  const stream = answer.stream();
  if (answer.headers['content-length'] === undefined) return { status, headers, body: stream };
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return { status, headers, body: Buffer.concat(parts) };
}
