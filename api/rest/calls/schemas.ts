import { type Static, Type } from '@sinclair/typebox';
import { CALLEES } from '../../../agent-worker/hearing/answering/who-answered.ts';
import { CALL_VIAS } from '../../calls/call-body.ts';
import { choice } from '../../http/declared-fields.ts';
import { CALL_STATES, type CallAttempt, type CallRecord, FINAL_CALL_STATES } from '../../storage/calls.ts';

const Time = (description: string) => Type.String({ format: 'date-time', description });

const AttemptSchema = Type.Object({
  dialing_at: Time('When it began'),
  ringing_at: Type.Optional(Time('When the telephone rang')),
  answered_at: Type.Optional(Time('When somebody answered')),
  answered_by: Type.Optional(choice(CALLEES, { description: 'Where `voicemail` or `menu` was given' })),
  ended_at: Type.Optional(Time('Absent while it goes on')),
  status: Type.Optional(choice(FINAL_CALL_STATES, { description: 'How it ended' })),
  reason: Type.Optional(Type.String({ description: 'Why' })),
  sip_status: Type.Optional(Type.Integer({ description: 'What the telephone network answered' })),
});

export const CallSchema = Type.Object({
  id: Type.String(),
  call_id: Type.String({ description: 'Equals id' }),
  agent_id: Type.String(),
  to: Type.String(),
  from: Type.Optional(Type.String()),
  via: choice(CALL_VIAS),
  status: choice(CALL_STATES),
  reason: Type.Optional(Type.String({ description: 'Why it has this status' })),
  variables: Type.Record(Type.String(), Type.String()),
  conversation_id: Type.Optional(
    Type.String({
      description: 'What was said, if it is kept: see `GET /conversations/{conversation_id}`',
    }),
  ),
  attempts: Type.Array(AttemptSchema, { description: 'In the order of time' }),
  next_attempt_at: Type.Optional(Time('Of a queued call: when it is made at the earliest')),
  created_at: Time('When it was accepted'),
  ended_at: Type.Optional(Time('Absent while it is not over')),
});

/** Returns a call in the wire format. */
export function callBody(call: CallRecord): Static<typeof CallSchema> {
  const { id, request, status, reason, conversationId, endedAt } = call;
  return {
    id,
    call_id: id,
    agent_id: call.agentId,
    to: request.to,
    ...(request.from !== null && { from: request.from }),
    via: request.via,
    status,
    ...(reason !== null && { reason }),
    variables: { ...request.variables },
    ...(conversationId !== null && { conversation_id: conversationId }),
    attempts: call.attempts.map(attemptBody),
    ...(status === 'queued' && { next_attempt_at: call.availableAt }),
    created_at: call.createdAt,
    ...(endedAt !== null && { ended_at: endedAt }),
  };
}

function attemptBody(attempt: CallAttempt): Static<typeof AttemptSchema> {
  const { dialingAt, ringingAt, answeredAt, callee, endedAt, status, reason, sipStatus } = attempt;
  return {
    dialing_at: dialingAt,
    ...(ringingAt !== undefined && { ringing_at: ringingAt }),
    ...(answeredAt !== undefined && { answered_at: answeredAt }),
    ...(callee !== undefined && { answered_by: callee }),
    ...(endedAt !== undefined && { ended_at: endedAt }),
    ...(status !== undefined && { status }),
    ...(reason !== undefined && { reason }),
    ...(sipStatus !== undefined && { sip_status: sipStatus }),
  };
}
