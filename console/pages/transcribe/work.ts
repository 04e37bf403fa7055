import { batch, signal } from '@preact/signals';
import { isAbort, messageOf } from '../../wire/http.ts';
import { type Speakers, type Transcript, transcribe } from '../../wire/transcriptions.ts';

// Kept while other pages are open.
export const recording = signal<File | null>(null);
/** "" to detect the language. */
export const langCode = signal('');
/** Names and words that may occur. */
export const prompt = signal('');
export const speakers = signal<Speakers>('none');
export const transcript = signal<Transcript | null>(null);
export const problem = signal<string | null>(null);
export const isBusy = signal(false);

let abort = new AbortController();

/** Sets another recording, and clears the last transcript. */
export function take(file: File): void {
  cancel();
  batch(() => {
    recording.value = file;
    transcript.value = null;
    problem.value = null;
  });
}

export async function start(): Promise<void> {
  const file = recording.value;
  if (!file || isBusy.value) return;
  abort = new AbortController();
  const { signal } = abort;
  batch(() => {
    isBusy.value = true;
    problem.value = null;
    transcript.value = null;
  });
  try {
    const order = {
      file,
      name: file.name,
      langCode: langCode.value,
      prompt: prompt.value.trim(),
      speakers: speakers.value,
    };
    const made = await transcribe(order, signal);
    if (!signal.aborted) transcript.value = made;
  } catch (error) {
    if (!isAbort(error) && !signal.aborted) problem.value = messageOf(error);
  }
  if (!signal.aborted) isBusy.value = false;
}

/** Aborts the request, which ends the work on the server. */
export function cancel(): void {
  abort.abort();
  isBusy.value = false;
}
