/**
 * Measures of public suites, by their definitions:
 * - tau2-bench (github.com/sierra-research/tau2-bench): pass^k;
 * - Full-Duplex-Bench 1.0 and 1.5 (arXiv 2503.04721 and 2507.23159; `v1_v1.5/evaluation` of its repository): takeover
 *   rate and latencies;
 * - EVA (github.com/ServiceNow/eva, `docs/metrics/turn_taking.md`): the score of turn taking.
 */
import { mean } from '../../media/statistics.ts';
import { type CallerEvent, overlapMs, type Stretch } from '../call/events.ts';
import type { Facts } from '../call/facts.ts';
import type { Ran } from '../run-all.ts';

/** The mean of some values, and how many there are; null for none. */
export interface Mean {
  readonly mean: number;
  readonly count: number;
}

export interface PublicMeasures {
  /** Share of scenarios that passed in all of their runs. */
  readonly pass_k: Mean | null;
  /** Share of utterances with a pause in which the agent took over. */
  readonly pause_takeover: Mean | null;
  /** Share of turns that were answered, and after how many ms. */
  readonly turn_takeover: Mean | null;
  readonly turn_latency_ms: Mean | null;
  /** Share of interruptions that were answered, after how many ms, and ms until the agent was silent. */
  readonly interruption_takeover: Mean | null;
  readonly interruption_latency_ms: Mean | null;
  readonly interruption_stop_ms: Mean | null;
  /** Share of coughs and backchannels after which the agent continued. */
  readonly continued_after_sound: Mean | null;
  /** 0 to 1. */
  readonly eva_turn_taking: Mean | null;
}

/** Each measure by its name in the report: its suite, and what it is. */
const MEASURE_NAMES: Readonly<Record<keyof PublicMeasures, string>> = {
  pass_k: 'tau2-bench: pass^k, scenarios that passed in all runs',
  pause_takeover: 'Full-Duplex-Bench: takeover rate in pauses',
  turn_takeover: 'Full-Duplex-Bench: takeover rate after turns',
  turn_latency_ms: 'Full-Duplex-Bench: latency after turns, ms',
  interruption_takeover: 'Full-Duplex-Bench: takeover rate after interruptions',
  interruption_latency_ms: 'Full-Duplex-Bench: latency after interruptions, ms',
  interruption_stop_ms: 'Full-Duplex-Bench 1.5: stop latency, ms',
  continued_after_sound: 'Full-Duplex-Bench 1.5: continues after backchannels and coughs',
  eva_turn_taking: 'EVA: turn taking, 0 to 1',
};

/** The measures that have values, as lines of a table: name, value, count. */
export const measureRows = (measures: PublicMeasures): (readonly [string, string, number])[] =>
  Object.entries(MEASURE_NAMES).flatMap(([name, title]) => {
    const value = measures[name as keyof PublicMeasures];
    const shown = name.endsWith('_ms') ? value?.mean.toFixed(0) : value?.mean.toFixed(2);
    return value && shown !== undefined ? [[title, shown, value.count] as const] : [];
  });

/** Shorter silences do not split an utterance (`USER_MERGE_GAP`). */
const PAUSE_MS = 600;
/** Shorter speech of the agent is no takeover (`turn_duration_threshold`). */
const TAKEOVER_MS = 1000;

/** What was measured in a run. */
interface Measured {
  readonly pauseTakeovers: readonly boolean[];
  readonly turns: readonly Turn[];
  readonly continued: readonly boolean[];
}

interface Turn {
  readonly isInterruption: boolean;
  readonly isAnswered: boolean;
  /** From its end to the answer; null without an answer. */
  readonly latencyMs: number | null;
  /** From its beginning until the agent was silent; null if it did not interrupt. */
  readonly stopMs: number | null;
  readonly evaScore: number | null;
}

export function publicMeasures(ran: readonly Ran[]): PublicMeasures {
  const measured = ran.map(measure);
  const turns = measured.flatMap((each) => each.turns);
  const [interruptions, others] = [
    turns.filter((t) => t.isInterruption),
    turns.filter((t) => !t.isInterruption),
  ];
  return {
    pass_k: share(passesByScenario(ran)),
    pause_takeover: share(measured.flatMap((each) => each.pauseTakeovers)),
    turn_takeover: share(others.map(({ isAnswered }) => isAnswered)),
    turn_latency_ms: meanOf(others.map(({ latencyMs }) => latencyMs)),
    interruption_takeover: share(interruptions.map(({ isAnswered }) => isAnswered)),
    interruption_latency_ms: meanOf(interruptions.map(({ latencyMs }) => latencyMs)),
    interruption_stop_ms: meanOf(interruptions.map(({ stopMs }) => stopMs)),
    continued_after_sound: share(measured.flatMap((each) => each.continued)),
    eva_turn_taking: meanOf(turns.map(({ evaScore }) => evaScore)),
  };
}

