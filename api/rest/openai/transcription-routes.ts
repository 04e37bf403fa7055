import { PassThrough } from 'node:stream';
import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Transcription } from '../../../recordings/index.ts';
import { toOpenAiAnswer } from '../../errors/openai-answer.ts';
import { choice } from '../../http/declared-fields.ts';
import { incomingBody } from '../../http/forms/incoming.ts';
import { MAX_LANG_CODE_CHARS } from '../../limits/fields.ts';
import { inMib, MAX_TRANSCRIPTION_FILE_BYTES } from '../../limits/uploads.ts';
import { TRANSCRIPTION_MODELS } from '../../openai/models.ts';
import {
  diarizedBody,
  diarizedSegment,
  GRANULARITIES,
  plainBody,
  segmentsOf,
  srt,
  TRANSCRIPT_FORMATS,
  verboseBody,
  vtt,
  wholeText,
} from '../../openai/transcript.ts';
import { CHANNELS, readTranscriptionForm, type TranscriptionOrder } from '../../openai/transcription-form.ts';
import { Transcriptions } from '../../openai/transcriptions.ts';
import { identityOf, secured } from '../common/identity.ts';
import type { RestDeps } from '../deps.ts';
import { openAiErrors } from './schemas.ts';
import { OPENAI_TAG } from './speech-operation.ts';

const Recording = Type.Object({
  file: Type.String({
    format: 'binary',
    description: `A recording of speech, up to an hour and ${inMib(MAX_TRANSCRIPTION_FILE_BYTES)}`,
  }),
  model: Type.Optional(
    Type.String({ description: `One of ${TRANSCRIPTION_MODELS.join(', ')}; all are the same recogniser` }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: MAX_LANG_CODE_CHARS,
      description: 'A language code such as en; which are recognised depends on the installed recognisers',
    }),
  ),
  response_format: Type.Optional(choice(TRANSCRIPT_FORMATS, { default: 'json' })),
  'timestamp_granularities[]': Type.Optional(
    Type.Array(choice(GRANULARITIES), {
      maxItems: 2,
      description: 'What verbose_json contains; default: segments',
    }),
  ),
  channels: Type.Optional(
    choice(CHANNELS, {
      default: 'mixed',
      description: 'split: each channel of the file is one speaker, transcribed by itself',
    }),
  ),
  stream: Type.Optional(
    Type.Boolean({ default: false, description: 'Events with the text as it is recognised' }),
  ),
  prompt: Type.Optional(
    Type.String({
      description:
        'Names and words that may be said, or what was said before, written as they are to be written; its last 1000 ' +
        'characters count',
    }),
  ),
  'languages[]': Type.Optional(
    Type.Array(Type.String({ maxLength: MAX_LANG_CODE_CHARS }), {
      description: 'A single one is the language',
    }),
  ),
  'keywords[]': Type.Optional(Type.Array(Type.String(), { description: 'Added to the prompt' })),
  temperature: Type.Optional(Type.Number({ description: 'Accepted and ignored' })),
});

const Usage = Type.Object({
  type: Type.Literal('duration'),
  seconds: Type.Integer({ description: 'Duration of the recording in seconds, rounded up' }),
});
const Segment = Type.Object({
  id: Type.Integer(),
  speaker: Type.Optional(Type.String({ description: 'With channels=split: "channel 1"' })),
  seek: Type.Integer(),
  start: Type.Number({ description: 'In seconds' }),
  end: Type.Number(),
  text: Type.String(),
  tokens: Type.Array(Type.Integer(), { description: 'Always empty' }),
  temperature: Type.Number(),
  avg_logprob: Type.Number({ description: 'Always 0, like the other fields that only Whisper can fill' }),
  compression_ratio: Type.Number(),
  no_speech_prob: Type.Number(),
});
const Word = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() });
const DiarizedSegment = Type.Object({
  type: Type.Literal('transcript.text.segment'),
  id: Type.String(),
  start: Type.Number({ description: 'In seconds' }),
  end: Type.Number(),
  text: Type.String(),
  speaker: Type.String({
    description: '"A", "B" in the order in which they are first heard, or "channel 1"',
  }),
});
/** The fields of all formats: `verbose_json` and `diarized_json` have more, `json` only the text and the usage. */
const Answer = Type.Object(
  {
    text: Type.String(),
    usage: Usage,
    task: Type.Optional(choice(['transcribe', 'translate'])),
    language: Type.Optional(Type.String({ description: 'Its name in English, or "unknown"' })),
    duration: Type.Optional(Type.Number({ description: 'In seconds' })),
    segments: Type.Optional(Type.Array(Type.Union([Segment, DiarizedSegment]))),
    words: Type.Optional(Type.Array(Word)),
  },
  { description: 'The transcript; as text, subtitles or events if requested' },
);

