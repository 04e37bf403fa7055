import type { llm } from '@livekit/agents';
import type { Send } from './chat-client.ts';
import { ChatModel } from './chat-model.ts';
import { RuleResponder } from './rule-responder.ts';
import type { ModelEndpoint, ThinkingObserver } from './types.ts';

/** What one conversation is answered by: the model at the endpoint, or, without one, simple rules. */
export function createThinker(options: {
  readonly endpoint: ModelEndpoint | null;
  readonly lang: string;
  readonly observer: ThinkingObserver;
  /** How the endpoint is reached; by default like any other address. */
  readonly send?: Send | undefined;
}): llm.LLM {
  const { endpoint, lang, observer, send } = options;
  return endpoint
    ? new ChatModel({ endpoint, lang, observer, ...(send && { send }) })
    : new RuleResponder({ lang, observer });
}
