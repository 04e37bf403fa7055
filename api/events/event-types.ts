/** What events can be about. A part of the server that reports something new adds its types here. */
export const EVENT_TYPES = [
  'conversation.started',
  'conversation.handed_off',
  'conversation.ended',
  'conversation.failed',
  'call.queued',
  'call.dialing',
  'call.ringing',
  'call.answered',
  'call.ended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The data of an event, as JSON. */
export type EventData = Readonly<Record<string, unknown>>;

/** Something that has happened. */
export interface NewEvent {
  readonly ownerId: string;
  readonly type: EventType;
  /** Id of the conversation or call that the event is about. Events of one subject are delivered in order. */
  readonly subject: string;
  /** Null if no stored agent is involved. */
  readonly agentId: string | null;
  /** Data of the event. It must not contain a transcript, whose deletion could not remove it. */
  readonly data: EventData;
}

/** An event as clients receive it. */
export interface EventBody {
  /** Equals the header `webhook-id` of its deliveries. */
  readonly id: string;
  readonly type: EventType;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly data: EventData;
}

/** Encrypts for one row. */
export interface Sealer {
  seal(text: string, context: string): Promise<string>;
  open(sealed: string, context: string): Promise<string>;
}
