/** A client of the agents. */
import { TokenVerifier } from 'livekit-server-sdk';
import { KEY, type TestServer } from '../server.ts';
import { type Answer, ask } from './sse-client.ts';

/** The LiveKit settings of the test servers. No server listens at the address. */
export const LIVEKIT = {
  LIVEKIT_URL: 'http://127.0.0.1:7880',
  LIVEKIT_API_KEY: 'rooms-key',
  LIVEKIT_API_SECRET: 'rooms-secret-rooms-secret-rooms-secret',
} as const;

export interface TokenAnswer {
  readonly token: string;
  readonly room_name: string;
  readonly url: string;
}

export class AgentsClient {
  readonly #server: TestServer;
  readonly key: string;

  constructor(server: TestServer, key: string = KEY) {
    this.#server = server;
    this.key = key;
  }

  /** Sends a request with a JSON body, or with a text as it is. */
  send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return ask(this.#server, {
      method,
      path,
      headers: { 'x-api-key': this.key, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  }

  create(body: unknown): Promise<Answer> {
    return this.send('POST', '/agents', body);
  }

  /**
   * Creates an agent.
   * @returns its id
   * @throws Error when it is refused
   */
  async made(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
    return (await dataOf<{ agent_id: string }>(this.create(body))).agent_id;
  }

  async list(): Promise<unknown[]> {
    return (await dataOf<{ agents: unknown[] }>(this.send('GET', '/agents'))).agents;
  }

  read(id: string): Promise<Answer> {
    return this.send('GET', `/agents/${id}`);
  }

  async agent(id: string): Promise<Record<string, unknown>> {
    return (await dataOf<{ agent: Record<string, unknown> }>(this.read(id))).agent;
  }

  change(id: string, body: unknown): Promise<Answer> {
    return this.send('PATCH', `/agents/${id}`, body);
  }

  /**
   * Changes an agent.
   * @returns the changed agent
   * @throws Error when it is refused
   */
  async changed(id: string, body: unknown): Promise<Record<string, unknown>> {
    return (await dataOf<{ agent: Record<string, unknown> }>(this.change(id, body))).agent;
  }

  remove(id: string): Promise<Answer> {
    return this.send('DELETE', `/agents/${id}`);
  }

  askToken(id: string, body: unknown = { api_key: this.key }): Promise<Answer> {
    return this.send('POST', `/agents/${id}/token`, body);
  }

  /** @throws Error when it is refused */
  token(id: string, more: Readonly<Record<string, unknown>> = {}): Promise<TokenAnswer> {
    return dataOf(this.askToken(id, { api_key: this.key, ...more }));
  }
}

/**
 * Returns the `data` of a response.
 * @throws Error when it is a refusal
 */
export async function dataOf<T>(answer: Promise<Answer>): Promise<T> {
  const { status, body, json } = await answer;
  if (status !== 200 && status !== 201) throw new Error(`${status} ${body}`);
  return (json() as { data: T }).data;
}

/**
 * Parses a token as LiveKit does.
 * @throws Error when LiveKit would refuse it
 */
export function readToken(token: string) {
  return new TokenVerifier(LIVEKIT.LIVEKIT_API_KEY, LIVEKIT.LIVEKIT_API_SECRET).verify(token);
}