function passesByScenario(ran: readonly Ran[]): boolean[] {
  const passes = new Map<Ran['scenario'], boolean>();
  for (const { scenario, checks } of ran) {
    passes.set(scenario, (passes.get(scenario) ?? true) && checks.every(({ passed }) => passed));
  }
  return [...passes.values()];
}

function measure({ events, facts }: Ran): Measured {
  const spoken = events.filter((event) => event.kind === 'caller');
  const tools = events.flatMap(({ kind, atMs }) => (kind === 'tool' || kind === 'tool_done' ? [atMs] : []));
  const turns: Turn[] = [];
  const pauseTakeovers: boolean[] = [];
  for (const [i, event] of spoken.entries()) {
    const { action } = event;
    if (action !== 'say' && action !== 'interrupt') continue;
    const nextMs = spoken[i + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    if (hasPause(event)) pauseTakeovers.push(bargeIns(event, facts).some(isTakeover));
    const usesTools = tools.some((ms) => ms > event.atMs && ms < nextMs);
    turns.push(turnOf(event, facts, usesTools));
  }
  return { pauseTakeovers, turns, continued: facts.sounds.map(({ goesOn }) => goesOn) };
}

const hasPause = ({ voice }: CallerEvent): boolean =>
  voice.some(({ fromMs }, i) => i > 0 && fromMs - voice[i - 1]!.toMs >= PAUSE_MS);

/** What the agent began to say during the caller's turn. */
const bargeIns = ({ atMs, toMs }: CallerEvent, { agentVoice }: Facts): Stretch[] =>
  agentVoice.filter(({ fromMs }) => fromMs > atMs && fromMs < toMs);

const isTakeover = ({ fromMs, toMs }: Stretch): boolean => toMs - fromMs >= TAKEOVER_MS;

function turnOf(event: CallerEvent, facts: Facts, usesTools: boolean): Turn {
  const { atMs, toMs, voice } = event;
  const interruption = facts.interruptions.find((each) => each.atMs === atMs && each.isOne);
  const latencyMs = facts.answers.find((each) => each.atMs === toMs)?.afterMs ?? null;
  const early = bargeIns(event, facts);
  const scores: number[] = [];
  if (interruption) scores.push(yieldScore(interruption.afterMs ?? Number.POSITIVE_INFINITY));
  if (early.length > 0) {
    scores.push(overlapScore(sharedMs(voice, early)), countScore(early.length));
  }
  if (latencyMs !== null && (!interruption || early.length > 0)) {
    scores.push(latencyScore(latencyMs, usesTools));
  }
  return {
    isInterruption: interruption !== undefined,
    isAnswered: latencyMs !== null,
    latencyMs,
    stopMs: interruption?.afterMs ?? null,
    // A turn without an answer is not scored.
    evaScore: latencyMs === null || scores.length === 0 ? null : Math.min(...scores),
  };
}

/** EVA: a silence of 0.5 to 2 s is best, or to 3 s where a tool is called. */
function latencyScore(ms: number, usesTools: boolean): number {
  const [sweetMs, lateMs] = usesTools ? [3000, 5000] : [2000, 3500];
  return clamped(Math.min((ms + 500) / 1000, (lateMs - ms) / (lateMs - sweetMs)));
}

/** EVA: how long both spoke when the agent interrupted the caller. */
const overlapScore = (ms: number): number => 0.5 * clamped(1 - ms / 2000);

/** EVA: how often the agent interrupted a turn. */
const countScore = (count: number): number => 0.5 * clamped(1 - (count - 1) / 2);

/** EVA: how long the agent spoke on when it was interrupted. */
const yieldScore = (ms: number): number => clamped(1 - ms / 2000);

const sharedMs = (a: readonly Stretch[], b: readonly Stretch[]): number =>
  a.flatMap((one) => b.map((other) => overlapMs(one, other))).reduce((sum, ms) => sum + ms, 0);

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

const share = (values: readonly boolean[]): Mean | null => meanOf(values.map(Number));

function meanOf(values: readonly (number | null)[]): Mean | null {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return { mean: mean(known), count: known.length };
}
