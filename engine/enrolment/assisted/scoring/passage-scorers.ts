/** Scores of passages: how likely it is that nothing is wrong with them, in one respect each. */
import type { PassageScores } from '../types.ts';
import { type Compared, Comparison, softness } from './comparison.ts';
import { fall, worstOf } from './curves.ts';
import type { DefectName } from './defect-signs.ts';
import { Defects } from './defects.ts';
import { type GapFigures, gapFigures, mostOf } from './gaps.ts';
import { pauseNoiseScorer } from './noise.ts';
import { pitchScorer, rateScorer } from './prosody.ts';
import { type SentenceFigures, sentenceFigures } from './sentence-figures.ts';
import type { PassageScorer, PassageSpan, TakeSound } from './take-sound.ts';
import { phonemesScorer } from './words.ts';

/** A passage cut out in sound begins or ends with a rest of what was beside it; so far below the speech it does not. */
const CLEAN_CUT_DB = 30;
const HALF_CUT_DB = 12;
/** Between two sentences people wait so much longer than within one. */
const SENTENCE_PAUSE_MS = 300;
/**
 * How much it counts, beside that nothing seems wrong with a sentence, how near it comes to the best of its take.
 * Synthesizers read so evenly that the smallest difference tells; people do not.
 */
const COMPARISON_WEIGHT = 0.4;

const DEFECTS: Readonly<Record<Compared | 'rate', readonly DefectName[]>> = {
  alignment: ['otherWords'],
  noise: ['steadyNoise', 'bursts'],
  clipping: ['clipping'],
  reverberation: ['room'],
  level: ['lowLevel'],
  rate: ['haste', 'slowness'],
  cleanness: ['coveredVoice', 'click', 'bang', 'secondVoice'],
};

/** By respect, each 0 to 1. */
export function passageScorers(sound: TakeSound): Readonly<Record<keyof PassageScores, PassageScorer>> {
  const all = sentenceFigures(sound);
  const figures = new Map(sound.read.map(({ index }, i) => [index, all[i]!]));
  const defects = new Defects(all);
  const comparison = new Comparison(all);
  const of = ({ sentences }: PassageSpan): SentenceFigures[] =>
    sentences.map(({ index }) => figures.get(index)).filter((own) => own !== undefined);
  /** That no sentence has any of its defects. */
  const flawless = (respect: keyof typeof DEFECTS, passage: PassageSpan): number =>
    DEFECTS[respect].reduce(
      (product, name) => product * worstOf(of(passage).map((own) => defects.without(name, own))),
      1,
    );
  const compared = (respect: Compared, passage: PassageSpan): number =>
    worstOf(of(passage).map((own) => comparison.score(respect, own)));
  const scorer =
    (respect: Compared, weight = COMPARISON_WEIGHT): PassageScorer =>
    (passage) =>
      flawless(respect, passage) * compared(respect, passage) ** weight;
  const rate = rateScorer(sound);
  const noise = pauseNoiseScorer(sound);
  return {
    alignment: scorer('alignment'),
    noise: (passage) =>
      flawless('noise', passage) * (compared('noise', passage) * noise(passage)) ** COMPARISON_WEIGHT,
    clipping: scorer('clipping'),
    reverberation: scorer('reverberation'),
    level: scorer('level', 1),
    rate: (passage) =>
      flawless('rate', passage) *
      defects.without('longPause', { pauseMs: longestPause(passage, of(passage)) }) *
      rate(passage) ** COMPARISON_WEIGHT,
    pitch: pitchScorer(sound),
    cleanness: (passage) => {
      const sounds = mostOf([soundsBetween(sound, passage, of(passage)), ...of(passage)]);
      return (
        flawless('cleanness', passage) *
        defects.without('foreignSound', sounds) *
        fall(CLEAN_CUT_DB - (sound.speechDb - passage.cutDb), HALF_CUT_DB) *
        (compared('cleanness', passage) * softness(sounds)) ** COMPARISON_WEIGHT
      );
    },
    phonemes: phonemesScorer(sound),
  };
}

/** In sentences or, less what belongs there, between them. */
function longestPause({ sentences }: PassageSpan, figures: readonly SentenceFigures[]): number {
  const between = sentences.slice(1).map(({ startMs }, i) => startMs - sentences[i]!.endMs);
  return Math.max(
    0,
    ...between.map((pauseMs) => pauseMs - SENTENCE_PAUSE_MS),
    ...figures.map(({ pauseMs }) => pauseMs),
  );
}

/** What is heard before, between and behind the sentences of a passage. */
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
