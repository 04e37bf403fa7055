import { toHttpAnswer, toInBandError } from '../errors/answers.ts';
import { ApiError } from '../errors/api-error.ts';
import { maxSpeakBodyBytes } from '../limits/requests.ts';
import { parseSpeakBody } from '../speech/speak-settings.ts';
import type { FrontDeps } from './deps.ts';
import type { PortRequest } from './entrance.ts';
import { authorize } from './request.ts';
import { ClientGone } from './request-body.ts';
import type { Response } from './response.ts';
import { event, eventSink, wavSink } from './sinks.ts';
import { speakInto } from './speaking.ts';

/**
 * Handles `POST /sse/speak/{lang_code}`: one text in, events with audio out, or a WAV file for clients that accept one.
 */
export async function speakOverSse(
  deps: FrontDeps,
  { head, response, cors }: PortRequest,
  lang: string,
): Promise<void> {
  const { settings } = deps;
  const wantsWav = /\baudio\/(wav|x-wav|wave)\b/i.test(head.headers.accept ?? '');
  try {
    deps.overload.check();
    const identity = await authorize(deps, head, 'speak');
    const body = await response.readBody(maxSpeakBodyBytes(settings.maxTextChars));
    const request = parseSpeakBody(lang, body, settings.maxTextChars);
    const { text, settings: speech, outputFormat } = request;
    await speakInto(deps, {
      identity,
      text,
      settings: speech,
      response,
      headers: head.headers,
      transport: 'sse',
      textField: 'text',
      openSink: (stream) =>
        wantsWav
          ? wavSink(response, speech, text, cors)
          : eventSink(response, speech, outputFormat, stream, cors),
    });
  } catch (error) {
    deps.audit.refused(error, { client: head.client, operation: 'POST /sse/speak' });
    refuse(deps, error, response, wantsWav, cors);
  }
}

/** Before the first byte an error is an HTTP error. After that it is an event, and the stream ends. */
function refuse(
  { metrics, log }: FrontDeps,
  error: unknown,
  response: Response,
  wantsWav: boolean,
  cors: PortRequest['cors'],
): void {
  if (error instanceof ClientGone) return;
  const answer = toHttpAnswer(error, '/sse/speak');
  metrics.refusals.inc({ transport: 'sse', status: answer.status });
  // Refusals by this server are not failures.
  if (answer.status >= 500 && !(error instanceof ApiError))
    log.error({ err: error }, 'speech over SSE failed');
  if (!response.headSent) {
    response.sendError(answer, cors);
    return;
  }
  // An error cannot be sent in the middle of a file. Cutting the connection shows that the file is incomplete.
  if (wantsWav) {
    response.destroy();
    return;
  }
  response
    .write(event(toInBandError(error)), { status: 200, headers: {} }, 1000)
    .then(() => response.end())
    .catch(() => undefined);
}
