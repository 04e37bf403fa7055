/** How near each sentence of a take comes to the best one, in what was measured of it (`sentence-figures.ts`). */
import { fall, leastOf } from './curves.ts';
import type { GapFigures } from './gaps.ts';
import type { SentenceFigures } from './sentence-figures.ts';

/** What is never louder than that, dB of full scale, was recorded badly. */
const QUIET_DB = -38;
const HALF_QUIET_DB = 8;
/** Above this any room is heard; seconds for 60 dB. */
const HALF_DECAY_SECONDS = 1;
/** Breaths are this far below speech, in dB; coughs and words are not. */
const BREATH_DB = 20;
const HALF_SOUND_DB = 6;

interface Measure {
  readonly figure: keyof SentenceFigures;
  /** What makes a sentence a half, above the best. */
  readonly half: number;
  /** No sentence is better than this. */
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
  // Nineteen in twenty sentences that were not clipped have up to these shares of their samples on flat tops.
  clipping: [
    { figure: 'levelTops', half: 0.0025, best: 0.001 },
    { figure: 'bentTops', half: 0.015, best: 0.006 },
  ],
  // Octaves; voices themselves take 0.15 s, slow ones longer than fast ones.
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
/** Below the loudest sentence of the take, dB: people let their voice sink by half of it. */
const HALF_QUIETER_DB = 11;

/** How near the sentences of one take come to its best one. */
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

  /** 0 to 1; 1: as good as the best of the take. Figures that are not known tell nothing. */
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

/** How soft the sounds between words are. 1: no louder than a breath; a half: 14 dB below the speech. */
export const softness = ({ loudDb }: GapFigures): number => fall(BREATH_DB + loudDb, HALF_SOUND_DB);
