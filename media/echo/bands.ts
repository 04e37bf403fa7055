import { RealFft } from '../fft.ts';

/** Hop: samples (16 kHz) between frames, 16 ms. */
export const HOP_SAMPLES = 256;
export const FRAME_SAMPLES = 2 * HOP_SAMPLES;
export const BINS = HOP_SAMPLES + 1;
const RATE = 16_000;
/**
 * Upper edges of the bands in Hz, about half a Bark apart in the telephone range; one band for the rest.
 */
const EDGES_HZ = [
  150, 250, 350, 450, 560, 680, 810, 950, 1100, 1270, 1450, 1650, 1870, 2100, 2350, 2630, 2950, 3300, 3700,
  8000,
];
/** Bands of a spectrum; the first, below 150 Hz, contains hum rather than speech and is left out everywhere. */
export const BANDS = EDGES_HZ.length - 1;

/** Index of the band of each bin; -1 for those below all bands. */
export const BAND_OF_BIN: Int8Array = Int8Array.from({ length: BINS }, (_, bin) => {
  const hz = (bin * RATE) / FRAME_SAMPLES;
  return EDGES_HZ.findIndex((edge) => hz < edge || edge === EDGES_HZ.at(-1)) - 1;
});

/**
 * Square root of a Hann window. It is applied before and after processing, so that frames overlapping by half add up to
 * the original.
 */
export const WINDOW: Float64Array = Float64Array.from({ length: FRAME_SAMPLES }, (_, i) =>
  Math.sin((Math.PI * (i + 0.5)) / FRAME_SAMPLES),
);

/** Computes the spectrum of one frame at a time, and its energies by band. */
export class FrameSpectrum {
  readonly re = new Float64Array(BINS);
  readonly im = new Float64Array(BINS);
  readonly #fft = new RealFft(FRAME_SAMPLES);
  readonly #frame = new Float64Array(FRAME_SAMPLES);

  /**
   * @param previous @param current `HOP_SAMPLES` each
   * @param energies output: `BANDS` mean squares, scaled so that full scale is about 1
   */
  analyse(previous: Float32Array, current: Float32Array, energies: Float64Array): void {
    for (let i = 0; i < HOP_SAMPLES; i++) {
      this.#frame[i] = previous[i]! * WINDOW[i]!;
      this.#frame[i + HOP_SAMPLES] = current[i]! * WINDOW[i + HOP_SAMPLES]!;
    }
    this.#fft.forward(this.#frame, this.re, this.im);
    energies.fill(0);
    for (let bin = 0; bin < BINS; bin++) {
      const band = BAND_OF_BIN[bin]!;
      if (band >= 0) energies[band]! += this.re[bin]! ** 2 + this.im[bin]! ** 2;
    }
    for (let band = 0; band < BANDS; band++) energies[band]! *= 4 / FRAME_SAMPLES ** 2;
  }

  /**
   * Transforms the (modified) spectrum back into a frame, and applies the window again.
   * @param output `FRAME_SAMPLES`, written
   */
  synthesise(output: Float64Array): void {
    this.#fft.inverse(this.re, this.im, output);
    for (let i = 0; i < FRAME_SAMPLES; i++) output[i]! *= WINDOW[i]!;
  }
}
