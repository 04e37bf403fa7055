/** Minutes and seconds: `0:07`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** `840 ms`, `2.4 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const NUMBERS = new Intl.NumberFormat('en');

/** With separators, as the page is in English. */
export function count(value: number): string {
  return NUMBERS.format(value);
}

/** `63.2 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 100_000_000 ? 1 : 0)} MB`;
}

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The English name of a language code; null where the browser has none. */
export function knownLanguage(code: string): string | null {
  try {
    return LANGUAGES.of(code) ?? null;
  } catch {
    return null;
  }
}

/** The English name of a language code; the code itself where there is none. */
export function languageName(code: string): string {
  return knownLanguage(code) ?? code;
}

const DATES = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** A day of an ISO 8601 time: `3 Nov 2026`. */
export function day(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : DATES.format(date);
}
