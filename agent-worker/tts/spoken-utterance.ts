import type { WordTimings } from '../../engine/index.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';

interface SpokenWord {
  readonly startMs: number;
  readonly endMs: number;
  /** Offset of the end of the word in the utterance's text. */
  readonly endOffset: number;
}

/** A word cut off no more than this before its end counts as heard. */
const TOLERANCE_MS = 40;

/** One utterance: its text so far, and when each word ends in its audio. */
export class SpokenUtterance {
  #text = '';
  readonly #words: SpokenWord[] = [];
  /** Samples synthesized, and of these, samples taken by the output. */
  synthesizedSamples = 0;
  takenSamples = 0;
  #onTaken: (() => void) | null = null;
  #abandoned = false;

  /** Nothing more of the utterance will be heard. */
  get isAbandoned(): boolean {
    return this.#abandoned;
  }

  get text(): string {
    return this.#text;
  }

  addText(text: string): void {
    this.#text += text;
  }

  /**
   * @param alignment a chunk's word timings: times from the beginning of the utterance, offsets into its text
   * @param leadMs leading silence that was skipped
   */
  addWords(alignment: WordTimings, leadMs = 0): void {
    for (const [i, startMs] of alignment.unitStartTimesMs.entries()) {
      this.#words.push({
        startMs: startMs - leadMs,
        endMs: startMs + (alignment.unitDurationsMs[i] ?? 0) - leadMs,
        endOffset: alignment.charEndOffsets[i] ?? this.#text.length,
      });
    }
  }

  /** Returns how far into the text a listener has heard after `playedMs`. Punctuation after a word belongs to it. */
  offsetAt(playedMs: number): number {
    let heard: SpokenWord | null = null;
    for (const word of this.#words) {
      if (word.endMs > playedMs + TOLERANCE_MS) break;
      heard = word;
    }
    if (!heard) return 0;
    const marks = /^[^\s\p{L}\p{N}]*/u.exec(this.#text.slice(heard.endOffset));
    return heard.endOffset + (marks?.[0].length ?? 0);
  }

  /** Returns when the word at this time began, in ms; between words, the same time. */
  wordStartAt(atMs: number): number {
    const word = this.#words.find(({ endMs }) => endMs > atMs);
    return word ? Math.min(word.startMs, atMs) : atMs;
  }

  /** The output has taken this many samples; synthesis may continue. */
  taken(samples: number): void {
    this.takenSamples += samples;
    this.#onTaken?.();
  }

  /** The rest will not be heard; synthesis may stop. */
  abandon(): void {
    this.#abandoned = true;
    this.#onTaken?.();
  }

  /** Settles when at most `aheadMs` of audio waits to be taken, the utterance was abandoned, or the signal aborts. */
  async untilTaken(aheadMs: number, signal: AbortSignal): Promise<void> {
    const limit = (aheadMs * AGENT_SAMPLE_RATE) / 1000;
    while (this.synthesizedSamples - this.takenSamples > limit && !this.#abandoned && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          signal.removeEventListener('abort', done);
          this.#onTaken = null;
          resolve();
        };
        this.#onTaken = done;
        signal.addEventListener('abort', done, { once: true });
      });
    }
  }
}

const KEY = 'parley.utterance';

/** Value of a frame's `userdata`, from synthesis to output. */
export const userdataOf = (utterance: SpokenUtterance): Record<string, unknown> => ({ [KEY]: utterance });

export function utteranceOf(userdata: Readonly<Record<string, unknown>>): SpokenUtterance | null {
  const utterance = userdata[KEY];
  return utterance instanceof SpokenUtterance ? utterance : null;
}
