import { AgentError, type AgentErrorArguments } from '../errors.ts';

/** A client event that cannot be done: which field is at fault, and what is wrong with it. */
export class RealtimeError extends Error {
  readonly error: AgentError;
  /** As `session.audio.output.voice`; null when it is not about a field. */
  readonly param: string | null;
  /** Id of the client's event, if it is known. */
  readonly eventId: string | null;

  constructor(param: string | null, eventId: string | null, ...error: AgentErrorArguments) {
    const of = new AgentError(...error);
    super(of.message);
    this.name = 'RealtimeError';
    this.error = of;
    this.param = param;
    this.eventId = eventId;
  }
}
