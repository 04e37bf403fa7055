/** What a client can ask a speech server for, whatever the transport. */

/** How an utterance ended: all of it arrived, or the server had no room for it. */
export type Ending = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly retryAfterMs: number };

/** One listener's connection. One utterance at a time. */
export interface Speaker {
  connect(): Promise<void>;
  /**
   * Settles when the last sound has arrived.
   * @param onAudio told the length of each piece of sound as it arrives
   * @throws Error when the connection or the server failed
   */
  speak(text: string, onAudio: (audioMs: number) => void): Promise<Ending>;
  /** Stops reading, so that the server feels it, until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** What our server is asked for: its default, 16-bit samples at this rate. */
export const PARLEY_RATE = 24_000;
/** What a refused client waits when it is told nothing. */
export const DEFAULT_RETRY_MS = 1000;

/** Milliseconds of 16-bit audio in so many bytes. */
export const pcmMs = (bytes: number, rate: number): number => ((bytes / 2) * 1000) / rate;

/** Milliseconds of 16-bit audio in a base64 text, without decoding it. */
export function base64AudioMs(base64: string, rate: number): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return pcmMs((base64.length / 4) * 3 - padding, rate);
}
