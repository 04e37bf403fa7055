import { signal } from '@preact/signals';
import { ask, messageOf } from './http.ts';

/** The report of a voice that was learned from a script. */
export interface AssistedReport {
  readonly reference?: { readonly text: string; readonly score: number; readonly enhancer: string };
  /** For a candidate: its set, its place in it, and the sampling since it was chosen. */
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
  /** For a variant: id of the voice that it speaks with other sampling. */
  readonly variant_of?: string;
  readonly assisted_report?: AssistedReport;
  readonly engine: string;
  readonly license: string;
  readonly supports_timings: boolean;
  readonly notice: string;
  /** Language codes for which it is the default voice, and why; only for such voices. */
  readonly default_for?: readonly string[];
  readonly default_reason?: string;
  /**
   * For a natural voice. Of a multi-speaker model only the first speaker is in the library; the others are found by
   * searching.
   */
  readonly model?: string;
  readonly speakers?: number;
}

/** All voices that the key may use; null until loaded. */
export const voices = signal<readonly Voice[] | null>(null);

/** The last error of loading the library; null if there was none. */
export const voicesProblem = signal<string | null>(null);

/** Loads the library again for a page that shows it. */
export async function showVoices(): Promise<void> {
  try {
    await loadVoices();
    voicesProblem.value = null;
  } catch (error) {
    voicesProblem.value = messageOf(error);
  }
}

/**
 * Loads the library again.
 * @throws WireError
 */
export async function loadVoices(): Promise<readonly Voice[]> {
  const { voices: all } = await ask<{ readonly voices: readonly Voice[] }>('/voices');
  // A candidate's page offers its variant. In a library it would be the same voice twice.
  const whole = all.filter(({ variant_of }) => variant_of === undefined);
  voices.value = whole;
  return whole;
}

/** Whether a built-in voice sounds like a machine. */
export const isRobotic = ({ voice_tags }: Voice): boolean => voice_tags.includes('robotic');

/** Whether a voice is one of many speakers of its model, which are not in the library. */
export function isOneOfMany(voice: Voice, all: readonly Voice[]): boolean {
  const { model, speakers = 1 } = voice;
  return model !== undefined && all.filter((one) => one.model === model).length < speakers;
}

/**
 * Searches for voices with all the words in their names, ids or languages, including those of multi-speaker models.
 * @throws WireError
 */
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
