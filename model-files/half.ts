/** IEEE 754 binary16, five bits of exponent and ten of fraction, as bit patterns in 16-bit integers. */

export function halfToFloat(half: number): number {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** The nearest half, ties to even; infinity beyond 65504. @param value finite */
export function floatToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  const exponent = Math.max(-14, Math.floor(Math.log2(magnitude)));
  // Subnormal halves have the same spacing as those of the lowest exponent. A carry goes into the exponent, as
  // intended.
  const steps = roundToEven(magnitude * 2 ** (10 - exponent));
  const bits = magnitude === 0 ? 0 : steps + (exponent + 14) * 1024;
  return sign | Math.min(bits, 0x7c00);
}

function roundToEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
