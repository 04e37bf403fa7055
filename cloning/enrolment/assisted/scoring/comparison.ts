/** Compares each sentence of a take with the best one, by its measurements (`sentence-figures.ts`). */
import { fall, leastOf } from './curves.ts';
import type { GapFigures } from './gaps.ts';
import type { SentenceFigures } from './sentence-figures.ts';

/** Recordings that stay below this level (dBFS) were recorded badly. */
const QUIET_DB = -38;
const HALF_QUIET_DB = 8;
/** RT60 above which any room is audible, in seconds. */
const HALF_DECAY_SECONDS = 1;
/** Level of breaths below speech, in dB. Coughs and words are louder. */
const BREATH_DB = 20;
const HALF_SOUND_DB = 6;

interface Measure {
  readonly figure: keyof SentenceFigures;
  /** Difference from the best sentence at which a sentence scores a half. */
  readonly half: number;
  /** Lower bound: no sentence is better than this. */
  readonly best?: number;
}

export type Compared = 'alignment' | 'noise' | 'clipping' | 'reverberation' | 'level' | 'cleanness';

const MEASURES: Readonly<Record<Compared, readonly Measure[]>> = {
  alignment: [{ figure: 'doubt', half: 2 }],
  noise: [
    { figure: 'restDb', half: 3.5 },
    { figure: 'valleyDb', half: 18 },
    { figure: 'dipDb', half: 25 },
  ],
  // Share of clipped samples that 95 % of the unclipped sentences do not exceed.
  clipping: [
    { figure: 'levelTops', half: 0.0025, best: 0.001 },
    { figure: 'bentTops', half: 0.015, best: 0.006 },
  ],
  // Octaves of the decay time. A voice alone decays in 0.15 s, a slow one more slowly.
  reverberation: [{ figure: 'decay', half: 0.95, best: Math.log2(0.15) }],
  level: [],
  cleanness: [
    { figure: 'overlap', half: 0.05 },
    { figure: 'covered', half: 1 },
    { figure: 'voiceless', half: 0.55 },
    { figure: 'click', half: 7 },
    { figure: 'fullDb', half: 9.5 },
    { figure: 'thumpDb', half: 17 },
  ],
};
/** In dB below the loudest sentence of the take. The level of people's voices falls by half of this. */
const HALF_QUIETER_DB = 11;

/** Comparison of the sentences of one take with its best one. */
export class Comparison {
  readonly #loudestDb: number;
  readonly #best = new Map<Measure, number>();

  constructor(all: readonly SentenceFigures[]) {
    this.#loudestDb = Math.max(...all.map(({ speechDb }) => speechDb));
    for (const measure of Object.values(MEASURES).flat()) {
      const known = all.map((own) => own[measure.figure]).filter((x) => x !== null);
      this.#best.set(measure, Math.max(measure.best ?? -Infinity, leastOf(known)));
    }
  }

  /** 0 to 1, where 1 is as good as the best of the take. Unknown figures do not count. */
  score(respect: Compared, own: SentenceFigures): number {
    let score = respect === 'level' ? this.#levelScore(own) : 1;
    for (const measure of MEASURES[respect]) {
      const value = own[measure.figure];
      if (value !== null) score *= fall(value - this.#best.get(measure)!, measure.half);
    }
    return respect === 'reverberation' && own.decay !== null
      ? score * fall(2 ** own.decay, HALF_DECAY_SECONDS)
      : score;
  }

  #levelScore({ speechDb }: SentenceFigures): number {
    return fall(this.#loudestDb - speechDb, HALF_QUIETER_DB) * fall(QUIET_DB - speechDb, HALF_QUIET_DB);
  }
}

/** Softness of the sounds between words. 1: no louder than a breath; a half: 14 dB below the speech. */
export const softness = ({ loudDb }: GapFigures): number => fall(BREATH_DB + loudDb, HALF_SOUND_DB);
