/**
 * Long-running work: responds when it is done, or, if the client accepts an event stream, reports its progress first.
 */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProgressError } from '../../errors/answers.ts';
import { acceptsEvents, KEEP_ALIVE_MS } from '../common/server-sent-events.ts';

/** Reports the current stage and the completed fraction of the whole, 0 to 1. */
export type OnProgress = (stage: string, fraction: number) => void;

/** The description of the progress stream in the OpenAPI document. */
export const PROGRESS_TEXT =
  'With `Accept: text/event-stream` the answer is a stream of `progress` events (`stage`, `fraction`), and then a ' +
  '`result` with the same JSON, or an `error` with `status_code` and `detail`.';

/** Smallest step that is reported as an event. */
const LEAST_STEP = 0.01;

/**
 * Does the work of a request and responds with the result. With `Accept: text/event-stream` the response is a stream of
 * `progress` events (`stage`, `fraction`) that ends with a `result` (the same JSON as otherwise) or an `error`
 * (`status_code`, `detail`). A failure before the first progress gets the usual error response in both cases.
 */
export async function answerWithProgress<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (onProgress: OnProgress) => Promise<T>,
): Promise<T | FastifyReply> {
  if (!acceptsEvents(request.headers.accept)) return work(() => undefined);
  const events = new PassThrough();
  const write = (event: string, body: unknown): void => {
    if (!events.destroyed) events.write(`event: ${event}\ndata: ${JSON.stringify(body)}\n\n`);
  };
  let last = { stage: '', fraction: -1 };
  let onFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  const result = work((stage, fraction) => {
    if (stage === last.stage && fraction - last.fraction < LEAST_STEP) return;
    // Parts of the work run in parallel, but the reported progress never decreases.
    last = { stage, fraction: Math.max(last.fraction, Math.round(fraction * 1000) / 1000) };
    write('progress', last);
    onFirst();
  });
  const isEarly = await Promise.race([result.then(() => true), first.then(() => false)]);
  if (isEarly) return result;
  const alive = setInterval(() => {
    if (!events.destroyed) events.write(': \n\n');
  }, KEEP_ALIVE_MS);
  void result
    .then((answer) => write('result', answer))
    .catch((error: unknown) => {
      const answer = toProgressError(error);
      if (answer.status_code >= 500) request.log.error({ err: error }, 'a request with progress failed');
      write('error', answer);
    })
    .finally(() => {
      clearInterval(alive);
      events.end();
    });
  return reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(events);
}
