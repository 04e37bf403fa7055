import { DecodeError } from './decode-error.ts';
import { SampleSink } from './sample-sink.ts';

/** Limits memory whatever a file's rate and channels: 256 MiB of samples, 5 minutes of stereo at 96 kHz. */
const MAX_VALUES = 64 * 2 ** 20;

/** Collects the samples of all channels unchanged. It grows with the decoded samples. */
export class SampleStore extends SampleSink {
  #channels: Float32Array[] = [];

  /** One array per channel, as long as `frames`: views, not copies. */
  get channels(): Float32Array[] {
    return this.#channels.map((channel) => channel.subarray(0, this.frames));
  }

  override begin(sampleRate: number, channelCount: number, skipFrames = 0): void {
    super.begin(sampleRate, channelCount, skipFrames);
    this.#channels = Array.from({ length: channelCount }, () => new Float32Array(0));
  }

  protected override take(channels: readonly Float32Array[], added: number): void {
    const needed = this.frames + added;
    const capacity = this.#channels[0]!.length;
    if (needed > capacity) {
      const grown = Math.max(needed, Math.min(Math.ceil(capacity * 1.5), this.maxFrames), 4096);
      this.#channels = this.#channels.map((channel) => {
        const larger = new Float32Array(grown);
        larger.set(channel.subarray(0, this.frames));
        return larger;
      });
    }
    for (const [index, channel] of this.#channels.entries()) channel.set(channels[index]!, this.frames);
  }

  override checkLength(frames: number): void {
    super.checkLength(frames);
    if (frames * this.channelCount > MAX_VALUES) {
      throw new DecodeError('sound_too_large', { channels: this.channelCount, rate: this.sampleRate });
    }
  }
}
