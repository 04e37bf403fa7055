/** Long work: answered when it is done, or, to who accepts an event stream, with its progress before. */
import { PassThrough } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toProgressError } from '../../../errors/answers.ts';

/** Told what is being done, and how much of all is done, 0 to 1. */
export type OnProgress = (stage: string, fraction: number) => void;

/** Steps smaller than that are not worth an event. */
const LEAST_STEP = 0.01;
/** Proxies cut connections that are silent for longer; a comment is no event (HTML standard, section 9.2.7). */
const KEEP_ALIVE_MS = 10_000;

/**
 * Does the work of a request and answers with what comes of it. With `Accept: text/event-stream` the answer is a stream
 * of `progress` events (`stage`, `fraction`) that ends with a `result`, the same JSON as otherwise, or an `error`
 * (`status_code`, `detail`). What fails before there was progress is answered as usual in both cases.
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
    // Parts of the work go on side by side; to the client it goes forward.
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
      if (answer.status_code >= 500) request.log.error({ err: error }, 'long work failed');
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

function acceptsEvents(accept: string | undefined): boolean {
  return /(^|,)\s*text\/event-stream\s*(;|,|$)/i.test(accept ?? '');
}
