/** The models that OpenAI's clients may name. Here they all stand for the one synthesizer or the one recogniser. */

/** This server's own model name. */
export const OWN_MODEL = 'parley';
/** OpenAI's models, and those of other servers with the same interface, which users keep in their settings. */
export const SPEECH_MODELS = ['tts-1', 'tts-1-hd', 'gpt-4o-mini-tts', 'kokoro', OWN_MODEL] as const;
/** Accepted, but not listed: names that other tools and servers use for such models. */
const OTHER_SPEECH_MODELS = [
  'tts',
  'piper',
  'xtts',
  'kokoro-82m',
  'kokoro-v1',
  'kokoro-v1.0',
  'kokoro-v1_0',
  'hexgrad/kokoro-82m',
  'speaches-ai/kokoro-82m-v1.0-onnx',
];
export const TRANSCRIPTION_MODELS = [
  'whisper-1',
  'gpt-transcribe',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-4o-transcribe-diarize',
  OWN_MODEL,
] as const;

/** Models for conversations. Any other name has the same meaning, or is a stored agent. */
const REALTIME_MODELS = ['gpt-realtime', 'gpt-realtime-mini'] as const;

export interface Model {
  readonly id: string;
  readonly object: 'model';
  /** In seconds since the epoch. The models are part of the service, so the date never changes. */
  readonly created: number;
  readonly owned_by: string;
}

const CREATED = Date.UTC(2026, 0, 1) / 1000;

/**
 * Lists all models, without duplicates.
 * @param hears whether there is a recogniser
 */
export function models(hears: boolean): Model[] {
  const ids = new Set<string>([
    ...SPEECH_MODELS,
    ...(hears ? [...TRANSCRIPTION_MODELS, ...REALTIME_MODELS] : []),
  ]);
  return [...ids].map((id) => ({ id, object: 'model', created: CREATED, owned_by: 'parley' }));
}

/** Whether a name is one of the models, or one of their dated versions ("gpt-4o-mini-tts-2025-03-20"). */
export function isModel(names: readonly string[], asked: string): boolean {
  const name = asked.toLowerCase().replace(/-\d{4}(-\d{2}-\d{2})?$/, '');
  return names.includes(asked) || names.includes(name);
}

/** Whether a name stands for the synthesizer. */
export const isSpeechModel = (asked: string): boolean =>
  isModel(SPEECH_MODELS, asked) || isModel(OTHER_SPEECH_MODELS, asked);
