/** Prevents two agents of the same name from talking to one caller. */
import { ParticipantKind, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';

/** Set by the server on every agent (livekit-server, `AgentNameAttributeKey`). */
const AGENT_NAME = 'lk.agent_name';

/**
 * A room may be given a second agent: a restarted server that sees the caller's token again repeats the dispatch, while
 * the first agent reconnects as well. One rule decides without any message between them: an agent that finds another
 * one there when it joins gives way. A newcomer waits silently for the other one to leave; an agent that reconnects
 * treats another one that is speaking as its successor.
 */
export class DuplicateAgentGuard {
  /** Settles when this agent, back after a lost connection, has been superseded. Never settles after `close`. */
  readonly superseded: Promise<void>;
  readonly #room: Room;
  readonly #agentName: string;
  #wasAway = false;
  #onChange: () => void = () => undefined;
  #succeed: () => void = () => undefined;

  constructor(room: Room, agentName: string) {
    this.#room = room;
    this.#agentName = agentName;
    this.superseded = new Promise((resolve) => {
      this.#succeed = resolve;
    });
    room.on(RoomEvent.Reconnected, this.#back);
    room.on(RoomEvent.TrackPublished, this.#look);
    room.on(RoomEvent.ParticipantDisconnected, this.#changed);
  }

  /** Waits until there is no other agent. @returns false when the time ran out first */
  async waitUntilAlone(ms: number): Promise<boolean> {
    const deadlineMs = performance.now() + ms;
    while (this.#others().length > 0) {
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.#onChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return true;
  }

  close(): void {
    this.#onChange();
    this.#room.off(RoomEvent.Reconnected, this.#back);
    this.#room.off(RoomEvent.TrackPublished, this.#look);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#changed);
  }

  #others(): RemoteParticipant[] {
    return [...this.#room.remoteParticipants.values()].filter(
      ({ info, attributes }) =>
        info.kind === ParticipantKind.AGENT && attributes[AGENT_NAME] === this.#agentName,
    );
  }

  readonly #back = (): void => {
    this.#wasAway = true;
    this.#look();
  };

  readonly #look = (): void => {
    if (!this.#wasAway) return;
    // An agent that publishes nothing is waiting for this one to leave.
    if (this.#others().some(({ trackPublications }) => trackPublications.size > 0)) this.#succeed();
  };

  readonly #changed = (): void => this.#onChange();
}
