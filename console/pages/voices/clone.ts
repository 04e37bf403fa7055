import { batch, computed, signal } from '@preact/signals';
import { Recording } from '../../audio/recording.ts';
import { t } from '../../i18n/i18n.ts';
import {
  builtInScript,
  type CandidateSet,
  learnRecording,
  learnTake,
  type MadeVoice,
  type Progress,
  type Target,
} from '../../wire/cloning.ts';
import { isAbort, messageOf, WireError } from '../../wire/http.ts';
import { loadVoices, type Voice } from '../../wire/voices.ts';
import { isOneSentence } from './sentences.ts';

/** Bounds of the API, in ms. */
export const BOUNDS = {
  script: { minMs: 15_000, maxMs: 60_000 },
  free: { minMs: 6_000, maxMs: 120_000 },
} as const;

export type Method = keyof typeof BOUNDS;
export type Source = 'microphone' | 'file';
export type Stage = 'preparing' | 'working' | 'made';

/** The result: one voice, with its preview, or several to choose from. */
export type Outcome =
  | { readonly kind: 'one'; readonly voiceId: string; readonly made: MadeVoice | null }
  | { readonly kind: 'set'; readonly set: CandidateSet };

// The form keeps its values while other pages are open.
/** The voice that is learned again; null for a new one. */
export const again = signal<Voice | null>(null);
export const method = signal<Method>('script');
export const source = signal<Source>('microphone');
export const name = signal('');
export const langCode = signal('en');
export const script = signal('');
/** Whether the user has changed the script. */
export const isOwnScript = signal(false);
export const transcript = signal('');
export const hasCandidates = signal(true);
export const isFast = signal(false);
export const upload = signal<File | null>(null);
export const stage = signal<Stage>('preparing');
export const progress = signal<Progress | null>(null);
export const problem = signal<string | null>(null);
export const outcome = signal<Outcome | null>(null);
export const recordings: Readonly<Record<Method, Recording>> = {
  script: new Recording(BOUNDS.script.maxMs),
  free: new Recording(BOUNDS.free.maxMs),
};

let abort: AbortController | null = null;

export const recording = computed(() => recordings[method.value]);

/** Whether there is a take to send, from the microphone or a file. */
const hasTake = computed(() =>
  source.value === 'file' ? upload.value !== null : recording.value.state.value === 'done',
);

/** Why the form cannot be sent yet, in the order of the page; null when it can. */
export const missing = computed((): string | null => {
  if (again.value === null && name.value.trim() === '') return t('Give the voice a name.');
  if (method.value === 'script') {
    if (script.value.trim() === '') return t('There is no script to read.');
    if (isOneSentence(script.value)) return t('The script needs a second sentence.');
  }
  if (!hasTake.value) return source.value === 'file' ? t('Choose a file.') : t('Make a recording first.');
  const { minMs } = BOUNDS[method.value];
  if (source.value === 'microphone' && recording.value.elapsedMs.value < minMs) {
    return t('The recording must last at least {count} seconds.', { count: minMs / 1000 });
  }
  return null;
});

/**
 * Sets the form up for a new voice, or for one that is learned again: in the way it was created. A voice that is
 * currently being learned is not affected.
 */
export function begin(voice: Voice | null): void {
  const isSame = voice?.voice_id === again.value?.voice_id;
  if (isSame) again.value = voice;
  if (isSame || stage.value === 'working') return;
  startOver();
  batch(() => {
    again.value = voice;
    hasCandidates.value = voice === null || isCandidate(voice);
    transcript.value = '';
    if (voice === null) return;
    method.value = voice.assisted ? 'script' : 'free';
    if (langCode.value !== voice.lang_code) isOwnScript.value = false;
    langCode.value = voice.lang_code;
  });
}

/** Whether it is one of several voices of one take, which can be learned again together. */
export function isCandidate(voice: Voice): boolean {
  return voice.assisted_report?.offer?.set_id !== undefined;
}

/** Loads the built-in script of the language, unless the user has changed the script. */
export async function loadScript(): Promise<void> {
  if (isOwnScript.value) return;
  const lang = langCode.value;
  try {
    const text = await builtInScript(lang);
    if (lang === langCode.value && !isOwnScript.value) script.value = text;
  } catch (error) {
    if (error instanceof WireError && error.status === 422) {
      // The language has no script: the user must write one.
      batch(() => {
        script.value = '';
        isOwnScript.value = true;
      });
      return;
    }
    problem.value = messageOf(error);
  }
}

/** Sends the take and waits for the result. */
export async function create(): Promise<void> {
  if (missing.value !== null) return;
  const file = source.value === 'file' ? upload.value : recording.value.file;
  if (!file) return;
  abort = new AbortController();
  batch(() => {
    stage.value = 'working';
    progress.value = null;
    problem.value = null;
    outcome.value = null;
  });
  try {
    outcome.value = await made(file, abort.signal);
    stage.value = 'made';
    await loadVoices();
  } catch (error) {
    batch(() => {
      if (!isAbort(error)) problem.value = messageOf(error);
      stage.value = outcome.value ? 'made' : 'preparing';
    });
  }
}

export function cancel(): void {
  abort?.abort();
}

/** Resets the form. */
export function startOver(): void {
  batch(() => {
    stage.value = 'preparing';
    outcome.value = null;
    problem.value = null;
    name.value = '';
    upload.value = null;
  });
  for (const one of Object.values(recordings)) one.discard();
}

async function made(file: Blob, signal: AbortSignal): Promise<Outcome> {
  const onProgress = (now: Progress): void => {
    progress.value = now;
  };
  const target: Target = again.value
    ? { voiceId: again.value.voice_id }
    : { name: name.value.trim(), langCode: langCode.value };
  if (method.value === 'free') {
    const voiceId = await learnRecording({ target, file, transcript: transcript.value }, onProgress, signal);
    return { kind: 'one', voiceId, made: null };
  }
  const how = { script: script.value, isFast: isFast.value, hasCandidates: hasCandidates.value };
  const answer = await learnTake({ target, file, ...how }, onProgress, signal);
  return 'candidates' in answer
    ? { kind: 'set', set: answer }
    : { kind: 'one', voiceId: answer.voice_id, made: answer };
}
