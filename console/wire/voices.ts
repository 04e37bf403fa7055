import { signal } from '@preact/signals';
import { ask } from './http.ts';

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
  readonly assisted_report?: {
    readonly reference?: { readonly text?: string; readonly score?: number; readonly enhancer?: string };
    readonly top_k?: number | null;
    readonly temperature?: number | null;
    readonly [field: string]: unknown;
  };
  readonly engine: string;
  readonly license: string;
  readonly supports_timings: boolean;
  readonly notice: string;
}

/** All voices that the key may use; null until they were read. */
export const voices = signal<readonly Voice[] | null>(null);

/** Reads the library again. @throws WireError */
export async function loadVoices(): Promise<readonly Voice[]> {
  const { voices: all } = await ask<{ readonly voices: readonly Voice[] }>('/voices');
  voices.value = all;
  return all;
}
