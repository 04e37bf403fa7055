/** Ways to decide how long a silence must last, and what they make of what was heard. */
import { DEFAULT_ENDPOINTING, END_OF_SPEECH_MS } from '../../agent-worker/hearing/endpointing/endpointing.ts';
import { delayOf } from '../../agent-worker/hearing/endpointing/turn-end.ts';
import { percentile } from '../stats.ts';
import type { HeardPause, HeardUtterance } from './hear.ts';

export interface Policy {
  readonly name: string;
  /** @returns the silence that ends the turn, in ms */
  readonly delayMs: (pause: HeardPause) => number;
}

const LANG = 'en';
/** What a recogniser takes for a caller's turn on two idle cores, in ms; docs/bench/agent.md measures it. */
const RECOGNITION_MS = 200;

const evidence = ({ text, soundsOver }: HeardPause) => ({
  text,
  lang: LANG,
  soundsOver,
  writesMarks: true,
  agentAsked: false,
});

export const POLICIES: readonly Policy[] = [
  { name: 'words and sound', delayMs: (pause) => delayOf(evidence(pause), DEFAULT_ENDPOINTING) },
  {
    name: 'words alone',
    delayMs: (pause) => delayOf({ ...evidence(pause), soundsOver: null }, DEFAULT_ENDPOINTING),
  },
];

export interface Outcome {
  readonly said: number;
  /** Utterances that were answered before their end. */
  readonly premature: number;
  /** From the end of an utterance until its turn is over, in ms. */
  readonly p50: number;
  readonly p90: number;
}

/** What becomes of utterances. An end is judged even where the utterance was cut off before it. */
export function outcomeOf(policy: Policy, utterances: readonly HeardUtterance[]): Outcome {
  const delays: number[] = [];
  let premature = 0;
  for (const { endMs, pauses } of utterances) {
    let isCut = false;
    for (const pause of pauses) {
      const overMs = Math.max(policy.delayMs(pause), END_OF_SPEECH_MS, pause.pausedMs + RECOGNITION_MS);
      if (pause.lengthMs === null) delays.push(Math.max(0, pause.silentAtMs + overMs - endMs));
      else if (overMs < pause.lengthMs) isCut = true;
    }
    if (isCut) premature++;
  }
  return {
    said: utterances.length,
    premature,
    p50: percentile(delays, 50),
    p90: percentile(delays, 90),
  };
}
