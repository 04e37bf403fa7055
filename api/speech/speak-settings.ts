import {
  ENCODINGS,
  type Encoding,
  IPA_KEYS,
  type IpaKey,
  languageTag,
  SAMPLING_RATES,
  type SamplingRate,
  SPEED,
  type SpeakSettings,
} from '../../engine/index.ts';
import { invalidFields } from '../errors/api-error.ts';
import {
  choiceField,
  flagField,
  numberField,
  readFields,
  textField,
  withDefault,
} from '../http/declared-fields.ts';
import { FieldReader, isObject, type RawFields } from '../http/fields.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { MAX_VOICE_ID_CHARS } from '../limits/fields.ts';
import { snapSpeed } from './speeds.ts';
import { readTextToSpeak } from './text-field.ts';

export const OUTPUT_FORMATS = ['raw', 'wav'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** Bounds of the sampling temperature, for every request that has it. */
export const TEMPERATURE = { min: 0, max: 2 } as const;
export const TOP_K = { min: 1, max: 1000, isWhole: true } as const;

/** Settings of a stream: fields of the SSE body, query parameters of the WebSocket. */
export const SPEAK_FIELDS = {
  voice_id: textField(
    { maxChars: MAX_VOICE_ID_CHARS },
    { description: 'A voice from GET /voices that speaks the language; default: the default voice' },
  ),
  // Any number is accepted and snapped to a step.
  speed: withDefault(
    numberField({}, { description: 'Below 1 is slow (0.7), 1 is normal, above 1 is fast (1.5)' }),
    1,
  ),
  speaking_rate: numberField(SPEED, {
    description: 'Exact speed, 2 being twice as fast as normal; wins over speed',
  }),
  sampling_rate: withDefault(
    choiceField<SamplingRate>(SAMPLING_RATES, { description: 'Sampling rate in Hz' }),
    24_000,
  ),
  encoding: withDefault(
    choiceField<Encoding>(ENCODINGS, { description: '16-bit linear PCM or 8-bit mu-law, mono' }),
    'pcm_linear',
  ),
  timestamps: withDefault(flagField({ description: 'Send word timings with the audio' }), false),
  ipa_key: choiceField<IpaKey>(IPA_KEYS, {
    description: 'Regional variant whose sounds phoneme tags may use',
  }),
  temperature: numberField(TEMPERATURE, {
    description: "Sampling control of the voice; default: the voice's own",
  }),
  top_k: numberField(TOP_K, { description: "Sampling control of the voice; default: the voice's own" }),
};

/** The SSE body's field besides the text and the settings. */
export const OUTPUT_FORMAT = withDefault(
  choiceField<OutputFormat>(OUTPUT_FORMATS, {
    description: 'wav puts a WAV header before the first samples',
  }),
  'raw',
);

/**
 * Parses the settings of a stream from the query of a WebSocket. Unknown fields are ignored.
 * @throws ApiError 422 with one item per invalid field
 */
export function parseSpeakSettings(lang: string, raw: RawFields): SpeakSettings {
  const fields = new FieldReader(raw, ['query']);
  const settings = readSpeakSettings(lang, fields);
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return settings;
}

function readSpeakSettings(lang: string, fields: FieldReader): SpeakSettings {
  const asked = readFields(fields, SPEAK_FIELDS);
  return {
    lang: languageTag(lang),
    voiceId: asked.voice_id ?? null,
    speed: asked.speaking_rate ?? snapSpeed(asked.speed),
    samplingRate: asked.sampling_rate,
    encoding: asked.encoding,
    timestamps: asked.timestamps,
    ipaKey: asked.ipa_key ?? null,
    temperature: asked.temperature ?? null,
    topK: asked.top_k ?? null,
  };
}

export interface SpeakRequest {
  readonly text: string;
  readonly settings: SpeakSettings;
  readonly outputFormat: OutputFormat;
}

/**
 * Parses the body of `POST /sse/speak/{lang_code}`. Older clients nest the settings under `model`.
 * @throws ApiError 422
 */
export function parseSpeakBody(lang: string, body: Buffer, maxTextChars: number): SpeakRequest {
  const json = parseJsonBody(body);
  const raw = isObject(json.model) ? { ...json.model, ...json } : json;
  const fields = new FieldReader(raw, ['body']);
  const text = readTextToSpeak(fields, 'text', maxTextChars);
  const outputFormat = OUTPUT_FORMAT.read(fields, 'output_format');
  const settings = readSpeakSettings(lang, fields);
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return { text, settings, outputFormat };
}
