import { clock, day } from '../../parts/format.ts';
import type { ConversationEntry } from '../../wire/conversations.ts';
import type { Ending } from './line.ts';

const DOORS: Readonly<Record<ConversationEntry['door'], string>> = {
  room: 'LiveKit room',
  websocket: 'WebSocket',
  telephone: 'telephone',
  realtime: 'realtime API',
};

/** Why they end, in words. */
const REASONS: Readonly<Record<string, string>> = {
  caller_left: 'the caller left',
  caller_silent: 'the caller was silent',
  agent_hung_up: 'the agent hung up',
  transferred: 'the call was transferred',
  connection_idle: 'the connection was idle',
  access_revoked: 'the credentials became invalid',
  client_error: 'the client made an error',
  shutdown: 'the server was stopped',
  failed: 'it failed',
  process_lost: 'the server was killed',
};

const FAULTS: ReadonlySet<string> = new Set(['access_revoked', 'client_error', 'shutdown', 'failed']);

const TIMES = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** What an `end_reason` says to the one who called; null for none that is known. */
export function endingOf(reason = ''): Ending | null {
  const words = REASONS[reason];
  if (words === undefined) return null;
  return { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, isFault: FAULTS.has(reason) };
}

/** When it began: `24 Nov 2026, 09:41`. */
export function beganAt({ started_at }: ConversationEntry): string {
  return `${day(started_at)}, ${TIMES.format(new Date(started_at))}`;
}

/** How the caller came, how long it took and why it ended. */
export function factsOf(conversation: ConversationEntry): string {
  const { door, started_at, ended_at, end_reason, complete } = conversation;
  return [
    DOORS[door],
    ...(ended_at ? [clock(Date.parse(ended_at) - Date.parse(started_at))] : ['in progress']),
    ...(end_reason ? [REASONS[end_reason] ?? end_reason] : []),
    ...(complete ? [] : ['not complete']),
  ].join(' · ');
}
