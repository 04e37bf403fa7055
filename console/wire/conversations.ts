import { ask, send } from './http.ts';

/** A stored conversation, without its entries. */
export interface ConversationEntry {
  readonly conversation_id: string;
  readonly door: 'room' | 'websocket' | 'telephone' | 'realtime';
  readonly started_at: string;
  readonly ended_at?: string;
  readonly end_reason?: string;
  readonly entries: number;
  readonly complete: boolean;
  readonly expires_at: string;
  /** Size of its recording; absent without one. */
  readonly recording_bytes?: number;
}

export interface KeptConversation extends ConversationEntry {
  readonly transcript: readonly TranscriptItem[];
}

export type TranscriptItem = { readonly at: string } & (
  | { readonly role: 'user'; readonly text: string }
  | { readonly role: 'agent'; readonly text: string; readonly interrupted: boolean }
  | {
      readonly role: 'tool';
      readonly tool: string;
      readonly outcome: 'ok' | 'error' | 'deadline';
      readonly duration_ms: number;
    }
);

export interface ConversationPage {
  readonly conversations: readonly ConversationEntry[];
  readonly next_cursor?: string;
}

const pathOf = (id: string): string => `/conversations/${encodeURIComponent(id)}`;

/**
 * Lists conversations, newest first.
 * @param cursor from the previous page; undefined for the first one
 * @throws WireError
 */
export function listConversations(agentId: string, cursor: string | undefined): Promise<ConversationPage> {
  return ask(`/agents/${encodeURIComponent(agentId)}/conversations`, { query: { cursor } });
}

/** @throws WireError 404 when there is none */
export function readConversation(id: string): Promise<KeptConversation> {
  return ask(pathOf(id));
}

/**
 * Downloads a conversation as a file.
 * @throws WireError
 */
export async function exportConversation(id: string, format: 'json' | 'text'): Promise<Blob> {
  return (await send(pathOf(id), { query: { format } })).blob();
}

/**
 * Downloads the recording of a conversation: two channels, the caller's and the agent's.
 * @throws WireError
 */
export async function readRecording(id: string): Promise<Blob> {
  return (await send(`${pathOf(id)}/recording`)).blob();
}

/** @throws WireError */
export async function deleteConversation(id: string): Promise<void> {
  await ask(pathOf(id), { method: 'DELETE' });
}
