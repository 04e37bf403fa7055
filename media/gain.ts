/** A gain, and the sample from which on it applies. */
export interface GainStep {
  readonly fromSample: number;
  readonly gain: number;
}

/** Level above which amplified sound is compressed, so that it does not clip. */
const KNEE = 0.85;

/**
 * Multiplies a window of a sound by gains that change gradually around each step.
 * @param samples -1 to 1; changed in place, and limited to that range if a gain is above 1
 * @param firstSample position of the window in the sound
 * @param steps in order; the gain of the first also applies before it
 * @param rampSamples length of a change
 */
export function amplify(
  samples: Float32Array,
  firstSample: number,
  steps: readonly GainStep[],
  rampSamples: number,
): void {
  let next = steps.findIndex(({ fromSample }) => fromSample + rampSamples / 2 > firstSample);
  if (next < 0) next = steps.length;
  for (let i = 0; i < samples.length; i++) {
    const at = firstSample + i;
    while (next < steps.length && at >= steps[next]!.fromSample + rampSamples / 2) next++;
    const after = steps[next];
    const before = steps[next - 1] ?? after;
    let gain = before?.gain ?? 1;
    if (after && before && at > after.fromSample - rampSamples / 2) {
      const share = (at - after.fromSample) / rampSamples + 0.5;
      gain += (after.gain - gain) * share;
    }
    const sample = samples[i]! * gain;
    samples[i] = gain > 1 ? compressed(sample) : sample;
  }
}

function compressed(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  const room = 1 - KNEE;
  return Math.sign(sample) * (KNEE + room * Math.tanh((size - KNEE) / room));
}
