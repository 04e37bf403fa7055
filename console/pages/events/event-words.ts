import { type Message, t } from '../../i18n/i18n.ts';
import { clock, telephone } from '../../parts/format.ts';
import { agentName } from '../../wire/agent-names.ts';
import type { EventType, OwnerEvent } from '../../wire/owner-events.ts';
import { doorName, reasonOf } from '../agents/conversation-facts.ts';
import { callReason } from '../calls/call-words.ts';

const NAMES = {
  'conversation.started': 'Conversation begun',
  'conversation.ended': 'Conversation over',
  'conversation.failed': 'Conversation failed',
  'call.queued': 'Call waiting',
  'call.dialing': 'Call: dialing',
  'call.ringing': 'Call: ringing',
  'call.answered': 'Call answered',
  'call.ended': 'Call over',
} as const satisfies Readonly<Record<EventType, Message>>;

/** Returns the name of a type, or the type itself if a later server has added it. */
export function eventName(type: string): string {
  return type in NAMES ? t(NAMES[type as EventType]) : type;
}

/** The subject of an event, in few words. */
export function eventFacts({ type, data }: OwnerEvent): string {
  const { agent_id, to, reason, door, end_reason, duration_ms } = data;
  const because = type.startsWith('call.') ? callReason(reason) : end_reason && reasonOf(end_reason);
  return [
    agentName(agent_id),
    to && telephone(to),
    door && doorName(door),
    duration_ms !== undefined && clock(duration_ms),
    because,
  ]
    .filter(Boolean)
    .join(' · ');
}
