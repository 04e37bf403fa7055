import { batch, computed, signal } from '@preact/signals';
import { isAbort, messageOf } from '../../wire/http.ts';
import {
  IPA_KEYS,
  type IpaKey,
  type Suggestions,
  suggestIpa,
  type Validation,
  validateIpa,
} from '../../wire/ipa.ts';
import { type ReadText, readText } from '../../wire/read.ts';
import type { SpeakRequest } from '../../wire/speak.ts';
import { type StressKey, type StressSuggestions, suggestStress } from '../../wire/stress.ts';

export type Key = IpaKey | StressKey;
const STRESS_KEYS: readonly StressKey[] = ['hr', 'sr'];
export const KEYS: readonly Key[] = [...IPA_KEYS, ...STRESS_KEYS];
/** Delay after the last key press before the server is queried, in ms. */
const SETTLED_MS = 250;

// Kept while other pages are open.
export const key = signal<Key>('en');
export const word = signal('');
export const sentence = signal('');
/** Spoken text of the sentence, if it differs from the written one. */
export const reading = signal<ReadText | null>(null);
export const problem = signal<string | null>(null);
export const isLooking = signal(false);
export const suggestions = signal<Suggestions | null>(null);
export const stress = signal<StressSuggestions | null>(null);
/** The transcription being edited. */
export const ipa = signal('');
export const validation = signal<Validation | null>(null);

export const isStress = computed(() => isStressKey(key.value));

export function isStressKey(one: Key): one is StressKey {
  return STRESS_KEYS.some((other) => other === one);
}

/** Results belong to one language, so they are cleared. */
export function changeKey(to: Key): void {
  batch(() => {
    key.value = to;
    suggestions.value = null;
    stress.value = null;
    problem.value = null;
  });
  changeIpa(ipa.value);
  changeSentence(sentence.value);
}

let readTimer = 0;
let readingText: AbortController | null = null;

/** Changes the sentence. When typing pauses, the page requests how it is read out. */
export function changeSentence(to: string): void {
  sentence.value = to;
  clearTimeout(readTimer);
  readingText?.abort();
  reading.value = null;
  if (to.trim() !== '') readTimer = window.setTimeout(() => void readOut(to), SETTLED_MS);
}

async function readOut(text: string): Promise<void> {
  readingText = new AbortController();
  try {
    const read = await readText(text, key.value, readingText.signal);
    reading.value = plain(read.spoken) === plain(text) ? null : read;
  } catch {
    // Nothing is shown for markup that is being typed.
  }
}

/** The words of a text, without marks and spaces. */
const plain = (text: string): string => text.replace(/[\p{P}\s]+/gu, ' ').trim();

/** Requests suggestions for the word. */
export async function lookUp(): Promise<void> {
  const asked = { word: word.value.trim(), text: sentence.value };
  const now = key.value;
  if (asked.word === '') return;
  batch(() => {
    isLooking.value = true;
    problem.value = null;
  });
  try {
    if (isStressKey(now)) stress.value = await suggestStress({ ...asked, key: now });
    else {
      const found = await suggestIpa({ ...asked, key: now, limit: 8 });
      suggestions.value = found;
      const [first] = found.suggestions;
      if (first) changeIpa(first.ipa);
    }
  } catch (error) {
    problem.value = messageOf(error);
  }
  isLooking.value = false;
}

let timer = 0;
let asking: AbortController | null = null;

/** Changes the transcription. It is validated when typing pauses. */
export function changeIpa(to: string): void {
  ipa.value = to;
  clearTimeout(timer);
  asking?.abort();
  validation.value = null;
  if (to.trim() !== '') timer = window.setTimeout(() => void check(to), SETTLED_MS);
}

async function check(text: string): Promise<void> {
  const now = key.value;
  if (isStressKey(now)) return;
  asking = new AbortController();
  try {
    validation.value = await validateIpa(text, now, asking.signal);
  } catch (error) {
    if (!isAbort(error)) problem.value = messageOf(error);
  }
}

/** Returns a request that speaks the word alone with this transcription. */
export function wordRequest(said: string, how: string, langCode: string): SpeakRequest {
  return { text: `<phoneme:${how}>${said}</phoneme>`, langCode, voiceId: null };
}

/** Returns a request that speaks the sentence with this transcription of the word; null when the word is not in it. */
export function sentenceRequest(how: string): SpeakRequest | null {
  const said = word.value.trim();
  const text = sentence.value;
  const at = text.toLowerCase().indexOf(said.toLowerCase());
  if (said === '' || at < 0) return null;
  const end = at + said.length;
  return {
    text: `${text.slice(0, at)}<phoneme:${how}>${text.slice(at, end)}</phoneme>${text.slice(end)}`,
    langCode: key.value,
    voiceId: null,
  };
}
