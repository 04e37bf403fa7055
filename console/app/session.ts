import { signal } from '@preact/signals';

/** The tab's own storage: another tab, or the same one closed and opened again, does not have it. */
const STORED = 'parley-key';

/** The key that requests are sent with; null until one was pasted. */
export const apiKey = signal<string | null>(read());
/** Why the key is asked for again; null at the first time. */
export const keyProblem = signal<string | null>(null);

export function useKey(key: string): void {
  keyProblem.value = null;
  apiKey.value = key;
  try {
    sessionStorage.setItem(STORED, key);
  } catch {
    // Storage may be switched off; the key then lasts as long as the page.
  }
}

/** Back to the key field. @param problem what to say there */
export function forgetKey(problem: string | null = null): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // As above.
  }
  keyProblem.value = problem;
  apiKey.value = null;
}

/** The address that the server prints at its first start carries the key behind `#`, where no server ever sees it. */
export function takeKeyFromAddress(): void {
  const match = /^#key=([\w.~-]+)$/.exec(location.hash);
  if (!match?.[1]) return;
  useKey(match[1]);
  history.replaceState(null, '', '#/speak');
}

function read(): string | null {
  try {
    return sessionStorage.getItem(STORED);
  } catch {
    return null;
  }
}
