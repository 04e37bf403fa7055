import { ask } from './http.ts';

/**
 * The words that are spoken for a text.
 * @throws WireError
 */
export async function readText(text: string, lang: string, signal: AbortSignal): Promise<string> {
  const json = { text, lang };
  const { spoken } = await ask<{ spoken: string }>('/text/read', { method: 'POST', json, signal });
  return spoken;
}
