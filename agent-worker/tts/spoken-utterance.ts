import type { WordTimings } from '../../engine/index.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';

interface SpokenWord {
  readonly endMs: number;
  /** Behind the word, in the utterance's text. */
  readonly endOffset: number;
}

/** A word cut off so shortly before its end was heard. */
const TOLERANCE_MS = 40;

/** What is said in one go: its text as it grew, and when each word of it ends in its sound. */
export class SpokenUtterance {
  #text = '';
  readonly #words: SpokenWord[] = [];
  /** Samples synthesized, and of these, samples taken by the output. */
  synthesizedSamples = 0;
  takenSamples = 0;
  #onTaken: (() => void) | null = null;
  #abandoned = false;

  /** Nobody will hear more of it. */
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
   * @param alignment times from the beginning of the utterance, offsets into its text (SpeechChunk's)
   * @param leadMs silence of that beginning that is left out
   */
  addWords(alignment: WordTimings, leadMs = 0): void {
    for (const [i, startMs] of alignment.unitStartTimesMs.entries()) {
      this.#words.push({
        endMs: startMs + (alignment.unitDurationsMs[i] ?? 0) - leadMs,
        endOffset: alignment.charEndOffsets[i] ?? this.#text.length,
      });
    }
  }

  /** How far into the text somebody has heard who has listened for so long. Marks behind a word belong to it. */
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

  /** The output has taken so many samples; whoever synthesizes may go on. */
  taken(samples: number): void {
    this.takenSamples += samples;
    this.#onTaken?.();
  }

  /** What is not heard yet will not be; whoever synthesizes it may stop. */
  abandon(): void {
    this.#abandoned = true;
    this.#onTaken?.();
  }

  /** Settles when at most `aheadMs` of sound waits to be taken, it was abandoned, or the signal aborts. */
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

/** What a frame's `userdata` carries from synthesis to output. */
export const userdataOf = (utterance: SpokenUtterance): Record<string, unknown> => ({ [KEY]: utterance });

export function utteranceOf(userdata: Readonly<Record<string, unknown>>): SpokenUtterance | null {
  const utterance = userdata[KEY];
  return utterance instanceof SpokenUtterance ? utterance : null;
}
