import { AgentError, type AgentErrorArguments } from '../errors.ts';

/** An error for a client event: the field at fault, and what is wrong with it. */
export class RealtimeError extends Error {
  readonly error: AgentError;
  /** Such as `session.audio.output.voice`; null if the error concerns no field. */
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
