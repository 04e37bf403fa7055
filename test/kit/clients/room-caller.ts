/** The two sides of a room in tests: a caller using @livekit/rtc-node, and a conversation that only plays a tone. */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  type RemoteParticipant,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { AccessToken, RoomAgentDispatch, RoomConfiguration } from 'livekit-server-sdk';
import { AGENT_FRAME_SAMPLES, AGENT_SAMPLE_RATE } from '../../../agent-worker/audio-rates.ts';
import type {
  ConversationHandle,
  ConversationSettings,
  EndReason,
} from '../../../agent-worker/conversation/types.ts';
import type { AgentMessage, Door } from '../../../agent-worker/door.ts';
import { leaveRoom } from '../../../agent-worker/rooms/leave-room.ts';
import type { WorkerLog } from '../../../agent-worker/rooms/log.ts';
import type { RoomPlan } from '../../../agent-worker/rooms/room-session.ts';
import { sleep, until } from '../server.ts';
import type { LiveKitServer } from '../servers/livekit.ts';
import { Microphone } from './caller.ts';

export const TONE_HZ = 440;
const CALLER_RATE = 16_000;
const CALLER_FRAME = CALLER_RATE / 50;
/** Allows for busy machines. */
const PATIENCE_MS = 60_000;

export interface TokenOptions {
  readonly room: string;
  readonly identity?: string;
  /** Agents that the room dispatches when this caller is the first in it. */
  readonly agents?: readonly { readonly agentName: string; readonly metadata?: string }[];
  /** Joins as an agent of this name instead of a caller. */
  readonly asAgent?: string;
}

async function callerToken(server: LiveKitServer, options: TokenOptions): Promise<string> {
  const { room, identity = 'caller', agents = [] } = options;
  const token = new AccessToken(server.apiKey, server.apiSecret, { identity, ttl: '10m' });
  token.addGrant({ roomJoin: true, room, canPublish: true, canSubscribe: true, canPublishData: true });
  if (options.asAgent !== undefined) {
    token.kind = 'agent';
    token.attributes = { 'lk.agent_name': options.asAgent };
  }
  if (agents.length > 0) {
    token.roomConfig = new RoomConfiguration({
      agents: agents.map(({ agentName, metadata = '' }) => new RoomAgentDispatch({ agentName, metadata })),
    });
  }
  return token.toJwt();
}

/** A transcription of a participant's speech, as LiveKit's front ends get it. */
export interface Transcription {
  readonly identity: string;
  readonly isFinal: boolean;
  text: string;
}

/** A participant that records everything it receives. */
export class Caller {
  readonly room = new Room();
  /** Messages on topic `agent`, in order, from text streams and from data packets. */
  readonly streamed: Record<string, unknown>[] = [];
  readonly packets: Record<string, unknown>[] = [];
  /** Level (RMS of 16-bit samples) of the agent's audio, per 10 ms. */
  readonly levels: number[] = [];
  /** On topic lk.transcription, in the order in which they began. */
  readonly transcriptions: Transcription[] = [];
  /** Every state that an agent has published. */
  readonly states: string[] = [];
  /** Number of zero crossings of the agent's audio in each loud frame. */
  readonly #crossings: number[] = [];
  readonly #heard: ReadableStreamDefaultReader<AudioFrame>[] = [];
  #microphone: LocalAudioTrack | null = null;
  #source: AudioSource | null = null;
  #voice: Microphone | null = null;

