import { isLanguageTag, languageTag, spokenLanguage } from '../../engine/index.ts';
import type { ValueArguments } from '../../media/error-definition.ts';
import type { SpeakersBy } from '../../recordings/index.ts';
import {
  type FieldFaultKind,
  fieldFault,
  invalidFields,
  refusal,
  type ValidationItem,
} from '../errors/api-error.ts';
import type { FIELD_FAULTS } from '../errors/field-faults.ts';
import type { Form } from '../http/forms/multipart.ts';
import { MAX_LANG_CODE_CHARS } from '../limits/fields.ts';
import { isModel, OWN_MODEL, TRANSCRIPTION_MODELS } from './models.ts';
import { GRANULARITIES, type Granularity, TRANSCRIPT_FORMATS, type TranscriptFormat } from './transcript.ts';

/** More than the 224 tokens that Whisper accepts, except in languages with several letters per token. */
const MAX_PROMPT_CHARS = 1000;

/** How the channels of a file are treated: mixed, or transcribed one by one. */
export const CHANNELS = ['mixed', 'split'] as const;

/** A parsed request of `POST /v1/audio/transcriptions`. */
export interface TranscriptionOrder {
  readonly audio: Buffer;
  /** A language code; null when none was given. */
  readonly lang: string | null;
  /** Names and words that may occur, in the spelling to be used; "" for none. */
  readonly prompt: string;
  readonly format: TranscriptFormat;
  readonly granularities: readonly Granularity[];
  /** Whether to send events as the text arrives. */
  readonly stream: boolean;
  /** How speakers are distinguished; null if not requested. */
  readonly speakers: SpeakersBy | null;
}

/**
 * Parses the form. Unknown fields, `temperature` among them, are ignored.
 * @throws ApiError 422 with one item per invalid field, ApiError 404
 */
export function readTranscriptionForm(form: Form | null): TranscriptionOrder {
  const problems: ValidationItem[] = [];
  const problem = <K extends FieldFaultKind>(
    field: string,
    kind: K,
    ...values: ValueArguments<(typeof FIELD_FAULTS)[K]>
  ): undefined => {
    problems.push(fieldFault(['body', field], kind, ...values));
    return undefined;
  };
  const field = (name: string): string | null => form?.fields.get(name)?.[0]?.trim() || null;
  const listed = (name: string): string[] =>
    [`${name}[]`, name].flatMap((one) => form?.fields.get(one) ?? []).map((value) => value.trim());
  function oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = field(name);
    if (value === null) return undefined;
    return (
      allowed.find((one) => one === value) ?? problem(name, 'not_an_option', { options: allowed.join(', ') })
    );
  }

  const audio = form?.files.get('file');
  if (!audio) problem('file', 'recording_missing');
  const format = oneOf('response_format', TRANSCRIPT_FORMATS) ?? 'json';
  const channels = oneOf('channels', CHANNELS) ?? 'mixed';
  const stream = oneOf('stream', ['true', 'false', 'True', 'False', '1', '0']) ?? 'false';
  const asked = listed('timestamp_granularities');
  const granularities = GRANULARITIES.filter((one) => asked.includes(one));
  if (asked.some((one) => !GRANULARITIES.some((known) => known === one))) {
    problem('timestamp_granularities', 'not_options', { options: GRANULARITIES.join(', ') });
  }
  const language = spokenLanguage(field('language') ?? only(listed('languages')));
  if (language !== null && (language.length > MAX_LANG_CODE_CHARS || !isLanguageTag(language))) {
    problem('language', 'transcription_language_malformed');
  }
  if (problems.length > 0 || !audio) throw invalidFields(problems);
  if (!isModel(TRANSCRIPTION_MODELS, field('model') ?? OWN_MODEL)) {
    throw refusal('no_such_model', { values: { models: TRANSCRIPTION_MODELS.join(', ') } });
  }
  return {
    audio,
    lang: language === null ? null : languageTag(language),
    // The recogniser uses only the end of a prompt.
    prompt: [...listed('keywords'), field('prompt')].filter(Boolean).join(', ').slice(-MAX_PROMPT_CHARS),
    format,
    granularities: granularities.length > 0 ? granularities : ['segment'],
    stream: /^(true|1)$/i.test(stream),
    speakers: channels === 'split' ? 'channel' : format === 'diarized_json' ? 'voice' : null,
  };
}

/** If several languages are possible, the recogniser detects the language. */
const only = (languages: readonly string[]): string | null =>
  languages.length === 1 ? languages[0] || null : null;
