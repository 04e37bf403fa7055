import type { BilledSpeech } from '../../engine/index.ts';
import type { Metrics, Transport } from './metrics.ts';
import type { UsageRecorder } from './usage-recorder.ts';

/** Totals of some speech. */
export interface Spoken {
  /** Billed characters. */
  readonly characters: number;
  readonly audioMs: number;
}

export interface SpeechMeterOptions {
  readonly metrics: Pick<Metrics, 'characters' | 'audioSeconds'>;
  readonly transport: Transport;
  /** The account to charge; null for visitors without a key. */
  readonly account: { readonly usage: Pick<UsageRecorder, 'record'>; readonly keyId: string } | null;
}

/**
 * Counts the speech of one request or socket, as usage of its key and in the metrics. It counts all speech: what was
 * sent, and what was computed when its client no longer wanted it.
 */
export class SpeechMeter {
  readonly #options: SpeechMeterOptions;
  #characters = 0;
  #audioMs = 0;

  constructor(options: SpeechMeterOptions) {
    this.#options = options;
  }

  /** Totals so far. */
  get total(): Spoken {
    return { characters: this.#characters, audioMs: this.#audioMs };
  }

  /** Counts a request, which is billed even if nothing is spoken. */
  request(): void {
    const { account } = this.#options;
    account?.usage.record(account.keyId, { requests: 1 });
  }

  /** @returns the duration of the speech in milliseconds */
  chunk({ billedCharacters, samples }: BilledSpeech, samplingRate: number): number {
    const audioMs = (samples * 1000) / samplingRate;
    this.spoken({ characters: billedCharacters, audioMs });
    return audioMs;
  }

  /** Counts several chunks at once. */
  spoken({ characters, audioMs }: Spoken): void {
    const { metrics, transport, account } = this.#options;
    account?.usage.record(account.keyId, { characters, audioMs });
    metrics.characters.inc({ transport }, characters);
    metrics.audioSeconds.inc({ transport }, audioMs / 1000);
    this.#characters += characters;
    this.#audioMs += audioMs;
  }
}
