import { HOP_MS } from '../checks/frames.ts';
import { decibels } from './run-figures.ts';
import { BURST, NO_WORD, type TakeSound } from './run-sound.ts';

/** A click is over within a millisecond or two. */
const STEP_MS = 1;
/** What it stands out of: so much to either side, without the click itself. */
const AROUND_STEPS = 25;
const CLICK_STEPS = 3;
/** Bursts of plosives are clicks of a kind; their places are known to about so many frames. */
const BURST_FRAMES = 2;

/**
 * How far each millisecond of a stretch stands out of those around it, dB, where no plosive is near. The
 * signal is differenced twice: clicks are as strong in the highest frequencies as elsewhere, voices are weak there.
 */
export function clickStrengths(
  { samples, sampleRate, phones }: TakeSound,
  startMs: number,
  endMs: number,
): Float32Array {
  const steps = Math.max(0, Math.floor((endMs - startMs) / STEP_MS));
  const energy = new Float64Array(steps + 1);
  const sum = new Float64Array(steps + 1);
  for (let step = 0; step < steps; step++) {
    const from = Math.max(2, Math.round(((startMs + step * STEP_MS) * sampleRate) / 1000));
    const to = Math.min(samples.length, Math.round(((startMs + (step + 1) * STEP_MS) * sampleRate) / 1000));
    for (let i = from; i < to; i++)
      energy[step]! += (samples[i]! - 2 * samples[i - 1]! + samples[i - 2]!) ** 2 / Math.max(1, to - from);
    sum[step + 1] = sum[step]! + energy[step]!;
  }
  return Float32Array.from({ length: steps }, (_, step) => {
    const frame = Math.round((startMs + step * STEP_MS) / HOP_MS);
    for (let k = frame - BURST_FRAMES; k <= frame + BURST_FRAMES; k++)
      if (phones[k] === BURST || phones[k] === NO_WORD) return 0;
    const from = Math.max(0, step - AROUND_STEPS);
    const to = Math.min(steps, step + AROUND_STEPS + 1);
    const [a, b] = [Math.max(from, step - CLICK_STEPS), Math.min(to, step + CLICK_STEPS + 1)];
    const around = sum[to]! - sum[from]! - (sum[b]! - sum[a]!);
    const mean = around / Math.max(1, to - from - (b - a));
    return decibels(energy[step]!) - decibels(mean);
  });
}
