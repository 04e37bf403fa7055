import OpenAI from 'openai';
import { Agent, type RequestInit as UndiciRequestInit, fetch as undiciFetch } from 'undici';
import { LlmFailure } from './llm-failure.ts';
import type { ModelEndpoint } from './types.ts';

/**
 * How long an idle connection is kept, in ms. A caller may talk this long, and a new handshake would delay the answer.
 */
export const KEEP_ALIVE_MS = 60_000;
const CONNECT_MS = 5000;
/** Limit for the body of an error, and for the response to the first request that opens the connection. */
const MAX_ASIDE_BYTES = 64 * 1024;
const HELLO_MS = 5000;

/** Connections to all endpoints, shared by all conversations. */
const agent = new Agent({
  connect: { timeout: CONNECT_MS },
  keepAliveTimeout: KEEP_ALIVE_MS,
  // Answers have deadlines of their own (`RequestDeadlines`).
  headersTimeout: 0,
  bodyTimeout: 0,
});

/** The subset of the global fetch that is needed here. Does not follow redirects. */
export type HttpFetch = (target: string | URL, init?: RequestInit) => Promise<Response>;

/**
 * The client for one endpoint. It does not retry, does not follow redirects (they would carry the key elsewhere) and
 * logs nothing.
 */
export function chatClient(endpoint: ModelEndpoint, httpFetch: HttpFetch = plainFetch): OpenAI {
  return new OpenAI({
    baseURL: endpoint.baseUrl,
    // The library refuses to start without a key.
    apiKey: endpoint.apiKey ?? 'none',
    ...(endpoint.apiKey === null && { defaultHeaders: { authorization: null } }),
    organization: null,
    project: null,
    maxRetries: 0,
    logLevel: 'off',
    fetch: (target, init) => answered(httpFetch, target as string | URL, init),
  });
}

/** @throws LlmFailure for every response that is not a success, after reading its body up to the limit */
async function answered(httpFetch: HttpFetch, target: string | URL, init?: RequestInit): Promise<Response> {
  const response = await httpFetch(target, init);
  if (response.ok) return response;
  const text = await readAside(response);
  throw LlmFailure.ofStatus(response.status, response.headers, text);
}

/** Opens a connection, so that the first request need not wait for DNS and handshakes. The key is not sent. */
export async function greetEndpoint(
  endpoint: ModelEndpoint,
  signal: AbortSignal,
  httpFetch: HttpFetch = plainFetch,
): Promise<void> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)]);
  await readAside(await httpFetch(endpoint.baseUrl, { signal: deadline }));
}

/** Uses connections that all conversations share. */
export async function plainFetch(target: string | URL, init?: RequestInit): Promise<Response> {
  // The library's types differ from those of the global fetch in name only.
  const options = { ...init, dispatcher: agent, redirect: 'manual' } as unknown as UndiciRequestInit;
  return (await undiciFetch(target, options)) as unknown as Response;
}

async function readAside(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (bytes > MAX_ASIDE_BYTES) break;
  }
  return text;
}
