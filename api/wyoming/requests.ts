import { languageTag, type SpeakSettings, spokenLanguage } from '../../engine/index.ts';
import { invalidFields } from '../errors/api-error.ts';
import { FieldReader, type RawFields } from '../http/fields.ts';
import { MAX_LANG_CODE_CHARS, MAX_VOICE_NAME_CHARS } from '../limits/fields.ts';
import { chooseVoice, type VoiceChoiceDeps } from '../openai/voice-choice.ts';
import { readTextToSpeak } from '../speech/text-field.ts';

/** The rate of the audio sent, in Hz: that of the natural voices. */
const SAMPLING_RATE = 24_000;
/** Language if a request names neither a voice nor a language. */
const DEFAULT_LANG = 'en';
/** Sample rate of the received audio; the recogniser's is 16 kHz. */
const RECORDING_RATES = { min: 8000, max: 48_000 } as const;
/** Number of names beyond which more do not help. */
const MAX_NAMES = 24;
const MAX_NAME_CHARS = 100;

/** The text of `synthesize`. @throws ApiError 422 */
export function readText(data: RawFields, maxTextChars: number): string {
  const fields = new FieldReader(data, ['body']);
  const text = readTextToSpeak(fields, 'text', maxTextChars);
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return text;
}

/** The text of `synthesize-chunk`, which may be empty. @throws ApiError 422 */
export function readChunk(data: RawFields, maxTextChars: number): string {
  const fields = new FieldReader(data, ['body']);
  const text = fields.text('text', { maxChars: maxTextChars, mayBeEmpty: true, mayHoldNul: true });
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  return text ?? '';
}

/**
 * How the text of `synthesize` or `synthesize-start` is to be spoken: `voice` names a voice, or a language. Voices are
 * found as under /v1, by id or by name.
 * @throws ApiError 422
 */
export async function readSpeakSettings(
  deps: VoiceChoiceDeps,
  ownerId: string,
  data: RawFields,
): Promise<SpeakSettings> {
  const fields = new FieldReader(data, ['body']);
  const format = fields.text('text_format', { maxChars: 100 });
  if (format !== undefined && format !== 'text') {
    fields.problem('text_format', 'not_an_option', { options: 'text' });
  }
  const voice = fields.object('voice');
  const name = voice?.text('name', { maxChars: MAX_VOICE_NAME_CHARS, isLine: true });
  const lang = voice?.text('language', { maxChars: MAX_LANG_CODE_CHARS, isLine: true });
  // Each speaker is a separate voice here.
  if (voice?.text('speaker', { maxChars: MAX_VOICE_NAME_CHARS })) voice.problem('speaker', 'no_speakers');
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  const code = lang === undefined ? null : languageTag(lang);
  const choice =
    name === undefined
      ? { voiceId: null, lang: code ?? DEFAULT_LANG }
      : await chooseVoice(deps, ownerId, name, code);
  return {
    ...choice,
    speed: 1,
    samplingRate: SAMPLING_RATE,
    encoding: 'pcm_linear',
    timestamps: false,
    ipaKey: null,
    temperature: null,
    topK: null,
  };
}

export interface TranscribeRequest {
  /** A code; null lets the recogniser detect it. */
  readonly lang: string | null;
  /** Names that may be said, the likeliest last. */
  readonly names: readonly string[];
}

/** The fields of `transcribe`. There is one recogniser, whatever model is named. @throws ApiError 422 */
export function readTranscribe(data: RawFields): TranscribeRequest {
  const fields = new FieldReader(data, ['body']);
  const lang = fields.text('language', { maxChars: MAX_LANG_CODE_CHARS, isLine: true });
  if (fields.problems.length > 0) throw invalidFields(fields.problems);
  const names = [...listOf(data.transcript_terms), ...listOf(data.transcript_names)];
  const spoken = spokenLanguage(lang);
  return { lang: spoken === null ? null : languageTag(spoken), names: names.slice(-MAX_NAMES) };
}

/** Entries other than short texts are ignored: a faulty hint is no reason to refuse a request. */
function listOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.filter((one): one is string => typeof one === 'string' && one.length <= MAX_NAME_CHARS);
}

/** The rate of `audio-start` or `audio-chunk`, in Hz: 16-bit samples of one channel. @throws ApiError 422 */
export function readRate(data: RawFields): number {
  const fields = new FieldReader(data, ['body']);
  const rate = fields.whole('rate', RECORDING_RATES);
  if (rate === undefined && !fields.has('rate')) fields.problem('rate', 'field_missing');
  if (fields.has('width') && data.width !== 2) fields.problem('width', 'not_an_option', { options: '2' });
  if (fields.has('channels') && data.channels !== 1) {
    fields.problem('channels', 'not_an_option', { options: '1' });
  }
  if (rate === undefined || fields.problems.length > 0) throw invalidFields(fields.problems);
  return rate;
}
