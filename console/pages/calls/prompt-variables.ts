import type { Agent } from '../../wire/agents.ts';

/** `{{name}}`, or `{{name|text without a value}}`. */
const PLACE = /\{\{\s*([A-Za-z_]\w{0,63})\s*(?:\|([^{}]*))?\}\}/g;

/** A variable of an agent's prompt or greeting. */
export interface PromptVariable {
  readonly name: string;
  /** Text without a value; undefined if a value is required. */
  readonly fallback: string | undefined;
}

/** The variables of an agent's prompt and greeting, each once. */
export function variablesOf({ prompt, greeting }: Pick<Agent, 'prompt' | 'greeting'>): PromptVariable[] {
  const found = new Map<string, PromptVariable>();
  for (const [, name = '', fallback] of `${prompt}\n${greeting}`.matchAll(PLACE)) {
    // A value is required if any occurrence has no default.
    const isKnown = found.has(name) && found.get(name)?.fallback === undefined;
    if (!isKnown) found.set(name, { name, fallback: fallback?.trim() });
  }
  return [...found.values()];
}
