import { signal } from '@preact/signals';
import { type AgentEntry, listAgents } from './agents.ts';

/** All agents, oldest first; null until loaded. */
export const agentEntries = signal<readonly AgentEntry[] | null>(null);

/** Loads the agents to get their names. @throws WireError */
export async function loadAgents(): Promise<void> {
  agentEntries.value = await listAgents();
}

/** The name of an agent; null if it is unknown or has no name. */
export function agentName(id: string | null | undefined): string | null {
  return agentEntries.value?.find(({ agent_id }) => agent_id === id)?.name || null;
}
