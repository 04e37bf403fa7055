import { t } from '../../i18n/i18n.ts';
import type { Candidate } from '../../wire/cloning.ts';

/** A candidate with its rank from the server, from 1. The first is the recommended one. */
export interface Ranked {
  readonly candidate: Candidate;
  readonly number: number;
}

/** Candidates that were learned from the same words, which are shown once. */
export interface Passage {
  readonly text: string;
  readonly seconds: number;
  readonly candidates: readonly Ranked[];
}

const VARIANT = '_top_k_';

/** Groups candidates by passage, in the order of the server. */
export function passagesOf(candidates: readonly Candidate[]): Passage[] {
  const passages = new Map<string, Passage & { readonly candidates: Ranked[] }>();
  for (const [index, candidate] of candidates.entries()) {
    const { text, start_ms: startMs, end_ms: endMs } = candidate.reference;
    const key = `${startMs} ${endMs} ${text}`;
    const passage = passages.get(key) ?? { text, seconds: (endMs - startMs) / 1000, candidates: [] };
    passage.candidates.push({ candidate, number: index + 1 });
    passages.set(key, passage);
  }
  return [...passages.values()];
}

/** Describes how a candidate sounds compared to the first one of its passage; null for that one. */
export function differenceOf({ candidate }: Ranked, { candidates }: Passage): string | null {
  const first = candidates[0]?.candidate;
  if (first === undefined || first.candidate === candidate.candidate) return null;
  const differences = [
    candidate.reference.enhancer !== first.reference.enhancer && t('with the noise removed in another way'),
    candidate.candidate.includes(VARIANT) &&
      !first.candidate.includes(VARIANT) &&
      t('slightly softer and smoother'),
  ].filter((one) => one !== false);
  return t('The same passage, {differences}', {
    differences: differences.join(', ') || t('learned once more'),
  });
}
