import type { AgentHouse } from '../agent-house.ts';
import { JsonSocket } from './json-socket.ts';

export interface AgentSocketMessage {
  readonly type?: string;
  readonly status_code?: number;
  readonly errors?: readonly string[];
  readonly data: {
    readonly type: string;
    readonly text?: string;
    readonly audio?: string;
    readonly audio_url?: string;
    readonly sampling_rate?: number;
  };
}

export type Query = Readonly<Record<string, string | number>>;
export type AgentClient = JsonSocket<AgentSocketMessage>;

/** The address of the agent socket, with the key of the house. */
export function agentUrl(house: AgentHouse, query: Query = {}): string {
  const search = new URLSearchParams({ api_key: house.rest.key });
  for (const [name, value] of Object.entries(query)) search.set(name, String(value));
  return `${house.ws}/agents?${search}`;
}

export const openAgent = (house: AgentHouse, query: Query = {}): Promise<AgentClient> =>
  JsonSocket.open(agentUrl(house, query));

export const sounds = (client: AgentClient): AgentSocketMessage[] =>
  client.messages.filter(({ data }) => data.type === 'audio_response');

export const errors = (client: AgentClient): AgentSocketMessage[] =>
  client.messages.filter(({ type }) => type === 'error');
