import { type Static, Type } from '@sinclair/typebox';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { choice } from '../../http/declared-fields.ts';
import type { DeliveryRecord, WebhookRecord } from '../../storage/webhooks.ts';

const MAX_URL_CHARS = 2048;
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export const NewWebhookBody = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: MAX_URL_CHARS,
    description: 'http(s) URL that receives a POST for each event',
  }),
  events: Type.Optional(
    Type.Array(choice(EVENT_TYPES), {
      minItems: 1,
      maxItems: EVENT_TYPES.length,
      description: 'Types of events to send. Default: all, also those that later versions add',
    }),
  ),
  agent_id: Type.Optional(Type.String({ maxLength: 100, description: 'Only events of this agent' })),
});
export type NewWebhookBody = Static<typeof NewWebhookBody>;

export const WebhookPath = Type.Object({ webhook_id: Type.String({ maxLength: 100 }) });
export const DeliveryPath = Type.Object({
  webhook_id: Type.String({ maxLength: 100 }),
  event_id: Type.String({ maxLength: 100 }),
});

export const DeliveriesQuery = Type.Object({
  status: Type.Optional(choice(DELIVERY_STATUSES)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: '`next_cursor` of the page before' }),
  ),
});

export const WebhookSchema = Type.Object({
  webhook_id: Type.String(),
  url: Type.String(),
  events: Type.Optional(Type.Array(Type.String(), { description: 'Absent for all' })),
  agent_id: Type.Optional(Type.String({ description: 'Absent for all' })),
  created_at: Type.String({ format: 'date-time' }),
});

export const DeliverySchema = Type.Object({
  event_id: Type.String(),
  type: Type.String({ description: 'Of the event' }),
  subject: Type.String({ description: 'Id of the conversation or call that the event is about' }),
  status: choice(DELIVERY_STATUSES, { description: '`failed`: given up' }),
  attempts: Type.Integer({ description: 'Requests since it was last put into the queue' }),
  response_status: Type.Optional(Type.Integer({ description: 'HTTP status of the last answer' })),
  error: Type.Optional(Type.String({ description: 'Why the last request failed' })),
  created_at: Type.String({ format: 'date-time', description: 'Of the event' }),
  attempted_at: Type.Optional(Type.String({ format: 'date-time', description: 'Of the last request' })),
  next_attempt_at: Type.Optional(Type.String({ format: 'date-time', description: 'While it is pending' })),
});

/** Returns a webhook without its secret. */
export function webhookBody(webhook: WebhookRecord): Static<typeof WebhookSchema> {
  const { id, url, events, agentId, createdAt } = webhook;
  return {
    webhook_id: id,
    url,
    ...(events !== null && { events: [...events] }),
    ...(agentId !== null && { agent_id: agentId }),
    created_at: createdAt,
  };
}

export function deliveryBody(delivery: DeliveryRecord): Static<typeof DeliverySchema> {
  const { status, lastStatus, lastError, attemptedAt } = delivery;
  return {
    event_id: delivery.eventId,
    type: delivery.type,
    subject: delivery.subject,
    status,
    attempts: delivery.attempts,
    ...(lastStatus !== null && { response_status: lastStatus }),
    ...(lastError !== null && { error: lastError }),
    created_at: delivery.createdAt,
    ...(attemptedAt !== null && { attempted_at: attemptedAt }),
    ...(status === 'pending' && { next_attempt_at: delivery.availableAt }),
  };
}
