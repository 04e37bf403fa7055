import { batch, signal } from '@preact/signals';
import { join } from '../../audio/pcm.ts';
import { Peaks } from '../../audio/peaks.ts';
import { Player, speakers } from '../../audio/player.ts';
import { isAbort, messageOf } from '../../wire/http.ts';
import { SPEECH_RATE, type SpeakRequest, type SpokenWord, speak } from '../../wire/speak.ts';

/** Until the words say how far the sound has come, so long is a character taken to last. */
const CHARACTER_MS = 68;

export type SpeechState = 'idle' | 'waiting' | 'playing' | 'stopped';

/** A text that is spoken, or was: its sound, its words and what can be told of it. */
export class Speech {
  readonly state = signal<SpeechState>('idle');
  /** What was sent; offsets of the words count in it. */
  readonly text = signal('');
  readonly words = signal<readonly SpokenWord[]>([]);
  /** The word that is heard now, by its place in `words`; -1 before the first. */
  readonly now = signal(-1);
  readonly positionMs = signal(0);
  readonly firstAudioMs = signal<number | null>(null);
  /** From the request to the last chunk; null until that is there. */
  readonly tookMs = signal<number | null>(null);
  readonly problem = signal<string | null>(null);
  readonly peaks = signal<Peaks | null>(null);
  /** Samples that have arrived. */
  readonly received = signal(0);
  #parts: Float32Array<ArrayBuffer>[] = [];
  #player: Player | null = null;
  #abort: AbortController | null = null;
  #frame = 0;

  /** Speaks a text; what was spoken before falls silent. Call it in answer to a click or a key. */
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
      // What has arrived is still heard.
      await this.#finish(player);
    }
  }

  /** Plays again from a place in what has been spoken. Call it in answer to a click or a key. */
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

  /** Falls silent; the server stops working for it. */
  stop(): void {
    this.#silence();
    if (this.state.value === 'waiting' || this.state.value === 'playing') this.state.value = 'stopped';
  }

  /** All that has arrived. */
  get samples(): Float32Array<ArrayBuffer> {
    return join(this.#parts);
  }

  get receivedMs(): number {
    return this.peaks.value?.durationMs ?? 0;
  }

  /** How long all of it is: known at the end, guessed by the part of the text that has been spoken before. */
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

/** The last word that has begun; -1 before the first. */
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
