/** Cleans a long recording part by part, which bounds memory, allows progress reports, and makes aborts quick. */
import type { OwnEnhancer } from '../enhancement/own-enhancer.ts';
import type { CleanStep } from './worker-protocol.ts';

/** One part takes a second or two. */
export const PART_SECONDS = 20;
/** Context on either side, in which the denoiser and the dereverberation adapt to the sound. */
const CONTEXT_SECONDS = 1;
/** Neighbouring parts overlap with a cross-fade. */
const FADE_SECONDS = 0.1;

export interface Part {
  readonly from: number;
  /** After the last sample. */
  readonly to: number;
}

/** The parts of a whole, in order: at least one, all of about the same given length. */
export function partsOf(length: number, size: number): Part[] {
  const count = Math.max(1, Math.round(length / size));
  const border = (i: number): number => Math.round((i * length) / count);
  return Array.from({ length: count }, (_, i) => ({ from: border(i), to: border(i + 1) }));
}

/** Cleans a part and adds it to the others, with a cross-fade at the borders. */
export async function cleanPart(
  enhancer: Pick<OwnEnhancer, 'cleanPart'>,
  { sound: { samples, sampleRate }, gain, from, to, out }: Omit<CleanStep, 'kind' | 'modelsFolder'>,
): Promise<void> {
  const context = Math.round(CONTEXT_SECONDS * sampleRate);
  const half = Math.round((FADE_SECONDS / 2) * sampleRate);
  const start = Math.max(0, from - context);
  const heard = samples.slice(start, Math.min(samples.length, to + context));
  for (let i = 0; i < heard.length; i++) heard[i]! *= gain;
  const { samples: clean } = await enhancer.cleanPart({ samples: heard, sampleRate });
  const begin = Math.max(0, from - half);
  const end = Math.min(samples.length, to + half);
  for (let i = begin; i < end; i++) {
    const rise = from === 0 ? 1 : Math.min(1, (i - begin + 0.5) / (2 * half));
    const fall = to === samples.length ? 1 : Math.min(1, (end - i - 0.5) / (2 * half));
    out[i]! += rise * fall * clean[i - start]!;
  }
}
