/** Scores of passages: the probability that nothing is wrong with them, in one respect each. */
import type { PassageScores } from '../types.ts';
import { type Compared, Comparison, softness } from './comparison.ts';
import { fall, worstOf } from './curves.ts';
import { Defects } from './defects.ts';
import { type GapFigures, gapFigures, mostOf } from './gaps.ts';
import { pauseNoiseScorer } from './noise.ts';
import { pitchScorer, rateScorer } from './prosody.ts';
import { type SentenceFigures, sentenceFigures } from './sentence-figures.ts';
import type { DefectName } from './signs.ts';
import type { PassageScorer, PassageSpan, TakeSound } from './take-sound.ts';
import { phonemesScorer } from './words.ts';

/**
 * Level below the speech at which a passage that is cut in sound contains no audible rest of the neighbouring sound.
 */
const CLEAN_CUT_DB = 30;
const HALF_CUT_DB = 12;
/**
 * Weight of the comparison with the best sentence of the take, relative to the absence of defects. Synthesizers read so
 * evenly that the smallest difference counts; people do not.
 */
const COMPARISON_WEIGHT = 0.4;

/** Defects that belong to each respect. */
export const DEFECTS_OF: Readonly<Record<keyof PassageScores, readonly DefectName[]>> = {
  alignment: ['otherWords'],
  noise: ['steadyNoise', 'bursts'],
  clipping: ['clipping'],
  reverberation: ['room', 'distance'],
  level: ['lowLevel'],
  rate: ['haste', 'slowness', 'longPause'],
  pitch: [],
  cleanness: ['cough', 'click', 'bang', 'secondVoice', 'foreignVoice', 'foreignSound'],
  phonemes: [],
};

/** Measurements of the passages of one take. */
export class PassageFigures {
  /** For all sentences of the take, in order. */
  readonly all: readonly SentenceFigures[];
  readonly #sound: TakeSound;
  readonly #sentences: ReadonlyMap<number, SentenceFigures>;

  constructor(sound: TakeSound) {
    this.#sound = sound;
    this.all = sentenceFigures(sound);
    this.#sentences = new Map(sound.read.map(({ index }, i) => [index, this.all[i]!]));
  }

  of({ sentences }: PassageSpan): SentenceFigures[] {
    return sentences.map(({ index }) => this.#sentences.get(index)).filter((own) => own !== undefined);
  }

  /** Sounds before, between and behind the words. */
  sounds(passage: PassageSpan): GapFigures {
    const own = this.of(passage);
    return mostOf([soundsBetween(this.#sound, passage, own), ...own]);
  }
}

/** Scores by respect, 0 to 1, from the absence of defects. */
export function preferences(
  sound: TakeSound,
  figures: PassageFigures,
): Readonly<Record<keyof PassageScores, PassageScorer>> {
  const comparison = new Comparison(figures.all);
  const compared = (respect: Compared, passage: PassageSpan): number =>
    worstOf(figures.of(passage).map((own) => comparison.score(respect, own)));
  const scorer =
    (respect: Compared, weight = COMPARISON_WEIGHT): PassageScorer =>
    (passage) =>
      compared(respect, passage) ** weight;
  const rate = rateScorer(sound);
  const noise = pauseNoiseScorer(sound);
  return {
    alignment: scorer('alignment'),
    noise: (passage) => (compared('noise', passage) * noise(passage)) ** COMPARISON_WEIGHT,
    clipping: scorer('clipping'),
    reverberation: scorer('reverberation'),
    level: scorer('level', 1),
    rate: (passage) => rate(passage) ** COMPARISON_WEIGHT,
    pitch: pitchScorer(sound),
    cleanness: (passage) =>
      fall(CLEAN_CUT_DB - (sound.speechDb - passage.cutDb), HALF_CUT_DB) *
      (compared('cleanness', passage) * softness(figures.sounds(passage))) ** COMPARISON_WEIGHT,
    phonemes: phonemesScorer(sound),
  };
}

/** By respect, each 0 to 1. */
export function passageScorers(sound: TakeSound): (passage: PassageSpan) => PassageScores {
  const figures = new PassageFigures(sound);
  const defects = new Defects(figures.all);
  const preferred = preferences(sound, figures);
  return (passage) => {
    const flawless = (respect: keyof PassageScores): number =>
      worstOf(figures.of(passage).map((own) => defects.without(DEFECTS_OF[respect], own)));
    return byRespect((respect) => flawless(respect) * preferred[respect](passage));
  };
}

/** @param score is clamped to 0 to 1 */
export function byRespect(score: (respect: keyof PassageScores) => number): PassageScores {
  const respects = Object.keys(DEFECTS_OF) as (keyof PassageScores)[];
  return Object.fromEntries(
    respects.map((respect) => [respect, Math.min(1, Math.max(0, score(respect)))]),
  ) as unknown as PassageScores;
}

/** Sounds before, between and behind the sentences of a passage. */
function soundsBetween(
  sound: TakeSound,
  { startMs, endMs, sentences }: PassageSpan,
  figures: readonly SentenceFigures[],
): GapFigures {
  const speechDb = Math.max(...figures.map((own) => own.speechDb));
  const edges = [startMs, ...sentences.flatMap((sentence) => [sentence.startMs, sentence.endMs]), endMs];
  const gaps: GapFigures[] = [];
  for (let i = 0; i < edges.length; i += 2)
    if (edges[i + 1]! > edges[i]!) gaps.push(gapFigures(sound, edges[i]!, edges[i + 1]!, speechDb));
  return mostOf(gaps);
}
