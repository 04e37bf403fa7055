import { Type } from '@sinclair/typebox';
import { SAMPLING_RATES } from '../../../engine/index.ts';
import { choice, optionalProperties, queryParameters } from '../../http/declared-fields.ts';
import { OUTPUT_FORMAT, SPEAK_FIELDS } from '../../speech/speak-settings.ts';
import { eventSchema } from '../common/events.ts';
import { secured } from '../common/identity.ts';
import { DESCRIPTIONS } from '../common/schemas.ts';
import { AlignmentSchema } from './schemas.ts';

/**
 * The streaming endpoints in the OpenAPI document. They are written by hand because no REST route serves them. OpenAPI
 * cannot describe WebSockets, so that endpoint is described as the GET that is upgraded.
 */

const TAG = 'Speech';

const Audio = Type.String({ description: 'Samples in base64, little-endian' });
const Rate = choice(SAMPLING_RATES, { description: 'Sampling rate of the audio in Hz' });

const SpeakBody = Type.Object({
  text: Type.String({
    description:
      'The text to speak. May contain <phoneme:IPA>word</phoneme>, <pause:500ms>, <pause:2s>, <lang:fr>…</lang> and ' +
      'elements of SSML.',
  }),
  ...optionalProperties(SPEAK_FIELDS),
  output_format: Type.Optional(OUTPUT_FORMAT.schema),
});

const SseEvent = Type.Object({
  status_code: Type.Integer({ description: '200, or the status of an error that ends the stream' }),
  data: Type.Optional(
    Type.Object({
      audio: Audio,
      text: Type.String({
        description: 'The part of the text that begins with this chunk; "" for its later chunks',
      }),
      sampling_rate: Rate,
      alignment: Type.Optional(Type.Union([AlignmentSchema, Type.Null()])),
      alignment_unavailable: Type.Optional(Type.String({ description: 'Why the voice has no timings' })),
    }),
  ),
  errors: Type.Optional(Type.Array(Type.String())),
});

const ClientMessage = Type.Object({
  text: Type.String({
    description:
      'Text, divided in any way. "<STOP>" at the end, or alone: speak everything now. "<RESET>" alone: drop ' +
      'everything unsent. "": keep-alive.',
  }),
  context_id: Type.Optional(Type.String({ description: 'Returned with the audio of this text' })),
});

const ServerMessage = Type.Object({
  status_code: Type.Integer(),
  data: Type.Object({
    audio: Audio,
    text: Type.String(),
    sampling_rate: Rate,
    context_id: Type.Union([Type.String(), Type.Null()]),
    stop: Type.Boolean({ description: 'True on the one message that answers a <STOP>' }),
    alignment: Type.Optional(Type.Union([AlignmentSchema, Type.Null()])),
    alignment_unavailable: Type.Optional(Type.String()),
  }),
});

const LANGUAGE = {
  name: 'lang_code',
  in: 'path',
  required: true,
  description: 'Language of the text, such as en, de or pt',
  schema: Type.String(),
};

function errorAnswer(status: number) {
  const name = status === 422 ? 'ValidationError' : 'Error';
  return {
    description: DESCRIPTIONS[status] ?? '',
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  };
}

function errorAnswers(...statuses: number[]) {
  return Object.fromEntries(statuses.map((status) => [status, errorAnswer(status)]));
}

export const SPEAK_PATHS = {
  '/sse/speak/{lang_code}': {
    post: {
      tags: [TAG],
      operationId: 'speak',
      summary: 'Speak a text, streamed as server-sent events',
      description:
        'Each event is "event: message" with one line of JSON as its data. The stream ends when the response does. ' +
        'With "accept: audio/wav" the answer is a WAV file instead.',
      security: secured('speak'),
      parameters: [LANGUAGE],
      requestBody: { required: true, content: { 'application/json': { schema: SpeakBody } } },
      responses: {
        200: {
          description: 'Events with audio, or a WAV file',
          content: {
            'text/event-stream': { schema: eventSchema(SseEvent, 'message') },
            'audio/wav': { schema: Type.String({ contentMediaType: 'audio/wav' }) },
          },
        },
        ...errorAnswers(401, 403, 422, 429, 503),
      },
    },
  },
  '/speak/{lang_code}': {
    get: {
      tags: [TAG],
      operationId: 'speakOverWebSocket',
      summary: 'Speak text as it arrives over a WebSocket',
      description:
        'Frames from the client are JSON or plain text; every message from the server is JSON. An error message is ' +
        '{"type": "error", "status_code", "errors": [...], "data": {"audio": "", "context_id"}} and leaves the ' +
        'socket open.',
      security: secured('speak'),
      parameters: [LANGUAGE, ...queryParameters(SPEAK_FIELDS)],
      responses: { 101: { description: 'The socket is open' }, ...errorAnswers(401, 403, 422, 426, 429) },
      'x-websocket': { client: ClientMessage, server: ServerMessage },
    },
  },
};