  private constructor() {
    this.room.on(RoomEvent.DataReceived, (data, _participant, _kind, topic) => {
      if (topic === 'agent') this.packets.push(JSON.parse(Buffer.from(data).toString()));
    });
    this.room.registerTextStreamHandler('agent', async (reader) => {
      // Its position is where it began, whenever it ends.
      const place = this.streamed.push({}) - 1;
      const text = await reader.readAll().catch(() => '{}');
      this.streamed[place] = JSON.parse(text);
    });
    this.room.registerTextStreamHandler('lk.transcription', async (reader, { identity }) => {
      const isFinal = reader.info.attributes?.['lk.transcription_final'] === 'true';
      const transcription: Transcription = { identity, isFinal, text: '' };
      this.transcriptions.push(transcription);
      try {
        for await (const piece of reader) transcription.text += piece;
      } catch {
        // The speaker left in the middle of it.
      }
    });
    this.room.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
      const state = changed['lk.agent.state'];
      if (state) this.states.push(state);
    });
    this.room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === TrackKind.KIND_AUDIO)
        void this.#listen(new AudioStream(track, AGENT_SAMPLE_RATE, 1));
    });
  }

  static async join(server: LiveKitServer, options: TokenOptions): Promise<Caller> {
    return Caller.enter(server.url, await callerToken(server, options));
  }

  /** @param token a room token from the API */
  static async enter(url: string, token: string): Promise<Caller> {
    const caller = new Caller();
    await caller.room.connect(url, token, { autoSubscribe: true, dynacast: false });
    return caller;
  }

  get agents(): RemoteParticipant[] {
    return [...this.room.remoteParticipants.values()].filter(({ identity }) => identity.startsWith('agent-'));
  }

  /**
   * Frequency of the received audio, for a pure tone: two zero crossings per period. The median over tenths of a
   * second, since a busy machine causes gaps, which are filled with concealment audio.
   */
  get heardHz(): number {
    const hz: number[] = [];
    for (let i = 0; i + 10 <= this.#crossings.length; i += 10) {
      const crossings = this.#crossings.slice(i, i + 10).reduce((sum, count) => sum + count, 0);
      hz.push(crossings / 2 / 0.1);
    }
    return hz.sort((a, b) => a - b)[hz.length >> 1] ?? 0;
  }

  /** Sends 16 kHz samples into the room in real time, and nothing after them. */
  async speak(samples: Int16Array): Promise<void> {
    const source = await this.#publish();
    for (let i = 0; i < samples.length; i += CALLER_FRAME) {
      const frame = new Int16Array(CALLER_FRAME);
      frame.set(samples.subarray(i, i + CALLER_FRAME));
      await source.captureFrame(new AudioFrame(frame, CALLER_RATE, 1, CALLER_FRAME));
    }
  }

  /** Sends samples with a microphone that stays open, as people's do. Settles when they were sent. */
  async say(samples: Int16Array): Promise<void> {
    await this.openMicrophone();
    await this.#voice?.speak(samples);
  }

  async openMicrophone(): Promise<void> {
    if (this.#voice) return;
    const source = await this.#publish();
    this.#voice ??= new Microphone((samples) => {
      const frame = new AudioFrame(samples, CALLER_RATE, 1, samples.length);
      // After the room was left there is nothing to send to.
      source.captureFrame(frame).catch(() => undefined);
    });
  }

  /** Publishes another track for further speech. */
  async changeMicrophone(): Promise<void> {
    const track = this.#microphone;
    this.#voice?.close();
    this.#voice = null;
    this.#source = null;
    this.#microphone = null;
    if (track?.sid) await this.room.localParticipant?.unpublishTrack(track.sid);
    await track?.close();
  }

  async #publish(): Promise<AudioSource> {
    if (this.#source) return this.#source;
    this.#source = new AudioSource(CALLER_RATE, 1, 200);
    this.#microphone = LocalAudioTrack.createAudioTrack('microphone', this.#source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
    const published = await this.room.localParticipant?.publishTrack(this.#microphone, options);
    // Audio is lost before anybody has subscribed.
    if (this.agents.length > 0) await Promise.race([published?.waitForSubscription(), sleep(10_000)]);
    return this.#source;
  }

  /** Whether audio was received since `levels` had this length. */
  hearsSince(length: number): boolean {
    return this.levels.slice(length).some((level) => level > 500);
  }

  /** Whether the last `ms` milliseconds were silent. */
  isQuietFor(ms: number): boolean {
    const last = this.levels.slice(-ms / 10);
    return last.length >= ms / 10 && last.every((level) => level < 100);
  }

  async leave(): Promise<void> {
    this.#voice?.close();
    this.#voice = null;
    await this.#microphone?.close();
    // A stream whose track disappears with the room may never be notified of its end, and would stay open.
    await Promise.all(this.#heard.map((stream) => stream.cancel()));
    await leaveRoom(this.room);
  }

  async #listen(stream: AudioStream): Promise<void> {
    let sign = 0;
    const reader = stream.getReader();
    this.#heard.push(reader);
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const { data } = value;
      let energy = 0;
      for (const sample of data) energy += sample * sample;
      const level = Math.sqrt(energy / data.length);
      this.levels.push(level);
      if (level <= 500) continue;
      let crossings = 0;
      for (const sample of data) {
        const now = Math.sign(sample);
        if (now !== 0 && now !== sign) crossings++;
        if (now !== 0) sign = now;
      }
      this.#crossings.push(crossings);
    }
  }
}

