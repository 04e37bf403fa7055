/** Rank of the family of a voice among the default voices. */
import type { FamilyName, Standing } from '../synthesis/family.ts';
import { familyOf } from '../synthesis/family-of.ts';

interface OfFamily {
  readonly engine: FamilyName;
}

export const standsAs = (voice: OfFamily, standing: Standing): boolean =>
  familyOf(voice).standing === standing;

/** Whether a voice sounds like a machine. */
export const isRobotic = (voice: OfFamily): boolean => standsAs(voice, 'robotic');

/** Whether a voice may be too slow for this machine: it is preferred if it is not. */
export const isMostNatural = (voice: OfFamily): boolean => standsAs(voice, 'most-natural');
