import { refusal } from '../errors/api-error.ts';
import type { Grant, Refusal, Slot } from './slots.ts';

/** What one API key may use at once; 0 means no limit. */
export interface KeyLimitSettings {
  readonly maxStreamsPerKey: number;
  readonly maxCharactersPerMinute: number;
}

const MINUTE_MS = 60_000;
/** It is unknown when another stream of the same key will end; a short delay keeps clients responsive. */
const STREAM_RETRY_SECONDS = 1;

/**
 * Limits per API key, in this process: concurrent streams, and characters per minute as a token bucket that holds one
 * minute's worth and refills evenly.
 */
export class KeyLimits {
  readonly #settings: KeyLimitSettings;
  readonly #now: () => number;
  readonly #streams = new Map<string, number>();
  readonly #buckets = new Map<string, { level: number; atMs: number }>();

  /** @param now a monotonic clock in milliseconds */
  constructor(settings: KeyLimitSettings, now: () => number = () => performance.now()) {
    this.#settings = settings;
    this.#now = now;
  }

  /** A slot for one stream of this key. */
  acquireStream(keyId: string): Slot | Refusal {
    const { maxStreamsPerKey } = this.#settings;
    const open = this.#streams.get(keyId) ?? 0;
    if (maxStreamsPerKey > 0 && open >= maxStreamsPerKey) {
      const retryAfterSeconds = STREAM_RETRY_SECONDS;
      const refused = refusal('streams_at_limit', { values: { open }, retryAfterSeconds, keyId });
      return { granted: false, refusal: refused, retryAfterSeconds };
    }
    this.#streams.set(keyId, open + 1);
    let released = false;
    const release = (): void => {
      if (released) return;
      released = true;
      const left = (this.#streams.get(keyId) ?? 1) - 1;
      if (left === 0) this.#streams.delete(keyId);
      else this.#streams.set(keyId, left);
    };
    return { granted: true, release };
  }

  /**
   * Takes characters from the key's allowance. A text longer than a whole minute's allowance is accepted once the
   * bucket is full, and paid off afterwards, since no wait would ever make room for it.
   */
  takeCharacters(keyId: string, characters: number): Grant | Refusal {
    const capacity = this.#settings.maxCharactersPerMinute;
    if (capacity === 0 || characters <= 0) return { granted: true };
    const now = this.#now();
    const bucket = this.#buckets.get(keyId) ?? { level: capacity, atMs: now };
    const level = Math.min(capacity, bucket.level + ((now - bucket.atMs) / MINUTE_MS) * capacity);
    const missing = Math.min(characters, capacity) - level;
    if (missing > 0) {
      const retryAfterSeconds = Math.max(1, Math.ceil((missing / capacity) * 60));
      const values = { perMinute: capacity };
      const refused = refusal('characters_at_limit', { values, retryAfterSeconds, keyId });
      return { granted: false, refusal: refused, retryAfterSeconds };
    }
    this.#buckets.set(keyId, { level: level - characters, atMs: now });
    return { granted: true };
  }

  /** Returns characters that were taken but, through no fault of the caller, not spoken. */
  returnCharacters(keyId: string, characters: number): void {
    const bucket = this.#buckets.get(keyId);
    // A level above the capacity is capped at the next access.
    if (bucket) this.#buckets.set(keyId, { ...bucket, level: bucket.level + characters });
  }
}
