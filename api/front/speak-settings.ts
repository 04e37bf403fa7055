import {
  ENCODINGS,
  type Encoding,
  IPA_KEYS,
  type IpaKey,
  SAMPLING_RATES,
  type SamplingRate,
  type SpeakSettings,
} from '../../engine/speech/types.ts';
import { ApiError, type ValidationItem } from '../errors.ts';

export const OUTPUT_FORMATS = ['raw', 'wav'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

const MAX_VOICE_ID_CHARS = 64;
const MAX_TEMPERATURE = 2;
const MAX_TOP_K = 1000;
const DEFAULT_RATE: SamplingRate = 24000;

type Raw = Readonly<Record<string, unknown>>;

/** Reads fields that may come as JSON or as query text, and collects everything that is wrong with them. */
class FieldReader {
  readonly problems: ValidationItem[] = [];
  readonly #raw: Raw;
  readonly #part: 'body' | 'query';

  constructor(raw: Raw, part: 'body' | 'query') {
    this.#raw = raw;
    this.#part = part;
  }

  /** Null, an empty text and absence mean the same: use the default. */
  #value(name: string): unknown {
    const value = this.#raw[name];
    return value === null || value === '' ? undefined : value;
  }

  #problem(name: string, msg: string, type: string): null {
    this.problems.push({ loc: [this.#part, name], msg, type });
    return null;
  }

  text(name: string, maxChars: number): string | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.#problem(name, 'Must be a string', 'string_type');
    if (value.length > maxChars) {
      return this.#problem(name, `Must have at most ${maxChars} characters`, 'string_too_long');
    }
    return value;
  }

  number(name: string, min: number, max: number, whole: boolean): number | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    const number = typeof value === 'string' ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isFinite(number) || (whole && !Number.isInteger(number))) {
      return this.#problem(name, `Must be a ${whole ? 'whole ' : ''}number`, 'number_type');
    }
    if (number < min || number > max) {
      return this.#problem(name, `Must be from ${min} to ${max}`, 'number_range');
    }
    return number;
  }

  flag(name: string): boolean | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    if (typeof value === 'boolean') return value;
    const text = String(value).toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    return this.#problem(name, 'Must be true or false', 'bool_parsing');
  }

  oneOf<T extends string | number>(name: string, allowed: readonly T[]): T | null {
    const value = this.#value(name);
    if (value === undefined) return null;
    const found = allowed.find((item) => item === value || String(item) === value);
    return found ?? this.#problem(name, `Must be one of ${allowed.join(', ')}`, 'enum');
  }
}

/**
 * Settings of a stream from the JSON body of SSE or the query of a WebSocket. Unknown fields are ignored.
 * @throws ApiError 422 with one item for each wrong field
 */
export function parseSpeakSettings(lang: string, raw: Raw, part: 'body' | 'query'): SpeakSettings {
  const fields = new FieldReader(raw, part);
  const settings: SpeakSettings = {
    lang,
    voiceId: fields.text('voice_id', MAX_VOICE_ID_CHARS),
    // Snaps to what there is; any number is fine.
    speed: fields.number('speed', Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, false) ?? 1,
    samplingRate: fields.oneOf<SamplingRate>('sampling_rate', SAMPLING_RATES) ?? DEFAULT_RATE,
    encoding: fields.oneOf<Encoding>('encoding', ENCODINGS) ?? 'pcm_linear',
    timestamps: fields.flag('timestamps') ?? false,
    ipaKey: fields.oneOf<IpaKey>('ipa_key', IPA_KEYS),
    temperature: fields.number('temperature', 0, MAX_TEMPERATURE, false),
    topK: fields.number('top_k', 1, MAX_TOP_K, true),
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
  if (!isRecord(json)) {
    throw new ApiError(422, [{ loc: ['body'], msg: 'The body must be a JSON object', type: 'model_type' }]);
  }
  const raw = isRecord(json.model) ? { ...json.model, ...json } : json;
  const fields = new FieldReader(raw, 'body');
  const text = fields.text('text', maxTextChars);
  const outputFormat = fields.oneOf('output_format', OUTPUT_FORMATS) ?? 'raw';
  if (text === null && fields.problems.every((problem) => problem.loc[1] !== 'text')) {
    fields.problems.push({ loc: ['body', 'text'], msg: 'Text to speak is required', type: 'missing' });
  }
  if (fields.problems.length > 0) throw new ApiError(422, fields.problems);
  return { text: text ?? '', settings: parseSpeakSettings(lang, raw, 'body'), outputFormat };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
