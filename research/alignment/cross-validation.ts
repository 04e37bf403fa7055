import { isSaid, LIMITS } from '../../cloning/research.ts';
import { errorRate, type Verdict } from './decisions.ts';

const isRight = ({ name }: Verdict): boolean => name === 'right';

/**
 * Cross-validates the limits by speaker: each speaker's recordings are judged with limits set from the other speakers
 * alone, in the same way as ours were set from all: halfway between the wrong transcript of the highest confidence and
 * certainty, and halfway between the highest word error rate of a right transcript and the lowest of a wrong one.
 * @returns how many right and how many wrong transcripts were accepted
 */
export function crossValidate(verdicts: readonly Verdict[]): Record<'right' | 'wrong', string> {
  const accepted: Verdict[] = [];
  for (const speaker of new Set(verdicts.map((verdict) => verdict.speaker))) {
    const others = verdicts.filter((verdict) => verdict.speaker !== speaker);
    const wrong = others.filter((verdict) => !isRight(verdict));
    const surest = Math.max(...wrong.map(({ confidence }) => confidence));
    const worst = Math.max(...others.filter(isRight).map(errorRate));
    const limits = {
      ...LIMITS,
      sureConfidence: (surest + 1) / 2,
      maxWordErrorRate: (worst + Math.min(...wrong.map(errorRate))) / 2,
    };
    const own = verdicts.filter((verdict) => verdict.speaker === speaker);
    accepted.push(...own.filter(({ confidence, heard }) => isSaid(confidence, heard, limits)));
  }
  const share = (of: (verdict: Verdict) => boolean): string =>
    `${accepted.filter(of).length} of ${verdicts.filter(of).length}`;
  return { right: share(isRight), wrong: share((verdict) => !isRight(verdict)) };
}
