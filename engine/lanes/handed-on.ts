import type { RenderState } from '../synthesis/synthesizer.ts';

/**
 * The memory of a state that is transferred to another thread instead of being copied, where it is large and cannot be
 * shared. The sender does not use the state again.
 */
export function handedOn(state: RenderState): ArrayBuffer[] {
  if (state.engine !== 'pocket' || !state.speech) return [];
  const { backbone, decoder } = state.speech;
  return [backbone, decoder.cache].flatMap(({ keys, values }) =>
    [...keys, ...values].map(({ buffer }) => buffer as ArrayBuffer),
  );
}
