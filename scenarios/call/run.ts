/** One run of a scenario: an agent is created, called, checked and deleted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BLOCK_MS } from '../caller/heard-sound.ts';
import type { CallerSounds } from '../caller/sounds.ts';
import { type Checked, check } from '../checks/checks.ts';
import type { Scenario } from '../file/scenario.ts';
import type { CallerModel } from '../model/caller-model.ts';
import type { StandIn } from '../model/recorded-model.ts';
import { type Recording, standInFor } from '../model/stand-in.ts';
import { ToolServer } from '../model/tool-server.ts';
import { type AgentApi, agentBody } from './agent-api.ts';
import { AgentCall, type Called } from './agent-call.ts';
import type { Place } from './doors/door.ts';
import { type CallEvent, inTime } from './events.ts';
import { type Facts, factsOf } from './facts.ts';
import { type FailureSound, failureSound } from './failure-sound.ts';
import { hold } from './hold.ts';
import { Refused } from './request.ts';

/** Timeout and interval of the attempts to get a place on the server. */
const FULL_MS = 120_000;
const ASK_AGAIN_MS = 500;

/** The result of a run. */
export interface Run {
  /** The scenario's checks, and one for a call that did not follow it. */
  readonly checks: readonly Checked[];
  readonly events: readonly CallEvent[];
  readonly facts: Facts;
  /** Null where everything held, and where there was no call. */
  readonly sound: FailureSound | null;
  readonly seconds: number;
}

export interface RunOptions {
  readonly place: Place;
  readonly api: AgentApi;
  /** An agent to call instead of the scenario's. */
  readonly agentId: string | null;
  /** Plays callers with a goal, and judges meanings; null if the scenario needs none. */
  readonly model: CallerModel | null;
  readonly seed: number;
  /** Answers of the agent's language model; null if they are neither recorded nor replayed. */
  readonly recording: Recording | null;
}

export async function run(
  scenario: Scenario,
  sounds: CallerSounds,
  { place, api, agentId, seed, model: callerModel, recording }: RunOptions,
): Promise<Run> {
  const { agent } = scenario;
  const beganMs = performance.now();
  const closers: (() => unknown)[] = [];
  try {
    let id = agentId;
    let greeting = agent.greeting ?? '';
    let tools: ToolServer | null = null;
    let model: StandIn | null = null;
    if (id === null) {
      model = await standInFor(scenario, seed, recording);
      if (model) closers.push(() => model?.close());
      tools = agent.tools ? await ToolServer.start(agent.tools) : null;
      if (tools) closers.push(() => tools?.close());
      const made = await api.create(agentBody(scenario, model?.url ?? null, tools?.asFields ?? []));
      closers.push(() => api.remove(made));
      id = made;
    } else {
      greeting = await api.greetingOf(id);
    }
    const { door = 'socket' } = scenario.caller;
    const call = await openWhenFree({ place, agentId: id, door }, sounds.noise);
    const { done, stopped } = await hold(scenario, sounds, call, {
      greets: greeting !== '',
      model: callerModel,
    });
    await call.recall();
    const seen = tools?.calls.map(({ atMs, tool, args }) => ({
      kind: 'tool' as const,
      atMs: call.since(atMs),
      tool,
      args,
    }));
    const events = inTime([...call.events, ...done, ...toolEvents(call.events, seen ?? [])]);
    const facts = factsOf(events, call.heard.all, BLOCK_MS);
    const failed: Checked[] = stopped
      ? [{ what: 'the call', passed: false, reason: stopped.message, atMs: stopped.atMs }]
      : [];
    const { meaning } = scenario.expect;
    const judged = meaning && callerModel ? await callerModel.judge(meaning, events) : [];
    const checks = [
      ...failed,
      ...faultsOf(events),
      ...missingAnswers(model),
      ...check(scenario.expect, { events, facts }),
      ...judged,
    ];
    const seconds = (performance.now() - beganMs) / 1000;
    return { checks, events, facts, sound: failureSound(checks, call.sides), seconds };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const checks = [{ what: 'the call', passed: false, reason, atMs: null }];
    const seconds = (performance.now() - beganMs) / 1000;
    return { checks, events: [], facts: factsOf([], [], BLOCK_MS), sound: null, seconds };
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

/** Of tools that the scenario does not serve, only the end of a call is known, without arguments. */
function toolEvents(
  events: readonly CallEvent[],
  seen: readonly Extract<CallEvent, { kind: 'tool' }>[],
): CallEvent[] {
  const served = new Set(seen.map(({ tool }) => tool));
  const others = events.flatMap((event) =>
    event.kind === 'tool_done' && !served.has(event.tool)
      ? [{ kind: 'tool' as const, atMs: event.atMs, tool: event.tool, args: null }]
      : [],
  );
  return [...seen, ...others];
}

/** Errors that the server reported. */
const faultsOf = (events: readonly CallEvent[]): Checked[] =>
  events.flatMap((event) =>
    event.kind === 'error'
      ? [{ what: 'the connection', passed: false, reason: event.text, atMs: event.atMs }]
      : [],
  );

/** Turns for which no answer was recorded. */
const missingAnswers = (model: StandIn | null): Checked[] =>
  [...new Set(model?.missing)].map((turn) => ({
    what: 'the recorded answers',
    passed: false,
    reason: `none was recorded for ${turn}`,
    atMs: null,
  }));

/** Waits for a place while the server is full. @throws Refused */
async function openWhenFree(called: Called, noise: Int16Array): Promise<AgentCall> {
  const deadlineMs = performance.now() + FULL_MS;
  for (;;) {
    try {
      return await AgentCall.open(called, noise);
    } catch (error) {
      const isFull = error instanceof Refused && error.mayRetry;
      if (!isFull || performance.now() > deadlineMs) throw error;
      await sleep(ASK_AGAIN_MS);
    }
  }
}
