import { signal } from '@preact/signals';
import { ask } from './http.ts';
import { loadVoices } from './voices.ts';

/** A model that the server has, or can fetch. */
export interface Model {
  readonly model_id: string;
  readonly kind: string;
  readonly title: string;
  readonly lang_code: string;
  readonly lang_codes: readonly string[];
  readonly speakers?: number;
  readonly size_bytes: number;
  readonly license: string;
  readonly license_note: string;
  readonly has_card: boolean;
  readonly installed: boolean;
  readonly voice_id?: string;
  readonly download?: {
    readonly state: 'running' | 'failed';
    readonly received_bytes: number;
    readonly total_bytes: number;
    readonly message: string;
  };
}

/** All models; null until loaded. */
export const models = signal<readonly Model[] | null>(null);

/**
 * Loads all models again.
 * @throws WireError, with 403 for keys without permission
 */
export async function loadModels(): Promise<void> {
  const { models: all } = await ask<{ readonly models: readonly Model[] }>('/models');
  models.value = all;
}

/** An Ollama on the machine of the server. */
export interface Ollama {
  readonly base_url: string;
  readonly models: readonly string[];
}

/**
 * Looks for an Ollama that a server without a language model could use.
 * @returns null when there is none
 * @throws WireError, with 403 for keys without permission
 */
export async function findOllama(): Promise<Ollama | null> {
  const query = { search: 'ollama' };
  return (await ask<{ readonly ollama?: Ollama }>('/models', { query })).ollama ?? null;
}

/**
 * Returns a model's card, and the licence that it names.
 * @throws WireError
 */
export function modelCard(id: string): Promise<{ readonly license: string; readonly card: string }> {
  return ask(`${addressOf(id)}/card`);
}

/**
 * Makes the server fetch a model whose licence was accepted.
 * @throws WireError
 */
export async function pullModel(id: string): Promise<void> {
  const { model } = await ask<{ readonly model: Model }>(addressOf(id), {
    method: 'POST',
    query: { accept_license: true },
  });
  replace(model);
}

/**
 * Polls the progress of a model. The voices are loaded again when the download is complete.
 * @throws WireError
 */
export async function followModel(id: string): Promise<void> {
  const { model } = await ask<{ readonly model: Model }>(addressOf(id));
  replace(model);
  if (model.installed) await loadVoices();
}

/**
 * Cancels a download, or removes a model.
 * @throws WireError
 */
export async function removeModel(id: string): Promise<void> {
  await ask(addressOf(id), { method: 'DELETE' });
  await Promise.all([followModel(id), loadVoices()]);
}

function replace(model: Model): void {
  models.value = models.value?.map((one) => (one.model_id === model.model_id ? model : one)) ?? null;
}

const addressOf = (id: string): string => `/models/${encodeURIComponent(id)}`;
