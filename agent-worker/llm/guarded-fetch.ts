import type { AddressGuard } from '../address-guard/address-guard.ts';
import { AgentError } from '../errors.ts';
import { type HttpFetch, KEEP_ALIVE_MS } from './chat-connection.ts';
import { LlmFailure } from './llm-failure.ts';
import type { ModelEndpoint } from './types.ts';

/**
 * How an agent's own endpoint is reached: its address came with a request, so it goes the way of those of tools. Idle
 * connections go away by themselves, and those in use with what they are used for.
 * @param own the agent's; null where it has none
 * @param server the server's, which its operator chose and nobody else
 * @returns undefined where there is nothing to guard
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

/** Their messages hold no more of the address than its host, and trying again changes nothing. */
function explained(error: unknown): unknown {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AgentError) {
      return new LlmFailure(`the endpoint cannot be used: ${cause.message}`);
    }
  }
  return error;
}
