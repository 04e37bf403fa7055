/** What events can be about. A part of the server that reports something new adds its types here. */
export const EVENT_TYPES = [
  'conversation.started',
  'conversation.ended',
  'conversation.failed',
  'call.ended',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** Values of an event, as JSON. */
export type EventData = Readonly<Record<string, unknown>>;

/** Something that has happened. */
export interface NewEvent {
  readonly ownerId: string;
  readonly type: EventType;
  /** The id of the conversation or the call that it is about. Events of one subject are delivered in order. */
  readonly subject: string;
  /** Null where no stored agent takes part. */
  readonly agentId: string | null;
  /** What is known about it. It must not contain what was said: a deleted transcript would stay in it. */
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
