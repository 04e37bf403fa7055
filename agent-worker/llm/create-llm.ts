import type { llm } from '@livekit/agents';
import type { HttpFetch } from './chat-connection.ts';
import { ChatModel } from './chat-model.ts';
import { RuleResponder } from './rule-responder.ts';
import type { LlmObserver, ModelEndpoint } from './types.ts';

/** What one conversation is answered by: the model at the endpoint, or, without one, simple rules. */
export function createLlm(options: {
  readonly endpoint: ModelEndpoint | null;
  readonly lang: string;
  readonly observer: LlmObserver;
  /** How the endpoint is reached; by default like any other address. */
  readonly httpFetch?: HttpFetch | undefined;
}): llm.LLM {
  const { endpoint, lang, observer, httpFetch } = options;
  return endpoint
    ? new ChatModel({ endpoint, lang, observer, ...(httpFetch && { httpFetch }) })
    : new RuleResponder({ lang, observer });
}
