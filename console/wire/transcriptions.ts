import { send } from './http.ts';

/** About one sentence. Times are in seconds. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The speaker, if requested. */
  readonly speaker?: string;
}

export interface Transcript {
  readonly text: string;
  readonly segments: readonly Segment[];
}

/** How speakers are distinguished: not at all, by their voices, or by the channels of the recording. */
export type Speakers = 'none' | 'voices' | 'channels';

export interface TranscriptionOrder {
  readonly file: Blob;
  readonly name: string;
  /** "" to detect the language. */
  readonly langCode: string;
  /** Names and words that may occur; "" for none. */
  readonly prompt: string;
  readonly speakers: Speakers;
}

/**
 * Transcribes a recording, with times.
 * @throws WireError; the browser's AbortError
 */
export async function transcribe(order: TranscriptionOrder, signal: AbortSignal): Promise<Transcript> {
  const form = new FormData();
  form.append('response_format', order.speakers === 'voices' ? 'diarized_json' : 'verbose_json');
  if (order.speakers === 'channels') form.append('channels', 'split');
  for (const kind of ['segment', 'word']) form.append('timestamp_granularities[]', kind);
  if (order.langCode !== '') form.append('language', order.langCode);
  if (order.prompt !== '') form.append('prompt', order.prompt);
  form.append('file', order.file, order.name);
  const answer = await send('/v1/audio/transcriptions', { method: 'POST', form, signal });
  return (await answer.json()) as Transcript;
}
