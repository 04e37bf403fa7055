import { createResamplerState, type ResamplerState, resample, resampledLength } from '../resampler.ts';
import { ChannelStatistics } from './channel-statistics.ts';
import { SampleSink } from './sample-sink.ts';

/** Samples are clamped to this level for the channel's statistics: higher values would distort it. */
const FULL_SCALE = 1;

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

export interface MixedSoundOptions {
  readonly maxSeconds: number;
  readonly signal?: AbortSignal | undefined;
  /** In Hz. */
  readonly sampleRate: number;
  /** Gains of the channels in the mix; null to store no mix and to derive the gains from `statistics`. */
  readonly weights: (channelCount: number) => readonly number[] | null;
}

/**
 * Collects one channel at a low rate, mixed while it is decoded: an hour of sound needs no more memory than an hour at
 * that rate.
 */
export class MixedSound extends SampleSink {
  readonly #options: MixedSoundOptions;
  #weights: readonly number[] | null = null;
  #statistics = new ChannelStatistics(1);
  #resampler: ResamplerState | null = null;
  #samples = new Float32Array(0);
  #length = 0;

  constructor(options: MixedSoundOptions) {
    super(options.maxSeconds, options.signal);
    this.#options = options;
  }

  /** Samples of all channels; empty where they were mixed. */
  get statistics(): ChannelStatistics {
    return this.#statistics;
  }

  /** Whether the sound was kept. */
  get isMixed(): boolean {
    return this.#weights !== null;
  }

  override begin(sampleRate: number, channelCount: number, skipFrames = 0): void {
    super.begin(sampleRate, channelCount, skipFrames);
    this.#weights = this.#options.weights(channelCount);
    this.#statistics = new ChannelStatistics(channelCount);
    this.#resampler = createResamplerState(sampleRate, this.#options.sampleRate);
    this.#length = 0;
  }

  protected override take(channels: readonly Float32Array[], added: number): void {
    if (this.#weights === null) {
      const bounded = (value: number): number => Math.max(-FULL_SCALE, Math.min(FULL_SCALE, finite(value)));
      this.#statistics.add(
        channels.map((channel) => channel.map(bounded)),
        added,
      );
      return;
    }
    const mixed = new Float32Array(added);
    for (const [index, weight] of this.#weights.entries()) {
      if (weight === 0) continue;
      const channel = channels[index]!;
      for (let i = 0; i < added; i++) mixed[i]! += weight * finite(channel[i]!);
    }
    this.#push(mixed, false);
  }

  /**
   * Ends the sound.
   * @returns the samples, as a view and not a copy; -1 to 1 if the file is intact
   */
  finish(): Float32Array {
    if (this.#resampler !== null) this.#push(new Float32Array(0), true);
    const length = resampledLength(this.frames, this.sampleRate, this.#options.sampleRate);
    return this.#samples.subarray(0, Math.min(length, this.#length));
  }

  #push(input: Float32Array, last: boolean): void {
    const { output, state } = resample(this.#resampler!, input, last);
    this.#resampler = state;
    const needed = this.#length + output.length;
    if (needed > this.#samples.length) {
      const larger = new Float32Array(Math.max(needed, Math.ceil(this.#samples.length * 1.5)));
      larger.set(this.#samples.subarray(0, this.#length));
      this.#samples = larger;
    }
    this.#samples.set(output, this.#length);
    this.#length = needed;
  }
}
