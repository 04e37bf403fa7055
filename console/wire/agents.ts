import { ask } from './http.ts';

/** An agent as the list has it. */
export interface AgentEntry {
  readonly agent_id: string;
  readonly name: string;
}

export interface Agent extends AgentEntry {
  /** What it cannot do on this server. */
  readonly warnings: readonly string[];
  readonly prompt: string;
  readonly greeting: string;
  readonly voice_id?: string;
  readonly lang_code?: string;
  readonly endpointing?: Endpointing;
  readonly mcp_servers: readonly string[];
  readonly llm?: { readonly base_url?: string; readonly model: string; readonly has_api_key: boolean };
  readonly keep_transcripts?: boolean;
  readonly transcript_retention_days?: number;
  readonly call_tools?: readonly CallTool[];
  readonly transfer_targets?: readonly TransferTarget[];
  /** Tools that are HTTP requests. */
  readonly tools?: readonly unknown[];
}

/** What an agent may do with a call. */
export type CallTool = 'end_call' | 'send_dtmf' | 'transfer_call';

/** Where a call may be transferred to. */
export interface TransferTarget {
  readonly name: string;
  /** A telephone number or SIP address. */
  readonly number: string;
  readonly description?: string;
}

/** The pause that ends a turn. */
export interface Endpointing {
  readonly min_delay_ms?: number;
  readonly max_delay_ms?: number;
}

/** What an agent is made with, or is changed to. Null is the default. */
export interface AgentFields {
  readonly name: string;
  readonly prompt: string | null;
  readonly greeting: string | null;
  readonly voice_id: string | null;
  readonly lang_code: string;
  readonly endpointing: {
    readonly min_delay_ms: number | null;
    readonly max_delay_ms: number | null;
  } | null;
  readonly mcp_servers: readonly string[];
  readonly llm: {
    readonly base_url: string | null;
    readonly model: string;
    readonly api_key?: string;
  } | null;
  readonly keep_transcripts: boolean | null;
  readonly transcript_retention_days: number | null;
  readonly call_tools: readonly CallTool[] | null;
  readonly transfer_targets: readonly TransferTarget[] | null;
  /** As typed where it is not JSON: the server says what is wrong. */
  readonly tools: unknown;
}

/** The way into a room. */
export interface RoomToken {
  readonly token: string;
  readonly room_name: string;
  /** Address of the LiveKit server. */
  readonly url: string;
}

/** What an agent tells in a conversation, on the WebSocket and in rooms alike. */
export type AgentMessage =
  | { readonly type: 'stop_audio_response' }
  | { readonly type: 'user_transcript'; readonly text: string }
  /** What the caller is saying, as far as it was heard. */
  | { readonly type: 'partial_transcript'; readonly text: string }
  | { readonly type: 'llm_response'; readonly text: string }
  /** In rooms without sound, which is on the track. */
  | { readonly type: 'audio_response'; readonly audio?: string }
  | ({ readonly type: 'tool_call' } & ToolCall)
  | ({ readonly type: 'turn_metrics'; readonly interrupted: boolean } & Stages)
  | { readonly type: 'error' };

/** A tool was called. */
export interface ToolCall {
  readonly tool: string;
  readonly duration_ms: number;
  readonly outcome: 'ok' | 'error' | 'deadline';
}

/** How long the stages of a turn took, as far as there were such. */
export interface Stages {
  readonly end_of_turn_ms?: number;
  readonly recognition_ms?: number;
  readonly first_token_ms?: number;
  readonly first_sound_ms?: number;
  readonly response_ms?: number;
}

/** Oldest first. @throws WireError */
export async function listAgents(): Promise<readonly AgentEntry[]> {
  const { agents } = await ask<{ readonly agents: readonly AgentEntry[] }>('/agents');
  return agents;
}

/** @throws WireError 404 when there is none */
export async function readAgent(id: string): Promise<Agent> {
  const { agent, warnings = [] } = await ask<{
    readonly agent: Agent;
    readonly warnings?: readonly string[];
  }>(`/agents/${encodeURIComponent(id)}`);
  return { ...agent, warnings };
}

/** @returns its id @throws WireError 422 with its problems */
export async function makeAgent(agent: AgentFields): Promise<string> {
  const { agent_id: id } = await ask<{ readonly agent_id: string }>('/agents', {
    method: 'POST',
    json: agent,
  });
  return id;
}

/** @throws WireError 422 with its problems */
export async function changeAgent(id: string, changes: Partial<AgentFields>): Promise<void> {
  await ask(`/agents/${encodeURIComponent(id)}`, { method: 'PATCH', json: changes });
}

/** @throws WireError */
export async function deleteAgent(id: string): Promise<void> {
  await ask(`/agents/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** @param asked what this session does otherwise @throws WireError 503 when the server has no rooms */
export function roomToken(id: string, asked: Readonly<Record<string, unknown>>): Promise<RoomToken> {
  return ask(`/agents/${encodeURIComponent(id)}/token`, { method: 'POST', json: asked });
}

/** Whether the server lets callers into rooms; it says so on the page. */
export function hasRooms(): boolean {
  return document.documentElement.dataset.rooms === 'yes';
}

/** Whether the server has a language model for agents without one of their own; it says so on the page. */
export function hasModel(): boolean {
  return document.documentElement.dataset.model === 'yes';
}
