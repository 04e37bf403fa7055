import { floatToInt16, int16ToFloat } from '../pcm.ts';
import { createResamplerState, type ResamplerState, resample } from '../resampler.ts';

/** Changes the rate of a stream of 16-bit samples. The result does not depend on how the stream is chunked. */
export class RateConverter {
  readonly #inRate: number;
  readonly #outRate: number;
  #state: ResamplerState;

  /** @throws RangeError for rates that are not whole numbers of Hz between 1000 and 384000 */
  constructor(inRate: number, outRate: number) {
    this.#inRate = inRate;
    this.#outRate = outRate;
    this.#state = createResamplerState(inRate, outRate);
  }

  /** Returns the samples that are complete; the output lags the input by half the filter's width, 2 to 6 ms. */
  push(samples: Int16Array): Int16Array {
    return this.#convert(samples, false);
  }

  /** The rest of the stream; the next samples begin a new one. */
  flush(): Int16Array {
    return this.#convert(new Int16Array(0), true);
  }

  /** Forgets the stream so far. */
  reset(): void {
    this.#state = createResamplerState(this.#inRate, this.#outRate);
  }

  #convert(samples: Int16Array, last: boolean): Int16Array {
    if (this.#inRate === this.#outRate) return samples;
    const { output, state } = resample(this.#state, int16ToFloat(samples), last);
    this.#state = state;
    return floatToInt16(output);
  }
}
