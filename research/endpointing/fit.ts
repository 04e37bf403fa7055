/**
 * Fits the weights of the evidence to ends and pauses that were heard: logistic regression.
 *
 * Features left out, because they do not improve the cross-validated area under the curve on these callers (0.88
 * without `finished`): the number of words, of the turn or since its last pause (0.86, 0.89), the length of the turn
 * (0.87), words and syllables a second (0.86, 0.85), words of regret, of a past, or that open a story (0.89, 0.87,
 * 0.88), whether the agent has asked (0.89). On pauses that the model of sound takes for ends, a fall of the pitch
 * alone reaches 0.59.
 */
import {
  answerProgress,
  EVIDENCE,
  type EvidenceName,
  evidenceOf,
  LEAST_THINKING_MS,
} from '../../agent-worker/research.ts';
import { normalNumbers } from '../random.ts';
import type { HeardUtterance } from './hear.ts';
import { evidence } from './policies.ts';

const STEPS = 4000;
const RATE = 0.8;
/** Penalty of the squares of all weights but the offset. */
const PENALTY = 0.005;
/** Subtracted from the offset, so that an eighth of these callers are cut off; complete turns wait if it is larger. */
const MARGIN = 0.7;
/** Most turns of callers have no hesitation. */
const COMPLETE_WEIGHT = 15;
const UNHESITATING: ReadonlySet<string> = new Set(['complete', 'short answers']);

/**
 * The classifier of sound was fitted to the synthesizer that these callers speak with, and knows less about others:
 * standard deviation of the noise that is added to its log-odds, in several copies of each pause.
 */
const SOUND_NOISE = 1;
const COPIES = 6;

interface Row {
  readonly values: readonly number[];
  readonly isEnd: boolean;
  weight: number;
}

/** Ends and pauses have the same total weight, and so do all kinds, whatever their number of texts. */
export function fitted(utterances: readonly HeardUtterance[], lang: string): Record<EvidenceName, number> {
  const said = new Map<string, number>();
  for (const { kind } of utterances) said.set(kind, (said.get(kind) ?? 0) + 1);
  const known = utterances.flatMap((utterance) => rowsOf(utterance, said.get(utterance.kind)!, lang));
  const noise = normalNumbers(3);
  const rows = Array.from({ length: COPIES }, () => known.map((row) => withNoise(row, noise))).flat();
  const sum = (isEnd: boolean): number =>
    rows.reduce((total, row) => total + (row.isEnd === isEnd ? row.weight : 0), 0);
  const [ends, pauses] = [sum(true), sum(false)];
  for (const row of rows) row.weight /= row.isEnd ? ends : pauses;
  let weights = EVIDENCE.map(() => 0);
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map((weight, j) => (j === 0 ? 0 : PENALTY * weight));
    for (const { values, isEnd, weight } of rows) {
      const odds = values.reduce((total, value, j) => total + value * weights[j]!, 0);
      const error = weight * (1 / (1 + Math.exp(-odds)) - (isEnd ? 1 : 0));
      for (const [j, value] of values.entries()) gradient[j]! += error * value;
    }
    weights = weights.map((weight, j) => weight - RATE * gradient[j]!);
  }
  weights[0]! -= MARGIN;
  return Object.fromEntries(EVIDENCE.map((name, j) => [name, weights[j]!])) as Record<EvidenceName, number>;
}

const FINISHED = EVIDENCE.indexOf('finished');

const withNoise = ({ values, ...row }: Row, noise: () => number): Row => ({
  ...row,
  values: values.map((value, j) => (j === FINISHED ? value + SOUND_NOISE * noise() : value)),
});

/** Answers of a known form are not judged by weights. */
function rowsOf({ pauses, agent, kind }: HeardUtterance, said: number, lang: string): Row[] {
  return pauses.flatMap((pause) => {
    if (pause.lengthMs !== null && pause.lengthMs < LEAST_THINKING_MS) return [];
    const known = evidence(pause, agent, lang);
    if (answerProgress(known.text, known.agent, known.expects, known.lang) !== null) return [];
    const found = evidenceOf(known);
    if (found === null) return [];
    const weight = (UNHESITATING.has(kind) ? COMPLETE_WEIGHT : 1) / said;
    return [{ values: EVIDENCE.map((name) => found[name]), isEnd: pause.lengthMs === null, weight }];
  });
}
