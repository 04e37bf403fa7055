/** Recordings that evaluations assemble: mono, samples from -1 to 1. */

/** Sounds one after the other. */
export function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** The level of the louder samples, in dBFS. */
export function levelOf(samples: Float32Array): number {
  const loud = samples.filter((x) => Math.abs(x) > 0.02);
  const power = loud.reduce((sum, x) => sum + x * x, 0) / Math.max(1, loud.length);
  return 10 * Math.log10(power + 1e-9);
}

/** Scales a recording so that its louder samples have a level, in dBFS. */
export function atLevel(samples: Float32Array, levelDb: number): Float32Array {
  const gain = 10 ** ((levelDb - levelOf(samples)) / 20);
  return samples.map((x) => Math.max(-1, Math.min(1, x * gain)));
}
