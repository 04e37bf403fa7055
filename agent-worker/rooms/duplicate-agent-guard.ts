/** Sees to it that a caller is not talked to by two agents of one name. */
import { ParticipantKind, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';

/** Set by the server on every agent (livekit-server, `AgentNameAttributeKey`). */
const AGENT_NAME = 'lk.agent_name';

/**
 * A room may be given a second agent: its dispatch is made again when a restarted server sees the caller's token
 * again, while the first agent comes back as well. One rule decides without a word between them: who finds the other
 * there when it comes in gives way. A newcomer waits in silence whether the other one leaves; an agent that has been
 * away takes another one that speaks as its successor.
 */
export class DuplicateAgentGuard {
  /** Settles when this agent, back from a lost connection, has been superseded. Never settles after `close`. */
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

  /** Waits until there is no other one. @returns false when the time is over before */
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
    // One that publishes nothing is waiting for this one to leave.
    if (this.#others().some(({ trackPublications }) => trackPublications.size > 0)) this.#succeed();
  };

  readonly #changed = (): void => this.#onChange();
}
