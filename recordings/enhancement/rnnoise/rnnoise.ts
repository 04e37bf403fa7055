/**
 * RNNoise: gains for 32 bands from a small recurrent network, a comb filter that keeps the harmonics of the pitch
 * (J.-M. Valin, "A Hybrid DSP/Deep Learning Approach to Real-Time Full-Band Speech Enhancement", MMSP 2018). Its
 * weights come with the package, so it is available without downloads.
 */
import { setImmediate } from 'node:timers/promises';
import loadRnnoise, { type RnnoiseModule } from '@echogarden/rnnoise-wasm';
import type { Denoiser, DenoiserFamily } from '../denoiser.ts';

const RATE = 48_000;
/** It takes 16-bit samples as floating-point numbers. */
const FULL_SCALE = 32_768;
/** Delay of the output in samples. */
const DELAY = 480;
/** Lead-in, to which the network adapts: the beginning of the recording, backwards. */
const LEAD_MS = 1000;
/** Frames between two checks of the abort signal. */
const FRAMES_PER_LOOK = 100;

export const RNNOISE: DenoiserFamily = {
  name: 'rnnoise',
  modelId: null,
  load: (_, limitDb) => RnnoiseDenoiser.load(limitDb),
};

class RnnoiseDenoiser implements Denoiser {
  readonly model = RNNOISE.name;
  readonly sampleRate = RATE;
  readonly #rnnoise: RnnoiseModule;
  readonly #kept: number;

  private constructor(rnnoise: RnnoiseModule, kept: number) {
    this.#rnnoise = rnnoise;
    this.#kept = kept;
  }

  static async load(limitDb: number): Promise<RnnoiseDenoiser> {
    return new RnnoiseDenoiser(await loadRnnoise(), 10 ** (-limitDb / 20));
  }

  async denoise(samples: Float32Array, signal?: AbortSignal): Promise<Float32Array> {
    const rnnoise = this.#rnnoise;
    const size = rnnoise._rnnoise_get_frame_size();
    const lead = Math.ceil((LEAD_MS * RATE) / 1000 / size) * size;
    const out = new Float32Array(samples.length);
    const state = rnnoise._rnnoise_create(0);
    const address = rnnoise._malloc(size * Float32Array.BYTES_PER_ELEMENT);
    try {
      // Position of the input frame in the recording.
      for (let from = -lead, count = 0; from - DELAY < samples.length; from += size, count++) {
        if (count % FRAMES_PER_LOOK === 0) {
          await setImmediate();
          signal?.throwIfAborted();
        }
        // Read each time, because the view is replaced when the memory grows.
        const start = address / Float32Array.BYTES_PER_ELEMENT;
        const frame = rnnoise.HEAPF32.subarray(start, start + size);
        for (let n = 0; n < size; n++) {
          const at = from + n;
          frame[n] = FULL_SCALE * (samples[at < 0 ? -at - 1 : at] ?? 0);
        }
        rnnoise._rnnoise_process_frame(state, address, address);
        for (let n = 0; n < size; n++) {
          const at = from - DELAY + n;
          if (at < 0 || at >= out.length) continue;
          out[at] = ((1 - this.#kept) * frame[n]!) / FULL_SCALE + this.#kept * samples[at]!;
        }
      }
    } finally {
      rnnoise._rnnoise_destroy(state);
      rnnoise._free(address);
    }
    return out;
  }

  async close(): Promise<void> {
    // The memory is freed with the last reference to it.
  }
}
