import { send } from './http.ts';

/** A sentence or so. Times are in seconds. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Who says it, where that was asked for. */
  readonly speaker?: string;
}

export interface Transcript {
  readonly text: string;
  readonly segments: readonly Segment[];
}

/** What tells speakers apart: nothing, their voices, or the channels of the recording. */
export type Speakers = 'none' | 'voices' | 'channels';

export interface TranscriptionOrder {
  readonly file: Blob;
  readonly name: string;
  /** "" to have it found out. */
  readonly langCode: string;
  /** Names and words that may be said; "" for none. */
  readonly prompt: string;
  readonly speakers: Speakers;
}

/** Has a recording written down, with times. @throws WireError; the browser's AbortError */
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
