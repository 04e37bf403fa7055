/** Policies that decide how long a silence must last, and their results on the collected evidence. */
import {
  DEFAULT_ENDPOINTING,
  delayOf,
  END_OF_SPEECH_MS,
  type TurnEvidence,
} from '../../agent-worker/research.ts';
import { percentile } from '../../bench/stats.ts';
import type { HeardPause, HeardUtterance } from './hear.ts';

export interface Policy {
  readonly name: string;
  /** @returns the silence that ends the turn, in ms */
  readonly delayMs: (pause: HeardPause, agent: string, lang: string) => number;
}

/** Time of a recogniser for a caller's turn on two idle cores, in ms; bench/results/agent.md measures it. */
const RECOGNITION_MS = 200;
const { minDelayMs, maxDelayMs } = DEFAULT_ENDPOINTING;
const SILENCE_MS = 500;
/** Probability from which on the model of sound takes a turn for over. */
const SURELY_OVER = 0.5;

export const evidence = (
  { text, before, longestPauseMs, sound }: HeardPause,
  agent: string,
  lang: string,
  callerOdds = 0,
): TurnEvidence => ({
  text,
  before,
  longestPauseMs,
  lang,
  sound,
  writesMarks: true,
  agent,
  expects: null,
  callerOdds,
});

/** Our policy, with each delay longer or shorter by a value, within the same bounds. */
const ours = (byMs = 0): Policy => ({
  name: 'words, form and sound',
  delayMs: (pause, agent, lang) => {
    const delayMs = delayOf(evidence(pause, agent, lang), DEFAULT_ENDPOINTING);
    return delayMs === maxDelayMs ? maxDelayMs : Math.max(minDelayMs, Math.min(maxDelayMs, delayMs + byMs));
  },
});

/** The rule of the published package: over above a probability, otherwise after the longest delay. */
const soundAlone = (over: number = SURELY_OVER): Policy => ({
  name: 'sound alone (Smart Turn)',
  delayMs: ({ smartTurn }) => ((smartTurn ?? 0) >= over ? minDelayMs : maxDelayMs),
});

const silenceAlone = (ms: number = SILENCE_MS): Policy => ({
  name: `silence of ${ms} ms`,
  delayMs: () => ms,
});

/** Silence after which a turn is over: not before the VAD has ended the speech and the words are known. */
export const overAfterMs = (delayMs: number, { pausedMs }: HeardPause): number =>
  Math.max(delayMs, END_OF_SPEECH_MS, pausedMs + RECOGNITION_MS);

export const POLICIES: readonly Policy[] = [ours(), soundAlone(), silenceAlone()];

/** Each policy with a range of delays, for the picture. */
export const SWEEPS: readonly { readonly name: string; readonly policies: readonly Policy[] }[] = [
  { name: 'words, form and sound', policies: [-1100, -800, -500, -250, 0, 250, 500, 800, 1100].map(ours) },
  {
    name: 'sound alone (Smart Turn)',
    policies: [0.02, 0.05, 0.1, 0.3, 0.5, 0.7, 0.9, 0.95, 0.98].map(soundAlone),
  },
  { name: 'silence alone', policies: [200, 350, 500, 700, 900, 1100, 1300, 1600].map(silenceAlone) },
];

export interface Outcome {
  readonly said: number;
  /** Utterances that were answered before their end. */
  readonly premature: number;
  /** From the end of an utterance until its turn is over, in ms. */
  readonly p50: number;
  readonly p90: number;
  readonly mean: number;
}

/** The results on utterances. An end is judged even if the utterance was cut off before it. */
export function outcomeOf(policy: Policy, utterances: readonly HeardUtterance[], lang: string): Outcome {
  const delays: number[] = [];
  let premature = 0;
  for (const { endMs, pauses, agent } of utterances) {
    let isCut = false;
    for (const pause of pauses) {
      const overMs = overAfterMs(policy.delayMs(pause, agent, lang), pause);
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
    mean: delays.reduce((sum, ms) => sum + ms, 0) / Math.max(1, delays.length),
  };
}
