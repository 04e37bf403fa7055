import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import type { KeptConversation } from './transcript-store.ts';

const SPEAKERS = { user: 'User', agent: 'Agent' } as const;

/** Formats a transcript for reading: one line for each entry, with its time since the beginning. */
export function transcriptText(conversation: KeptConversation): string {
  const { id, agentId, door, startedAt, endedAt, endReason, isComplete, transcript } = conversation;
  const head = [
    `Conversation ${id}`,
    `Agent: ${agentId}`,
    `Door: ${door}`,
    `Started: ${startedAt}`,
    endedAt ? `Ended: ${endedAt} (${endReason})` : 'Ended: not yet',
    ...(isComplete ? [] : ['Some of it could not be kept.']),
  ];
  const startedMs = Date.parse(startedAt);
  const lines = transcript.map((entry) => `[${clock(entry.atMs - startedMs)}] ${lineOf(entry)}`);
  return `${[...head, '', ...lines].join('\n')}\n`;
}

function lineOf(entry: TranscriptEntry): string {
  if (entry.role === 'tool') return `Tool ${entry.tool}: ${entry.outcome}, ${entry.durationMs} ms`;
  if (entry.role === 'handoff') return `Passed on to ${entry.name} (${entry.agentId})`;
  const isCut = entry.role === 'agent' && entry.interrupted;
  // Each entry is one line, even if typed text contains line breaks.
  return `${SPEAKERS[entry.role]}: ${entry.text.replace(/\s*\n\s*/g, ' ')}${isCut ? ' [interrupted]' : ''}`;
}

/** Formats a time as `01:02:03`. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}
