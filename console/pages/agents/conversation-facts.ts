import { type Message, t } from '../../i18n/i18n.ts';
import { clock, moment } from '../../parts/format.ts';
import type { ConversationEntry } from '../../wire/conversations.ts';
import type { Ending } from './line.ts';

const DOORS: Readonly<Record<ConversationEntry['door'], Message>> = {
  room: 'LiveKit room',
  websocket: 'WebSocket',
  telephone: 'telephone',
  realtime: 'realtime API',
};

/** Texts for the reasons of the end. */
const REASONS: Readonly<Record<string, Message>> = {
  caller_left: 'the caller left',
  caller_silent: 'the caller was silent',
  agent_hung_up: 'the agent hung up',
  transferred: 'the call was transferred',
  voicemail: 'voicemail answered',
  message_left: 'a message was left',
  menu: 'a menu answered',
  connection_idle: 'the connection was idle',
  access_revoked: 'the credentials became invalid',
  client_error: 'the client made an error',
  shutdown: 'the server was stopped',
  failed: 'it failed',
  process_lost: 'the server was killed',
};

const FAULTS: ReadonlySet<string> = new Set(['access_revoked', 'client_error', 'shutdown', 'failed']);

/** Returns the text for an `end_reason`; null for an unknown one. */
export function endingOf(reason = ''): Ending | null {
  const message = REASONS[reason];
  if (message === undefined) return null;
  const words = t(message);
  return { text: `${words.charAt(0).toUpperCase()}${words.slice(1)}.`, isFault: FAULTS.has(reason) };
}

/** Formats its start: `Nov 24, 2026, 09:41`. */
export function beganAt({ started_at }: ConversationEntry): string {
  return moment(started_at);
}

/** Returns the name of a door, or the door itself if it is unknown. */
export function doorName(door: string): string {
  return door in DOORS ? t(DOORS[door as ConversationEntry['door']]) : door;
}

/** Describes how the caller connected, the duration and the reason of the end. */
export function factsOf(conversation: ConversationEntry): string {
  const { door, started_at, ended_at, end_reason, complete } = conversation;
  return [
    doorName(door),
    ...(ended_at ? [clock(Date.parse(ended_at) - Date.parse(started_at))] : [t('in progress')]),
    ...(end_reason ? [reasonOf(end_reason)] : []),
    ...(complete ? [] : [t('not complete')]),
  ].join(' · ');
}

/** Returns the text for an `end_reason`, or the reason itself. */
export function reasonOf(reason: string): string {
  const message = REASONS[reason];
  return message === undefined ? reason : t(message);
}
