/** Calls of several turns: what an agent learns about its caller. */
import {
  CallerPace,
  DEFAULT_ENDPOINTING,
  judge,
  LEAST_THINKING_MS,
  type PaceRates,
} from '../../agent-worker/research.ts';
import { pick, randomNumbers } from '../random.ts';
import type { HeardUtterance } from './hear.ts';
import { evidence, overAfterMs } from './policies.ts';

const CALLS = 400;
export const TURNS = 10;

export interface CallsOutcome {
  /** Share of the turns with hesitations that were cut off, 0 to 1. */
  readonly cutOff: number;
  /** Share of the complete turns that are over later than `WAITING_MS` after their end, 0 to 1. */
  readonly waiting: number;
}

/** Longer waits are noticed. */
export const WAITING_MS = 600;

/**
 * Calls in which one speaker says utterances of theirs at random.
 * @param hesitantShare of the turns, 0 to 1
 * @param rates null for an agent that learns nothing; default: those of agents
 */
export function callsOf(
  hesitant: readonly HeardUtterance[],
  complete: readonly HeardUtterance[],
  lang: string,
  hesitantShare: number,
  rates?: PaceRates | null,
): CallsOutcome {
  const random = randomNumbers(17);
  const speakers = [...new Set(complete.map(({ speaker }) => speaker))];
  const waitsMs: number[] = [];
  let [said, cutOff] = [0, 0];
  for (let call = 0; call < CALLS; call++) {
    const pace = rates === null ? null : new CallerPace(rates);
    const of = (utterances: readonly HeardUtterance[]): HeardUtterance[] =>
      utterances.filter(({ speaker }) => speaker === speakers[call % speakers.length]);
    const [hesitating, fluent] = [of(hesitant), of(complete)];
    for (let turn = 0; turn < TURNS; turn++) {
      const isHesitant = random() < hesitantShare;
      const { isCut, waitMs } = heardTurn(pick(isHesitant ? hesitating : fluent, random), lang, pace);
      if (isHesitant) {
        said++;
        if (isCut) cutOff++;
      } else waitsMs.push(waitMs);
    }
  }
  return {
    cutOff: cutOff / Math.max(1, said),
    waiting: waitsMs.filter((ms) => ms > WAITING_MS).length / waitsMs.length,
  };
}

function heardTurn(
  { pauses, agent }: HeardUtterance,
  lang: string,
  pace: CallerPace | null,
): { readonly isCut: boolean; readonly waitMs: number } {
  let isCut = false;
  let waitMs = 0;
  for (const pause of pauses) {
    const { delayMs, probability } = judge(evidence(pause, agent, lang, pace?.odds), DEFAULT_ENDPOINTING);
    const silenceMs = overAfterMs(delayMs, pause);
    if (pause.lengthMs === null) {
      waitMs = silenceMs;
      pace?.ended(probability);
    } else {
      if (silenceMs < pause.lengthMs) isCut = true;
      if (pause.lengthMs >= LEAST_THINKING_MS) pace?.wentOn(probability);
    }
  }
  return { isCut, waitMs };
}
