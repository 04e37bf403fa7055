import { Type } from '@sinclair/typebox';
import { ENCODINGS, IPA_KEYS, SAMPLING_RATES } from '../../../engine/index.ts';
import { SECURED } from '../shared/identity.ts';
import { choice, DESCRIPTIONS } from '../shared/schemas.ts';

/**
 * The streaming endpoints of the OpenAPI document. They are written by hand because no REST route serves them; OpenAPI
 * has no words for WebSockets, so that one is described as the GET that is upgraded.
 */

const TAG = 'Speech';

const Alignment = Type.Object(
  {
    units: Type.Array(Type.String(), { description: 'The word as sent' }),
    unitStartTimesMs: Type.Array(Type.Number(), {
      description: 'Start, from the beginning of the stream or the last reset',
    }),
    unitDurationsMs: Type.Array(Type.Number()),
    charStartOffsets: Type.Array(Type.Integer(), {
      description: 'Into the text as sent, all frames joined, in UTF-16 code units',
    }),
    charEndOffsets: Type.Array(Type.Integer(), { description: 'Exclusive' }),
  },
  { description: 'Five arrays of equal length, index i describing one word. Entries arrive as words begin.' },
);

const Audio = Type.String({ description: 'Samples in base64, little endian' });
const Rate = choice(SAMPLING_RATES, { description: 'Sampling rate of the audio in Hz' });

/** Settings of a stream: fields of the SSE body, query parameters of the WebSocket. */
const SETTINGS = {
  voice_id: Type.String({
    maxLength: 64,
    description: 'A voice from GET /voices that speaks the language; the default voice otherwise',
  }),
  speed: Type.Number({
    default: 1,
    description: 'Below 1 is slow (0.7), 1 is normal, above 1 is fast (1.5)',
  }),
  sampling_rate: choice(SAMPLING_RATES, { default: 24000, description: 'Sampling rate in Hz' }),
  encoding: choice(ENCODINGS, {
    default: 'pcm_linear',
    description: '16-bit linear PCM or 8-bit mu-law, one channel',
  }),
  timestamps: Type.Boolean({ default: false, description: 'Send word alignment with the audio' }),
  ipa_key: choice(IPA_KEYS, { description: 'Regional variant whose sounds phoneme tags may use' }),
  temperature: Type.Number({
    minimum: 0,
    maximum: 2,
    description: 'Sampling control of the voice; its own default otherwise',
  }),
  top_k: Type.Integer({
    minimum: 1,
    maximum: 1000,
    description: 'Sampling control of the voice; its own default otherwise',
  }),
} as const;

const SpeakBody = Type.Object({
  text: Type.String({
    description:
      'What to say. May contain <phoneme:IPA>word</phoneme>, <pause:500ms>, <pause:2s> and <break time="500ms"/>.',
  }),
  ...Object.fromEntries(Object.entries(SETTINGS).map(([name, schema]) => [name, Type.Optional(schema)])),
  output_format: Type.Optional(
    choice(['raw', 'wav'], {
      default: 'raw',
      description: 'wav puts a WAV header before the first samples',
    }),
  ),
});

const SseEvent = Type.Object({
  status_code: Type.Integer({ description: '200, or the status of an error, with which the stream ends' }),
  data: Type.Optional(
    Type.Object({
      audio: Audio,
      text: Type.String({
        description: 'The piece of text that begins with this chunk; "" for its later chunks',
      }),
      sampling_rate: Rate,
      alignment: Type.Optional(Type.Union([Alignment, Type.Null()])),
      alignment_unavailable: Type.Optional(Type.String({ description: 'Why the voice has no timings' })),
    }),
  ),
  errors: Type.Optional(Type.Array(Type.String())),
});

const ClientMessage = Type.Object({
  text: Type.String({
    description:
      'Text in any pieces. "<STOP>" at the end, or alone: say everything now. "<RESET>" alone: drop everything unsent. ' +
      '"": keep-alive.',
  }),
  context_id: Type.Optional(Type.String({ description: 'Comes back with the audio of this text' })),
});

const ServerMessage = Type.Object({
  status_code: Type.Integer(),
  data: Type.Object({
    audio: Audio,
    text: Type.String(),
    sampling_rate: Rate,
    context_id: Type.Union([Type.String(), Type.Null()]),
    stop: Type.Boolean({ description: 'True on the one message that answers a <STOP>' }),
    alignment: Type.Optional(Type.Union([Alignment, Type.Null()])),
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
      summary: 'Speak a text as a stream of server-sent events',
      description:
        'Each event is "event: message" with one line of JSON as its data. The stream ends when the response does. ' +
        'With "accept: audio/wav" the answer is a WAV file instead.',
      security: SECURED,
      parameters: [LANGUAGE],
      requestBody: { required: true, content: { 'application/json': { schema: SpeakBody } } },
      responses: {
        200: {
          description: 'Events with audio, or a WAV file',
          content: {
            'text/event-stream': { schema: SseEvent },
            'audio/wav': { schema: Type.String({ contentMediaType: 'audio/wav' }) },
          },
        },
        ...errorAnswers(401, 422, 429, 503),
      },
    },
  },
  '/speak/{lang_code}': {
    get: {
      tags: [TAG],
      operationId: 'speakOverWebSocket',
      summary: 'Speak what comes in over a WebSocket',
      description:
        'Frames from the client are JSON or plain text; every message from the server is JSON. An error message is ' +
        '{"type": "error", "status_code", "errors": [...], "data": {"audio": "", "context_id"}} and leaves the socket open.',
      security: SECURED,
      parameters: [
        LANGUAGE,
        ...Object.entries(SETTINGS).map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
      ],
      responses: { 101: { description: 'The socket is open' }, ...errorAnswers(401, 422, 426, 429) },
      'x-websocket': { client: ClientMessage, server: ServerMessage },
    },
  },
};
