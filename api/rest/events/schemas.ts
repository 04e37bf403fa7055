import { Type } from '@sinclair/typebox';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { choice } from '../../http/declared-fields.ts';

/** An event, as it is listed, streamed and sent to webhooks. */
export const EventSchema = Type.Object({
  id: Type.String({ description: 'The header `webhook-id` of its deliveries' }),
  type: choice(EVENT_TYPES),
  timestamp: Type.String({ format: 'date-time' }),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: 'What it is about; for a conversation `conversation_id`, `agent_id`, `door` and more',
  }),
});
