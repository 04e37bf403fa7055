/** Runs scenarios, several at a time. */
import { AgentApi } from './call/agent-api.ts';
import type { Place } from './call/doors/door.ts';
import { type Run, run } from './call/run.ts';
import { type Clip, durationMs, type Speaker } from './caller/clip.ts';
import { DoorSpeech } from './caller/door-speech.ts';
import { callerSounds, callerSpeech } from './caller/sounds.ts';
import { BadFile, type Scenario } from './file/scenario.ts';
import { CallerModel } from './model/caller-model.ts';
import { callerEndpoint, type ModelEndpoint } from './model/endpoint.ts';
import type { Recording } from './model/stand-in.ts';

/** A scenario with its caller's speech. */
export interface Prepared {
  readonly scenario: Scenario;
  readonly said: ReadonlyMap<number, Clip>;
  /** Plays callers with a goal, and judges meanings; null if the scenario needs none. */
  readonly model: ModelEndpoint | null;
}

/** A run, with its scenario and seed. */
export interface Ran extends Run {
  readonly scenario: Scenario;
  readonly seed: number;
}

export interface CallOptions {
  readonly place: Place;
  /** An agent to call instead of those of the scenarios. */
  readonly agentId?: string | null;
  /** Number of runs of each scenario. */
  readonly repeat?: number;
  /** Number of concurrent calls. */
  readonly jobs?: number;
  /** Seed of the first run of each scenario; later runs use the following ones. */
  readonly seed?: number;
  /** Answers of the agents' language models. Default: neither recorded nor replayed. */
  readonly recording?: Recording | null;
  /** Awaited before each call. */
  readonly mayCall?: () => Promise<void>;
  /** Called as runs end, in any order. */
  readonly onRun?: (ran: Ran) => void;
}

export interface PrepareOptions {
  /** The language model of callers whose scenario names none. Default: none. */
  readonly model?: ModelEndpoint | null;
  /** How much the callers may say in all. */
  readonly maxMs?: number;
}

/**
 * Speaks all that callers say, before the first call, so that nothing is computed beside the calls.
 * @throws BadFile for a voice or a language that there is not, and for callers who say more
 */
export async function prepare(
  scenarios: readonly Scenario[],
  speaker: Speaker,
  { model = null, maxMs = Number.POSITIVE_INFINITY }: PrepareOptions = {},
): Promise<Prepared[]> {
  const prepared: Prepared[] = [];
  let leftMs = maxMs;
  for (const scenario of scenarios) {
    try {
      const endpoint = callerEndpoint(scenario, model);
      const said = await callerSpeech(scenario, speaker, leftMs);
      for (const clip of said.values()) leftMs -= durationMs(clip);
      prepared.push({ scenario, said, model: endpoint });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new BadFile([`${scenario.file}: "${scenario.name}": ${reason}`]);
    }
  }
  return prepared;
}

/** @returns the runs, grouped by scenario */
export async function callAll(prepared: readonly Prepared[], options: CallOptions): Promise<Ran[]> {
  const { place, agentId = null, repeat = 1, jobs = 1, seed: first = 1, recording = null } = options;
  const { mayCall, onRun } = options;
  const api = new AgentApi(place);
  const speaker = new DoorSpeech(place);
  const wanted = prepared.flatMap((each) =>
    Array.from({ length: repeat }, (_, i) => ({ ...each, seed: first + i })),
  );
  const ran: Ran[] = [];
  let next = 0;
  const callOn = async (): Promise<void> => {
    for (let i = next++; i < wanted.length; i = next++) {
      const { scenario, said, model: endpoint, seed } = wanted[i]!;
      const sounds = callerSounds(scenario, said, seed, speaker);
      const model = endpoint && new CallerModel(endpoint, seed);
      await mayCall?.();
      const options = { place, api, agentId, seed, model, recording };
      const came = { scenario, seed, ...(await run(scenario, sounds, options)) };
      ran[i] = came;
      onRun?.(came);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, wanted.length) }, callOn));
  return ran;
}
