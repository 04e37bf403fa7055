import { DecodeError, unsupported } from './decode-error.ts';

/** Encoders pad the end of a sound, and not every format says by how much. */
const SLACK_SECONDS = 0.25;
/** Bounds memory whatever a file's rate and channels: 256 MiB of samples, 5 minutes of stereo at 96 kHz. */
const MAX_VALUES = 64 * 2 ** 20;
const MAX_CHANNELS = 8;
/** What the resampler takes. */
const MIN_RATE = 1000;
const MAX_RATE = 384_000;

/**
 * Collects decoded samples and stops a decoder that gives too many. It grows with what was really decoded: nothing a
 * header claims makes it allocate.
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

  /** Bytes of the file that gave no sound because they were damaged. */
  get lostBytes(): number {
    return this.#lostBytes;
  }

  /** One array per channel, as long as `frames`: views, not copies. */
  get channels(): Float32Array[] {
    return this.#channels.map((channel) => channel.subarray(0, this.#frames));
  }

  /**
   * Before the first samples. The first `skipFrames` will be dropped: what the codec's delay put before the sound.
   * Throws DecodeError `unsupported` for rates and channel counts beyond reason.
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
   * The next samples, one array for each channel named at `begin`; they are copied. Throws DecodeError `too_long` once
   * there are too many, and the signal's reason when it is aborted.
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
   * Room for `frames` more samples; returns where they go in each of `channels`. Throws like `append`.
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

  /** Throws DecodeError `too_long` when `frames` samples per channel are more than allowed. */
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

  /** Notes bytes of the file that had to be passed over. Also the place where long scans notice an abort. */
  lose(bytes: number): void {
    this.#signal?.throwIfAborted();
    this.#lostBytes += bytes;
  }
}
