/** Helpers that the tests of VITS models share. */
import type { UtteranceControls, VitsModel } from './model.ts';

/** The sound of phoneme ids, rendered in windows whose lengths in frames cycle through the given numbers. */
export async function inWindows(
  model: VitsModel,
  ids: readonly number[],
  controls: UtteranceControls,
  sizes: readonly number[],
): Promise<Float32Array> {
  const utterance = await model.prepare(ids, controls);
  const parts: number[] = [];
  for (let from = 0, i = 0; from < utterance.frames; i++) {
    const to = Math.min(utterance.frames, from + (sizes[i % sizes.length] ?? 1));
    parts.push(...(await model.render(utterance, from, to)));
    from = to;
  }
  return Float32Array.from(parts);
}
