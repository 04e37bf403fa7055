import { type Message, t } from '../../i18n/i18n.ts';
import { clock, moment, timeOfDay } from '../../parts/format.ts';
import type { CallAttempt, CallStatus, OutgoingCall } from '../../wire/calls.ts';
import { reasonOf } from '../agents/conversation-facts.ts';

const STATUSES = {
  queued: 'Waiting',
  dialing: 'Dialing…',
  ringing: 'Ringing…',
  answered: 'Talking',
  voicemail: 'Voicemail',
  busy: 'Busy',
  no_answer: 'No answer',
  failed: 'Failed',
  ended: 'Over',
} as const satisfies Readonly<Record<CallStatus, Message>>;

/** Reasons of conversations are elsewhere; some are worded for callers. */
const REASONS: Readonly<Record<string, Message>> = {
  canceled: 'hung up from here',
  max_duration: 'longest duration reached',
  caller_left: 'they hung up',
  caller_silent: 'they were silent',
  declined: 'declined',
  number_unknown: 'no such number',
  network_refused: 'refused by the telephone network',
  line_refused: 'refused by LiveKit or Twilio',
  line_unreachable: 'LiveKit or Twilio cannot be reached',
  line_not_set_up: 'the server has no way to telephones',
  agent_unavailable: 'the agent cannot talk',
  too_late: 'not made in time',
  no_agent_free: 'no agent is free',
};
/** Reasons that only repeat the status. */
const SAID: ReadonlySet<string> = new Set(['busy', 'not_answered']);

const FINAL: ReadonlySet<CallStatus> = new Set(['busy', 'no_answer', 'failed', 'ended']);

export const statusName = (status: CallStatus): string => t(STATUSES[status]);
export const isOver = (status: CallStatus): boolean => FINAL.has(status);

/** Returns the text of the reason for a call's status; null if the status says it. */
export function callReason(reason: string | undefined): string | null {
  if (reason === undefined || SAID.has(reason)) return null;
  const message = REASONS[reason];
  return message === undefined ? reasonOf(reason) : t(message);
}

/** When a call was requested, the reason for its status, and the time of the next attempt. */
export function factsOf(call: OutgoingCall): string[] {
  const { created_at, status, reason, next_attempt_at: next } = call;
  const facts = [moment(created_at)];
  const because = callReason(reason);
  if (because !== null) facts.push(because);
  if (status === 'queued' && next && Date.parse(next) > Date.now()) {
    facts.push(t('next attempt {time}', { time: moment(next) }));
  }
  return facts;
}

/** The states that an attempt has reached, with their times. */
export function stepsOf(attempt: CallAttempt): string[] {
  const { dialing_at, ringing_at, answered_at, ended_at, status, reason } = attempt;
  const talkedMs = ended_at && answered_at ? Date.parse(ended_at) - Date.parse(answered_at) : null;
  const end = [status && statusName(status), callReason(reason)].filter(Boolean).join(', ');
  return [
    `${t('Dialed')} ${timeOfDay(dialing_at)}`,
    ...(ringing_at ? [`${t('Rang')} ${timeOfDay(ringing_at)}`] : []),
    ...(answered_at ? [`${t('Answered')} ${timeOfDay(answered_at)}`] : []),
    ...(ended_at ? [`${end} ${timeOfDay(ended_at)}`] : []),
    ...(talkedMs === null ? [] : [t('talked for {time}', { time: clock(talkedMs) })]),
  ];
}
