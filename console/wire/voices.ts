import { signal } from '@preact/signals';
import { ask, messageOf } from './http.ts';

/** What is known of a voice that was read from a script. */
export interface AssistedReport {
  readonly reference?: { readonly text: string; readonly score: number; readonly enhancer: string };
  /** Of a candidate: its set, its place in it, and how it is to be spoken since it was chosen. */
  readonly offer?: { readonly set_id: string };
  readonly rank?: number;
  readonly chosen?: { readonly top_k: number | null; readonly temperature: number | null } | null;
}

export interface Voice {
  readonly voice_id: string;
  readonly voice_name: string;
  readonly voice_tags: readonly string[];
  readonly lang_code: string;
  readonly lang_codes: readonly string[];
  readonly type: 'Standard' | 'Cloned';
  readonly created_at: string;
  readonly assisted: boolean;
  readonly selected: boolean;
  /** The voice that this one is, with other sampling; only of variants. */
  readonly variant_of?: string;
  readonly assisted_report?: AssistedReport;
  readonly engine: string;
  readonly license: string;
  readonly supports_timings: boolean;
  readonly notice: string;
  /** Language codes for which it speaks when a request names no voice, and why; only of such voices. */
  readonly default_for?: readonly string[];
  readonly default_reason?: string;
  /** Of a natural voice. Of a model with many speakers only the first is in the library; the others are searched. */
  readonly model?: string;
  readonly speakers?: number;
}

/** All voices that the key may use; null until they were read. */
export const voices = signal<readonly Voice[] | null>(null);

/** Why the library could not be shown the last time; null when it could. */
export const voicesProblem = signal<string | null>(null);

/** Reads the library again for a page that shows it. */
export async function showVoices(): Promise<void> {
  try {
    await loadVoices();
    voicesProblem.value = null;
  } catch (error) {
    voicesProblem.value = messageOf(error);
  }
}

/** Reads the library again. @throws WireError */
export async function loadVoices(): Promise<readonly Voice[]> {
  const { voices: all } = await ask<{ readonly voices: readonly Voice[] }>('/voices');
  // A candidate's page offers its variant; in a library it would be the same voice twice.
  const whole = all.filter(({ variant_of }) => variant_of === undefined);
  voices.value = whole;
  return whole;
}

/** Whether a voice is one of many of its model, and the others are not in the library. */
export function isOneOfMany(voice: Voice, all: readonly Voice[]): boolean {
  const { model, speakers = 1 } = voice;
  return model !== undefined && all.filter((one) => one.model === model).length < speakers;
}

/** Voices with all the words in their names, ids or languages, those of many speakers included. @throws WireError */
export async function searchVoices(
  words: string,
  limit: number,
  signal?: AbortSignal,
): Promise<readonly Voice[]> {
  const query = { search: words, limit };
  return (await ask<{ readonly voices: readonly Voice[] }>('/voices', { query, signal })).voices;
}

/** @throws WireError */
export async function renameVoice(id: string, name: string): Promise<void> {
  await ask(`/voices/${encodeURIComponent(id)}`, { method: 'PATCH', query: { new_voice_name: name } });
  await loadVoices();
}

/** @throws WireError */
export async function deleteVoice(id: string): Promise<void> {
  await ask(`/voices/${encodeURIComponent(id)}`, { method: 'DELETE' });
  await loadVoices();
}
