import { HOP_SAMPLES } from '../../../media/echo/bands.ts';
import { type EchoState, EchoSuppressor } from '../../../media/echo/echo-suppressor.ts';
import { floatToInt16, int16ToFloat } from '../../../media/pcm.ts';
import { createResamplerState, type ResamplerState, resample } from '../../../media/resampler.ts';
import { AGENT_SAMPLE_RATE, CALLER_SAMPLE_RATE } from '../../audio-rates.ts';
import { SampleClock } from './sample-clock.ts';

const SAMPLES_PER_MS = CALLER_SAMPLE_RATE / 1000;
/** Played audio and audio to be played: at most 2 s each. */
const MEMORY_SAMPLES = 4 * CALLER_SAMPLE_RATE;
/** Audio handed over up to this far ahead is played without a break. */
const MAX_AHEAD_MS = 2000;
/** The caller's audio is re-synchronized with the clock only after a gap this long: a muted caller sends nothing. */
const GAP_MS = 300;
/** Audio handed over more than this after the previous audio ended is heard after a break. */
const BREAK_MS = 40;

/**
 * Removes the agent's own voice from what the caller's microphone picks up. It knows what audio was sent to the caller
 * and when; the delay and level of the echo are estimated from the caller's audio.
 */
export class EchoGuard {
  readonly #suppressor = new EchoSuppressor();
  /** Audio of the loudspeaker, at 16 kHz; sample n is at n modulo its length. */
  readonly #played = new Float32Array(MEMORY_SAMPLES);
  readonly #playClock = new SampleClock({
    rate: CALLER_SAMPLE_RATE,
    lateMs: BREAK_MS,
    earlyMs: MAX_AHEAD_MS,
  });
  readonly #hearClock = new SampleClock({ rate: CALLER_SAMPLE_RATE, lateMs: GAP_MS, earlyMs: 0 });
  #resampler: ResamplerState = createResamplerState(AGENT_SAMPLE_RATE, CALLER_SAMPLE_RATE);
  /** Everything before this sample has been written or is silent. */
  #writtenTo = 0;
  #originMs: number | null = null;

  get state(): EchoState {
    return this.#suppressor.state;
  }

  /** @param samples mono, 24 kHz; @param atMs when they are handed over (ms since the epoch) */
  plays(samples: Int16Array, atMs: number): void {
    const input = Float32Array.from(samples, (sample) => sample / 32768);
    const { output, state } = resample(this.#resampler, input, false);
    this.#resampler = state;
    const start = this.#playClock.place(output.length, this.#toSamples(atMs));
    this.#silenceUpTo(start);
    for (let i = 0; i < output.length; i++) this.#played[(start + i) % MEMORY_SAMPLES] = output[i]!;
    this.#writtenTo = Math.max(this.#writtenTo, start + output.length);
  }

  /**
   * The agent stopped at that time: audio that was scheduled for later is not played, and the next audio is played at
   * once.
   */
  stops(atMs: number): void {
    const now = this.#toSamples(atMs);
    for (let at = Math.max(now, this.#writtenTo - MEMORY_SAMPLES); at < this.#writtenTo; at++) {
      this.#played[at % MEMORY_SAMPLES] = 0;
    }
    this.#writtenTo = Math.min(this.#writtenTo, now);
    this.#playClock.restart();
  }

  /**
   * @param window the caller's audio, a multiple of 256 samples, complete at `atMs`
   * @returns the same audio without the echo, 16 ms late; preceded by earlier windows that were silenced until it was
   *   known that they contain no echo
   */
  filter(window: Int16Array, atMs: number): Int16Array {
    const end = this.#toSamples(atMs);
    const start = this.#hearClock.place(window.length, end - window.length);
    const hops: Float32Array[] = [];
    for (let at = 0; at < window.length; at += HOP_SAMPLES) {
      const heard = int16ToFloat(window.subarray(at, at + HOP_SAMPLES));
      const output = this.#suppressor.process(heard, this.#playedAt(start + at));
      hops.push(...this.#suppressor.takeWithheld(), output);
    }
    const incomplete = (hops.length * HOP_SAMPLES) % window.length;
    if (incomplete > 0) hops.unshift(new Float32Array(window.length - incomplete));
    return samplesOf(hops);
  }

  #playedAt(start: number): Float32Array {
    const hop = new Float32Array(HOP_SAMPLES);
    for (let i = 0; i < HOP_SAMPLES; i++) {
      const at = start + i;
      if (at >= 0 && at < this.#writtenTo && at >= this.#writtenTo - MEMORY_SAMPLES) {
        hop[i] = this.#played[at % MEMORY_SAMPLES]!;
      }
    }
    return hop;
  }

  /** Clears the gap up to `start`, in which nothing was played: it still holds audio from the previous round. */
  #silenceUpTo(start: number): void {
    const from = Math.max(this.#writtenTo, start - MEMORY_SAMPLES);
    for (let at = from; at < start; at++) this.#played[at % MEMORY_SAMPLES] = 0;
    this.#writtenTo = Math.max(this.#writtenTo, start);
  }

  /** Samples since one second before the first call, so that all positions are positive. */
  #toSamples(atMs: number): number {
    this.#originMs ??= atMs - 1000;
    return Math.max(0, Math.round((atMs - this.#originMs) * SAMPLES_PER_MS));
  }
}

function samplesOf(parts: readonly Float32Array[]): Int16Array {
  const samples = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(floatToInt16(part), at);
    at += part.length;
  }
  return samples;
}
