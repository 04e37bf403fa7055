import { eventsOf } from './events.ts';
import { ask, send, WireError } from './http.ts';

/** How a voice came about. */
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

export interface TakeRequest {
  readonly name: string;
  readonly langCode: string;
  readonly file: Blob;
  /** What is read. */
  readonly script: string;
  readonly isFast: boolean;
  readonly hasCandidates: boolean;
}

/** The text to be read in a language. @throws WireError 422 where there is none */
export async function builtInScript(langCode: string): Promise<string> {
  const { script } = await ask<{ readonly script: string }>('/voices/assisted/script', {
    query: { lang_code: langCode },
  });
  return script;
}

/** Makes a voice, or candidates, of somebody reading a script. @throws WireError; the browser's AbortError */
export async function cloneTake(
  { name, langCode, file, script, isFast, hasCandidates }: TakeRequest,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<MadeVoice | CandidateSet> {
  const form = new FormData();
  form.set('voice_file', file, 'take.wav');
  form.set('script', script);
  const answer = await send('/voices/assisted', {
    method: 'POST',
    query: { voice_name: name, lang_code: langCode, fast: isFast, candidates: hasCandidates },
    form,
    accept: 'text/event-stream',
    signal,
  });
  // What is over before there was progress is answered as usual.
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream') || !answer.body) {
    return ((await answer.json()) as { readonly data: MadeVoice | CandidateSet }).data;
  }
  for await (const { event, data } of eventsOf(answer.body)) {
    const body = JSON.parse(data);
    if (event === 'progress') onProgress(body as Progress);
    else if (event === 'result') return (body as { readonly data: MadeVoice | CandidateSet }).data;
    else if (event === 'error') throw new WireError(body.status_code, wordsOf(body.detail));
  }
  throw new WireError(
    0,
    'The connection was lost before the voice was ready. Check the library before you try again.',
  );
}

/** Makes a voice of any recording of a person. @throws WireError; the browser's AbortError */
export async function cloneRecording(
  request: {
    readonly name: string;
    readonly langCode: string;
    readonly file: Blob;
    readonly transcript: string;
  },
  signal: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('voice_file', request.file, 'recording.wav');
  if (request.transcript.trim() !== '') form.set('transcript', request.transcript);
  const { voice_id: id } = await ask<{ readonly voice_id: string }>('/voices', {
    method: 'POST',
    query: { voice_name: request.name, lang_code: request.langCode },
    form,
    signal,
  });
  return id;
}

/** Records that a candidate was chosen. @throws WireError */
export function chooseCandidate(candidate: string): Promise<{ readonly voice_id: string }> {
  return ask('/voices/assisted/choose', { method: 'POST', query: { voice_id: candidate } });
}

function wordsOf(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (!Array.isArray(detail)) return 'The voice could not be created';
  return detail.map((item: { readonly msg?: unknown }) => String(item.msg)).join('. ');
}
