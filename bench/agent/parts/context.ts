import type { Clip } from '../../../scenarios/caller/clip.ts';
import type { AgentHost } from '../agent-host.ts';
import type { Caller } from '../callers.ts';
import type { Clips } from '../clips.ts';
import type { InstantModel } from '../instant-model.ts';

export interface AgentContext {
  readonly host: AgentHost;
  readonly model: InstantModel;
  readonly clips: Clips;
  /** Source of the questions. */
  readonly recordings: string;
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

/** Timeout of an answer, in ms. */
export const ANSWER_MS = 15_000;
/** Agents pause for less than this between sentences, in ms. */
const SILENCE_MS = 900;

export interface Answered {
  /** When the caller finished, by `performance.now()`. */
  readonly endedMs: number;
  readonly responseMs: number | null;
  /** Whether the agent answered before the caller had finished. */
  readonly premature: boolean;
}

/**
 * Waits until the greeting was heard to its end.
 * @throws Error when there is none
 */
export async function greeted(caller: Caller): Promise<void> {
  if ((await caller.heard.waitAfter(0, ANSWER_MS)) === null) throw new Error('the agent does not greet');
  await caller.heard.silence(SILENCE_MS);
}

/** Asks a question, and waits for the first audio of the answer. */
export async function ask(caller: Caller, clip: Clip): Promise<Answered> {
  const { firstMs, lastMs } = await caller.speak(clip);
  const early = caller.heard.firstAfter(firstMs);
  const premature =
    (early !== null && early <= lastMs) || caller.turnsMs.some((ms) => ms >= firstMs && ms <= lastMs);
  if (premature) return { endedMs: lastMs, responseMs: null, premature: true };
  const heardMs = await caller.heard.waitAfter(lastMs, ANSWER_MS);
  return { endedMs: lastMs, responseMs: heardMs === null ? null : heardMs - lastMs, premature: false };
}

/** Waits until the agent has finished speaking. */
export const listen = (caller: Caller): Promise<void> => caller.heard.silence(SILENCE_MS);