/** Form fields of a translation. */
const Foreign = Type.Pick(Recording, [
  'file',
  'model',
  'language',
  'response_format',
  'prompt',
  'temperature',
]);

/** The responses of both routes, with their media types. */
const CONTENT = {
  'application/json': { schema: Answer },
  'text/plain': { schema: Type.String() },
  'text/vtt': { schema: Type.String() },
  'application/x-subrip': { schema: Type.String() },
};
const ERRORS = openAiErrors(400, 401, 403, 404, 408, 413, 429, 503);

type Task = 'transcribe' | 'translate';

/** `POST /v1/audio/transcriptions` and `/v1/audio/translations`, as OpenAI's clients call them. */
export function openAiTranscriptionRoutes(app: FastifyInstance, deps: RestDeps): void {
  const transcriptions = new Transcriptions(deps);
  app.post(
    '/audio/translations',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'createTranslation',
        summary: 'Translate a recording into English (OpenAI-compatible)',
        description:
          'The response is JSON, text or subtitles. It needs a multilingual recogniser on the server. `language` is ' +
          'what is spoken, which is not an OpenAI field; by default the recogniser finds out.',
        security: secured('speak'),
        response: { 200: { description: Answer.description, content: CONTENT }, ...ERRORS },
      },
      config: { form: Foreign },
    },
    (request, reply) => recognise(transcriptions, 'translate', request, reply),
  );
  app.post(
    '/audio/transcriptions',
    {
      schema: {
        tags: [OPENAI_TAG],
        operationId: 'createTranscription',
        summary: 'Transcribe a recording (OpenAI-compatible)',
        description:
          'The response is JSON, text, subtitles or, with `stream`, a stream of events: `transcript.text.delta`, ' +
          'and at the end `transcript.text.done`.',
        security: secured('speak'),
        response: {
          200: {
            description: Answer.description,
            content: { ...CONTENT, 'text/event-stream': { schema: Type.String() } },
          },
          ...ERRORS,
        },
      },
      config: { form: Recording },
    },
    (request, reply) => recognise(transcriptions, 'transcribe', request, reply),
  );
}

/** Reads the form and responds. Translations are not streamed. */
function recognise(
  transcriptions: Transcriptions,
  task: Task,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { ownerId } = identityOf(request);
  const body = incomingBody(request);
  const { signal } = body;
  const translate = task === 'translate';
  return transcriptions.withForm(ownerId, request.headers['content-type'], body, translate, async (form) => {
    const order = readTranscriptionForm(form);
    const { audio, lang, prompt, format, speakers } = order;
    if (order.stream && !translate) {
      const what = { audio, lang, prompt, timed: speakers !== null, speakers };
      return streamed(request, reply, (onText) => transcriptions.transcribe(what, { signal, onText }));
    }
    const timed = speakers !== null || (format !== 'json' && format !== 'text');
    const what = { audio, lang, prompt, timed, translate, speakers };
    return answer(reply, order, await transcriptions.transcribe(what, { signal }), task);
  });
}

function answer(
  reply: FastifyReply,
  { format, granularities }: TranscriptionOrder,
  transcription: Transcription,
  task: Task,
): FastifyReply {
  switch (format) {
    case 'json':
      return reply.send(plainBody(transcription));
    case 'verbose_json':
      return reply.send(verboseBody(transcription, granularities, task));
    case 'diarized_json':
      return reply.send(diarizedBody(transcription));
    case 'text':
      return reply.type('text/plain; charset=utf-8').send(`${wholeText(transcription)}\n`);
    case 'srt':
      return reply.type('application/x-subrip; charset=utf-8').send(srt(segmentsOf(transcription)));
    case 'vtt':
      return reply.type('text/vtt; charset=utf-8').send(vtt(segmentsOf(transcription)));
  }
}

/** Sends events as the text arrives. A failure before the first event gets the usual error response. */
async function streamed(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (onText: (text: string) => void) => Promise<Transcription>,
): Promise<FastifyReply> {
  const events = new PassThrough();
  const write = (event: unknown): void => {
    if (!events.destroyed) events.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  let onFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    onFirst = resolve;
  });
  let before = '';
  const whole = work((text) => {
    write({ type: 'transcript.text.delta', delta: before + text });
    before = ' ';
    onFirst();
  });
  await Promise.race([whole, first]);
  reply.header('content-type', 'text/event-stream; charset=utf-8').header('cache-control', 'no-store');
  // Not awaited, because it ends with the stream.
  void reply.send(events);
  try {
    const transcription = await whole;
    if (transcription.turns.length > 0) segmentsOf(transcription).map(diarizedSegment).forEach(write);
    const { text, usage } = plainBody(transcription);
    write({ type: 'transcript.text.done', text, usage });
  } catch (error) {
    const { status, body } = toOpenAiAnswer(error);
    if (status >= 500) request.log.error({ err: error }, 'a transcription failed');
    write(body);
  } finally {
    events.end();
  }
  return reply;
}
