import { signal } from '@preact/signals';
import type { Draft } from './draft.ts';

/** A text that was spoken. */
export interface Spoken extends Draft {
  readonly voiceName: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export const MAX_SPOKEN = 50;
/** Upper bound of stored characters. Browsers allow a page some five megabytes. */
const MAX_CHARS = 500_000;
const STORED = 'parley-history';

/** Newest first. Stored only in this browser, never on a server. */
export const spoken = signal<readonly Spoken[]>(read());

/** Adds an entry. A repeated one moves to the top. */
export function noteSpoken(now: Spoken): void {
  const isSame = (one: Spoken) =>
    one.text === now.text &&
    one.langCode === now.langCode &&
    one.voiceId === now.voiceId &&
    one.speed === now.speed;
  const all = [now, ...spoken.value.filter((one) => !isSame(one))].slice(0, MAX_SPOKEN);
  const chars = (upTo: number) => all.slice(0, upTo).reduce((sum, { text }) => sum + text.length, 0);
  keep(all.filter((_, i) => i === 0 || chars(i + 1) <= MAX_CHARS));
}

export function forgetSpoken(): void {
  keep([]);
}

function keep(all: readonly Spoken[]): void {
  spoken.value = all;
  try {
    if (all.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(all));
  } catch {
    // The history then lasts as long as the page.
  }
}

function read(): readonly Spoken[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isSpoken) : [];
  } catch {
    return [];
  }
}

function isSpoken(one: Partial<Record<keyof Spoken, unknown>> | null): one is Spoken {
  return (
    typeof one?.text === 'string' &&
    typeof one.langCode === 'string' &&
    typeof one.voiceId === 'string' &&
    typeof one.voiceName === 'string' &&
    typeof one.speed === 'number' &&
    typeof one.at === 'number'
  );
}
