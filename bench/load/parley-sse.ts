import { Agent, type IncomingMessage } from 'node:http';
import { readBody, send } from './http.ts';
import { base64AudioMs, DEFAULT_RETRY_MS, type Ending, PARLEY_RATE, type Speaker } from './speaker.ts';

interface EventData {
  readonly status_code: number;
  readonly errors?: readonly string[];
  readonly data?: { readonly audio: string };
}

/** Our server over SSE, on a keep-alive connection. */
export class ParleySse implements Speaker {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  readonly #key: string;
  #response: IncomingMessage | null = null;

  constructor(port: number, key: string) {
    this.#port = port;
    this.#key = key;
  }

  /** Opens the connection before the first utterance, as with the WebSocket. */
  async connect(): Promise<void> {
    await readBody(await send(this.#agent, this.#port, '/ping', {}), () => undefined);
  }

  async speak(text: string, onAudio: (audioMs: number) => void): Promise<Ending> {
    const headers = { 'x-api-key': this.#key, accept: 'text/event-stream' };
    const response = await send(this.#agent, this.#port, '/sse/speak/en', headers, { text });
    if (response.statusCode !== 200) {
      await readBody(response, () => undefined);
      if (response.statusCode !== 429) throw new Error(`status ${response.statusCode}`);
      const seconds = Number(response.headers['retry-after']);
      return { kind: 'refused', retryAfterMs: seconds > 0 ? seconds * 1000 : DEFAULT_RETRY_MS };
    }
    this.#response = response;
    let buffered = '';
    await readBody(response, (part) => {
      buffered += part.toString('latin1');
      const events = buffered.split('\n\n');
      buffered = events.pop() ?? '';
      for (const event of events) onAudio(audioOf(event));
    });
    this.#response = null;
    return { kind: 'done' };
  }

  pause(): void {
    this.#response?.pause();
  }

  resume(): void {
    this.#response?.resume();
  }

  close(): void {
    this.#agent.destroy();
  }
}

const DATA = 'data: ';

/** @throws Error for an event that reports a failure */
function audioOf(event: string): number {
  const message = JSON.parse(event.slice(event.indexOf(DATA) + DATA.length)) as EventData;
  if (message.status_code === 200 && message.data) return base64AudioMs(message.data.audio, PARLEY_RATE);
  throw new Error(message.errors?.join('; ') ?? `status ${message.status_code}`);
}
