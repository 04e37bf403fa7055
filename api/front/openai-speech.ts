import type { SpeakSettings } from '../../engine/index.ts';
import { createEncoder, MEDIA_TYPES } from '../../media/encode/create-encoder.ts';
import { ApiError } from '../errors/api-error.ts';
import { toOpenAiAnswer } from '../errors/openai-answer.ts';
import { ConcurrencyLimit } from '../limits/concurrency.ts';
import { AAC_FILES, maxSpeakBodyBytes } from '../limits/requests.ts';
import { orThrow } from '../limits/slots.ts';
import { parseSpeechBody, type StreamFormat } from '../openai/speech-body.ts';
import { chooseVoice } from '../openai/voice-choice.ts';
import type { FrontDeps } from './deps.ts';
import type { PortRequest } from './entrance.ts';
import { dataEvent, deltaSink, fileSink } from './openai-sinks.ts';
import { authorize } from './request.ts';
import { ClientGone } from './request-body.ts';
import type { Response } from './response.ts';
import { speakInto } from './speaking.ts';

/** The sample rate of OpenAI's own responses, which clients of `pcm` assume. */
const SAMPLING_RATE = 24_000;

/** Threads belong to the process, so all of its servers share this limit. */
const aacFiles = new ConcurrencyLimit(AAC_FILES);

/**
 * Handles `POST /v1/audio/speech` as OpenAI's clients call it: one text in, a file or a stream of events with its parts
 * out.
 */
export async function speakForOpenAi(deps: FrontDeps, { head, response, cors }: PortRequest): Promise<void> {
  let streamFormat: StreamFormat = 'audio';
  const giveBack: (() => void)[] = [];
  try {
    deps.overload.check();
    const identity = await authorize(deps, head, 'speak');
    const body = await response.readBody(maxSpeakBodyBytes(deps.settings.maxTextChars));
    const request = parseSpeechBody(body, deps.settings.maxTextChars);
    streamFormat = request.streamFormat;
    const choice = await chooseVoice(deps, identity.ownerId, request.voice, request.lang);
    const settings: SpeakSettings = {
      ...choice,
      speed: request.speed,
      samplingRate: SAMPLING_RATE,
      encoding: 'pcm_linear',
      timestamps: false,
      ipaKey: null,
      temperature: null,
      topK: null,
    };
    if (request.format === 'aac') giveBack.push(orThrow(aacFiles.enter(identity.ownerId)).release);
    await speakInto(deps, {
      identity,
      text: request.input,
      settings,
      response,
      headers: head.headers,
      transport: 'openai',
      textField: 'input',
      openSink: async () => {
        const encoder = await createEncoder(request.format, SAMPLING_RATE);
        giveBack.push(() => encoder.close?.());
        return streamFormat === 'sse'
          ? deltaSink(response, encoder, cors)
          : fileSink(response, encoder, MEDIA_TYPES[request.format], cors);
      },
    });
  } catch (error) {
    deps.audit.refused(error, { client: head.client, operation: 'POST /v1/audio/speech' });
    refuse(deps, error, response, streamFormat, cors);
  } finally {
    for (const one of giveBack) one();
  }
}

/** Before the first byte an error is an HTTP error. After that it is an event, or the connection is cut. */
function refuse(
  { metrics, log }: FrontDeps,
  error: unknown,
  response: Response,
  streamFormat: StreamFormat,
  cors: PortRequest['cors'],
): void {
  if (error instanceof ClientGone) return;
  const answer = toOpenAiAnswer(error);
  const { status, body } = answer;
  metrics.refusals.inc({ transport: 'openai', status });
  // Refusals by this server are not failures.
  if (status >= 500 && !(error instanceof ApiError))
    log.error({ err: error }, 'speech for an OpenAI client failed');
  if (!response.headSent) {
    response.sendError(answer, cors);
  } else if (streamFormat === 'audio') {
    // An error cannot be sent in the middle of a file. Cutting the connection shows that the file is incomplete.
    response.destroy();
  } else {
    response
      .write(dataEvent(body), { status: 200, headers: {} }, 1000)
      .then(() => response.end())
      .catch(() => undefined);
  }
}
