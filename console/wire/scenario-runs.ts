import { agentPath } from './agents.ts';
import { ask, send } from './http.ts';

/** What did not hold in a call. */
export interface Failure {
  /** As the scenario says it. */
  readonly check: string;
  readonly reason: string;
  /** Since the call began; null for what happened at no particular time. */
  readonly at_ms: number | null;
}

export interface ScenarioCall {
  readonly passed: boolean;
  readonly seconds: number;
  readonly failures: readonly Failure[];
  /** Both sides around the first failure. */
  readonly sound?: { readonly url: string; readonly from_ms: number };
}

/** A run of scenarios against an agent. */
export interface ScenarioRun {
  readonly run_id: string;
  readonly state: 'queued' | 'running' | 'ended' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
  readonly calls: number;
  readonly done: number;
  readonly report: {
    readonly scenarios: readonly { readonly name: string; readonly runs: readonly ScenarioCall[] }[];
  };
}

const pathOf = (agentId: string): string => `${agentPath(agentId)}/scenarios`;

/** Begins a run. @param yaml the text of a file of scenarios @throws WireError 422 with the lines of its faults */
export function startScenarios(agentId: string, yaml: string): Promise<ScenarioRun> {
  return ask(pathOf(agentId), { method: 'POST', yaml });
}

/** @throws WireError 404 when the server has forgotten it */
export function readScenarioRun(agentId: string, runId: string): Promise<ScenarioRun> {
  return ask(`${pathOf(agentId)}/${runId}`);
}

/** Stops a run, which the server then forgets. @throws WireError */
export async function stopScenarioRun(agentId: string, runId: string): Promise<void> {
  await ask(`${pathOf(agentId)}/${runId}`, { method: 'DELETE' });
}

/** The report of a run as a page. @throws WireError */
export async function readScenarioReport(agentId: string, runId: string): Promise<Blob> {
  return (await send(`${pathOf(agentId)}/${runId}/report`)).blob();
}

/** A WAV file: the caller on the left, the agent on the right. @throws WireError */
export async function readScenarioSound(url: string): Promise<Blob> {
  return (await send(url)).blob();
}
