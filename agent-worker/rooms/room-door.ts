/**
 * A room as a conversation's output: speech on a track, messages as data. The caller's speech is received by
 * AgentSession.
 */
import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  type Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { RateConverter } from '../../media/live/rate-converter.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import type { AgentMessage, CallControl, Door } from '../door.ts';
import type { WorkerLog } from './log.ts';

/** Topic of the agent's messages, and the name of its track. */
const AGENT_TOPIC = 'agent';
const TRACK_NAME = 'agent';
/**
 * Highest amount of speech in the media library, which plays it by its own clock, and silence if it has none. Its clock
 * thus never stops; after a gap the listeners' jitter buffers would take audio for late, and grow.
 */
const LEAD_MS = 100;
/** Length of a frame. */
const STEP_MS = 10;
/** Frames waiting to be taken by the media library: 400 ms, more than its queue. Anything beyond that is too late. */
const MAX_WAITING_FRAMES = 20;
/** Messages waiting to be sent. A room this far behind is broken. */
const MAX_WAITING_MESSAGES = 100;
/** Data packets above about 15 KiB get lost on the way (LiveKit documentation, "Data packets", size limits). */
const MAX_PACKET_BYTES = 14_000;

/** Messages sent to a room on topic `agent`: as on the WebSocket, except that audio goes over the track. */
type RoomMessage = AgentMessage | { readonly type: 'audio_response' };

/**
 * Publishes a microphone track `agent`. Every message is sent twice on topic `agent`, as a text stream and as a
 * reliable data packet, because clients listen to one or the other: `{"data": {"type", "text"?}}`. The first audio of
 * each utterance is announced by an `audio_response` without audio.
 */
export class RoomDoor implements Door {
  readonly leadMs = LEAD_MS;
  /** Controls of the caller's call; empty until the caller is known. */
  call: CallControl = {};
  readonly #room: Room;
  readonly #source: AudioSource;
  readonly #track: LocalAudioTrack;
  readonly #log: WorkerLog;
  readonly #converter: RateConverter;
  readonly #frames: Int16Array[] = [];
  readonly #messages: RoomMessage[] = [];
  /** Number of samples of the current utterance so far. */
  #samples = 0;
  #isPumping = false;
  #isSending = false;
  #isAnnounced = false;
  #isClosed = false;
  #hasComplained = false;

  private constructor(
    room: Room,
    media: { readonly source: AudioSource; readonly track: LocalAudioTrack; readonly rate: number },
    log: WorkerLog,
  ) {
    const { source, track, rate } = media;
    this.#room = room;
    this.#source = source;
    this.#track = track;
    this.#log = log;
    this.#converter = new RateConverter(AGENT_SAMPLE_RATE, rate);
  }

  /**
   * @param rate of the track, in Hz. WebRTC supports any rate; the bandwidth of the audio is half of it
   * @throws Error when the track cannot be published
   */
  static async open(room: Room, log: WorkerLog, rate = AGENT_SAMPLE_RATE): Promise<RoomDoor> {
    const participant = room.localParticipant;
    if (participant === undefined) throw new Error('the room is not connected');
    const source = new AudioSource(rate, 1, LEAD_MS);
    const track = LocalAudioTrack.createAudioTrack(TRACK_NAME, source);
    const door = new RoomDoor(room, { source, track, rate }, log);
    try {
      await participant.publishTrack(
        track,
        new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: true, red: true }),
      );
      return door;
    } catch (error) {
      await door.close();
      throw error;
    }
  }

  play(frame: Int16Array): void {
    if (this.#isClosed) return;
    if (!this.#isAnnounced) {
      this.#isAnnounced = true;
      this.#enqueue({ type: 'audio_response' });
    }
    if (this.#frames.length >= MAX_WAITING_FRAMES) {
      this.#complain({}, 'the room does not accept audio in time');
      this.#frames.shift();
    }
    this.#queue(this.#converter.push(frame));
  }

  drop(): void {
    this.#frames.length = 0;
    this.#converter.reset();
    this.#samples = 0;
    this.#isAnnounced = false;
    if (!this.#isClosed) this.#source.clearQueue();
  }

  flush(): void {
    if (!this.#isClosed) {
      this.#queue(this.#converter.flush());
      this.#fillStep();
    }
    this.#isAnnounced = false;
    this.#hasComplained = false;
  }

  message(message: AgentMessage): void {
    this.#enqueue(message);
  }

  /** Stops the track. The room stays connected. Idempotent. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#frames.length = 0;
    this.#messages.length = 0;
    // This closes the source as well.
    await this.#track.close();
  }

  /** The library would keep an incomplete step, and put it before the next utterance. */
  #fillStep(): void {
    const step = Math.floor((this.#source.sampleRate * STEP_MS) / 1000);
    const rest = this.#samples % step;
    if (rest > 0) this.#queue(new Int16Array(step - rest));
    this.#samples = 0;
  }

  #queue(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#samples += samples.length;
    // A copy with its own buffer: the media library reads a frame's buffer from its very beginning.
    this.#frames.push(samples.slice());
    void this.#pump();
  }

  /** Passes on frames one at a time, in order. */
  async #pump(): Promise<void> {
    if (this.#isPumping) return;
    this.#isPumping = true;
    try {
      for (;;) {
        const frame = this.#frames.shift();
        if (frame === undefined) break;
        await this.#source.captureFrame(new AudioFrame(frame, this.#source.sampleRate, 1, frame.length));
      }
    } catch (err) {
      this.#frames.length = 0;
      if (!this.#isClosed) this.#complain({ err }, 'audio was not accepted by the room');
    } finally {
      this.#isPumping = false;
    }
  }

  #enqueue(message: RoomMessage): void {
    if (this.#isClosed) return;
    if (this.#messages.length >= MAX_WAITING_MESSAGES) {
      this.#complain({ type: message.type }, 'the room does not accept messages');
      return;
    }
    this.#messages.push(message);
    void this.#sendAll();
  }

  /** Sends messages one at a time, in order. */
  async #sendAll(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    for (;;) {
      const message = this.#messages.shift();
      if (message === undefined) break;
      try {
        await this.#send(JSON.stringify({ data: message }));
      } catch (err) {
        if (!this.#isClosed) this.#log.warn({ err, type: message.type }, 'a message did not reach the room');
      }
    }
    this.#isSending = false;
  }

  async #send(json: string): Promise<void> {
    const participant = this.#room.localParticipant;
    if (participant === undefined || !this.#room.isConnected) return;
    const packet = Buffer.from(json);
    const sent = await Promise.allSettled([
      participant.sendText(json, { topic: AGENT_TOPIC }),
      packet.length <= MAX_PACKET_BYTES
        ? participant.publishData(Uint8Array.from(packet), { reliable: true, topic: AGENT_TOPIC })
        : undefined,
    ]);
    for (const result of sent) if (result.status === 'rejected') throw result.reason;
  }

  /** Logs once per utterance: a failure repeats fifty times a second. */
  #complain(fields: object, message: string): void {
    if (this.#hasComplained) return;
    this.#hasComplained = true;
    this.#log.warn(fields, message);
  }
}
