/** Bands of equal width on the scale of equivalent rectangular bandwidths, made of whole bins. */
import { BINS, FRAME_SAMPLES, SAMPLE_RATE } from './spectra.ts';

export const ERB_BANDS = 32;
/** Lower bound of the width: at the bottom of the scale a bin is wider than a band. */
const MIN_BINS = 2;
/** Glasberg and Moore, "Derivation of auditory filter shapes from notched-noise data", Hearing Research 47, 1990. */
const MIN_BANDWIDTH_HZ = 24.7;
const EAR_Q = 9.265;

/** Number of bins in each band; the bands cover all bins. */
export const ERB_WIDTHS: readonly number[] = erbWidths();

/** The band of each bin. */
export const BAND_OF_BIN: Uint8Array = Uint8Array.from(
  ERB_WIDTHS.flatMap((width, band) => new Array<number>(width).fill(band)),
);

function erbWidths(): number[] {
  const top = erbOf(SAMPLE_RATE / 2);
  const widths: number[] = [];
  let edge = 0;
  /** Bins that bands have beyond their share; the next bands get fewer. */
  let borrowed = 0;
  for (let band = 1; band <= ERB_BANDS; band++) {
    const next = Math.round(hertzOf((band * top) / ERB_BANDS) / (SAMPLE_RATE / FRAME_SAMPLES));
    const due = next - edge - borrowed;
    widths.push(Math.max(due, MIN_BINS));
    borrowed = Math.max(0, MIN_BINS - due);
    edge = next;
  }
  // The last band has the remaining bins, including half the sample rate.
  const others = widths.slice(0, -1).reduce((sum, width) => sum + width, 0);
  widths[ERB_BANDS - 1] = BINS - others;
  return widths;
}

function erbOf(hertz: number): number {
  return EAR_Q * Math.log1p(hertz / (MIN_BANDWIDTH_HZ * EAR_Q));
}

function hertzOf(erb: number): number {
  return MIN_BANDWIDTH_HZ * EAR_Q * Math.expm1(erb / EAR_Q);
}
