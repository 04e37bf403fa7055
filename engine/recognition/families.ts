import type { RecogniserFamily } from './family.ts';
import { MOONSHINE } from './moonshine/moonshine.ts';
import { WHISPER } from './whisper/whisper.ts';

/** All families of recognisers. */
export const FAMILIES: readonly RecogniserFamily[] = [WHISPER, MOONSHINE];

/** The family of a model. @throws Error for a name that no family begins with */
export function familyOf(id: string): RecogniserFamily {
  const family = FAMILIES.find(({ name }) => id.startsWith(`${name}-`));
  if (family === undefined) throw new Error(`no recogniser runs the model ${id}`);
  return family;
}
