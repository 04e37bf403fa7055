import type { AgentSetup } from '../agent-setup.ts';
import { JsonSocket } from './json-socket.ts';

export interface AgentSocketMessage {
  readonly type?: string;
  readonly status_code?: number;
  readonly errors?: readonly string[];
  readonly data: {
    readonly type: string;
    readonly text?: string;
    readonly stable_text?: string;
    readonly lang_code?: string;
    readonly audio?: string;
    readonly audio_url?: string;
    readonly sampling_rate?: number;
  };
}

export type Query = Readonly<Record<string, string | number>>;
export type AgentClient = JsonSocket<AgentSocketMessage>;

/** Returns the URL of the agent socket, with the key of the setup. */
export function agentUrl(setup: AgentSetup, query: Query = {}): string {
  const search = new URLSearchParams({ api_key: setup.rest.key });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${setup.ws}/agents?${search}`;
}

export const openAgent = (setup: AgentSetup, query: Query = {}): Promise<AgentClient> =>
  JsonSocket.open(agentUrl(setup, query));

export const sounds = (client: AgentClient): AgentSocketMessage[] =>
  client.messages.filter(({ data }) => data.type === 'audio_response');

export const errors = (client: AgentClient): AgentSocketMessage[] =>
  client.messages.filter(({ type }) => type === 'error');
