import type { AddressGuard } from '../address-guard/address-guard.ts';
import { AgentError } from '../errors.ts';
import { type HttpFetch, KEEP_ALIVE_MS } from './chat-connection.ts';
import { LlmFailure } from './llm-failure.ts';
import type { ModelEndpoint } from './types.ts';

/**
 * How to reach an agent's own endpoint: its address came from a request, so it is guarded like those of tool servers.
 * Idle connections close by themselves, and those in use close with their request.
 * @param own the agent's endpoint; null when it has none
 * @param server the server's endpoint, which only its operator can choose
 * @returns undefined when there is nothing to guard
 */
export function guardedFetch(
  own: ModelEndpoint | null,
  server: ModelEndpoint | null,
  guard: Pick<AddressGuard, 'fetchFor'>,
): HttpFetch | undefined {
  if (own === null || own.baseUrl === server?.baseUrl) return undefined;
  let fetch: HttpFetch | undefined;
  return async (target, init) => {
    try {
      fetch ??= guard.fetchFor(own.baseUrl, KEEP_ALIVE_MS).fetch;
      return await fetch(target, init);
    } catch (error) {
      throw explained(error);
    }
  };
}

/** The message contains only the host of the address. A retry would change nothing. */
function explained(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AgentError) {
      return new LlmFailure(`the endpoint cannot be used: ${cause.message}`);
    }
  }
  return error;
}
