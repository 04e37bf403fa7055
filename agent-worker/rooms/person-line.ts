import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RemoteParticipant, Room, RoomEvent } from '@livekit/rtc-node';
import { AccessToken, type RoomServiceClient, type SipClient } from 'livekit-server-sdk';
import { RateConverter } from '../../media/live/rate-converter.ts';
import { AGENT_FRAME_SAMPLES, AGENT_SAMPLE_RATE, CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import { RoomCallerAudio } from '../conversation/room-caller-audio.ts';
import { CallControlError, type Door } from '../door.ts';
import type { SpokenLine } from '../tools/warm-transfer.ts';
import { AudioSubscriptions } from './audio-subscriptions.ts';
import { leaveRoom } from './leave-room.ts';
import type { WorkerLog } from './log.ts';
import type { LiveKitAccess } from './registration-types.ts';
import { RoomDoor } from './room-door.ts';
import { sipFailure } from './sip-failure.ts';

const PERSON = 'person';
const RING_SECONDS = 30;
const MAX_SECONDS = 4 * 3600;
/** Time for which the room exists after its last participant has left. */
const ROOM_SECONDS = 20;

export interface PersonCallsOptions {
  readonly livekit: LiveKitAccess;
  readonly rooms: Pick<RoomServiceClient, 'createRoom' | 'deleteRoom'>;
  readonly sip: Pick<SipClient, 'createSipParticipant'>;
  /** Outbound trunk of LiveKit SIP. */
  readonly trunkId: string;
  readonly log: WorkerLog;
}

/** The caller of another room, whom the person is joined with. */
export interface JoinedCaller {
  readonly room: Room;
  readonly identity: string;
  /** Receives the audio for the caller. */
  readonly door: Pick<Door, 'play'>;
}

/**
 * Calls to persons by LiveKit SIP, each in a room of its own: LiveKit has no way to keep people in one room from
 * hearing each other, and its open-source server cannot move a participant to another room. The audio therefore passes
 * through this process.
 */
export class PersonCalls {
  readonly #options: PersonCallsOptions;

  constructor(options: PersonCallsOptions) {
    this.#options = options;
  }

  /**
   * @param signal ends the call at any time
   * @throws CallControlError when they do not answer
   */
  async call(to: string, caller: JoinedCaller, signal: AbortSignal): Promise<RoomPersonLine> {
    const { livekit, rooms, sip, trunkId, log } = this.#options;
    const name = `transfer-${randomUUID()}`;
    const room = new Room();
    const line = new RoomPersonLine(room, caller, {
      signal,
      deleteRoom: () => rooms.deleteRoom(name),
      log,
    });
    try {
      await rooms.createRoom({ name, emptyTimeout: ROOM_SECONDS, departureTimeout: ROOM_SECONDS });
      const token = new AccessToken(livekit.apiKey, livekit.apiSecret, {
        identity: 'agent',
        ttl: MAX_SECONDS,
      });
      token.addGrant({ room: name, roomJoin: true });
      await room.connect(livekit.url.replace(/^http/, 'ws'), await token.toJwt(), {
        autoSubscribe: false,
        dynacast: false,
      });
      await line.open();
      await sip.createSipParticipant(trunkId, to, name, {
        participantIdentity: PERSON,
        ringingTimeout: RING_SECONDS,
        maxCallDuration: MAX_SECONDS,
        waitUntilAnswered: true,
      });
      return line;
    } catch (error) {
      await line.close();
      throw sipFailure(error, log, 'a call to a person was not answered');
    }
  }
}

interface LineOptions {
  readonly signal: AbortSignal;
  readonly deleteRoom: () => Promise<void>;
  readonly log: WorkerLog;
}

export class RoomPersonLine implements SpokenLine {
  readonly pressed: Promise<string | null>;
  /** Settles when they have hung up or were hung up on. */
  readonly ended: Promise<void>;
  readonly #room: Room;
  readonly #caller: JoinedCaller;
  readonly #options: LineOptions;
  readonly #subscriptions: AudioSubscriptions;
  #audio: readonly RoomCallerAudio[] = [];
  #door: RoomDoor | null = null;
  #isJoined = false;
  #hasEnded = false;
  #closed: Promise<void> | null = null;
  #end: () => void = () => undefined;

  constructor(room: Room, caller: JoinedCaller, options: LineOptions) {
    this.#room = room;
    this.#caller = caller;
    this.#options = options;
    this.#subscriptions = new AudioSubscriptions(room);
    this.ended = new Promise((resolve) => {
      this.#end = () => {
        this.#hasEnded = true;
        resolve();
      };
    });
    const key = new Promise<string>((resolve) => {
      room.on(RoomEvent.DtmfReceived, (_code: number, digit: string) => resolve(digit));
    });
    this.pressed = Promise.race([key, this.ended.then(() => null)]);
    room.on(RoomEvent.ParticipantDisconnected, ({ identity }: RemoteParticipant) => {
      if (identity === PERSON) this.#end();
    });
    room.on(RoomEvent.Disconnected, () => this.#end());
    options.signal.addEventListener('abort', this.#abort);
    if (options.signal.aborted) this.#abort();
  }

  get isJoined(): boolean {
    return this.#isJoined;
  }

  /** Call it once the room is connected. @throws CallControlError if it has been closed */
  async open(): Promise<void> {
    if (!this.#closed) {
      this.#subscriptions.scanRoom();
      this.#door = await RoomDoor.open(this.#room, this.#options.log);
    }
    if (!this.#closed) return;
    await this.#door?.close();
    await leaveRoom(this.#room);
    throw new CallControlError('the call is over');
  }

  async say(samples: Int16Array): Promise<void> {
    const beganMs = performance.now();
    for (let at = 0; at < samples.length && !this.#hasEnded && !this.#isJoined; ) {
      this.#door?.play(samples.slice(at, at + AGENT_FRAME_SAMPLES));
      at += AGENT_FRAME_SAMPLES;
      await sleep(Math.max(0, beganMs + (at * 1000) / AGENT_SAMPLE_RATE - performance.now()));
    }
    this.#door?.flush();
  }

  async join(): Promise<void> {
    const { room, identity, door } = this.#caller;
    if (this.#closed) throw new CallControlError('the call is over');
    this.#isJoined = true;
    this.#door?.drop();
    this.#audio = [
      listen(room, identity, (samples) => this.#door?.play(samples)),
      listen(this.#room, PERSON, (samples) => door.play(samples)),
    ];
  }

  /** Hangs up. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  readonly #abort = (): void => void this.close();

  async #close(): Promise<void> {
    const { signal, deleteRoom, log } = this.#options;
    signal.removeEventListener('abort', this.#abort);
    this.#end();
    for (const audio of this.#audio) audio.close();
    this.#subscriptions.close();
    const steps = await Promise.allSettled([deleteRoom(), this.#door?.close()]);
    const left = await Promise.allSettled([leaveRoom(this.#room)]);
    for (const step of [...steps, ...left]) {
      if (step.status === 'rejected') log.warn({ err: step.reason }, 'a call was not cleared away');
    }
  }
}

/** @param play receives the person's audio: mono, 24 kHz */
function listen(room: Room, callerIdentity: string, play: (samples: Int16Array) => void): RoomCallerAudio {
  const converter = new RateConverter(CALLER_SAMPLE_RATE, AGENT_SAMPLE_RATE);
  return new RoomCallerAudio({ room, callerIdentity, hear: (samples) => play(converter.push(samples)) });
}
