import { McpError } from '@modelcontextprotocol/sdk/types.js';
import { DeadlineError } from '../deadline.ts';
import { AgentError } from '../errors.ts';

/** Error for a server that is unavailable, or has become so. The message is safe to log. */
export class ServerLostError extends Error {
  override readonly name = 'ServerLostError';
}

/**
 * Describes why a server cannot be used. The text is safe to log: it contains nothing from the server's response, and
 * nothing from the URL's path.
 */
export function failureReason(error: unknown): string {
  if (error instanceof DeadlineError) return 'it did not answer in time';
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AgentError || cause instanceof ServerLostError) return cause.message;
    if (cause instanceof McpError) return `it refused (JSON-RPC error ${cause.code})`;
    const code = 'code' in cause ? cause.code : undefined;
    // The transports' errors contain the status.
    if (typeof code === 'number' && code >= 100 && code < 600) return `it answered HTTP ${code}`;
    if (typeof code === 'string' && /^[A-Z_0-9]{1,40}$/.test(code)) return `no connection (${code})`;
  }
  return 'it does not speak MCP';
}
