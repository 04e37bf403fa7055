/** Which participant the conversation in a room is with, and whether they are still there. */
import {
  DisconnectReason,
  ParticipantKind,
  type RemoteParticipant,
  type Room,
  RoomEvent,
} from '@livekit/rtc-node';
import type { EndReason } from '../conversation/types.ts';

/** Participants of any other kind (other agents, recorders, ...) are not talked to. */
const CALLERS: readonly (ParticipantKind | undefined)[] = [
  ParticipantKind.STANDARD,
  ParticipantKind.SIP,
  ParticipantKind.CONNECTOR,
  undefined,
];
/** Set by LiveKit's agents on participants that publish on an agent's behalf, such as avatars. */
const ON_BEHALF = 'lk.publish_on_behalf';

/** The room was closed, or the agent was removed from it: not a failure. */
const ORDERLY: readonly (DisconnectReason | undefined)[] = [
  DisconnectReason.ROOM_DELETED,
  DisconnectReason.ROOM_CLOSED,
  DisconnectReason.PARTICIPANT_REMOVED,
];

export interface CallerWatchOptions {
  /** How long to wait for a caller to join. */
  readonly joinMs: number;
  /** How long a caller who left may take to come back under the same identity. */
  readonly graceMs: number;
  /** The caller to wait for; null or undefined for the first one to join. */
  readonly callerIdentity?: string | null;
}

/**
 * Watches a room from before it is connected. The conversation is with the caller it is meant for, or else with the
 * first one seen; everyone else in the room only listens.
 */
export class CallerWatch {
  /** Resolves with the caller's identity, or with null when the conversation ends before there is a caller. */
  readonly caller: Promise<string | null>;
  /** Settles when there is nobody left to talk to. Never settles after `close`. */
  readonly ended: Promise<EndReason>;
  readonly #room: Room;
  readonly #graceMs: number;
  #identity: string | null;
  #timer: NodeJS.Timeout | undefined;
  #found: (identity: string | null) => void = () => undefined;
  #end: (reason: EndReason) => void = () => undefined;

  constructor(room: Room, { joinMs, graceMs, callerIdentity = null }: CallerWatchOptions) {
    this.#room = room;
    this.#identity = callerIdentity;
    this.#graceMs = graceMs;
    this.caller = new Promise((resolve) => {
      this.#found = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    room.on(RoomEvent.ParticipantConnected, this.#joined);
    room.on(RoomEvent.ParticipantDisconnected, this.#left);
    room.on(RoomEvent.Disconnected, this.#disconnected);
    this.#timer = setTimeout(() => this.#over('caller_left'), joinMs);
  }

  /** Looks for callers already in the room. Call it once the room is connected. */
  scanRoom(): void {
    const present = [...this.#room.remoteParticipants.values()];
    present.sort((a, b) => Number(joinedAt(a) - joinedAt(b)));
    for (const participant of present) this.#joined(participant);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#room.off(RoomEvent.ParticipantConnected, this.#joined);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#left);
    this.#room.off(RoomEvent.Disconnected, this.#disconnected);
    this.#found(null);
  }

  readonly #joined = (participant: RemoteParticipant): void => {
    if (this.#identity === null && !isCaller(participant)) return;
    if (this.#identity !== null && this.#identity !== participant.identity) return;
    this.#identity = participant.identity;
    clearTimeout(this.#timer);
    this.#found(participant.identity);
  };

  readonly #left = (participant: RemoteParticipant): void => {
    if (participant.identity !== this.#identity) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // The caller is back with a new session before the old one was seen to end.
      if (!this.#room.remoteParticipants.has(participant.identity)) this.#over('caller_left');
    }, this.#graceMs);
  };

  readonly #disconnected = (reason?: DisconnectReason): void => {
    this.#over(ORDERLY.includes(reason) ? 'caller_left' : 'failed');
  };

  #over(reason: EndReason): void {
    this.close();
    this.#end(reason);
  }
}

function joinedAt({ info }: RemoteParticipant): bigint {
  return info.joinedAt ?? 0n;
}

function isCaller(participant: RemoteParticipant): boolean {
  return CALLERS.includes(participant.info.kind) && !participant.attributes[ON_BEHALF];
}
