import { ask } from './http.ts';

/** The address of an agent. */
export const agentPath = (id: string): string => `/agents/${encodeURIComponent(id)}`;

/** An agent in the list. */
export interface AgentEntry {
  readonly agent_id: string;
  readonly name: string;
}

export interface Agent extends AgentEntry {
  /** Limitations of the agent on this server. */
  readonly warnings: readonly string[];
  readonly prompt: string;
  readonly greeting: string;
  readonly voice_id?: string;
  /** A code, several of them, or `auto`. */
  readonly lang_code?: string | readonly string[];
  readonly endpointing?: Endpointing;
  readonly mcp_servers: readonly string[];
  readonly llm?: { readonly base_url?: string; readonly model: string; readonly has_api_key: boolean };
  readonly keep_transcripts?: boolean;
  readonly transcript_retention_days?: number;
  readonly record?: boolean;
  readonly recording_needs_consent?: boolean;
  readonly recording_notice?: string;
  readonly call_tools?: readonly CallTool[];
  readonly transfer_targets?: readonly TransferTarget[];
  readonly handoff?: readonly Handoff[];
  /** Tools that are HTTP requests. */
  readonly tools?: readonly unknown[];
}

/** Permissions of an agent to handle its call. */
export type CallTool = 'end_call' | 'send_dtmf' | 'transfer_call' | 'pause_recording' | 'resume_recording';

/** A transfer target. */
export interface TransferTarget {
  readonly name: string;
  /** A telephone number or SIP address. */
  readonly number: string;
  readonly description?: string;
  /** Whether they are asked before the caller is joined with them. */
  readonly warm?: boolean;
}

/** Another agent that callers may be passed on to. */
export interface Handoff {
  readonly name: string;
  readonly agent_id: string;
  readonly description?: string;
  readonly introduction?: string;
}

/** The pause that ends a turn. */
export interface Endpointing {
  readonly min_delay_ms?: number;
  readonly max_delay_ms?: number;
}

/** Fields for creating or changing an agent. Null selects the default. */
export interface AgentFields {
  readonly name: string;
  readonly prompt: string | null;
  readonly greeting: string | null;
  readonly voice_id: string | null;
  readonly lang_code: string | readonly string[];
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
  readonly record: boolean | null;
  readonly recording_needs_consent: boolean | null;
  readonly recording_notice: string | null;
  readonly call_tools: readonly CallTool[] | null;
  readonly transfer_targets: readonly TransferTarget[] | null;
  readonly handoff: readonly Handoff[] | null;
  /** Unchanged if it is not JSON: the server then reports the fault. */
  readonly tools: unknown;
}

/** Address and token of a room. */
export interface RoomToken {
  readonly token: string;
  readonly room_name: string;
  /** Address of the LiveKit server. */
  readonly url: string;
}

/** Messages of an agent in a conversation, on the WebSocket and in rooms alike. */
export type AgentMessage =
  | { readonly type: 'stop_audio_response' }
  | { readonly type: 'user_transcript'; readonly text: string }
  /** The caller's unfinished turn, as recognised so far. */
  | { readonly type: 'partial_transcript'; readonly text: string }
  | { readonly type: 'llm_response'; readonly text: string }
  /** In rooms without audio, which is on the track. */
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

/** How long the stages of a turn took. Stages that did not occur are absent. */
export interface Stages {
  readonly end_of_turn_ms?: number;
  readonly recognition_ms?: number;
  readonly first_token_ms?: number;
  readonly first_sound_ms?: number;
  readonly response_ms?: number;
}

/**
 * Lists agents, oldest first.
 * @throws WireError
 */
export async function listAgents(): Promise<readonly AgentEntry[]> {
  const { agents } = await ask<{ readonly agents: readonly AgentEntry[] }>('/agents');
  return agents;
}

/** @throws WireError 404 when there is none */
export async function readAgent(id: string): Promise<Agent> {
  const { agent, warnings = [] } = await ask<{
    readonly agent: Agent;
    readonly warnings?: readonly string[];
  }>(agentPath(id));
  return { ...agent, warnings };
}

/**
 * @returns its id
 * @throws WireError 422 with the faults
 */
export async function makeAgent(agent: AgentFields): Promise<string> {
  const { agent_id: id } = await ask<{ readonly agent_id: string }>('/agents', {
    method: 'POST',
    json: agent,
  });
  return id;
}

/** @throws WireError 422 with the faults */
export async function changeAgent(id: string, changes: Partial<AgentFields>): Promise<void> {
  await ask(agentPath(id), { method: 'PATCH', json: changes });
}

/** @throws WireError */
export async function deleteAgent(id: string): Promise<void> {
  await ask(agentPath(id), { method: 'DELETE' });
}

/**
 * @param asked overrides for this session
 * @throws WireError 503 when the server has no rooms
 */
export function roomToken(id: string, asked: Readonly<Record<string, unknown>>): Promise<RoomToken> {
  return ask(`${agentPath(id)}/token`, { method: 'POST', json: asked });
}

/** Whether the server has rooms, according to the page. */
export function hasRooms(): boolean {
  return document.documentElement.dataset.rooms === 'yes';
}

/** Whether the server has a language model for agents without one of their own, according to the page. */
export function hasModel(): boolean {
  return document.documentElement.dataset.model === 'yes';
}
