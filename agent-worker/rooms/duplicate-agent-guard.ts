/** Prevents two agents of the same name from talking to one caller. */
import { ParticipantKind, type RemoteParticipant, type Room, RoomEvent, RpcError } from '@livekit/rtc-node';

/** Set by the server on every agent (livekit-server, `AgentNameAttributeKey`). */
const AGENT_NAME = 'lk.agent_name';
/** The method by which agents ask one another whether they are alive (LiveKit's remote procedure calls). */
const ALIVE = 'parley.alive';
/** An agent that does not answer within this time has failed. LiveKit itself notices that only after some 20 s. */
const ANSWER_MS = 1500;
/** Interval between these requests. */
const ASK_AGAIN_MS = 3000;

/** State of an agent, as it reports it. */
type State = 'waiting' | 'holding';

/**
 * A room may be given a second agent: a restarted server that sees the caller's token again repeats the dispatch, while
 * the first agent reconnects as well. One rule decides without any message between them: an agent that finds another
 * one there when it joins gives way. A newcomer waits silently for the other one to leave, and asks whether it lives:
 * one that does not answer died with its process. An agent that reconnects treats another one that is speaking as its
 * successor.
 */
export class DuplicateAgentGuard {
  /** Settles when this agent has reconnected and another one has taken its place. Never settles after `close`. */
  readonly superseded: Promise<void>;
  readonly #room: Room;
  readonly #agentName: string;
  #state: State = 'waiting';
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

  /** Answers other agents from now on. Call it once the room is connected. */
  answer(): void {
    this.#room.localParticipant?.registerRpcMethod(ALIVE, async () => this.#state);
  }

  /**
   * Waits until no other agent is alive.
   * @returns the identities of failed ones that are still in the room; null on timeout
   */
  async waitUntilAlone(ms: number): Promise<string[] | null> {
    const deadlineMs = performance.now() + ms;
    for (;;) {
      const others = await Promise.all(this.#others().map(({ identity }) => this.#ask(identity)));
      if (others.every(({ givesWay }) => givesWay)) {
        this.#state = 'holding';
        return others.flatMap(({ identity, state }) => (state === null ? [identity] : []));
      }
      const leftMs = deadlineMs - performance.now();
      if (leftMs <= 0) return null;
      await this.#change(Math.min(leftMs, ASK_AGAIN_MS));
    }
  }

  close(): void {
    this.#onChange();
    this.#room.off(RoomEvent.Reconnected, this.#back);
    this.#room.off(RoomEvent.TrackPublished, this.#look);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#changed);
  }

  /** Null for the state of an agent that does not answer. Of two that wait, one gives way. */
  async #ask(identity: string): Promise<{ identity: string; state: State | null; givesWay: boolean }> {
    const own = this.#room.localParticipant;
    if (own === undefined) return { identity, state: 'holding', givesWay: false };
    const call = { destinationIdentity: identity, method: ALIVE, payload: '', responseTimeout: ANSWER_MS };
    let timer: NodeJS.Timeout | undefined;
    // The library's own timeout for an absent agent is longer.
    const silence = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), ANSWER_MS);
    });
    const answer = own
      .performRpc(call)
      // An agent of a release without this method is alive.
      .catch((error: unknown) => (isUnknownMethod(error) ? ('holding' satisfies State) : null));
    const state = (await Promise.race([answer, silence])) as State | null;
    clearTimeout(timer);
    return { identity, state, givesWay: state === null || (state === 'waiting' && own.identity < identity) };
  }

  /** Waits until a participant leaves, or until the timeout. */
  #change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onChange = () => {
        clearTimeout(timer);
        resolve();
      };
    });
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

const isUnknownMethod = (error: unknown): boolean =>
  error instanceof RpcError && error.code === RpcError.ErrorCode.UNSUPPORTED_METHOD;
