import { familyOf } from '../synthesis/family-of.ts';
import type { RenderState } from '../synthesis/synthesizer.ts';

/** The memory of a state that is transferred to another thread instead of being copied (`VoiceFamily.handedOn`). */
export function handedOn(state: RenderState): ArrayBuffer[] {
  const { engine } = state;
  return engine === 'clone' ? [] : (familyOf({ engine }).handedOn?.(state) ?? []);
}
