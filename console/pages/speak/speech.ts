import { batch, signal } from '@preact/signals';
import { join } from '../../audio/pcm.ts';
import { Peaks } from '../../audio/peaks.ts';
import { Player, speakers } from '../../audio/player.ts';
import { isAbort, messageOf } from '../../wire/http.ts';
import { SPEECH_RATE, type SpeakRequest, type SpokenWord, speak } from '../../wire/speak.ts';

/** Assumed duration of a character until word timings are known, in ms. */
const CHARACTER_MS = 68;

export type SpeechState = 'idle' | 'waiting' | 'playing' | 'stopped';

/** A spoken text with its sound, its words and its measurements. */
export class Speech {
  readonly state = signal<SpeechState>('idle');
  /** The text as it was sent; word offsets refer to it. */
  readonly text = signal('');
  readonly words = signal<readonly SpokenWord[]>([]);
  /** Index in `words` of the word that is being played; -1 before the first. */
  readonly now = signal(-1);
  readonly positionMs = signal(0);
  readonly firstAudioMs = signal<number | null>(null);
  /** Time from the request to the last chunk; null until it has arrived. */
  readonly tookMs = signal<number | null>(null);
  readonly problem = signal<string | null>(null);
  readonly peaks = signal<Peaks | null>(null);
  /** Number of samples received. */
  readonly received = signal(0);
  #parts: Float32Array<ArrayBuffer>[] = [];
  #player: Player | null = null;
  #abort: AbortController | null = null;
  #frame = 0;

  /** Speaks a text, and stops the previous one. Call it in a handler of a click or a key. */
  async start(request: SpeakRequest): Promise<void> {
    this.stop();
    const abort = new AbortController();
    const player = new Player();
    const peaks = new Peaks(SPEECH_RATE);
    this.#abort = abort;
    this.#player = player;
    this.#parts = [];
    batch(() => {
      this.state.value = 'waiting';
      this.text.value = request.text;
      this.words.value = [];
      this.now.value = -1;
      this.positionMs.value = 0;
      this.firstAudioMs.value = null;
      this.tookMs.value = null;
      this.problem.value = null;
      this.peaks.value = peaks;
      this.received.value = 0;
    });
    const beganMs = performance.now();
    try {
      for await (const { samples, words } of speak(request, abort.signal)) {
        if (abort.signal.aborted) return;
        player.push(samples);
        peaks.push(samples);
        this.#parts.push(samples);
        batch(() => {
          this.received.value += samples.length;
          if (words.length > 0) this.words.value = [...this.words.value, ...words];
          if (this.firstAudioMs.value === null) {
            this.firstAudioMs.value = performance.now() - beganMs;
            this.state.value = 'playing';
            this.#follow(player);
          }
        });
      }
      this.tookMs.value = performance.now() - beganMs;
      await this.#finish(player);
    } catch (error) {
      if (isAbort(error) || abort.signal.aborted) return;
      this.problem.value = messageOf(error);
      // Sound that has arrived is still played.
      await this.#finish(player);
    }
  }

  /** Plays again from a position in the received sound. Call it in a handler of a click or a key. */
  async replay(fromMs: number): Promise<void> {
    this.#silence();
    const all = join(this.#parts);
    const from = Math.floor((fromMs / 1000) * SPEECH_RATE);
    const player = new Player(fromMs, speakers());
    this.#player = player;
    this.state.value = 'playing';
    player.push(all.slice(from));
    this.#follow(player);
    await this.#finish(player);
  }

  /** Stops playback, and aborts the request. */
  stop(): void {
    this.#silence();
    if (this.state.value === 'waiting' || this.state.value === 'playing') this.state.value = 'stopped';
  }

  /** All samples received. */
  get samples(): Float32Array<ArrayBuffer> {
    return join(this.#parts);
  }

  get receivedMs(): number {
    return this.peaks.value?.durationMs ?? 0;
  }

  /**
   * Total duration: known at the end, and estimated before that from the part of the text that has been synthesized.
   */
  readonly totalMs = (): number => {
    const received = this.receivedMs;
    if (this.tookMs.value !== null || this.state.value === 'stopped') return received;
    const length = this.text.value.length;
    const last = this.words.value.at(-1);
    const guess =
      last && last.end > 0 ? ((last.startMs + last.durationMs) * length) / last.end : length * CHARACTER_MS;
    return Math.max(received, guess);
  };

  #silence(): void {
    this.#abort?.abort();
    this.#abort = null;
    this.#player?.stop();
    this.#player = null;
    cancelAnimationFrame(this.#frame);
  }

  async #finish(player: Player): Promise<void> {
    player.complete();
    await player.ended;
    if (this.#player !== player) return;
    cancelAnimationFrame(this.#frame);
    batch(() => {
      this.state.value = 'idle';
      this.#moveTo(this.receivedMs);
      this.now.value = this.words.value.length;
    });
  }

  #follow(player: Player): void {
    const step = () => {
      if (this.#player !== player) return;
      this.#moveTo(player.positionMs);
      this.#frame = requestAnimationFrame(step);
    };
    cancelAnimationFrame(this.#frame);
    step();
  }

  #moveTo(ms: number): void {
    batch(() => {
      this.positionMs.value = ms;
      this.now.value = wordAt(this.words.value, ms);
    });
  }
}

/** Returns the index of the last word that has begun; -1 before the first. */
export function wordAt(words: readonly SpokenWord[], ms: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (words[middle]!.startMs <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
