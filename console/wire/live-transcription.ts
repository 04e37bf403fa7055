import { encodePcm16 } from '../audio/pcm.ts';
import { RateConverter } from '../audio/rate-converter.ts';
import { jwt } from './http.ts';

/** Hz; the rate of the protocol. */
const RATE = 24_000;
const UPDATE = 'session.update';
const WORDS = 'conversation.item.input_audio_transcription.delta';
const ALL_WORDS = 'conversation.item.input_audio_transcription.completed';
const NOT_UNDERSTOOD = 'conversation.item.input_audio_transcription.failed';

export interface LiveOptions {
  readonly rateHz: number;
  /** "" to detect it. */
  readonly langCode: string;
  /** Names and words that may be said; "" for none. */
  readonly prompt: string;
  /** Further words of the current speech. */
  readonly onWords: (id: string, words: string) => void;
  /** The complete transcript of an utterance. */
  readonly onText: (id: string, text: string) => void;
  /** No more transcripts will come. */
  readonly onClosed: (isFault: boolean) => void;
}

interface ServerEvent {
  readonly type: string;
  readonly item_id?: string;
  readonly delta?: string;
  readonly transcript?: string;
}

/** A session that transcribes speech as it arrives (`GET /v1/realtime?intent=transcription`). */
export class LiveTranscription {
  readonly #options: LiveOptions;
  readonly #converter: RateConverter;
  #socket: WebSocket | null = null;
  /** Audio from before the session was open. */
  #early: object[] = [];
  /** Items whose transcripts are not known yet. */
  readonly #pending = new Set<string>();
  #updatesToCome = 1;
  #isFinished = false;
  #isClosed = false;

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#converter = new RateConverter(options.rateHz, RATE);
    this.#open().catch(() => this.#close(true));
  }

  hear(samples: Float32Array): void {
    const bytes = encodePcm16(this.#converter.push(samples));
    this.#send({ type: 'input_audio_buffer.append', audio: btoa(String.fromCharCode(...bytes)) });
  }

  /** Ends the input. The last words arrive, and then the socket closes. */
  finish(): void {
    this.#isFinished = true;
    this.#send({ type: 'input_audio_buffer.commit' });
    // Its response comes when the committed item is known.
    this.#updatesToCome++;
    this.#send({ type: UPDATE, session: { type: 'transcription' } });
  }

  close(): void {
    this.#close(false);
  }

  async #open(): Promise<void> {
    const query = new URLSearchParams({ intent: 'transcription', jwt_token: await jwt('speak') });
    if (this.#isClosed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/v1/realtime?${query}`);
    this.#socket = socket;
    socket.onopen = () => {
      const { langCode, prompt } = this.#options;
      const transcription = { ...(langCode && { language: langCode }), ...(prompt && { prompt }) };
      const session = { type: 'transcription', audio: { input: { transcription } } };
      socket.send(JSON.stringify({ type: UPDATE, session }));
      for (const event of this.#early.splice(0)) this.#send(event);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#receive(JSON.parse(data) as ServerEvent);
    socket.onclose = () => this.#close(true);
  }

  #send(event: object): void {
    if (this.#isClosed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(event));
    else this.#early.push(event);
  }

  #receive({ type, item_id: id = '', delta = '', transcript = '' }: ServerEvent): void {
    if (type === WORDS) this.#options.onWords(id, delta);
    if (type === ALL_WORDS) this.#options.onText(id, transcript);
    if (type === 'input_audio_buffer.committed') this.#pending.add(id);
    if (type === ALL_WORDS || type === NOT_UNDERSTOOD) this.#pending.delete(id);
    if (type === 'session.updated') this.#updatesToCome--;
    if (this.#isFinished && this.#updatesToCome === 0 && this.#pending.size === 0) this.#close(false);
  }

  #close(isFault: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#socket?.close();
    this.#options.onClosed(isFault);
  }
}
