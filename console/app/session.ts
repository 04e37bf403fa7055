import { signal } from '@preact/signals';

/**
 * Key in the tab's session storage. Other tabs do not have it, nor the same one after it was closed and opened again.
 */
const STORED = 'parley-key';

/** The key that requests are sent with; null until the user has pasted one. */
export const apiKey = signal<string | null>(read());
/** Why the key is requested again; null the first time. */
export const keyProblem = signal<string | null>(null);

export function useKey(key: string): void {
  keyProblem.value = null;
  apiKey.value = key;
  try {
    sessionStorage.setItem(STORED, key);
  } catch {
    // Storage may be disabled. The key then lasts as long as the page.
  }
}

/**
 * Returns to the key field.
 * @param problem what to show there
 */
export function forgetKey(problem: string | null = null): void {
  try {
    sessionStorage.removeItem(STORED);
  } catch {
    // As above.
  }
  keyProblem.value = problem;
  apiKey.value = null;
}

/** The address that the server prints at its first start contains the key behind `#`, which browsers do not send. */
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
