import type { llm } from '@livekit/agents';
import type { HttpFetch } from './chat-connection.ts';
import { ChatModel } from './chat-model.ts';
import { RuleResponder } from './rule-responder.ts';
import type { LlmObserver, ModelEndpoint } from './types.ts';

/** The language model of one conversation: the one at the endpoint, or simple rules if there is none. */
export function createLlm(options: {
  readonly endpoint: ModelEndpoint | null;
  /** The current language of the conversation, which may change. */
  readonly lang: () => string;
  readonly observer: LlmObserver;
  /** How the endpoint is reached. Default: without address checks. */
  readonly httpFetch?: HttpFetch | undefined;
}): llm.LLM {
  const { endpoint, lang, observer, httpFetch } = options;
  return endpoint
    ? new ChatModel({ endpoint, lang, observer, ...(httpFetch && { httpFetch }) })
    : new RuleResponder({ lang, observer });
}
