import { signal } from '@preact/signals';
import { ask } from './http.ts';
import type { IpaKey } from './ipa.ts';

/** The pronunciation of a word by the owner of the key. */
export interface Pronunciation {
  readonly lang_code: IpaKey;
  readonly word: string;
  readonly ipa: string;
}

/** All pronunciations; null until loaded. */
export const pronunciations = signal<readonly Pronunciation[] | null>(null);

/** @throws WireError */
export async function loadPronunciations(): Promise<void> {
  const answer = await ask<{ readonly pronunciations: readonly Pronunciation[] }>('/pronunciations');
  pronunciations.value = answer.pronunciations;
}

/**
 * Stores a pronunciation, which applies to all speech of the owner.
 * @throws WireError
 */
export async function savePronunciation({ lang_code, word, ipa }: Pronunciation): Promise<void> {
  await ask(addressOf(lang_code, word), { method: 'PUT', json: { ipa } });
  await loadPronunciations();
}

/** @throws WireError */
export async function deletePronunciation({ lang_code, word }: Pronunciation): Promise<void> {
  await ask(addressOf(lang_code, word), { method: 'DELETE' });
  await loadPronunciations();
}

function addressOf(langCode: string, word: string): string {
  return `/pronunciations/${encodeURIComponent(langCode)}/${encodeURIComponent(word)}`;
}
