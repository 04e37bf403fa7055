import { isSaid, LIMITS } from '../../engine/enrolment/transcript-verification.ts';
import { errorRate, type Verdict } from './decisions.ts';

const isRight = ({ name }: Verdict): boolean => name === 'right';

/**
 * Each speaker's recordings judged by limits that were set with the other speakers alone, in the way in which ours were
 * set with all: halfway between the surest wrong transcript and certainty, and halfway between the right transcript
 * that was misheard most and the wrong one that was heard best. Right and wrong verdicts apart: how many were accepted.
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
