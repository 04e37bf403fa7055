import { agentPath } from './agents.ts';
import { ask } from './http.ts';

/** A version of an agent. */
export interface AgentVersion {
  readonly version: number;
  readonly created_at: string;
  /** Names of the fields that differ from the version before. */
  readonly changed: readonly string[];
}

/** Sums over the conversations that a version of an agent began on a day. */
export interface AgentFigures {
  readonly day: string;
  readonly version: number;
  readonly conversations: number;
  readonly turns: number;
  readonly answers: number;
  readonly interruptions: number;
  readonly cut_offs: number;
  readonly tool_failures: number;
  /** Answers that were heard within so many milliseconds. */
  readonly answered_within: Readonly<Record<string, number>>;
}

/** Lists the versions of an agent, newest first. @throws WireError */
export async function listVersions(id: string): Promise<readonly AgentVersion[]> {
  return (await ask<{ readonly versions: readonly AgentVersion[] }>(`${agentPath(id)}/versions`)).versions;
}

/** The fields of an agent as they were. @throws WireError */
export async function readVersion(id: string, version: number): Promise<Readonly<Record<string, unknown>>> {
  const path = `${agentPath(id)}/versions/${version}`;
  return (await ask<{ readonly agent: Readonly<Record<string, unknown>> }>(path)).agent;
}

/** Makes an agent what it was. @throws WireError */
export async function restoreVersion(id: string, version: number): Promise<void> {
  await ask(`${agentPath(id)}/versions/${version}/restore`, { method: 'POST' });
}

/** Figures of the last days, the latest first. @throws WireError */
export async function readFigures(id: string, days: number): Promise<readonly AgentFigures[]> {
  const answer = await ask<{ readonly figures: readonly AgentFigures[] }>(`${agentPath(id)}/figures`, {
    query: { days },
  });
  return answer.figures;
}
