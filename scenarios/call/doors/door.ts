import type { AgentEvent } from '../events.ts';

/** The server that agents are called on. */
export interface Place {
  /** `http://` or `https://`, without a slash at the end. */
  readonly url: string;
  /** An API key, or a JWT. */
  readonly key: string;
}

/** One end of a call with an agent. */
export interface Door {
  readonly frameMs: number;
  /** @param frame of `frameMs`, mono, 16 kHz */
  send(frame: Int16Array): void;
  /** Duration of queued audio. A door without it sends everything at once. */
  queuedMs?(): number;
  /** Presses keys of the telephone. */
  press(keys: string): void;
  /** Ends the call. Settles when it has ended. */
  hangUp(): Promise<void>;
  /**
   * What happened in the call, for a door that does not tell it during the call. Called after its end.
   * @throws Error when the server has not kept it
   */
  recall?(): Promise<readonly AgentEvent[]>;
}

type Untimed<E> = E extends unknown ? Omit<E, 'atMs'> : never;
/** An event that happens now. */
export type NewEvent = Untimed<Exclude<AgentEvent, { kind: 'end' }>>;

/** What a door tells its call. */
export interface DoorListener {
  /** Time since the call began. */
  readonly nowMs: number;
  /** The agent's sound, to be played after what is still playing. 16 kHz. */
  play(samples: Int16Array): void;
  /** What is still playing is cut off. */
  stop(): void;
  happened(event: NewEvent): void;
  /** The other side has ended the call. */
  ended(reason: string): void;
}

/** @throws Refused; Error when the door cannot be used */
export type OpenDoor = (place: Place, agentId: string, listener: DoorListener) => Promise<Door>;
