/** A caller on the agents' WebSocket: a microphone and a loudspeaker on one clock. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodePcm16ToInt16 } from '../../media/pcm.ts';
import { blockLevels, CALLER_RATE, type Clip } from '../caller/clip.ts';
import { BLOCK_MS, HeardSound, VOICE_LEVEL } from '../caller/heard-sound.ts';
import { Microphone } from '../caller/microphone.ts';
import type { AgentEvent } from './events.ts';
import { TwoSides } from './two-sides.ts';

const FRAME_MS = 20;
const BLOCK = (CALLER_RATE * BLOCK_MS) / 1000;
const CLOSE_MS = 3000;
/** Reasons for the end of a conversation, by the text in the server's close frame. */
const END_REASONS: Readonly<Record<string, string>> = {
  'The agent hung up': 'agent_hung_up',
  'The caller was silent for too long': 'caller_silent',
  'The call was transferred': 'transferred',
};

/** The server did not open a call. */
export class NotOpened extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server that agents are called on. */
export interface Place {
  /** `http://` or `https://`, without a slash at the end. */
  readonly url: string;
  /** An API key, or a JWT. */
  readonly key: string;
}

interface Message {
  readonly data: {
    readonly type: string;
    readonly text?: string;
    readonly audio?: string;
    readonly lang_code?: string;
    readonly tool?: string;
    readonly outcome?: string;
    readonly interrupted?: boolean;
  };
  readonly errors?: readonly string[];
}

/** One call. Times are in ms since it began. */
export class AgentSocket {
  readonly events: AgentEvent[] = [];
  readonly sides = new TwoSides();
  /** Sorted by the time since the call began. */
  readonly heard = new HeardSound();
  readonly #socket: WebSocket;
  readonly #microphone: Microphone;
  readonly #beganMs = performance.now();
  /** Time until which there is audio to play. */
  #playsUntilMs = 0;
  #isOver = false;
  #hasHungUp = false;

  private constructor(socket: WebSocket, noise: Int16Array | undefined) {
    this.#socket = socket;
    let sent = 0;
    this.#microphone = new Microphone(
      {
        frameMs: FRAME_MS,
        send: (frame) => {
          this.sides.said(frame, FRAME_MS * sent++);
          if (socket.readyState === WebSocket.OPEN) socket.send(Buffer.from(frame.buffer));
        },
      },
      noise,
    );
    socket.on('message', (data: Buffer) => this.#receive(JSON.parse(data.toString()) as Message));
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => this.#end(code, reason.toString()));
  }

  /**
   * @param query of the agent socket
   * @param noise background sound of the microphone
   * @throws NotOpened
   */
  static async open(
    { url, key }: Place,
    query: Readonly<Record<string, string>>,
    noise?: Int16Array,
  ): Promise<AgentSocket> {
    const search = new URLSearchParams({
      incoming_sampling_rate: String(CALLER_RATE),
      return_sampling_rate: String(CALLER_RATE),
      audio_field: 'audio',
      greeting_text: 'true',
      language_changes: 'true',
      turn_details: 'true',
      ...query,
    });
    const address = `${url.replace(/^http/, 'ws')}/agents?${search}`;
    const socket = new WebSocket(address, {
      headers: { authorization: `Bearer ${key}` },
      perMessageDeflate: false,
    });
    await opened(socket);
    return new AgentSocket(socket, noise);
  }

  /** Time since the call began. */
  get nowMs(): number {
    return performance.now() - this.#beganMs;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Converts a time of `performance.now()`. */
  since(atMs: number): number {
    return atMs - this.#beganMs;
  }

  /** Settles when it was spoken. @returns its start and end */
  async speak(clip: Clip): Promise<{ readonly fromMs: number; readonly toMs: number }> {
    const { firstMs, lastMs } = await this.#microphone.speak(clip);
    return { fromMs: this.since(firstMs), toMs: this.since(lastMs) };
  }

  /** Sends a turn as text. */
  type(text: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ text }));
  }

  async hangUp(): Promise<void> {
    if (this.#isOver) return;
    this.#hasHungUp = true;
    const closed = once(this.#socket, 'close');
    this.#socket.close(1000);
    const insist = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
    await closed;
    clearTimeout(insist);
  }

  #receive({ data, errors }: Message): void {
    const atMs = this.nowMs;
    switch (data.type) {
      case 'audio_response':
        if (data.audio !== undefined) this.#play(data.audio, atMs);
        break;
      case 'stop_audio_response':
        this.heard.forgetAfter(atMs);
        this.sides.dropAfter(atMs);
        this.#playsUntilMs = atMs;
        break;
      case 'greeting':
      case 'llm_response':
        this.events.push({ kind: 'said', atMs, text: data.text ?? '', isAnswer: data.type !== 'greeting' });
        break;
      case 'user_transcript':
        this.events.push({ kind: 'heard', atMs, text: data.text ?? '' });
        break;
      case 'language':
        this.events.push({ kind: 'language', atMs, language: data.lang_code ?? '' });
        break;
      case 'tool_call':
        this.events.push({ kind: 'tool_done', atMs, tool: data.tool ?? '', outcome: data.outcome ?? '' });
        break;
      case 'turn_metrics':
        this.events.push({
          kind: 'answered',
          atMs,
          interrupted: data.interrupted ?? false,
          stagesMs: stagesOf(data),
        });
        break;
      case 'error':
        this.events.push({ kind: 'error', atMs, text: (errors ?? []).join('; ') });
        break;
    }
  }

  #play(audio: string, nowMs: number): void {
    const samples = decodePcm16ToInt16(Buffer.from(audio, 'base64'));
    const fromMs = Math.max(nowMs, this.#playsUntilMs);
    for (const [i, level] of blockLevels(samples, BLOCK).entries()) {
      if (level >= VOICE_LEVEL) this.heard.voiced(fromMs + i * BLOCK_MS);
    }
    this.sides.heard(samples, fromMs);
    this.#playsUntilMs = fromMs + (samples.length * 1000) / CALLER_RATE;
  }

  #end(code: number, text: string): void {
    const atMs = this.nowMs;
    this.#isOver = true;
    this.#microphone.close();
    // Discards audio that has not been played yet.
    this.heard.forgetAfter(atMs);
    this.sides.dropAfter(atMs);
    const reason = this.#hasHungUp ? 'caller_left' : (END_REASONS[text] ?? `closed (${code}: ${text})`);
    this.events.push({ kind: 'end', atMs, reason });
  }
}

/** The times of a `turn_metrics` message, whose names end in `_ms`. */
const stagesOf = (data: object): Record<string, number> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      name.endsWith('_ms') && typeof value === 'number' ? [[name.slice(0, -3), Math.round(value)]] : [],
    ),
  );

/** @throws NotOpened */
function opened(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', (error) => reject(new NotOpened(0, error.message)));
    socket.once('unexpected-response', (_request, response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        reject(new NotOpened(status, `${status}: ${Buffer.concat(parts).toString().slice(0, 500)}`));
        socket.terminate();
      });
    });
  });
}
