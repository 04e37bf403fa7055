import type { Espeak } from '../../engine/research.ts';
import { diphone, soundsOf } from './sounds.ts';
import type { Variety } from './varieties.ts';

export interface Coverage {
  /** Sounds of the variety that occur in the script. */
  readonly covered: readonly string[];
  /** Sounds that do not occur. */
  readonly missing: readonly string[];
  /** Different pairs of neighbouring sounds. */
  readonly diphones: ReadonlySet<string>;
  /** Common diphones that do not occur. */
  readonly commonMissing: readonly string[];
  /** Phonemes that the inventory does not have, as espeak prints them. */
  readonly unknown: readonly string[];
}

/** Returns which sounds of a variety of its language a script has. */
export function coverageOf(
  sentences: readonly string[],
  variety: Variety,
  common: readonly string[],
  espeak: Espeak,
): Coverage {
  const sounds = new Set<string>();
  const diphones = new Set<string>();
  const strange = new Set<string>();
  for (const sentence of sentences) {
    const { stretches, unknown } = soundsOf(sentence, variety, espeak);
    for (const one of unknown) strange.add(one);
    for (const stretch of stretches) {
      for (const [at, sound] of stretch.entries()) {
        sounds.add(sound);
        const pair = at > 0 ? diphone(stretch[at - 1] ?? '', sound) : null;
        if (pair !== null) diphones.add(pair);
      }
    }
  }
  return {
    covered: variety.sounds.filter((sound) => sounds.has(sound)),
    missing: variety.sounds.filter((sound) => !sounds.has(sound)),
    diphones,
    commonMissing: common.filter((pair) => !diphones.has(pair)),
    unknown: [...strange].sort(),
  };
}
