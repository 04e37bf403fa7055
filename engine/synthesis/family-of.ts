import { FAMILIES } from './families.ts';
import type { FamilyName, VoiceFamily } from './family.ts';

/** The family of a voice, a source or a state. @throws Error for a name that no family has */
export function familyOf({ engine }: { readonly engine: FamilyName }): VoiceFamily {
  const family = familyNamed(engine);
  if (!family) throw new Error(`no family of voices is called ${engine}`);
  return family;
}

/** The family of a base key; null for a family that this release does not have. */
export const familyOfKey = (key: string): VoiceFamily | null => familyNamed(/^\w+/.exec(key)?.[0]) ?? null;

const familyNamed = (name: string | undefined): VoiceFamily | undefined =>
  FAMILIES.find((family) => family.name === name);
