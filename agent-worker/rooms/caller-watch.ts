/** Which participant the conversation in a room is with, and whether they are still there. */
import {
  DisconnectReason,
  type Participant,
  ParticipantKind,
  type RemoteParticipant,
  type Room,
  RoomEvent,
} from '@livekit/rtc-node';
import type { EndReason } from '../conversation/types.ts';

/**
 * Attribute in which LiveKit SIP reports the state of a call: `dialing`, `ringing`, `automation`, `active`, `hangup`.
 */
const CALL_STATUS = 'sip.callStatus';
/** States of a call that is not answered yet. */
const UNANSWERED: readonly (string | undefined)[] = ['dialing', 'ringing', 'automation'];
/** Reasons for which a call ends for good, as opposed to a lost connection. */
const HUNG_UP: readonly (DisconnectReason | undefined)[] = [
  DisconnectReason.CLIENT_INITIATED,
  DisconnectReason.USER_UNAVAILABLE,
  DisconnectReason.USER_REJECTED,
];

/** Kinds of participants that may be callers. Others (other agents, recorders, ...) are ignored. */
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

/**
 * LiveKit closes a room in which agents are alone after the room's departure timeout. A room that is closed by the
 * server leaves a thread of the media library behind for ever (rtc-node 0.13.35), so the agent leaves earlier.
 */
const BEFORE_CLOSING_MS = 2000;

export interface CallerWatchOptions {
  /** How long to wait for a caller to join. */
  readonly joinMs: number;
  /**
   * How long a caller who left may take to come back under the same identity, unless a telephone was hung up. Less
   * where the room is closed before.
   */
  readonly graceMs: number;
  /** The caller to wait for; null or undefined for the first one to join. */
  readonly callerIdentity?: string | null;
  /** Whether only a caller by telephone counts. */
  readonly onlyTelephones?: boolean;
}

/**
 * Watches a room from before it is connected. The conversation is with the intended caller, or else with the first one
 * seen; all other participants only listen. A person who is called becomes the caller by answering.
 */
export class CallerWatch {
  /** Resolves with the caller's identity, or with null when the conversation ends before there is a caller. */
  readonly caller: Promise<string | null>;
  /** Settles when no caller is left. Never settles after `close`. */
  readonly ended: Promise<EndReason>;
  readonly #room: Room;
  readonly #graceMs: number;
  readonly #onlyTelephones: boolean;
  #identity: string | null;
  #timer: NodeJS.Timeout | undefined;
  #found: (identity: string | null) => void = () => undefined;
  #end: (reason: EndReason) => void = () => undefined;

  constructor(room: Room, options: CallerWatchOptions) {
    const { joinMs, graceMs, callerIdentity = null, onlyTelephones = false } = options;
    this.#room = room;
    this.#identity = callerIdentity;
    this.#graceMs = graceMs;
    this.#onlyTelephones = onlyTelephones;
    this.caller = new Promise((resolve) => {
      this.#found = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    room.on(RoomEvent.ParticipantConnected, this.#joined);
    room.on(RoomEvent.ParticipantAttributesChanged, this.#changed);
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
    this.#room.off(RoomEvent.ParticipantAttributesChanged, this.#changed);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#left);
    this.#room.off(RoomEvent.Disconnected, this.#disconnected);
    this.#found(null);
  }

  readonly #joined = (participant: RemoteParticipant): void => {
    if (this.#identity === null && !this.#isCaller(participant)) return;
    if (this.#identity !== null && this.#identity !== participant.identity) return;
    this.#identity = participant.identity;
    clearTimeout(this.#timer);
    if (!isUnanswered(participant)) this.#found(participant.identity);
  };

  readonly #changed = (_changes: unknown, { identity }: Participant): void => {
    const participant = this.#room.remoteParticipants.get(identity);
    if (participant && identity === this.#identity && !isUnanswered(participant)) this.#found(identity);
  };

  readonly #left = (participant: RemoteParticipant): void => {
    if (participant.identity !== this.#identity) return;
    clearTimeout(this.#timer);
    if (hasHungUp(participant)) {
      this.#over('caller_left');
      return;
    }
    this.#timer = setTimeout(() => {
      // The caller is back with a new session before the old one was seen to end.
      if (!this.#room.remoteParticipants.has(participant.identity)) this.#over('caller_left');
    }, this.#graceUntilClosing());
  };

  #graceUntilClosing(): number {
    const closesMs = 1000 * this.#room.departureTimeout - BEFORE_CLOSING_MS;
    return closesMs > 0 ? Math.min(this.#graceMs, closesMs) : this.#graceMs;
  }

  readonly #disconnected = (reason?: DisconnectReason): void => {
    this.#over(ORDERLY.includes(reason) ? 'caller_left' : 'failed');
  };

  #isCaller(participant: RemoteParticipant): boolean {
    if (this.#onlyTelephones) return isTelephone(participant);
    return CALLERS.includes(participant.info.kind) && !participant.attributes[ON_BEHALF];
  }

  #over(reason: EndReason): void {
    this.close();
    this.#end(reason);
  }
}

function joinedAt({ info }: RemoteParticipant): bigint {
  return info.joinedAt ?? 0n;
}

function isTelephone({ info }: RemoteParticipant): boolean {
  return info.kind === ParticipantKind.SIP;
}

function isUnanswered(participant: RemoteParticipant): boolean {
  return isTelephone(participant) && UNANSWERED.includes(participant.attributes[CALL_STATUS]);
}

function hasHungUp(participant: RemoteParticipant): boolean {
  return isTelephone(participant) && HUNG_UP.includes(participant.disconnectReason);
}
