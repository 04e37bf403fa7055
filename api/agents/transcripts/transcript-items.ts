import type { TranscriptEntry } from '../../../agent-worker/conversation/types.ts';
import { isoTime } from '../../storage/iso-time.ts';

/** Returns an entry of a transcript in the wire format. */
export function transcriptItem(entry: TranscriptEntry) {
  const { role } = entry;
  const at = isoTime(entry.atMs);
  if (role === 'user') {
    return { role, at, text: entry.text, ...(entry.lang !== undefined && { lang_code: entry.lang }) };
  }
  if (role === 'agent') return { role, at, text: entry.text, interrupted: entry.interrupted };
  if (role === 'handoff') return { role, at, agent_id: entry.agentId, agent: entry.name };
  return { role, at, tool: entry.tool, outcome: entry.outcome, duration_ms: Math.round(entry.durationMs) };
}
