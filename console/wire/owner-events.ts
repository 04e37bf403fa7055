import { eventsOf } from './events.ts';
import { ask, messageOf, send, WireError } from './http.ts';

/** Types of events that the server currently has. */
export const EVENT_TYPES = [
  'conversation.started',
  'conversation.ended',
  'conversation.failed',
  'call.queued',
  'call.dialing',
  'call.ringing',
  'call.answered',
  'call.ended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Something that has happened. */
export interface OwnerEvent {
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: {
    readonly agent_id?: string | null;
    readonly call_id?: string;
    readonly to?: string;
    readonly reason?: string;
    readonly conversation_id?: string;
    readonly door?: string;
    readonly end_reason?: string;
    readonly duration_ms?: number;
  };
}

/** Selects events. Undefined selects all. */
export interface EventFilter {
  readonly agent_id?: string | undefined;
  readonly type?: EventType | undefined;
}

/** Pause before a stream that has ended is opened again. */
const AGAIN_MS = 2000;

/**
 * Lists events, newest first.
 * @param after id of the last one of the previous page
 * @throws WireError
 */
export async function listEvents(filter: EventFilter, after?: string): Promise<readonly OwnerEvent[]> {
  const query = { ...filter, after, order: 'desc' };
  return (await ask<{ readonly events: readonly OwnerEvent[] }>('/events', { query })).events;
}

export interface Following {
  readonly filter?: EventFilter;
  /** Id of the last known event; by default, only new events follow. */
  readonly after?: string | undefined;
  readonly signal: AbortSignal;
  readonly onEvent: (event: OwnerEvent) => void;
  /** Called whenever the stream begins, and with the error when it is interrupted. */
  readonly onState: (problem: string | null) => void;
}

/** Follows events until it is aborted. An interrupted stream is opened again, without missing events. */
export async function followEvents(options: Following): Promise<void> {
  const { filter = {}, signal, onEvent, onState } = options;
  let { after } = options;
  while (!signal.aborted) {
    try {
      const query = { ...filter, after };
      const answer = await send('/events', { query, accept: 'text/event-stream', signal });
      onState(null);
      for await (const { data } of eventsOf(answer.body!)) {
        const event = JSON.parse(data) as OwnerEvent;
        after = event.id;
        onEvent(event);
      }
    } catch (error) {
      if (signal.aborted) return;
      onState(messageOf(error));
      if (error instanceof WireError && error.status === 403) return;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
