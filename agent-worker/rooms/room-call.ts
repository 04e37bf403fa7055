import { ParticipantKind, type RemoteParticipant, type Room, RoomEvent } from '@livekit/rtc-node';
import type { ConversationHandle } from '../conversation/types.ts';
import { type CallControl, CallControlError } from '../door.ts';
import { DtmfCollector, dtmfAsTurn } from '../telephone/dtmf-collector.ts';

/** Codes of telephone keys (RFC 4733 section 3.2). */
const KEYS = '0123456789*#ABCD';
/** Between two keys, so that each is heard as one. */
const KEY_MS = 250;

/** Transfers a SIP participant. */
export type TransferInRoom = (roomName: string, identity: string, to: string) => Promise<void>;

/** What can be done with a caller's call in a room: keys for everybody there, transfers for callers by telephone. */
export function roomCall(room: Room, callerIdentity: string, transfer: TransferInRoom): CallControl {
  const isTelephone = room.remoteParticipants.get(callerIdentity)?.info.kind === ParticipantKind.SIP;
  return {
    sendDtmf: async (keys) => {
      for (const key of keys) {
        const participant = room.localParticipant;
        if (!participant) throw new CallControlError('the room is not connected');
        await participant.publishDtmf(KEYS.indexOf(key), key);
        await new Promise((resolve) => setTimeout(resolve, KEY_MS));
      }
    },
    ...(isTelephone && {
      transfer: async (to: string) => {
        try {
          await transfer(room.name ?? '', callerIdentity, /^sips?:/i.test(to) ? to : `tel:${to}`);
        } catch {
          throw new CallControlError('the telephone network refused it');
        }
      },
    }),
  };
}

/** Keys that the caller presses become turns. @returns stops that */
export function hearKeys(room: Room, callerIdentity: string, handle: ConversationHandle): () => void {
  const collector = new DtmfCollector((keys) => handle.type(dtmfAsTurn(keys)));
  const pressed = (_code: number, key: string, { identity }: RemoteParticipant): void => {
    if (identity === callerIdentity && KEYS.includes(key)) collector.press(key);
  };
  room.on(RoomEvent.DtmfReceived, pressed);
  return () => {
    room.off(RoomEvent.DtmfReceived, pressed);
    collector.close();
  };
}
