import { Type } from '@sinclair/typebox';
import { ENCODED_FORMATS, MEDIA_TYPES } from '../../../media/encode/create-encoder.ts';
import { SPEECH_MODELS } from '../../openai/models.ts';
import {
  DEFAULT_FORMAT,
  MAX_LANG_CHARS,
  MAX_MODEL_CHARS,
  MAX_VOICE_CHARS,
  SPEED,
  STREAM_FORMATS,
} from '../../openai/speech-body.ts';
import { DEFAULT_KNOWN_VOICE } from '../../openai/voice-choice.ts';
import { SECURED } from '../shared/identity.ts';
import { choice } from '../shared/schemas.ts';
import { openAiDescription } from './schemas.ts';

export const OPENAI_TAG = 'OpenAI';

const Voice = Type.String({
  maxLength: MAX_VOICE_CHARS,
  description: 'Id or name of a voice from GET /voices, or one of the names that OpenAI has',
});

const SpeechBody = Type.Object({
  model: Type.Optional(
    Type.String({
      maxLength: MAX_MODEL_CHARS,
      description: `One of ${SPEECH_MODELS.join(', ')}; all sound the same`,
    }),
  ),
  input: Type.String({ description: 'What to say; MAX_TEXT_CHARS long at most' }),
  voice: Type.Optional(Type.Union([Voice, Type.Object({ id: Voice })], { default: DEFAULT_KNOWN_VOICE })),
  response_format: Type.Optional(
    choice(ENCODED_FORMATS, { default: DEFAULT_FORMAT, description: 'All at 24 kHz, in one channel' }),
  ),
  speed: Type.Optional(
    Type.Number({
      minimum: SPEED.min,
      maximum: SPEED.max,
      default: 1,
      description: 'Below 1 is slow (0.7), 1 is normal, above 1 is fast (1.5)',
    }),
  ),
  stream_format: Type.Optional(
    choice(STREAM_FORMATS, { default: 'audio', description: 'The file, or events with its pieces' }),
  ),
  language: Type.Optional(
    Type.String({
      maxLength: MAX_LANG_CHARS,
      description:
        "Language of the text, as in /sse/speak; that of the voice otherwise. Not one of OpenAI's fields.",
    }),
  ),
  instructions: Type.Optional(Type.String({ description: 'Taken, and ignored' })),
});

const SpeechEvent = Type.Object({
  type: Type.String({ description: 'speech.audio.delta, or at the end speech.audio.done' }),
  audio: Type.Optional(Type.String({ description: 'The next bytes of the file in base64' })),
  usage: Type.Optional(
    Type.Object({
      input_tokens: Type.Integer({ description: 'Characters billed' }),
      output_tokens: Type.Integer({ description: 'Sound in milliseconds' }),
      total_tokens: Type.Integer({ description: 'Their sum' }),
    }),
  ),
});

function errors(...statuses: number[]) {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/OpenAiError' } } };
  return Object.fromEntries(
    statuses.map((status) => [status, { description: openAiDescription(status), content }]),
  );
}

const mediaTypes = Object.values(MEDIA_TYPES).map((type) => type.replace(/;.*/, ''));

/** The streaming endpoint for OpenAI's clients, written by hand because no REST route serves it. */
export const OPENAI_PATHS = {
  '/v1/audio/speech': {
    post: {
      tags: [OPENAI_TAG],
      operationId: 'createSpeech',
      summary: "Speak a text as OpenAI's clients ask for it",
      description: 'Sound flows while it is being made. Fields that are not known are ignored.',
      security: SECURED,
      requestBody: { required: true, content: { 'application/json': { schema: SpeechBody } } },
      responses: {
        200: {
          description: 'A file, or events with its pieces',
          content: {
            ...Object.fromEntries(
              mediaTypes.map((type) => [type, { schema: Type.String({ contentMediaType: type }) }]),
            ),
            'text/event-stream': { schema: SpeechEvent },
          },
        },
        ...errors(400, 401, 404, 413, 429, 503),
      },
    },
  },
};
