/** The operations of a speech client, independent of the transport. */

/** How an utterance ended: it arrived completely, or the server refused it for lack of capacity. */
export type Ending = { readonly kind: 'done' } | { readonly kind: 'refused'; readonly retryAfterMs: number };

/** One listener's connection, with one utterance at a time. */
export interface Speaker {
  connect(): Promise<void>;
  /**
   * Settles when all audio has arrived.
   * @param onAudio called with the duration of each chunk as it arrives
   * @throws Error when the connection or the server failed
   */
  speak(text: string, onAudio: (audioMs: number) => void): Promise<Ending>;
  /** Stops reading, which causes back-pressure at the server, until `resume`. */
  pause(): void;
  resume(): void;
  close(): void;
}

/** Rate requested from our server: its default, with 16-bit samples. */
export const PARLEY_RATE = 24_000;
/** Delay of a refused client that got no Retry-After, in ms. */
export const DEFAULT_RETRY_MS = 1000;

/** Duration of this many bytes of 16-bit audio, in ms. */
export const pcmMs = (bytes: number, rate: number): number => ((bytes / 2) * 1000) / rate;

/** Duration of 16-bit audio in a base64 text, in ms, without decoding it. */
export function base64AudioMs(base64: string, rate: number): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return pcmMs((base64.length / 4) * 3 - padding, rate);
}
