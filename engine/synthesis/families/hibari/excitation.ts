/** Pulse train that hibari's filters shape into the voice: all harmonics of the pitch below 11 kHz, equally loud. */
import { FRAME_SAMPLES, SAMPLE_RATE } from './layers.ts';

/** Frames with a pitch at or below this are unvoiced; Hz. */
const LEAST_HZ = 40;
const HIGHEST_HZ = 11_000;
/** Below this sine, the limit of the quotient replaces it (division by zero). Same value as in training. */
const LEAST_SINE = 2e-3;

/**
 * Phase of the pulse train at the start of each frame, in cycles, 0 to 1, so that pulses can be computed starting at
 * any frame.
 * @param pitch Hz at the middle of each frame
 */
export function cyclesBefore(pitch: Float32Array): Float64Array {
  const cycles = new Float64Array(pitch.length);
  let sum = 0;
  for (let frame = 0; frame < pitch.length; frame++) {
    cycles[frame] = sum;
    for (let i = 0; i < FRAME_SAMPLES; i++) sum += Math.max(LEAST_HZ, pitchAt(pitch, frame, i)) / SAMPLE_RATE;
    sum -= Math.floor(sum);
  }
  return cycles;
}

/** Samples [from, to) of the pulses; reflect padding outside the utterance. */
export function pulses(pitch: Float32Array, cycles: Float64Array, from: number, to: number): Float64Array {
  const length = pitch.length * FRAME_SAMPLES;
  const [first, last] = [Math.max(0, from), Math.min(length, to)];
  const samples = new Float64Array(to - from);
  // Every frame is computed from its start, so that pulses do not depend on the window.
  for (let frame = Math.floor(first / FRAME_SAMPLES); frame * FRAME_SAMPLES < last; frame++) {
    let phase = cycles[frame] ?? 0;
    for (let i = 0; i < FRAME_SAMPLES; i++) {
      const hz = pitchAt(pitch, frame, i);
      const voiced = Math.max(LEAST_HZ, hz);
      phase += voiced / SAMPLE_RATE;
      const at = frame * FRAME_SAMPLES + i - from;
      if (hz > LEAST_HZ && at >= first - from && at < last - from) samples[at] = pulse(phase, voiced);
    }
  }
  for (let at = from; at < first; at++) samples[at - from] = samples[-at - from] ?? 0;
  for (let at = last; at < to; at++) samples[at - from] = samples[2 * (length - 1) - at - from] ?? 0;
  return samples;
}

/** The sum of the cosines of all harmonics (Dirichlet's kernel). */
function pulse(cycles: number, hz: number): number {
  const angle = 2 * Math.PI * (cycles - Math.floor(cycles));
  const harmonics = Math.floor(HIGHEST_HZ / hz) + 0.5;
  const sine = 2 * Math.sin(angle / 2);
  return (Math.abs(sine) <= LEAST_SINE ? harmonics : Math.sin(harmonics * angle) / sine) - 0.5;
}

/** Pitch at a sample of a frame, linearly interpolated between the centres of frames. */
function pitchAt(pitch: Float32Array, frame: number, sample: number): number {
  const position = (sample + 0.5) / FRAME_SAMPLES - 0.5;
  const here = pitch[frame] ?? 0;
  const other = pitch[Math.min(pitch.length - 1, Math.max(0, frame + Math.sign(position)))] ?? 0;
  const share = Math.abs(position);
  return here * (1 - share) + other * share;
}
