import type { AgentHost } from '../agent-host.ts';
import type { Caller } from '../callers.ts';
import type { Clip, Clips } from '../clips.ts';
import type { InstantModel } from '../instant-model.ts';

export interface AgentContext {
  readonly host: AgentHost;
  readonly model: InstantModel;
  readonly clips: Clips;
  /** Where the questions come from. */
  readonly recordings: string;
  readonly quick: boolean;
  readonly say: (line: string) => void;
}

/** An answer that has not come by then does not come. */
export const ANSWER_MS = 15_000;
/** Between sentences agents pause for less. */
const SILENCE_MS = 900;

export interface Answered {
  /** When the caller had said everything, by `performance.now()`. */
  readonly endedMs: number;
  readonly responseMs: number | null;
  /** Somebody was answered who had not finished. */
  readonly premature: boolean;
}

/** Greeted, and the greeting heard to its end. @throws Error when there is none */
export async function greeted(caller: Caller): Promise<void> {
  if ((await caller.heard.waitAfter(0, ANSWER_MS)) === null) throw new Error('the agent does not greet');
  await caller.heard.silence(SILENCE_MS);
}

/** Asks, and listens to the answer until its first sound. */
export async function ask(caller: Caller, clip: Clip): Promise<Answered> {
  const { firstMs, lastMs } = await caller.speak(clip);
  const early = caller.heard.firstAfter(firstMs);
  const premature =
    (early !== null && early <= lastMs) || caller.turnsMs.some((ms) => ms >= firstMs && ms <= lastMs);
  if (premature) return { endedMs: lastMs, responseMs: null, premature: true };
  const heardMs = await caller.heard.waitAfter(lastMs, ANSWER_MS);
  return { endedMs: lastMs, responseMs: heardMs === null ? null : heardMs - lastMs, premature: false };
}

/** Until the agent has said what it had to say. */
export const listen = (caller: Caller): Promise<void> => caller.heard.silence(SILENCE_MS);