/**
 * Lets callers enter one after another, each as soon as the previous one hears its agent. LiveKit drops a job that no
 * worker claims within a second, and many concurrent connections keep a machine busy for longer than that.
 * @param enter brings the next caller
 */
export async function enterInTurn(count: number, enter: () => Promise<Caller>): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (let i = 0; i < count; i++) {
    const caller = await enter();
    await until(`caller ${i + 1} hears an agent`, () => caller.hearsSince(0), PATIENCE_MS);
    callers.push(caller);
  }
  return callers;
}

/** Plays an endless tone and echoes typed text. */
export class ToneConversation implements ConversationHandle {
  readonly isClosing = false;
  readonly ended: Promise<EndReason>;
  readonly caller: string;
  readonly room: Room;
  readonly door: Door;
  closedFor: EndReason | null = null;
  #end: (reason: EndReason) => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #phase = 0;

  constructor(room: Room, door: Door, caller: string) {
    this.room = room;
    this.door = door;
    this.caller = caller;
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    const beganMs = performance.now();
    let frames = 0;
    this.#timer = setInterval(() => {
      const due = (performance.now() - beganMs + door.leadMs / 2) / 20;
      for (; frames < due; frames++) door.play(this.#tone());
    }, 10);
  }

  pushAudio(): void {}

  type(text: string): void {
    const messages: AgentMessage[] = [
      { type: 'stop_audio_response' },
      { type: 'user_transcript', text },
      { type: 'llm_response', text },
    ];
    for (const message of messages) this.door.message(message);
  }

  /** Ends the conversation from its own side. */
  finish(reason: EndReason): void {
    this.hush();
    this.#end(reason);
  }

  hush(): void {
    clearInterval(this.#timer);
  }

  async close(reason: EndReason): Promise<void> {
    this.closedFor ??= reason;
    this.finish(reason);
  }

  #tone(): Int16Array {
    return Int16Array.from({ length: AGENT_FRAME_SAMPLES }, () => {
      this.#phase += (2 * Math.PI * TONE_HZ) / AGENT_SAMPLE_RATE;
      return 8000 * Math.sin(this.#phase);
    });
  }
}

function someSettings(changes: Partial<ConversationSettings> = {}): ConversationSettings {
  return {
    agentId: 'agent',
    instructions: 'Be brief.',
    greeting: 'Hello.',
    lang: 'en',
    voiceId: null,
    clone: undefined,
    mode: 'asr-llm-tts',
    endpointing: { minDelayMs: 300, maxDelayMs: 1500 },
    mcpServers: [],
    model: null,
    metadata: {},
    ...changes,
  };
}

/** Returns a room for the first caller. */
export function someRoom(): RoomPlan {
  return { settings: someSettings(), callerIdentity: null };
}

/** A log that tests can read. */
export class HeardLog implements WorkerLog {
  readonly lines: { readonly level: string; readonly fields: object; readonly message: string }[] = [];

  debug(fields: object, message: string): void {
    this.lines.push({ level: 'debug', fields, message });
  }
  info(fields: object, message: string): void {
    this.lines.push({ level: 'info', fields, message });
  }
  warn(fields: object, message: string): void {
    this.lines.push({ level: 'warn', fields, message });
  }
  error(fields: object, message: string): void {
    this.lines.push({ level: 'error', fields, message });
  }

  said(part: string): boolean {
    return this.lines.some(({ message }) => message.includes(part));
  }
}
