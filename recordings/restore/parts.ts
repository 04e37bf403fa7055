/** A long recording, cleaned part by part: memory stays small, progress shows, and an abort need not wait long. */
import type { OwnEnhancer } from '../enhancement/own-enhancer.ts';
import type { CleanStep } from './worker-protocol.ts';

/** One part takes a second or two. */
export const PART_SECONDS = 20;
/** On either side, for what the denoiser and the room's filter learn of a sound before they do it justice. */
const CONTEXT_SECONDS = 1;
/** Neighbours pass over into one another. */
const FADE_SECONDS = 0.1;

export interface Part {
  readonly from: number;
  /** After the last sample. */
  readonly to: number;
}

/** The parts of a whole, in order, about so large and all alike; one at least. */
export function partsOf(length: number, size: number): Part[] {
  const count = Math.max(1, Math.round(length / size));
  const border = (i: number): number => Math.round((i * length) / count);
  return Array.from({ length: count }, (_, i) => ({ from: border(i), to: border(i + 1) }));
}

/** Cleans a part and adds it to the others, with a fade where it meets them. */
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
