/**
 * Chooses the recogniser of this machine for a language: the most accurate one that is fast enough, since larger models
 * make fewer mistakes and take longer.
 */
import { familyOf } from './families.ts';
import type { ModelCost } from './family.ts';

export interface RecogniserCost extends ModelCost {
  /** Measured on this machine; otherwise assumed from the size of the model. */
  readonly isMeasured: boolean;
}

/** An installed recogniser. */
export interface Candidate {
  readonly id: string;
  readonly isMultilingual: boolean;
  /** Null until it was measured. */
  readonly measured: ModelCost | null;
}

/** The use: speech of a caller who waits for an answer, or a recording. */
export type RecognitionUse = 'conversations' | 'files';

export interface ChosenRecogniser {
  readonly id: string;
  readonly cost: RecogniserCost;
  readonly reason: string;
}

export interface RecogniserRule {
  /** The model that is preferred wherever it knows the language; null for none. */
  readonly preferred: string | null;
  /** Processors of this machine. */
  readonly cores: number;
}

/**
 * Time limits for an utterance of three seconds. A caller waits as long as recognition takes beyond the pause that ends
 * the turn, at least 0.2 s; 0.4 CPU seconds per core for each of 1.5 utterances in six seconds are a tenth of the
 * machine for each conversation. Recordings are less urgent, but enrolment has only a minute in all.
 */
const MOST = {
  conversations: { delayMs: 500, cpuSecondsByCore: 0.4 },
  files: { delayMs: 1500, cpuSecondsByCore: Number.POSITIVE_INFINITY },
} as const;

/** For models without a measured or assumed speed in their family. */
const UNKNOWN = { cpuSeconds: Number.POSITIVE_INFINITY, delayMs: Number.POSITIVE_INFINITY };

/** Whether a model was trained on a language; with "", whether it detects the language. */
export const knows = (
  { id, isMultilingual }: Pick<Candidate, 'id' | 'isMultilingual'>,
  lang: string,
): boolean => familyOf(id).language(lang, isMultilingual) !== null;

/** The recogniser for a language; null if no installed one knows it. */
export function chooseRecogniser(
  lang: string,
  use: RecognitionUse,
  installed: readonly Candidate[],
  { preferred, cores }: RecogniserRule,
): ChosenRecogniser | null {
  const knowing = installed.filter((candidate) => knows(candidate, lang));
  // Enrolment needs the times of words.
  const timing = knowing.filter(({ id }) => use === 'conversations' || familyOf(id).hasWordTimes);
  const able = (timing.length > 0 ? timing : knowing)
    .map((candidate) => ({ id: candidate.id, cost: costOf(candidate) }))
    .sort((a, b) => accuracyOf(a.id) - accuracyOf(b.id));
  const named = able.find(({ id }) => id === preferred);
  if (named) return { ...named, reason: 'chosen by RECOGNISER' };
  const [only, ...others] = able;
  if (!only) return null;
  if (others.length === 0) return { ...only, reason: 'the only one that is installed' };
  const most = { delayMs: MOST[use].delayMs, cpuSeconds: MOST[use].cpuSecondsByCore * cores };
  const isQuick = ({ cost }: (typeof able)[number]): boolean =>
    cost.delayMs <= most.delayMs && cost.cpuSeconds <= most.cpuSeconds;
  const best = able.findLast(isQuick);
  if (!best) {
    const least = able.reduce((a, b) => (b.cost.cpuSeconds < a.cost.cpuSeconds ? b : a));
    return { ...least, reason: `none is quick enough, and it costs least: ${told(least.cost)}` };
  }
  const slower = able[able.indexOf(best) + 1];
  const reason = `the most accurate that is quick enough: ${told(best.cost)}`;
  if (!slower) return { ...best, reason };
  return { ...best, reason: `${reason}; ${slower.id} is more accurate, but too slow: ${told(slower.cost)}` };
}

function costOf({ id, measured }: Candidate): RecogniserCost {
  const { cpuSeconds, delayMs } = measured ?? familyOf(id).models[id] ?? UNKNOWN;
  return { cpuSeconds, delayMs, isMeasured: measured !== null };
}

/** Models that are in no table come first. */
const accuracyOf = (id: string): number => familyOf(id).models[id]?.accuracy ?? 0;

const told = ({ delayMs, cpuSeconds, isMeasured }: RecogniserCost): string =>
  `3 s of speech take ${(delayMs / 1000).toFixed(2)} s and ${cpuSeconds.toFixed(2)} s of CPU time ` +
  `(${isMeasured ? 'measured' : 'assumed'})`;
