import { ChannelStatistics } from './channel-statistics.ts';

/** Channels this far below the loudest contain no voice (a muted input, hum, crosstalk) and are left out. */
const ACTIVE_RANGE_DB = 20;

/** Mixes several channels of equal length into one, for a single voice. All samples must be finite. */
export function downmix(channels: readonly Float32Array[]): Float32Array {
  const first = channels[0];
  if (!first) throw new RangeError('There are no channels');
  if (channels.length === 1) return first.slice();
  const statistics = new ChannelStatistics(channels.length);
  statistics.add(channels, first.length);
  const mixed = new Float32Array(first.length);
  for (const [c, weight] of mixingWeights(statistics).entries()) {
    if (weight === 0) continue;
    const channel = channels[c]!;
    for (let i = 0; i < mixed.length; i++) mixed[i]! += weight * channel[i]!;
  }
  return mixed;
}

/**
 * Returns the weight of each channel in the mixture.
 *
 * A plain average would halve a voice that is on one side only, and cancel one whose sides have opposite polarity (as
 * from a miswired balanced cable). Therefore channels 20 dB or more below the loudest are left out, channels that
 * correlate negatively with the loudest are inverted, and the rest is averaged. If the average is still 6 dB or more
 * below the loudest channel (sides that cancel because of a delay), the loudest is used alone. Levels are measured
 * relative to the mean, so a DC offset has no influence.
 */
export function mixingWeights(statistics: ChannelStatistics): number[] {
  const all = Array.from({ length: statistics.channelCount }, (_, c) => c);
  const powers = all.map((c) => statistics.covariance(c, c));
  const loudest = powers.indexOf(Math.max(...powers));
  const alone = all.map((c) => (c === loudest ? 1 : 0));
  const least = powers[loudest]! * 10 ** (-ACTIVE_RANGE_DB / 10);
  const active = all.filter((c) => powers[c]! > 0 && powers[c]! >= least);
  if (active.length <= 1) return alone;
  const signOf = (c: number): number => (statistics.covariance(c, loudest) < 0 ? -1 : 1);
  const weights = all.map((c) => (active.includes(c) ? signOf(c) / active.length : 0));
  let power = 0;
  for (const a of active)
    for (const b of active) power += weights[a]! * weights[b]! * statistics.covariance(a, b);
  return power < powers[loudest]! / 4 ? alone : weights;
}
