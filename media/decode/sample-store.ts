import { DecodeError, unsupported } from './decode-error.ts';

/** Encoders pad the end of the audio, and not every format says by how much. */
const SLACK_SECONDS = 0.25;
/** Limits memory whatever a file's rate and channels: 256 MiB of samples, 5 minutes of stereo at 96 kHz. */
const MAX_VALUES = 64 * 2 ** 20;
const MAX_CHANNELS = 8;
/** The rates that the resampler accepts. */
const MIN_RATE = 1000;
const MAX_RATE = 384_000;

/**
 * Collects decoded samples, and stops a decoder that produces too many. It grows with what was actually decoded:
 * nothing a header claims makes it allocate memory.
 */
export class SampleStore {
  readonly #maxSeconds: number;
  readonly #signal: AbortSignal | undefined;
  #sampleRate = 0;
  #maxFrames = 0;
  #channels: Float32Array[] = [];
  #frames = 0;
  #skip = 0;
  #lostBytes = 0;

  constructor(maxSeconds: number, signal: AbortSignal | undefined) {
    this.#maxSeconds = maxSeconds;
    this.#signal = signal;
  }

  /** Samples per channel so far. */
  get frames(): number {
    return this.#frames;
  }

  get sampleRate(): number {
    return this.#sampleRate;
  }

  /** Bytes of the file that produced no audio because they were damaged. */
  get lostBytes(): number {
    return this.#lostBytes;
  }

  /** One array per channel, as long as `frames`: views, not copies. */
  get channels(): Float32Array[] {
    return this.#channels.map((channel) => channel.subarray(0, this.#frames));
  }

  /**
   * Call before the first samples. The first `skipFrames` will be dropped: the codec's delay.
   * Throws DecodeError `unsupported` for unreasonable rates and channel counts.
   */
  begin(sampleRate: number, channelCount: number, skipFrames = 0): void {
    if (!Number.isInteger(sampleRate) || sampleRate < MIN_RATE || sampleRate > MAX_RATE) {
      throw unsupported(`audio with a sampling rate of ${sampleRate} Hz`);
    }
    if (!Number.isInteger(channelCount) || channelCount < 1 || channelCount > MAX_CHANNELS) {
      throw unsupported(`audio with ${channelCount} channels (at most ${MAX_CHANNELS})`);
    }
    this.#sampleRate = sampleRate;
    this.#maxFrames = Math.ceil((this.#maxSeconds + SLACK_SECONDS) * sampleRate);
    this.#skip = skipFrames;
    this.#channels = Array.from({ length: channelCount }, () => new Float32Array(0));
  }

  /**
   * Appends samples, one array per channel named at `begin`; they are copied. Throws DecodeError `too_long` once there
   * are too many, and the signal's reason when it is aborted.
   */
  append(channelData: readonly Float32Array[], length: number): void {
    this.#signal?.throwIfAborted();
    const skipped = Math.min(this.#skip, length);
    this.#skip -= skipped;
    const added = length - skipped;
    if (added === 0) return;
    const from = this.#reserve(added);
    this.#channels.forEach((channel, index) => {
      channel.set(channelData[index]!.subarray(skipped, length), from);
    });
  }

  /**
   * Makes room for `frames` more samples; returns where to write them in each of `channels`. Throws like `append`.
   */
  #reserve(frames: number): number {
    const from = this.#frames;
    const needed = from + frames;
    this.checkLength(needed);
    const capacity = this.#channels[0]!.length;
    if (needed > capacity) {
      const grown = Math.max(needed, Math.min(Math.ceil(capacity * 1.5), this.#maxFrames), 4096);
      this.#channels = this.#channels.map((channel) => {
        const larger = new Float32Array(grown);
        larger.set(channel.subarray(0, from));
        return larger;
      });
    }
    this.#frames = needed;
    return from;
  }

  /** Throws DecodeError `too_long` when `frames` samples per channel exceed the limit. */
  checkLength(frames: number): void {
    if (frames > this.#maxFrames) {
      throw new DecodeError('sound_too_long', { seconds: this.#maxSeconds });
    }
    if (frames * this.#channels.length > MAX_VALUES) {
      const values = { channels: this.#channels.length, rate: this.#sampleRate };
      throw new DecodeError('sound_too_large', values);
    }
  }

  /** Drops samples at the end: the encoder's padding. */
  dropLast(frames: number): void {
    this.#frames -= Math.min(Math.max(0, Math.round(frames)), this.#frames);
  }

  /** Counts bytes of the file that had to be skipped. Also checks for an abort during long scans. */
  lose(bytes: number): void {
    this.#signal?.throwIfAborted();
    this.#lostBytes += bytes;
  }
}
