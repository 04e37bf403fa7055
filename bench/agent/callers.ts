/** Simulated callers: one in a LiveKit room, one on the WebSocket. */
import { once } from 'node:events';
import { AudioStream, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import { WebSocket } from 'ws';
import { leaveRoom } from '../../agent-worker/rooms/leave-room.ts';
import { decodePcm16ToInt16 } from '../../media/pcm.ts';
import { blockLevels, CALLER_RATE, type Clip } from '../../scenarios/caller/clip.ts';
import { BLOCK_MS, HeardSound, VOICE_LEVEL } from '../../scenarios/caller/heard-sound.ts';
import { Microphone, type Spoken } from '../../scenarios/caller/microphone.ts';
import {
  createRoomMicrophone,
  ROOM_FRAME_MS,
  type RoomMicrophone,
} from '../../scenarios/caller/room-microphone.ts';

const LISTENING_RATE = 24_000;
const LISTENING_BLOCK = (LISTENING_RATE * BLOCK_MS) / 1000;

export interface Caller {
  readonly heard: HeardSound;
  /** Times at which the agent detected the end of the caller's turn; only on the WebSocket. */
  readonly turnsMs: readonly number[];
  /** Times of the messages that stop the agent's audio. */
  readonly stopsMs: readonly number[];
  speak(clip: Clip): Promise<Spoken>;
  leave(): Promise<void>;
}

/** A caller in a room. The media library delivers audio as on a listener's machine. */
export class RoomCaller implements Caller {
  readonly heard = new HeardSound();
  readonly turnsMs: readonly number[] = [];
  readonly stopsMs: number[] = [];
  readonly #room: Room;
  readonly #track: RoomMicrophone;
  readonly #microphone: Microphone;

  private constructor(room: Room, track: RoomMicrophone) {
    this.#room = room;
    this.#track = track;
    this.#microphone = new Microphone(track.line);
  }

  static async join(url: string, token: string): Promise<RoomCaller> {
    const room = new Room();
    let caller: RoomCaller | null = null;
    room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind !== TrackKind.KIND_AUDIO) return;
      const stream = new AudioStream(track, {
        sampleRate: LISTENING_RATE,
        numChannels: 1,
        frameSizeMs: ROOM_FRAME_MS,
      });
      void (async () => {
        for await (const { data } of stream) {
          const nowMs = performance.now();
          // Blocks are timed by their position in the frame.
          const levels = blockLevels(data, LISTENING_BLOCK);
          for (const [i, level] of levels.entries()) {
            if (level >= VOICE_LEVEL) caller?.heard.voiced(nowMs - (levels.length - 1 - i) * BLOCK_MS);
          }
        }
      })();
    });
    room.on(RoomEvent.DataReceived, (packet, _from, _kind, topic) => {
      if (topic !== 'agent') return;
      const { data } = JSON.parse(Buffer.from(packet).toString()) as { data: { type: string } };
      if (data.type === 'stop_audio_response') caller?.stopsMs.push(performance.now());
    });
    await room.connect(url, token, { autoSubscribe: true, dynacast: false });
    const track = createRoomMicrophone();
    caller = new RoomCaller(room, track);
    await track.publish(room);
    return caller;
  }

  speak(clip: Clip): Promise<Spoken> {
    return this.#microphone.speak(clip);
  }

  async leave(): Promise<void> {
    this.#microphone.close();
    await this.#track.close();
    await leaveRoom(this.#room);
  }
}

/** The server has no capacity for another caller. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server refused a caller with ${status}`);
    this.status = status;
  }
}

/** A caller on the agent socket. It plays audio as it comes, and stops when notified. */
export class SocketCaller implements Caller {
  readonly heard = new HeardSound();
  readonly turnsMs: number[] = [];
  readonly stopsMs: number[] = [];
  readonly #socket: WebSocket;
  readonly #microphone: Microphone;
  /** Time until which there is audio to play. */
  #playsUntilMs = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data));
    this.#microphone = new Microphone({
      frameMs: 20,
      send: (frame) => {
        if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.from(frame.buffer));
      },
    });
  }

  /**
   * @param query parameters of the agent socket, credentials included
   * @throws Refused
   */
  static async join(port: number, query: Readonly<Record<string, string>>): Promise<SocketCaller> {
    const all = new URLSearchParams({
      lang_code: 'en',
      incoming_sampling_rate: String(CALLER_RATE),
      return_sampling_rate: String(LISTENING_RATE),
      audio_field: 'audio',
      ...query,
    });
    const socket = new WebSocket(`ws://127.0.0.1:${port}/agents?${all}`);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
      socket.once('unexpected-response', (_request, { statusCode = 0 }) => {
        reject(new Refused(statusCode));
        socket.terminate();
      });
    });
    return new SocketCaller(socket);
  }

  speak(clip: Clip): Promise<Spoken> {
    return this.#microphone.speak(clip);
  }

  async leave(): Promise<void> {
    this.#microphone.close();
    this.#socket.close();
    if (this.#socket.readyState !== WebSocket.CLOSED) await once(this.#socket, 'close');
  }

  #receive(message: Buffer): void {
    const nowMs = performance.now();
    const { data } = JSON.parse(message.toString()) as { data: { type: string; audio?: string } };
    if (data.type === 'user_transcript') this.turnsMs.push(nowMs);
    else if (data.type === 'stop_audio_response') {
      this.stopsMs.push(nowMs);
      this.heard.forgetAfter(nowMs);
      this.#playsUntilMs = nowMs;
    } else if (data.type === 'audio_response' && data.audio !== undefined) this.#play(data.audio, nowMs);
  }

  #play(audio: string, nowMs: number): void {
    const samples = decodePcm16ToInt16(Buffer.from(audio, 'base64'));
    const startsMs = Math.max(nowMs, this.#playsUntilMs);
    for (const [i, level] of blockLevels(samples, LISTENING_BLOCK).entries()) {
      if (level >= VOICE_LEVEL) this.heard.voiced(startsMs + i * BLOCK_MS);
    }
    this.#playsUntilMs = startsMs + (samples.length * 1000) / LISTENING_RATE;
  }
}
