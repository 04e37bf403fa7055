/** Both sides of a call on one clock, as the caller hears the agent and the server hears the caller. */
import { rmsDbfs } from '../../media/level.ts';
import { floatToInt16, int16ToFloat } from '../../media/pcm.ts';
import { createResamplerState, type ResamplerState, resample } from '../../media/resampler.ts';
import { AGENT_SAMPLE_RATE, CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import { ChannelTimeline } from './channel-timeline.ts';

/** Sampling rate of both channels in Hz. */
export const RECORDING_RATE = AGENT_SAMPLE_RATE;
/** How often finished audio is passed on, in ms. */
const FLUSH_MS = 500;
/** Audio older than this is final, in ms: the network delays the caller's audio by less. */
const SETTLED_MS = 1500;
/** How far the caller's audio may be ahead of the clock, in ms. What a client sends beyond that is not recorded. */
const MAX_AHEAD_MS = 10_000;
/** Longest gap in the caller's audio that is jitter of the network or of the clocks, in ms. */
const JITTER_MS = 300;
/** The caller's audio is silent below this level. */
const SILENCE_DBFS = -45;

export interface CallRecorderOptions {
  /** Receives interleaved samples: the caller left, the agent right; 16 bit, `RECORDING_RATE`. */
  readonly write: (samples: Int16Array) => void;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

/**
 * Records a call as two channels. The recording begins when this is created, and is silent where neither side has
 * audio. Audio of the agent that the caller did not hear, because the agent was interrupted, is not recorded.
 */
export class CallRecorder {
  readonly #write: (samples: Int16Array) => void;
  readonly #now: () => number;
  readonly #beganMs: number;
  readonly #caller = new ChannelTimeline();
  readonly #agent = new ChannelTimeline();
  readonly #timer: NodeJS.Timeout;
  #resampler: ResamplerState = createResamplerState(CALLER_SAMPLE_RATE, RECORDING_RATE);
  /** More of the caller's audio has arrived than time has passed, as after a stall. */
  #isAhead = false;
  #isPaused = false;
  #isClosed = false;

  constructor({ write, now = () => performance.now() }: CallRecorderOptions) {
    this.#write = write;
    this.#now = now;
    this.#beganMs = now();
    this.#timer = setInterval(() => this.#flush(this.#position - samplesIn(SETTLED_MS)), FLUSH_MS).unref();
  }

  /** The caller's audio has arrived: mono, 16 bit, `CALLER_SAMPLE_RATE`. */
  caller(samples: Int16Array): void {
    if (this.#isClosed) return;
    const { output, state } = resample(this.#resampler, int16ToFloat(samples), false);
    this.#resampler = state;
    const began = this.#position - output.length;
    if (this.#caller.end > this.#position + samplesIn(MAX_AHEAD_MS)) return;
    // Leaves silence out until the rest is in time again.
    const aheadBy = this.#caller.end - began;
    if (aheadBy <= 0) this.#isAhead = false;
    else if (aheadBy > samplesIn(JITTER_MS)) this.#isAhead = true;
    if (this.#isAhead && rmsDbfs(output) < SILENCE_DBFS) return;
    // Within the jitter, samples follow the previous ones directly, so that no gap cuts a word.
    const follows = this.#caller.end > 0 && began <= this.#caller.end + samplesIn(JITTER_MS);
    this.#put(this.#caller, follows ? this.#caller.end : began, floatToInt16(output));
  }

  /** Audio was handed to the door, which plays it after the audio before it: mono, 16 bit, `AGENT_SAMPLE_RATE`. */
  agent(samples: Int16Array): void {
    if (this.#isClosed) return;
    this.#put(this.#agent, Math.max(this.#agent.end, this.#position), samples);
  }

  /** The door dropped the audio that the caller had not heard yet. */
  agentStopped(): void {
    this.#agent.cut(this.#position);
  }

  /** Records silence on both channels until `resume`. */
  pause(): void {
    this.#isPaused = true;
    this.#agent.cut(this.#position);
    this.#caller.cut(this.#position);
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Passes on the remaining audio. Idempotent. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#timer);
    this.#flush(this.#position);
  }

  /** Samples since the beginning of the recording. */
  get #position(): number {
    return samplesIn(this.#now() - this.#beganMs);
  }

  #put(timeline: ChannelTimeline, at: number, samples: Int16Array): void {
    timeline.put(at, this.#isPaused ? new Int16Array(samples.length) : samples);
  }

  #flush(until: number): void {
    const count = until - this.#caller.begin;
    if (count <= 0) return;
    const caller = this.#caller.take(count);
    const agent = this.#agent.take(count);
    const both = new Int16Array(2 * count);
    for (let i = 0; i < count; i++) {
      both[2 * i] = caller[i]!;
      both[2 * i + 1] = agent[i]!;
    }
    this.#write(both);
  }
}

const samplesIn = (ms: number): number => Math.round((ms * RECORDING_RATE) / 1000);
