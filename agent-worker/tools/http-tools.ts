import { setTimeout as delay } from 'node:timers/promises';
import { llm } from '@livekit/agents';
import type { AddressGuard } from '../address-guard/address-guard.ts';
import type { PinnedFetch } from '../address-guard/pinned-fetch.ts';
import { AgentError } from '../errors.ts';
import { ByteBudget, boundedResponse } from './bounded-body.ts';
import { argumentsOf, filledUrl, type HttpTool } from './http-tool.ts';
import { bounded, MAX_ERROR_BYTES, MAX_RESULT_BYTES } from './result-text.ts';
import { argumentsFrom, ToolFailed, type ToolRunner } from './tool-runner.ts';
import type { CallInTurn, Toolbox } from './types.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Limit of one answer, in bytes. */
const MAX_RESPONSE_BYTES = 1 << 20;
/** The arguments of these methods go into the query. */
const QUERY_METHODS: ReadonlySet<string> = new Set(['GET', 'DELETE']);
/** Statuses of errors that may be temporary. */
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const RETRY_AFTER_MS = 300;

export interface HttpToolsOptions {
  readonly tools: readonly HttpTool[];
  readonly guard: AddressGuard;
  readonly runner: ToolRunner;
  /** Number of the turn that is being answered. */
  readonly turn: () => number;
}

/** The tools of one conversation that are HTTP requests. */
export class HttpToolbox {
  readonly tools: Toolbox['tools'];
  readonly #options: HttpToolsOptions;
  /** By origin. */
  readonly #connections = new Map<string, PinnedFetch>();
  /** By tool: the call that the caller has to confirm, and the turn in which the model requested it. */
  readonly #unconfirmed = new Map<string, { readonly call: string; readonly turn: number }>();

  constructor(options: HttpToolsOptions) {
    this.#options = options;
    this.tools = options.tools.map((tool) => this.#functionTool(tool));
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }

  #functionTool(tool: HttpTool): llm.FunctionTool {
    const { name, description, parameters, deadlineMs, filler } = tool;
    return llm.tool({
      name,
      description,
      parameters,
      execute: async (given: unknown, call: CallInTurn) => {
        const args = argumentsFrom(given);
        if (tool.confirm && !this.#isConfirmed(name, args)) return askFirst(name);
        const run = { tool: name, isReadOnly: isReadOnly(tool), deadlineMs, filler };
        return this.#options.runner.run(
          run,
          call,
          (signal) => this.#request(tool, args, call.toolCallId, signal),
          failureText,
        );
      },
    }) as llm.FunctionTool;
  }

  /** Whether the model requested the same call in an earlier turn, so that the caller has answered since. */
  #isConfirmed(tool: string, args: Arguments): boolean {
    const turn = this.#options.turn();
    const call = JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)));
    const before = this.#unconfirmed.get(tool);
    if (before?.call === call && before.turn < turn) {
      this.#unconfirmed.delete(tool);
      return true;
    }
    if (before?.call !== call) this.#unconfirmed.set(tool, { call, turn });
    return false;
  }

  /** @throws ToolFailed; AgentError for an address that may not be connected to; the network's error */
  async #request(tool: HttpTool, args: Arguments, id: string, signal: AbortSignal): Promise<string> {
    const { url, init } = requestOf(tool, args, id);
    const send = () => this.#fetchFor(url)(url, { ...init, signal });
    const response = await (isReadOnly(tool) ? sentTwice(send, signal) : send());
    const text = await textOf(response);
    if (!response.ok) {
      throw new ToolFailed(bounded(`The server answered ${response.status}: ${text}`, MAX_ERROR_BYTES));
    }
    return bounded(text || 'Done. The tool returned nothing.', MAX_RESULT_BYTES);
  }

  #fetchFor(url: URL): PinnedFetch['fetch'] {
    const known = this.#connections.get(url.origin);
    if (known) return known.fetch;
    const connection = this.#options.guard.fetchFor(url.origin);
    this.#connections.set(url.origin, connection);
    return connection.fetch;
  }
}

/** Whether a call changes nothing, so that it need not wait and may be repeated. */
const isReadOnly = ({ method }: HttpTool): boolean => method === 'GET';

/** Repeats a request if the connection fails or the server's error may be temporary. */
async function sentTwice(send: () => Promise<Response>, signal: AbortSignal): Promise<Response> {
  const first = await send().catch((error: unknown) => {
    if (signal.aborted || error instanceof AgentError) throw error;
    return null;
  });
  if (first && !RETRIED.has(first.status)) return first;
  await first?.body?.cancel();
  await delay(RETRY_AFTER_MS, undefined, { signal });
  return send();
}

const askFirst = (name: string): string =>
  'Nothing was done yet. Tell the caller what is about to be done, and ask them to confirm it. When they have ' +
  `confirmed, call ${name} again with the same arguments.`;

/**
 * The request of one call: arguments that the URL does not name go into the query, or as JSON into the body.
 * @throws ToolFailed for arguments that are missing, or that cannot stand in a URL
 */
function requestOf(tool: HttpTool, args: Arguments, id: string): { url: URL; init: RequestInit } {
  const { method, headers } = tool;
  const url = filledUrl(tool.url, (name) => {
    const value = args[name];
    if (value === undefined || value === null || value === '')
      throw new ToolFailed(`The argument "${name}" is missing.`);
    const text = typeof value === 'object' ? '' : String(value);
    // Such a value would change the folder of the path.
    if (text === '' || /^\.{1,2}$/.test(text))
      throw new ToolFailed(`The argument "${name}" has to be a text or a number.`);
    return text;
  });
  const inUrl = new Set(argumentsOf(tool.url));
  const others = Object.entries(args).filter(([name, value]) => !inUrl.has(name) && value !== undefined);
  const common = { accept: 'application/json, text/plain;q=0.9, */*;q=0.5', ...lowerCased(headers) };
  if (QUERY_METHODS.has(method)) {
    for (const [name, value] of others) {
      url.searchParams.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    }
  }
  if (isReadOnly(tool)) return { url, init: { method, headers: common } };
  // A server that supports the header executes a repeated request once.
  const once = { 'idempotency-key': id, ...common };
  if (QUERY_METHODS.has(method)) return { url, init: { method, headers: once } };
  const body = JSON.stringify(Object.fromEntries(others));
  return { url, init: { method, headers: { 'content-type': 'application/json', ...once }, body } };
}

const lowerCased = (headers: HttpTool['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** The body of a response; of a file of another kind only the type is given. */
async function textOf(response: Response): Promise<string> {
  const type = response.headers.get('content-type') ?? '';
  if (type !== '' && !/^text\/|\bjson\b|\bxml\b|form-urlencoded/i.test(type)) {
    await response.body?.cancel();
    return `[a file: ${type.slice(0, 100)}]`;
  }
  return (await boundedResponse(response, new ByteBudget(MAX_RESPONSE_BYTES), () => undefined).text()).trim();
}

/** Message for the model when there is no response. It omits the address, which may contain keys. */
function failureText(error: unknown): string {
  if (error instanceof AgentError) return `The tool's server cannot be used: ${error.message}.`;
  return "The tool's server cannot be reached.";
}
