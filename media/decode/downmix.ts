import { mean } from '../statistics.ts';

/** Channels this far below the loudest carry no voice (a muted input, hum, crosstalk) and are left out. */
const ACTIVE_RANGE_DB = 20;

/**
 * Mixes several channels of equal length into one, for a single voice.
 *
 * A plain average would halve a voice that is on one side only, and erase one whose sides have opposite polarity (as
 * from a miswired balanced cable). Therefore channels 20 dB or more below the loudest are left out; channels that
 * correlate negatively with the loudest are inverted; the rest is averaged; and if the average is still 6 dB or more
 * below the loudest channel (sides that cancel because of a delay), the loudest is used alone. Levels are measured
 * relative to the mean, so a DC offset has no influence. All samples have to be finite.
 */
export function downmix(channels: readonly Float32Array[]): Float32Array {
  const first = channels[0];
  if (!first) throw new RangeError('There are no channels');
  if (channels.length === 1) return first.slice();

  const means = channels.map(mean);
  const powers = channels.map((channel, c) => covariance(channel, means[c]!, channel, means[c]!));
  const loudest = powers.indexOf(Math.max(...powers));
  const active = channels
    .map((_, c) => c)
    .filter((c) => powers[c]! > 0 && powers[c]! >= powers[loudest]! * 10 ** (-ACTIVE_RANGE_DB / 10));
  if (active.length <= 1) return channels[loudest]!.slice();

  const mixed = new Float32Array(first.length);
  for (const c of active) {
    const channel = channels[c]!;
    const inverted = covariance(channel, means[c]!, channels[loudest]!, means[loudest]!) < 0;
    const gain = (inverted ? -1 : 1) / active.length;
    for (let i = 0; i < mixed.length; i++) mixed[i]! += gain * channel[i]!;
  }
  const mixedMean = mean(mixed);
  if (covariance(mixed, mixedMean, mixed, mixedMean) < powers[loudest]! / 4)
    return channels[loudest]!.slice();
  return mixed;
}

/** Not divided by the length. */
function covariance(a: Float32Array, meanA: number, b: Float32Array, meanB: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - meanA) * (b[i]! - meanB);
  return sum;
}
