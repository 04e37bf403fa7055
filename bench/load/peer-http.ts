import { Agent, type IncomingMessage } from 'node:http';
import { readBody, send } from './http.ts';
import { type Ending, pcmMs, type Speaker } from './speaker.ts';

/** The native rate of the voice, since the peer does not resample. */
const PEER_RATE = 22_050;
/** The peer's own server sends a WAV file, whose header is not counted. */
const WAV_HEADER_BYTES = 44;

/** The peer behind either of its servers, on a keep-alive connection if the server allows one. */
export class PeerHttp implements Speaker {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #port: number;
  #response: IncomingMessage | null = null;

  constructor(port: number) {
    this.#port = port;
  }

  /** Its connection opens with the first request. On the loopback interface that takes negligible time. */
  async connect(): Promise<void> {}

  async speak(text: string, onAudio: (audioMs: number) => void): Promise<Ending> {
    const response = await send(this.#agent, this.#port, '/synthesize', {}, { text });
    this.#response = response;
    if (response.statusCode !== 200) {
      await readBody(response, () => undefined);
      throw new Error(`status ${response.statusCode}`);
    }
    let first = true;
    await readBody(response, (part) => {
      const isWav = first && part.subarray(0, 4).toString('latin1') === 'RIFF';
      first = false;
      onAudio(pcmMs(part.length - (isWav ? WAV_HEADER_BYTES : 0), PEER_RATE));
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
