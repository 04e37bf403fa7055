/** What answers for an agent in place of a language model. */
import { BadFile, type Scenario } from '../file/scenario.ts';
import { agentEndpoint, type ModelEndpoint } from './endpoint.ts';
import {
  asStandIn,
  type RecordedCall,
  type StandIn,
  startRecordingModel,
  startReplayingModel,
} from './recorded-model.ts';
import { startScriptedModel } from './scripted-model.ts';

/** Recorded answers, to be given again or to be added to. */
export interface Recording {
  readonly calls: RecordedCall[];
  readonly isReplayed: boolean;
  /** The model of the settings, which answers for agents that name none. */
  readonly model: ModelEndpoint | null;
}

/**
 * @param recording null for none
 * @returns null if the agent's own model answers
 * @throws Error when nothing can be recorded or replayed
 */
export async function standInFor(
  { name, agent }: Scenario,
  seed: number,
  recording: Recording | null,
): Promise<StandIn | null> {
  if (agent.replies) {
    return asStandIn(await startScriptedModel(agent.replies));
  }
  if (recording === null) return null;
  const { calls, isReplayed, model } = recording;
  if (isReplayed) {
    const ofScenario = calls.filter(({ scenario }) => scenario === name);
    const recorded = ofScenario.find((call) => call.seed === seed) ?? ofScenario[0];
    if (!recorded) throw new Error('no answers were recorded for it');
    return startReplayingModel(recorded.answers);
  }
  const endpoint = agentEndpoint(agent.model, model);
  if (endpoint === null)
    throw new Error('there is no language model to record: set LLM_BASE_URL and LLM_MODEL');
  const call: RecordedCall = { scenario: name, seed, answers: [] };
  calls.push(call);
  return startRecordingModel(endpoint, call.answers);
}

/** @param text a file of recorded answers @throws BadFile */
export function readRecordedCalls(file: string, text: string): RecordedCall[] {
  try {
    const { calls } = JSON.parse(text) as { calls?: unknown };
    if (Array.isArray(calls)) return calls as RecordedCall[];
  } catch {
    // Reported below.
  }
  throw new BadFile([`${file}: has no recorded answers; --record makes such a file`]);
}
