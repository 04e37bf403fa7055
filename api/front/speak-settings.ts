import {
  ENCODINGS,
  type Encoding,
  IPA_KEYS,
  type IpaKey,
  SAMPLING_RATES,
  type SamplingRate,
  type SpeakSettings,
} from '../../engine/index.ts';
import { ApiError } from '../errors.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';
import { MAX_TEMPERATURE, MAX_TOP_K } from '../sampling.ts';

export const OUTPUT_FORMATS = ['raw', 'wav'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const MAX_VOICE_ID_CHARS = 64;
const DEFAULT_RATE: SamplingRate = 24000;
const ANY = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/**
 * Settings of a stream from the JSON body of SSE or the query of a WebSocket. Unknown fields are ignored.
 * @throws ApiError 422 with one item for each wrong field
 */
export function parseSpeakSettings(lang: string, raw: RawFields, part: 'body' | 'query'): SpeakSettings {
  const fields = new FieldReader(raw, [part]);
  const settings: SpeakSettings = {
    lang,
    voiceId: fields.text('voice_id', { maxChars: MAX_VOICE_ID_CHARS }) ?? null,
    // Snaps to what there is; any number is fine.
    speed: fields.number('speed', ANY) ?? 1,
    samplingRate: fields.oneOf<SamplingRate>('sampling_rate', SAMPLING_RATES) ?? DEFAULT_RATE,
    encoding: fields.oneOf<Encoding>('encoding', ENCODINGS) ?? 'pcm_linear',
    timestamps: fields.flag('timestamps') ?? false,
    ipaKey: fields.oneOf<IpaKey>('ipa_key', IPA_KEYS) ?? null,
    temperature: fields.number('temperature', { min: 0, max: MAX_TEMPERATURE }) ?? null,
    topK: fields.number('top_k', { min: 1, max: MAX_TOP_K, isWhole: true }) ?? null,
  };
  if (fields.problems.length > 0) throw new ApiError(422, fields.problems);
  return settings;
}

export interface SpeakRequest {
  readonly text: string;
  readonly settings: SpeakSettings;
  readonly outputFormat: OutputFormat;
}

/**
 * The body of `POST /sse/speak/{lang_code}`. Older clients nest the settings under `model`.
 * @throws ApiError 422
 */
export function parseSpeakBody(lang: string, body: Buffer, maxTextChars: number): SpeakRequest {
  let json: unknown;
  try {
    json = JSON.parse(body.toString('utf8'));
  } catch {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be JSON', type: 'json_invalid' }]);
  }
  if (!isObject(json)) {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be a JSON object', type: 'model_type' }]);
  }
  const raw = isObject(json.model) ? { ...json.model, ...json } : json;
  const fields = new FieldReader(raw, ['body']);
  const text = fields.text('text', { maxChars: maxTextChars, mayHoldNul: true });
  const outputFormat = fields.oneOf('output_format', OUTPUT_FORMATS) ?? 'raw';
  if (text === undefined && fields.problems.every((problem) => problem.loc[1] !== 'text')) {
    fields.problem('text', 'Text to speak is required', 'missing');
  }
  if (fields.problems.length > 0) throw new ApiError(422, fields.problems);
  return { text: text ?? '', settings: parseSpeakSettings(lang, raw, 'body'), outputFormat };
}
