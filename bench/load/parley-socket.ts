import { once } from 'node:events';
import { WebSocket } from 'ws';
import { base64AudioMs, DEFAULT_RETRY_MS, type Ending, PARLEY_RATE, type Speaker } from './speaker.ts';

/** A message of `GET /speak/{lang_code}` upgraded. */
interface Message {
  readonly status_code: number;
  readonly errors?: readonly string[];
  readonly data?: { readonly audio: string; readonly stop?: boolean };
}

interface Current {
  readonly onAudio: (audioMs: number) => void;
  readonly resolve: (ending: Ending) => void;
  readonly reject: (error: Error) => void;
}

export interface SocketOptions {
  /** Source address. On Linux all of 127.0.0.0/8 belongs to the loopback interface. */
  readonly localAddress?: string;
}

/** Our server over a WebSocket that stays open between utterances. */
export class ParleySocket implements Speaker {
  readonly #url: string;
  readonly #options: SocketOptions;
  #ws: WebSocket | null = null;
  #current: Current | null = null;

  constructor(port: number, key: string, options: SocketOptions = {}) {
    this.#url = `ws://127.0.0.1:${port}/speak/en?api_key=${key}`;
    this.#options = options;
  }

  async connect(): Promise<void> {
    const ws = new WebSocket(this.#url, { perMessageDeflate: false, ...this.#options });
    this.#ws = ws;
    await once(ws, 'open');
    ws.on('message', (data: Buffer) => this.#take(JSON.parse(data.toString()) as Message));
    ws.on('error', (error) => this.#fail(error));
    ws.on('close', (code) => this.#fail(new Error(`the socket was closed with ${code}`)));
  }

  speak(text: string, onAudio: (audioMs: number) => void): Promise<Ending> {
    return new Promise((resolve, reject) => {
      this.#current = { onAudio, resolve, reject };
      this.#ws?.send(JSON.stringify({ text: `${text}<STOP>` }));
    });
  }

  pause(): void {
    this.#ws?.pause();
  }

  resume(): void {
    this.#ws?.resume();
  }

  close(): void {
    this.#current = null;
    this.#ws?.terminate();
  }

  #take(message: Message): void {
    const current = this.#current;
    if (!current) return;
    if (message.status_code === 429) {
      // Parts of the text that were not refused would be spoken in the next attempt.
      this.#ws?.send('<RESET>');
      this.#end(() => current.resolve({ kind: 'refused', retryAfterMs: DEFAULT_RETRY_MS }));
    } else if (message.status_code !== 200 || !message.data) {
      this.#fail(new Error(message.errors?.join('; ') ?? `status ${message.status_code}`));
    } else {
      current.onAudio(base64AudioMs(message.data.audio, PARLEY_RATE));
      if (message.data.stop) this.#end(() => current.resolve({ kind: 'done' }));
    }
  }

  #fail(error: Error): void {
    const current = this.#current;
    if (current) this.#end(() => current.reject(error));
  }

  #end(tell: () => void): void {
    this.#current = null;
    tell();
  }
}
