/** Start of the upper, compressed part of the axis, as a share of the band. */
const KNEE = 0.8;

/**
 * Raises formants by a factor, as a shorter vocal tract would: the axis is stretched up to a knee, and from there
 * compressed to the fixed upper end of the band (Lee and Rose 1998, "A frequency warping approach to speaker
 * normalization").
 * @param input log power, `bins` values from `from` on
 */
export function warpSpectrum(
  input: Float32Array | Float64Array,
  from: number,
  bins: number,
  factor: number,
  output: Float64Array,
): void {
  const last = bins - 1;
  const knee = KNEE * last * Math.min(factor, 1);
  const inner = knee / factor;
  for (let k = 0; k < bins; k++) {
    const position = k <= knee ? k / factor : inner + ((k - knee) * (last - inner)) / (last - knee);
    const i = Math.min(last - 1, Math.floor(position));
    const part = position - i;
    output[k] = input[from + i]! * (1 - part) + input[from + i + 1]! * part;
  }
}
