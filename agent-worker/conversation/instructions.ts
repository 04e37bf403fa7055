import type { ConversationSettings } from './types.ts';

/** The system prompt: the agent's own instructions, plus the metadata given when the session was created. */
export function instructionsFor({
  instructions,
  metadata,
}: Pick<ConversationSettings, 'instructions' | 'metadata'>): string {
  if (Object.keys(metadata).length === 0) return instructions;
  return `${instructions}\n\nWhat is known about this conversation, as JSON:\n${JSON.stringify(metadata)}`;
}
