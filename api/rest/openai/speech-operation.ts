import { Type } from '@sinclair/typebox';
import { MEDIA_TYPES } from '../../../media/encode/create-encoder.ts';
import { optionalProperties } from '../../http/declared-fields.ts';
import { MODEL_FIELD, SPEECH_FIELDS } from '../../openai/speech-body.ts';
import { eventSchema } from '../common/events.ts';
import { secured } from '../common/identity.ts';
import { openAiDescription } from './schemas.ts';

export const OPENAI_TAG = 'OpenAI';

const SpeechBody = Type.Object({
  model: Type.Optional(MODEL_FIELD.schema),
  input: Type.String({ description: 'The text to speak; at most MAX_TEXT_CHARS long' }),
  ...optionalProperties(SPEECH_FIELDS),
  instructions: Type.Optional(Type.String({ description: 'Accepted and ignored' })),
});

const SpeechEvent = Type.Object({
  type: Type.String({ description: 'speech.audio.delta, or at the end speech.audio.done' }),
  audio: Type.Optional(Type.String({ description: 'The next bytes of the file in base64' })),
  usage: Type.Optional(
    Type.Object({
      input_tokens: Type.Integer({ description: 'Characters billed' }),
      output_tokens: Type.Integer({ description: 'Milliseconds of audio' }),
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
      summary: 'Synthesize speech (OpenAI-compatible)',
      description: 'Audio is streamed while it is synthesized. Unknown fields are ignored.',
      security: secured('speak'),
      requestBody: { required: true, content: { 'application/json': { schema: SpeechBody } } },
      responses: {
        200: {
          description: 'A file, or events with parts of it',
          content: {
            ...Object.fromEntries(
              mediaTypes.map((type) => [type, { schema: Type.String({ contentMediaType: type }) }]),
            ),
            'text/event-stream': {
              schema: eventSchema(SpeechEvent, 'message: events have no name of their own'),
            },
          },
        },
        ...errors(400, 401, 403, 404, 413, 429, 503),
      },
    },
  },
};
