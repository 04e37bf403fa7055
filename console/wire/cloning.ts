import { t } from '../i18n/i18n.ts';
import { eventsOf } from './events.ts';
import { ask, type RequestOptions, send, WireError } from './http.ts';

/** The origin of a voice. */
export interface Reference {
  readonly enhancer: string;
  readonly enhancer_reason?: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly score: number;
  readonly sentences: readonly number[];
  readonly preview_failed?: string;
}

export interface Candidate {
  readonly rank: number;
  /** Id for choosing it. */
  readonly candidate: string;
  readonly reference: Reference;
  /** A WAV file in base64. */
  readonly preview?: string;
}

export interface MadeVoice {
  readonly voice_id: string;
  readonly reference: Reference;
  readonly preview?: string;
}

export interface CandidateSet {
  readonly set_id: string;
  readonly candidates: readonly Candidate[];
}

export interface Progress {
  readonly stage: string;
  /** 0 to 1. */
  readonly fraction: number;
}

/** The voice to learn: a new one, or an existing one, which keeps its name and language. */
export type Target = { readonly name: string; readonly langCode: string } | { readonly voiceId: string };

export interface TakeRequest {
  readonly target: Target;
  readonly file: Blob;
  /** The text that is read. */
  readonly script: string;
  readonly isFast: boolean;
  /** Whether the whole candidate set of an existing voice is learned again. */
  readonly hasCandidates: boolean;
}

export interface RecordingRequest {
  readonly target: Target;
  readonly file: Blob;
  /** "" to have it transcribed. */
  readonly transcript: string;
}

/**
 * Returns the text to be read in a language.
 * @throws WireError 422 if there is none
 */
export async function builtInScript(langCode: string): Promise<string> {
  const { script } = await ask<{ readonly script: string }>('/voices/assisted/script', {
    query: { lang_code: langCode },
  });
  return script;
}

/**
 * Creates a voice, or candidates, from a take of a script.
 * @throws WireError; the browser's AbortError
 */
export function learnTake(
  { target, file, script, isFast, hasCandidates }: TakeRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<MadeVoice | CandidateSet> {
  const form = new FormData();
  form.set('voice_file', file, 'take.wav');
  form.set('script', script);
  const { method, path, query } = addressOf(target);
  const how = { ...query, fast: isFast, candidates: hasCandidates };
  return learned(`${path}/assisted`, { method, query: how, form, signal }, onProgress);
}

/**
 * Creates a voice from any recording of a person.
 * @returns its id
 * @throws WireError; the browser's AbortError
 */
export async function learnRecording(
  { target, file, transcript }: RecordingRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('voiceId' in target ? 'new_voice_file' : 'voice_file', file, 'recording.wav');
  if (transcript.trim() !== '') form.set('transcript', transcript);
  const { path, ...options } = addressOf(target);
  return (await learned<{ readonly voice_id: string }>(path, { ...options, form, signal }, onProgress))
    .voice_id;
}

/** Returns the URL path for learning a target. Takes use a path below it. */
function addressOf(target: Target) {
  if ('voiceId' in target)
    return { method: 'PATCH', path: `/voices/${encodeURIComponent(target.voiceId)}`, query: {} } as const;
  const query = { voice_name: target.name, lang_code: target.langCode };
  return { method: 'POST', path: '/voices', query } as const;
}

/** Sends a recording, and reports progress until the result arrives. */
async function learned<T>(
  path: string,
  options: RequestOptions,
  onProgress: (progress: Progress) => void,
): Promise<T> {
  const answer = await send(path, { ...options, accept: 'text/event-stream' });
  // Work that is over before the first progress has an ordinary response.
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) {
    return ((await answer.json()) as { readonly data: T }).data;
  }
  for await (const { event, data } of eventsOf(answer.body)) {
    const body = JSON.parse(data);
    if (event === 'progress') onProgress(body as Progress);
    else if (event === 'result') return (body as { readonly data: T }).data;
    else if (event === 'error') throw new WireError(body.status_code, wordsOf(body.detail));
  }
  throw new WireError(
    0,
    t('The connection was lost before the voice was ready. Check the library before you try again.'),
  );
}

/**
 * Records that a candidate was chosen.
 * @throws WireError
 */
export function chooseCandidate(candidate: string): Promise<{ readonly voice_id: string }> {
  return ask('/voices/assisted/choose', { method: 'POST', query: { voice_id: candidate } });
}

function wordsOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return t('The voice could not be created');
  return detail.map((item: { readonly msg?: unknown }) => String(item.msg)).join('. ');
}
