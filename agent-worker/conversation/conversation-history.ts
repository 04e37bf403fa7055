import { llm } from '@livekit/agents';
import type { ConversationAgent } from './conversation-agent.ts';
import type { Takeover } from './conversation-options.ts';
import type { HistoryRole } from './direction.ts';

/** The turn that the model answers when another agent has passed the caller on. The caller did not say it. */
export const GO_ON = '(The caller was passed on to you. Go on.)';

/** What was said before an agent took over, for its model. */
export function historyOf({ history }: Takeover): llm.ChatContext {
  const context = llm.ChatContext.empty();
  for (const { role, text } of history) context.addMessage({ role, content: text });
  return context;
}

/** What was said so far, in order. */
export function saidIn({ chatCtx }: ConversationAgent): Takeover['history'] {
  return chatCtx.items.flatMap((item) => {
    if (item.type !== 'message' || !item.textContent || item.textContent === GO_ON) return [];
    const { role, textContent: text } = item;
    return role === 'user' || role === 'assistant' ? [{ role, text }] : [];
  });
}

/** Adds an item to the model's history. */
export function remember(
  agent: ConversationAgent,
  role: HistoryRole,
  text: string,
  id: string,
): Promise<void> {
  const history = agent.chatCtx.copy();
  history.addMessage({ role, content: text, id: createdId(id) });
  return agent.updateChatCtx(history);
}

export function forget(agent: ConversationAgent, id: string): Promise<void> {
  const history = agent.chatCtx.copy();
  history.items = history.items.filter((item) => item.id !== createdId(id));
  return agent.updateChatCtx(history);
}

/** Prefixes a client's id, so that it never equals one of the framework's. */
const createdId = (id: string): string => `created:${id}`;
