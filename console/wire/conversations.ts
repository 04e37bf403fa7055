import { agentPath } from './agents.ts';
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
  /** The caller was passed on to another agent. */
  | { readonly role: 'handoff'; readonly agent_id: string; readonly agent: string }
);

export interface ConversationPage {
  readonly conversations: readonly ConversationEntry[];
  readonly next_cursor?: string;
}

export const pathOf = (id: string): string => `/conversations/${encodeURIComponent(id)}`;

/**
 * Lists conversations, newest first.
 * @param cursor from the previous page; undefined for the first one
 * @throws WireError
 */
export function listConversations(agentId: string, cursor: string | undefined): Promise<ConversationPage> {
  return ask(`${agentPath(agentId)}/conversations`, { query: { cursor } });
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

/** A piece of a file. */
export interface FilePiece {
  /** Position of its first byte. */
  readonly from: number;
  readonly bytes: ArrayBuffer;
}

/**
 * Reads a part of a recording, which may be in progress, as WAV: a header of 44 bytes, then two channels of 16 bits at
 * 24 kHz.
 * @param range such as `100-` for all but the first 100 bytes, `-100` for the last 100
 * @throws WireError
 */
export async function readRecordingPart(id: string, range: string, signal: AbortSignal): Promise<FilePiece> {
  const query = { format: 'wav' };
  const answer = await send(`${pathOf(id)}/recording`, { query, range, signal });
  const [, from = '0'] = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '') ?? [];
  return { from: Number(from), bytes: await answer.arrayBuffer() };
}

/** @throws WireError */
export async function deleteConversation(id: string): Promise<void> {
  await ask(pathOf(id), { method: 'DELETE' });
}
