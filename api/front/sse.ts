import { splitCommands } from '../../engine/markup/commands.ts';
import type { SpeechChunk, SpeechStream } from '../../engine/speech/types.ts';
import { wavHeader } from '../../media/wav.ts';
import { corsHeaders } from '../cors.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { invalid, toApiError, toInBandError } from '../errors.ts';
import { orThrow } from '../limits.ts';
import type { FrontDeps } from './deps.ts';
import { credentialsOf, decodeSegment, readHead } from './request.ts';
import { ClientGone, Response } from './response.ts';
import { parseSpeakBody, type SpeakRequest } from './speak-settings.ts';
import type { HttpRequest, HttpResponse } from './uws.ts';

/** JSON may take six bytes for a character (\u00e9); settings need a little more. */
const BODY_BYTES_PER_CHAR = 6;
const BODY_BYTES_AROUND_TEXT = 64 * 1024;

/** `POST /sse/speak/{lang_code}`: one text in, events with audio out. */
export async function speakOverSse(deps: FrontDeps, res: HttpResponse, req: HttpRequest): Promise<void> {
  const lang = decodeSegment(req.getParameter(0));
  const head = readHead(req);
  const response = new Response(res);
  const { settings } = deps;
  const cors = corsHeaders(head.headers.origin, settings.corsOrigins);
  const limitBytes = settings.maxTextChars * BODY_BYTES_PER_CHAR + BODY_BYTES_AROUND_TEXT;
  try {
    // The body is taken in while the credentials are looked up.
    const body = response.readBody(limitBytes);
    body.catch(() => undefined);
    const identity = await deps.authenticator.authenticate(credentialsOf(head));
    const request = parseSpeakBody(lang, await body, settings.maxTextChars);
    await speak(deps, identity, request, response, cors);
  } catch (error) {
    refuse(deps, error, response, cors);
  }
}

/** An error before the first byte is an HTTP error; after it, an event, and the stream ends. */
function refuse(
  { metrics, log }: FrontDeps,
  error: unknown,
  response: Response,
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
  cors: Record<string, string>,
): Promise<void> {
  const { engine, limits, usage, metrics } = deps;
  const { text } = splitCommands(sent);
  engine.check(text, settings);
  const slot = orThrow(limits.acquireStream(identity.keyId));
  try {
    orThrow(limits.takeCharacters(identity.keyId, text.length));
    usage.record(identity.keyId, { requests: 1 });
    const stream = engine.open(settings, { signal: response.signal });
    stream.push(text, null);
    stream.end();
    const head = {
      status: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', ...cors },
    };
    let prefix: Uint8Array | null =
      outputFormat === 'wav'
        ? wavHeader(
            {
              encoding: settings.encoding === 'pcm_linear' ? 'pcm16' : 'mulaw',
              sampleRate: settings.samplingRate,
            },
            null,
          )
        : null;
    for await (const chunk of stream) {
      const audioMs = (chunk.samples * 1000) / settings.samplingRate;
      usage.record(identity.keyId, { characters: chunk.billedCharacters, audioMs });
      metrics.characters.inc({ transport: 'sse' }, chunk.billedCharacters);
      metrics.audioSeconds.inc({ transport: 'sse' }, audioMs / 1000);
      const audio = prefix ? Buffer.concat([prefix, chunk.audio]) : chunk.audio;
      prefix = null;
      const data = {
        status_code: 200,
        data: speechData(chunk, audio, settings.samplingRate, stream, settings.timestamps),
      };
      await response.write(event(data), head, deps.settings.slowReaderMs);
    }
    if (response.signal.aborted) throw new ClientGone();
    if (!response.headSent) {
      throw invalid(['body', 'text'], 'There is nothing to speak in this text', 'text_unspeakable');
    }
    response.end();
  } finally {
    slot.release();
  }
}

/** The fields that both transports send with a chunk. */
export function speechData(
  chunk: SpeechChunk,
  audio: Uint8Array,
  samplingRate: number,
  stream: SpeechStream,
  timestamps: boolean,
): Record<string, unknown> {
  return {
    audio: Buffer.from(audio.buffer, audio.byteOffset, audio.byteLength).toString('base64'),
    text: chunk.text,
    sampling_rate: samplingRate,
    ...(timestamps && { alignment: chunk.alignment }),
    ...(timestamps &&
      stream.alignmentUnavailable !== null && { alignment_unavailable: stream.alignmentUnavailable }),
  };
}

/** One event (WHATWG HTML, server-sent events): its data is JSON on one line. */
function event(data: unknown): string {
  return `event: message\ndata: ${JSON.stringify(data)}\n\n`;
}
