import type { RenderState } from './synthesizer.ts';

/**
 * Gives a state the type of the synthesizer that prepared it.
 * @throws TypeError for the state of another synthesizer
 */
export function stateOf<S extends RenderState>(state: RenderState, engine: S['engine']): S {
  if (state.engine !== engine) throw new TypeError('this phrase was prepared by another synthesizer');
  return state as S;
}
