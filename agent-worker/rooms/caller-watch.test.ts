import { EventEmitter } from 'node:events';
import {
  DisconnectReason,
  ParticipantKind,
  type RemoteParticipant,
  type Room,
  RoomEvent,
} from '@livekit/rtc-node';
import { expect, test } from 'vitest';
import { CallerWatch, type CallerWatchOptions } from './caller-watch.ts';

const JOIN_MS = 40;
const GRACE_MS = 40;
const CALL_STATUS = 'sip.callStatus';

/** Data of LiveKit's client about the other participants in a room. */
class Others extends EventEmitter {
  readonly remoteParticipants = new Map<string, RemoteParticipant>();
  /** In seconds. */
  departureTimeout = 20;

  watch(options: Partial<CallerWatchOptions>): CallerWatch {
    return new CallerWatch(this as unknown as Room, { joinMs: JOIN_MS, graceMs: GRACE_MS, ...options });
  }

  joins(identity: string, kind: ParticipantKind, status?: string): void {
    const attributes = status === undefined ? {} : { [CALL_STATUS]: status };
    const one = { identity, info: { kind }, attributes, disconnectReason: undefined };
    this.remoteParticipants.set(identity, one as unknown as RemoteParticipant);
    this.emit(RoomEvent.ParticipantConnected, one);
  }

  becomes(identity: string, status: string): void {
    const one = this.remoteParticipants.get(identity)!;
    one.attributes[CALL_STATUS] = status;
    this.emit(RoomEvent.ParticipantAttributesChanged, { [CALL_STATUS]: status }, one);
  }

  leaves(identity: string, disconnectReason: DisconnectReason): void {
    const one = this.remoteParticipants.get(identity);
    this.remoteParticipants.delete(identity);
    this.emit(RoomEvent.ParticipantDisconnected, { ...one, disconnectReason });
  }
}

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
/** Whether the promise is settled by now. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  const pending = Symbol();
  return (await Promise.race([promise, wait(0).then(() => pending)])) !== pending;
};

test('a person who is called is a caller once they have answered, however long it rings', async () => {
  const room = new Others();
  const watch = room.watch({ callerIdentity: 'phone' });
  room.joins('phone', ParticipantKind.SIP, 'dialing');
  room.becomes('phone', 'ringing');
  await wait(2 * JOIN_MS);
  expect(await isSettled(watch.caller)).toBe(false);
  room.becomes('phone', 'active');
  expect(await watch.caller).toBe('phone');
});

test('a call that is not answered ends when LiveKit SIP ends it', async () => {
  const room = new Others();
  const watch = room.watch({ callerIdentity: 'phone' });
  room.joins('phone', ParticipantKind.SIP, 'ringing');
  room.leaves('phone', DisconnectReason.USER_REJECTED);
  expect(await watch.caller).toBeNull();
  expect(await watch.ended).toBe('caller_left');
});

test('if only telephones count, all others are ignored', async () => {
  const room = new Others();
  const watch = room.watch({ onlyTelephones: true });
  room.joins('browser', ParticipantKind.STANDARD);
  expect(await isSettled(watch.caller)).toBe(false);
  room.joins('phone', ParticipantKind.SIP, 'active');
  expect(await watch.caller).toBe('phone');
});

test('a telephone that is hung up does not come back; a lost connection and a browser may', async () => {
  for (const [kind, reason, isOver] of [
    [ParticipantKind.SIP, DisconnectReason.CLIENT_INITIATED, true],
    [ParticipantKind.SIP, DisconnectReason.SIGNAL_CLOSE, false],
    [ParticipantKind.STANDARD, DisconnectReason.CLIENT_INITIATED, false],
  ] as const) {
    const room = new Others();
    const watch = room.watch({ graceMs: 10_000 });
    room.joins('caller', kind);
    expect(await watch.caller).toBe('caller');
    room.leaves('caller', reason);
    expect(await isSettled(watch.ended), `${kind} ${reason}`).toBe(isOver);
    watch.close();
  }
});

test('the agent leaves before LiveKit closes the room', async () => {
  const room = new Others();
  room.departureTimeout = 2.05;
  const watch = room.watch({ graceMs: 10_000 });
  room.joins('caller', ParticipantKind.STANDARD);
  room.leaves('caller', DisconnectReason.CLIENT_INITIATED);
  expect(await watch.ended).toBe('caller_left');
});
