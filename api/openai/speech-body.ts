import { ENCODED_FORMATS, type EncodedFormat } from '../../media/encode/create-encoder.ts';
import { ApiError } from '../errors.ts';
import { FieldReader, isObject } from '../http/fields.ts';
import { ModelNotFoundError } from './errors.ts';
import { isModel, OWN_MODEL, SPEECH_MODELS } from './models.ts';
import { DEFAULT_KNOWN_VOICE } from './voice-choice.ts';

export const STREAM_FORMATS = ['audio', 'sse'] as const;
export type StreamFormat = (typeof STREAM_FORMATS)[number];

export const SPEED = { min: 0.25, max: 4 } as const;
export const DEFAULT_FORMAT: EncodedFormat = 'mp3';
export const MAX_VOICE_CHARS = 200;
export const MAX_MODEL_CHARS = 100;
export const MAX_LANG_CHARS = 35;

/** What `POST /v1/audio/speech` is asked for. */
export interface SpeechRequest {
  readonly input: string;
  /** An id or a name. */
  readonly voice: string;
  readonly format: EncodedFormat;
  readonly streamFormat: StreamFormat;
  readonly speed: number;
  /** Null means that of the voice. */
  readonly lang: string | null;
}

/**
 * Reads the JSON body. Fields that are not known, `instructions` among them, are ignored.
 * @throws ApiError 422 with one item for each wrong field, ModelNotFoundError
 */
export function parseSpeechBody(body: Buffer, maxTextChars: number): SpeechRequest {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be JSON', type: 'json_invalid' }]);
  }
  if (!isObject(json)) {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be a JSON object', type: 'model_type' }]);
  }
  const fields = new FieldReader(json, ['body']);
  const model = fields.text('model', { maxChars: MAX_MODEL_CHARS, isLine: true }) ?? OWN_MODEL;
  const input = fields.text('input', { maxChars: maxTextChars, mayHoldNul: true });
  if (input === undefined && fields.problems.every((problem) => problem.loc[1] !== 'input')) {
    fields.problem('input', 'Text to speak is required', 'missing');
  }
  // Voices of one's own come as an object.
  const named = isObject(json.voice) ? fields.object('voice') : fields;
  const voice = named?.text(isObject(json.voice) ? 'id' : 'voice', {
    maxChars: MAX_VOICE_CHARS,
    isLine: true,
  });
  if (json.response_format === 'aac') {
    fields.problem('response_format', `AAC is not made here: ask for ${ENCODED_FORMATS.join(', ')}`, 'enum');
  }
  const format =
    json.response_format === 'aac' ? undefined : fields.oneOf('response_format', ENCODED_FORMATS);
  const streamFormat = fields.oneOf('stream_format', STREAM_FORMATS);
  const speed = fields.number('speed', SPEED);
  const lang = ['language', 'lang_code']
    .map((name) => fields.text(name, { maxChars: MAX_LANG_CHARS, isLine: true }))
    .find((code) => code !== undefined);
  if (fields.problems.length > 0) throw new ApiError(422, fields.problems);
  if (!isModel(SPEECH_MODELS, model)) throw new ModelNotFoundError(SPEECH_MODELS);
  return {
    input: input ?? '',
    voice: voice ?? DEFAULT_KNOWN_VOICE,
    format: format ?? DEFAULT_FORMAT,
    streamFormat: streamFormat ?? 'audio',
    speed: speed ?? 1,
    lang: lang ?? null,
  };
}
