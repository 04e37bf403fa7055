import { DecodeError, unsupported } from './decode-error.ts';

/** Tolerance for padding at the end of the audio, whose length not every format specifies. */
const SLACK_SECONDS = 0.25;
const MAX_CHANNELS = 8;
/** Sample rates that the resampler accepts. */
const MIN_RATE = 1000;
const MAX_RATE = 384_000;

/**
 * Receives the samples of decoders. It stops a decoder that produces too many: nothing that a header claims makes it
 * allocate memory.
 */
export abstract class SampleSink {
  readonly #maxSeconds: number;
  readonly #signal: AbortSignal | undefined;
  #sampleRate = 0;
  #channelCount = 0;
  #maxFrames = 0;
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

  get channelCount(): number {
    return this.#channelCount;
  }

  protected get maxFrames(): number {
    return this.#maxFrames;
  }

  /** Bytes of the file that produced no audio because they were damaged. */
  get lostBytes(): number {
    return this.#lostBytes;
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
    this.#channelCount = channelCount;
    this.#maxFrames = Math.ceil((this.#maxSeconds + SLACK_SECONDS) * sampleRate);
    this.#skip = skipFrames;
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
    this.checkLength(this.#frames + added);
    const channels = Array.from({ length: this.#channelCount }, (_, index) =>
      channelData[index]!.subarray(skipped, length),
    );
    this.take(channels, added);
    this.#frames += added;
  }

  /** Keeps the next samples; `frames` is the number of earlier ones. */
  protected abstract take(channels: readonly Float32Array[], added: number): void;

  /** Throws DecodeError `too_long` when `frames` samples per channel exceed the limit. */
  checkLength(frames: number): void {
    if (frames > this.#maxFrames) throw new DecodeError('sound_too_long', { seconds: this.#maxSeconds });
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
