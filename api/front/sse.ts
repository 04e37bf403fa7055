import { splitCommands } from '../../engine/markup/commands.ts';
import { SpeakError, type SpeechStream } from '../../engine/speech/types.ts';
import { corsHeaders } from '../cors.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { invalid, toApiError, toInBandError } from '../errors.ts';
import { orThrow } from '../limits.ts';
import type { FrontDeps } from './deps.ts';
import { credentialsOf, decodeSegment, readHead } from './request.ts';
import { ClientGone, Response } from './response.ts';
import { event, eventSink, wavSink } from './sinks.ts';
import { parseSpeakBody, type SpeakRequest } from './speak-settings.ts';
import type { HttpRequest, HttpResponse } from './uws.ts';

/** JSON may take six bytes for a character (\u00e9); settings need a little more. */
const BODY_BYTES_PER_CHAR = 6;
const BODY_BYTES_AROUND_TEXT = 64 * 1024;

/** How many times longer than SLOW_READER_MS a client may read nothing because it has enough to play. */
const MAX_PATIENCE = 4;

/** `POST /sse/speak/{lang_code}`: one text in, events with audio out, or a WAV file for those who accept that. */
export async function speakOverSse(deps: FrontDeps, res: HttpResponse, req: HttpRequest): Promise<void> {
  const lang = decodeSegment(req.getParameter(0));
  const head = readHead(req);
  const response = new Response(res);
  const { settings } = deps;
  const cors = corsHeaders(head.headers.origin, settings.corsOrigins);
  const wantsWav = /\baudio\/(wav|x-wav|wave)\b/i.test(head.headers.accept ?? '');
  const limitBytes = settings.maxTextChars * BODY_BYTES_PER_CHAR + BODY_BYTES_AROUND_TEXT;
  try {
    // The body is taken in while the credentials are looked up.
    const body = response.readBody(limitBytes);
    body.catch(() => undefined);
    const identity = await deps.authenticator.authenticate(credentialsOf(head));
    const request = parseSpeakBody(lang, await body, settings.maxTextChars);
    await speak(deps, identity, request, response, wantsWav, cors);
  } catch (error) {
    refuse(deps, error, response, wantsWav, cors);
  }
}

/** An error before the first byte is an HTTP error; after it, an event, and the stream ends. */
function refuse(
  { metrics, log }: FrontDeps,
  error: unknown,
  response: Response,
  wantsWav: boolean,
  cors: Record<string, string>,
): void {
  if (error instanceof ClientGone) return;
  const answer = toApiError(error);
  metrics.refusals.inc({ transport: 'sse', status: answer.status });
  if (answer.status >= 500) log.error({ err: error }, 'speech over SSE failed');
  if (!response.headSent) {
    response.sendError(answer, cors);
    return;
  }
  // In the middle of a file there is no room for words; a cut connection says that it is not whole.
  if (wantsWav) {
    response.destroy();
    return;
  }
  response
    .write(event(toInBandError(error)), { status: 200, headers: {} }, 1000)
    .then(() => response.end())
    .catch(() => undefined);
}

async function speak(
  deps: FrontDeps,
  identity: Identity,
  { text: sent, settings, outputFormat }: SpeakRequest,
  response: Response,
  wantsWav: boolean,
  cors: Record<string, string>,
): Promise<void> {
  const { engine, library, limits, usage, metrics } = deps;
  const { text } = splitCommands(sent);
  const clone = await library.resolve(identity.ownerId, settings.voiceId);
  if (response.signal.aborted) throw new ClientGone();
  engine.check(text, settings, clone);
  const slot = orThrow(limits.acquireStream(identity.keyId));
  let stream: SpeechStream | null = null;
  let taken = 0;
  try {
    orThrow(limits.takeCharacters(identity.keyId, text.length));
    taken = text.length;
    usage.record(identity.keyId, { requests: 1 });
    stream = engine.open(settings, { signal: response.signal, ...(clone && { clone }) });
    stream.push(text, null);
    stream.end();
    const sink = wantsWav
      ? wavSink(response, settings, text, cors)
      : eventSink(response, settings, outputFormat, stream, cors);
    let spoken = false;
    let playsUntilMs = 0;
    for await (const chunk of stream) {
      spoken = true;
      taken = 0;
      const audioMs = (chunk.samples * 1000) / settings.samplingRate;
      usage.record(identity.keyId, { characters: chunk.billedCharacters, audioMs });
      metrics.characters.inc({ transport: 'sse' }, chunk.billedCharacters);
      metrics.audioSeconds.inc({ transport: 'sse' }, audioMs / 1000);
      const nowMs = performance.now();
      playsUntilMs = Math.max(playsUntilMs, nowMs) + audioMs;
      // Somebody who plays while reading has no reason to read before what was sent has been heard.
      const patienceMs = Math.min(playsUntilMs - nowMs, deps.settings.slowReaderMs * MAX_PATIENCE);
      await sink.write(chunk, deps.settings.slowReaderMs + patienceMs);
    }
    if (response.signal.aborted) throw new ClientGone();
    if (!spoken) {
      throw invalid(['body', 'text'], 'There is nothing to speak in this text', 'text_unspeakable');
    }
    sink.end();
  } catch (error) {
    // Refused for want of room, and not a word spoken: it must not cost anything.
    if (error instanceof SpeakError && error.status !== 422) limits.returnCharacters(identity.keyId, taken);
    throw error;
  } finally {
    // A loop that ends because `next` threw leaves its iterator open, and with it a place among those who speak.
    stream?.close();
    slot.release();
  }
}
