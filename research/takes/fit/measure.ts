/** Measurements of a take that the model of defects is fitted to. */
import {
  byRespect,
  type CleanedSound,
  cutPassages,
  listenTo,
  PassageFigures,
  type PassageScores,
  preferences,
  type SentenceFigures,
} from '../../../cloning/research.ts';
import type { Found } from '../finder.ts';
import type { Trial } from '../trials.ts';

export interface MeasuredPassage {
  /** Whether none of its sentences was degraded. */
  readonly clean: boolean;
  /** Indices of its sentences in the take. */
  readonly sentences: readonly number[];
  /** Scores without suspected faults. */
  readonly preferred: PassageScores;
}

export interface MeasuredTake {
  readonly reader: string;
  readonly group: string;
  readonly kind: string;
  readonly sentences: readonly SentenceFigures[];
  /** Whether each sentence was left undegraded. */
  readonly clean: readonly boolean[];
  readonly passages: readonly MeasuredPassage[];
}

/** @returns null when no passage is usable */
export function measureTake(
  { reader, kind, take }: Pick<Trial, 'reader' | 'kind' | 'take'>,
  { aligned, clean }: Found,
  group: string,
  cleaned: CleanedSound | null,
): MeasuredTake | null {
  if (aligned.sentences.every(({ words }) => words.length === 0)) return null;
  const sound = listenTo(take.samples, take.sampleRate, aligned, cleaned);
  const spans = cutPassages(sound, aligned);
  if (spans.length === 0) return null;
  const figures = new PassageFigures(sound);
  const preferred = preferences(sound, figures);
  return {
    reader,
    group,
    kind,
    sentences: figures.all,
    clean: sound.read.map(({ index }) => clean.includes(index)),
    passages: spans.map((span) => ({
      clean: span.sentences.every(({ index }) => clean.includes(index)),
      sentences: span.sentences.map((sentence) =>
        sound.read.findIndex(({ index }) => index === sentence.index),
      ),
      preferred: byRespect((respect) => preferred[respect](span)),
    })),
  };
}
