import { ParticipantKind, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';
import type { ConversationHandle } from '../conversation/types.ts';
import { type CallControl, CallControlError } from '../door.ts';
import { DtmfCollector, dtmfAsTurn } from '../telephone/dtmf-collector.ts';
import type { WorkerLog } from './log.ts';
import { sipFailure } from './sip-failure.ts';

/** Codes of telephone keys (RFC 4733 section 3.2). */
const KEYS = '0123456789*#ABCD';
/** Interval between keys: LiveKit SIP presses each key for 250 ms and then pauses for as long. */
const KEY_MS = 500;

/** Transfers a SIP participant. */
export type TransferInRoom = (roomName: string, identity: string, to: string) => Promise<void>;

/** The participant with whom a conversation in a room is held. */
export interface RoomCaller {
  readonly identity: string;
  /** Whether they joined through LiveKit SIP. */
  readonly isTelephone: boolean;
}

export function callerIn(room: Room, identity: string): RoomCaller {
  const isTelephone = room.remoteParticipants.get(identity)?.info.kind === ParticipantKind.SIP;
  return { identity, isTelephone };
}

export interface RoomCallOptions {
  readonly transfer: TransferInRoom;
  readonly log: WorkerLog;
  /** Absent without an outbound trunk. */
  readonly askPerson?: NonNullable<CallControl['askPerson']>;
}

/** Actions on a caller's call in a room: keys for all participants, transfers for callers by telephone. */
export function roomCall(
  room: Room,
  caller: RoomCaller,
  { transfer, log, askPerson }: RoomCallOptions,
): CallControl {
  return {
    ...(askPerson && { askPerson }),
    sendDtmf: async (keys) => {
      for (const key of keys) {
        const participant = room.localParticipant;
        if (!participant) throw new CallControlError('the room is not connected');
        await participant.publishDtmf(KEYS.indexOf(key), key);
        await new Promise((resolve) => setTimeout(resolve, KEY_MS));
      }
    },
    ...(caller.isTelephone && {
      transfer: async (to: string) => {
        try {
          await transfer(room.name ?? '', caller.identity, /^sips?:/i.test(to) ? to : `tel:${to}`);
        } catch (error) {
          throw sipFailure(error, log, 'a transfer was refused');
        }
      },
    }),
  };
}

/**
 * Turns keys that the caller presses into turns of the conversation.
 * @returns a function that stops this
 */
export function hearKeys(room: Room, caller: RoomCaller, handle: ConversationHandle): () => void {
  const collector = new DtmfCollector((keys) => handle.type(dtmfAsTurn(keys)));
  const pressed = (_code: number, key: string, { identity }: RemoteParticipant): void => {
    if (identity === caller.identity && KEYS.includes(key)) collector.press(key);
  };
  room.on(RoomEvent.DtmfReceived, pressed);
  return () => {
    room.off(RoomEvent.DtmfReceived, pressed);
    collector.close();
  };
}
