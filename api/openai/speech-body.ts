import { Type } from '@sinclair/typebox';
import { SPEED } from '../../engine/index.ts';
import { ENCODED_FORMATS, type EncodedFormat } from '../../media/encode/create-encoder.ts';
import { invalidFields, refusal } from '../errors/api-error.ts';
import {
  choiceField,
  type Field,
  numberField,
  readFields,
  textField,
  withDefault,
} from '../http/declared-fields.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { MAX_LANG_CODE_CHARS } from '../limits/fields.ts';
import { readTextToSpeak } from '../speech/text-field.ts';
import { isSpeechModel, OWN_MODEL, SPEECH_MODELS } from './models.ts';
import { DEFAULT_KNOWN_VOICE, languageSent } from './voice-choice.ts';

const STREAM_FORMATS = ['audio', 'sse'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

const MAX_VOICE_CHARS = 200;
const MAX_MODEL_CHARS = 100;

const VOICE = textField(
  { maxChars: MAX_VOICE_CHARS, isLine: true },
  { description: 'Id or name of a voice from GET /voices, or one of the voice names of OpenAI' },
);

/** A name, or an object with an id, which is how clients send custom voices. */
const voiceField: Field<string | undefined> = {
  schema: Type.Union([VOICE.schema, Type.Object({ id: VOICE.schema })]),
  read(fields, name) {
    if (!isObject(fields.value(name))) return VOICE.read(fields, name);
    const object = fields.object(name);
    if (object && !object.has('id')) object.problem('id', 'field_missing');
    return object && VOICE.read(object, 'id');
  },
};

const LANGUAGE = textField(
  { maxChars: MAX_LANG_CODE_CHARS, isLine: true },
  {
    description: "Language of the text, as in /sse/speak; default: the voice's own. Not an OpenAI field.",
  },
);
/** It has the same name on our other endpoints. */
const languageField: Field<string | undefined> = {
  schema: LANGUAGE.schema,
  read: (fields, name) =>
    [name, 'lang_code'].flatMap((one) => LANGUAGE.read(fields, one) ?? []).map(languageSent)[0],
};

export const MODEL_FIELD = withDefault(
  textField(
    { maxChars: MAX_MODEL_CHARS, isLine: true },
    { description: `One of ${SPEECH_MODELS.join(', ')}; all sound the same` },
  ),
  OWN_MODEL,
);

/** The body's fields besides the model and the text. */
export const SPEECH_FIELDS = {
  voice: withDefault(voiceField, DEFAULT_KNOWN_VOICE),
  response_format: withDefault(
    choiceField<EncodedFormat>(ENCODED_FORMATS, { description: 'All are mono at 24 kHz' }),
    'mp3',
  ),
  stream_format: withDefault(
    choiceField<StreamFormat>(STREAM_FORMATS, { description: 'The file, or events with parts of it' }),
    'audio',
  ),
  speed: withDefault(
    numberField(
      { min: 0.25, max: 4 },
      { description: 'Multiple of the normal speed; voices speak from 0.5 to 2, the nearest is taken' },
    ),
    1,
  ),
  language: languageField,
};

/** A parsed request of `POST /v1/audio/speech`. */
export interface SpeechRequest {
  readonly input: string;
  /** An id or a name. */
  readonly voice: string;
  readonly format: EncodedFormat;
  readonly streamFormat: StreamFormat;
  /** Within what the engine can do. */
  readonly speed: number;
  /** Null for the language of the voice. */
  readonly lang: string | null;
}

/**
 * Parses the JSON body. Unknown fields, `instructions` among them, are ignored.
 * @throws ApiError 422 with one item per invalid field, ApiError 404
 */
export function parseSpeechBody(body: Buffer, maxTextChars: number): SpeechRequest {
  const fields = new FieldReader(parseJsonBody(body), ['body']);
  const model = MODEL_FIELD.read(fields, 'model');
  const input = readTextToSpeak(fields, 'input', maxTextChars);
  const asked = readFields(fields, SPEECH_FIELDS);
  // Ignored, but its type is checked.
  fields.text('instructions', { maxChars: Number.POSITIVE_INFINITY, mayHoldNul: true });
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  if (!isSpeechModel(model)) {
    throw refusal('no_such_model', { values: { models: SPEECH_MODELS.join(', ') } });
  }
  return {
    input,
    voice: asked.voice,
    format: asked.response_format,
    streamFormat: asked.stream_format,
    speed: Math.min(SPEED.max, Math.max(SPEED.min, asked.speed)),
    lang: asked.language ?? null,
  };
}
