import { refusal } from '../errors/api-error.ts';
import type { Buckets, LimitStore, Places } from './limit-store.ts';
import type { Grant, Refusal, Slot } from './slots.ts';

/** What one API key may use at once; 0 means no limit. */
export interface KeyLimitSettings {
  readonly maxStreamsPerKey: number;
  readonly maxCharactersPerMinute: number;
}

/** The end of another stream of the same key cannot be predicted. A short delay keeps clients responsive. */
const STREAM_RETRY_SECONDS = 1;

/**
 * Limits per API key: concurrent streams, and characters per minute as a token bucket that holds one minute's worth and
 * refills evenly.
 */
export class KeyLimits {
  readonly #streams: Places | null;
  readonly #characters: Buckets | null;
  readonly #perMinute: number;

  constructor(
    { maxStreamsPerKey: max, maxCharactersPerMinute: perMinute }: KeyLimitSettings,
    store: LimitStore,
  ) {
    this.#perMinute = perMinute;
    this.#streams = max === 0 ? null : store.places({ kind: 'streams', max });
    // There are no more names than keys, so their number needs no limit.
    const options = {
      kind: 'characters',
      capacity: perMinute,
      perMinute,
      maxNames: Number.POSITIVE_INFINITY,
    };
    this.#characters = perMinute === 0 ? null : store.buckets(options);
  }

  /** Takes a slot for one stream of this key. */
  async acquireStream(keyId: string): Promise<Slot | Refusal> {
    if (this.#streams === null) return { granted: true, release: () => undefined };
    const place = await this.#streams.enter(keyId);
    if (typeof place !== 'number') return { granted: true, release: () => place.release() };
    const retryAfterSeconds = STREAM_RETRY_SECONDS;
    const refused = refusal('streams_at_limit', { values: { open: place }, retryAfterSeconds, keyId });
    return { granted: false, refusal: refused, retryAfterSeconds };
  }

  /**
   * Takes characters from the key's allowance. A text longer than a whole minute's allowance is accepted once the
   * bucket is full, and the debt is refilled afterwards.
   */
  async takeCharacters(keyId: string, characters: number): Promise<Grant | Refusal> {
    if (this.#characters === null || characters <= 0) return { granted: true };
    const missing = await this.#characters.take(keyId, characters);
    if (missing === 0) return { granted: true };
    const perMinute = this.#perMinute;
    const retryAfterSeconds = Math.max(1, Math.ceil((missing / perMinute) * 60));
    const refused = refusal('characters_at_limit', { values: { perMinute }, retryAfterSeconds, keyId });
    return { granted: false, refusal: refused, retryAfterSeconds };
  }

  /** Returns characters that were taken but not spoken, through no fault of the caller. */
  returnCharacters(keyId: string, characters: number): void {
    if (characters > 0) this.#characters?.giveBack(keyId, characters);
  }
}
