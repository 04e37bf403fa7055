import { FAMILIES } from './families.ts';
import type { FamilyName } from './family.ts';

/** Folders that the voices of each family are in; earlier ones take precedence. */
export type VoiceFolders = Readonly<Partial<Record<FamilyName, readonly string[]>>>;

/** The folders of all families. */
export const voiceFolders = (env: Readonly<Record<string, string | undefined>> = process.env): VoiceFolders =>
  Object.fromEntries(FAMILIES.map(({ name, folders }) => [name, folders?.(env) ?? []]));
