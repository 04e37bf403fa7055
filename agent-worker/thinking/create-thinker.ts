import type { llm } from '@livekit/agents';
import { ChatModel } from './chat-model.ts';
import { RuleResponder } from './rule-responder.ts';
import type { ModelEndpoint, ThinkingObserver } from './types.ts';

/** What one conversation is answered by: the model at the endpoint, or, without one, simple rules. */
export function createThinker(options: {
  readonly endpoint: ModelEndpoint | null;
  readonly lang: string;
  readonly observer: ThinkingObserver;
}): llm.LLM {
  const { endpoint, lang, observer } = options;
  return endpoint ? new ChatModel({ endpoint, lang, observer }) : new RuleResponder({ lang, observer });
}
