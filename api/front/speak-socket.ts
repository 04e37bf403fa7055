import { TokenBucket } from '../../agent-worker/sockets/token-bucket.ts';
import {
  type ClonedVoice,
  EngineError,
  type SpeakSettings,
  type SpeechStream,
  splitCommands,
} from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { toInBandError } from '../errors/answers.ts';
import { refusal } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { orThrow, type Slot } from '../limits/slots.ts';
import {
  FAULTY_MESSAGES,
  MAX_SPEAK_MESSAGE_BYTES,
  MAX_UNREAD_BYTES,
  MAX_UNREAD_GOODBYE_BYTES,
  MAX_UNREAD_SPEECH_BYTES,
  MESSAGES,
  TOO_MANY_FAULTY,
  TOO_MANY_MESSAGES,
} from '../limits/sockets.ts';
import { SpeechMeter } from '../observability/speech-meter.ts';
import { traceSpeech } from '../observability/traced-speech.ts';
import type { PortSocket, SocketListener } from '../port/port.ts';
import { parseSpeakSettings } from '../speech/speak-settings.ts';
import type { FrontDeps } from './deps.ts';
import { authorize, type RequestHead } from './request.ts';
import { speechData } from './sinks.ts';
import { parseSpeakMessage } from './speak-message.ts';
import { UnreadWindow } from './unread-window.ts';
import type { Admit } from './upgrade.ts';

const PING_EVERY_BYTES = 64 * 1024;
/** While the server shuts down, an utterance without `<STOP>` ends after this long without text or audio, in ms. */
const UNFINISHED_MS = 2000;

/** Close codes of RFC 6455 section 7.4.1. */
const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, tooBig: 1009 } as const;

type Commands = ReturnType<typeof splitCommands>;

/** The data that a socket was opened with. */
export interface SpeakSocketData {
  readonly identity: Identity;
  readonly settings: SpeakSettings;
  /** The cloned voice as it was when the socket opened. It is used until the socket closes. */
  readonly clone: ClonedVoice | undefined;
  readonly slot: Slot;
}

/**
 * Checks a request for a socket.
 * @throws ApiError, EngineError
 */
export async function planSpeaking(
  deps: FrontDeps,
  lang: string,
  head: RequestHead,
): Promise<Admit<SpeakSocketData>> {
  const { library, engine, limits } = deps;
  const identity = await authorize(deps, head, 'speak');
  const settings = parseSpeakSettings(lang, Object.fromEntries(head.query));
  const clone = await library.resolve(identity.ownerId, settings.voiceId);
  engine.check('', settings, clone);
  return async () => {
    const slot = orThrow(await limits.acquireStream(identity.keyId));
    return { data: { identity, settings, clone, slot }, giveBack: () => slot.release() };
  };
}

/** One client of an upgraded `GET /speak/{lang_code}`: text in, messages with audio out, until either side closes. */
export class SpeakSession implements SocketListener {
  readonly #deps: FrontDeps;
  readonly #socket: PortSocket;
  readonly #data: SpeakSocketData;
  /** Opened with the first text, because most sockets are idle and an idle one should cost next to nothing. */
  #stream: SpeechStream | null = null;
  #closed = false;
  #isToldToGo = false;
  /** True once everything sent before the shutdown has been processed: nothing new is begun after that. */
  #draining = false;
  /** Whether text has arrived since the last `<STOP>`. */
  #inUtterance = false;
  #patience: NodeJS.Timeout | null = null;
  /** Messages are processed in order, because checking a text against the limits may take a moment. */
  #turn: Promise<void> = Promise.resolve();
  /** Number of characters in messages that wait for their turn. */
  #queuedCharacters = 0;
  readonly #window: UnreadWindow;
  readonly #messages = new TokenBucket(MESSAGES);
  readonly #faulty = new TokenBucket(FAULTY_MESSAGES);
  readonly #meter: SpeechMeter;
  #onRead: (() => void) | null = null;
  lastActiveMs = performance.now();

  constructor(deps: FrontDeps, socket: PortSocket, data: SpeakSocketData) {
    this.#deps = deps;
    this.#socket = socket;
    this.#data = data;
    this.#window = new UnreadWindow(socket, { pingEveryBytes: PING_EVERY_BYTES, beforeFirstPong: 'unread' });
    const { usage, metrics } = deps;
    const { keyId } = this.#data.identity;
    this.#meter = new SpeechMeter({ metrics, transport: 'websocket', account: { usage, keyId } });
  }

  get data(): Readonly<SpeakSocketData> {
    return this.#data;
  }

  message(bytes: Buffer): void {
    if (!this.#mayGoOn()) return;
    this.lastActiveMs = performance.now();
    if (bytes.byteLength > MAX_SPEAK_MESSAGE_BYTES) {
      this.#end(CLOSE.tooBig, `A message must not be larger than ${MAX_SPEAK_MESSAGE_BYTES} bytes`);
      return;
    }
    let contextId: string | null = null;
    try {
      const frame = parseSpeakMessage(bytes.toString('utf8'));
      contextId = frame.contextId;
      const commands = splitCommands(frame.text);
      if (!commands.reset) this.#reserve(commands.text.length);
      this.#turn = this.#turn.then(() => this.#obey(commands, frame.contextId));
    } catch (error) {
      this.#refuse(error, contextId);
    }
  }

  /** The library answers it. */
  ping(): void {
    this.#mayGoOn();
  }

  pong(payload: Buffer): void {
    if (this.#mayGoOn() && this.#window.pong(payload)) this.#onRead?.();
  }

  /** The socket has closed. */
  closed(): void {
    this.#closed = true;
    if (this.#patience) clearTimeout(this.#patience);
    this.#stream?.close();
    this.#onRead?.();
    this.#data.slot.release();
  }

  /**
   * Shuts down: finishes the text that was sent, and the utterance that is being sent, then closes with 1001. A second
   * call closes at once.
   */
  shutDown(): void {
    if (this.#isToldToGo) this.#leave();
    this.#isToldToGo = true;
    this.#turn = this.#turn.then(() => {
      this.#draining = true;
      this.#awaitEnd();
    });
  }

  closeIdle(): void {
    this.#end(CLOSE.normal, 'No data was sent for too long');
  }

  /** Closes the socket, because its key, JWT or voice is no longer valid. */
  refuseFromNowOn(reason: string): void {
    this.#end(CLOSE.policy, reason);
  }

  /** Ends the stream once the client has sent all of its utterance. */
  #awaitEnd(): void {
    if (this.#patience) clearTimeout(this.#patience);
    if (this.#closed) return;
    const leftMs = this.lastActiveMs + UNFINISHED_MS - performance.now();
    if (this.#inUtterance && leftMs > 0) this.#patience = setTimeout(() => this.#awaitEnd(), leftMs);
    else if (this.#stream) this.#stream.end();
    else this.#leave();
  }

  #leave(): void {
    this.#end(CLOSE.goingAway, 'The server is shutting down');
  }

  /** Counts a frame. Disconnects a client that sends too many. */
  #mayGoOn(): boolean {
    if (this.#closed) return false;
    if (this.#messages.take()) return true;
    this.#end(CLOSE.policy, TOO_MANY_MESSAGES);
    return false;
  }

  /** @throws ApiError 429 when too much text waits to be spoken */
  #reserve(characters: number): void {
    const { maxTextChars: max } = this.#deps.settings;
    const pending = (this.#stream?.pendingCharacters ?? 0) + this.#queuedCharacters;
    if (characters > 0 && pending + characters > max) {
      throw refusal('text_waiting_at_limit', { values: { max } });
    }
    this.#queuedCharacters += characters;
  }

  /** Processes the commands of a message. Never throws. */
  async #obey({ reset, text, stop }: Commands, contextId: string | null): Promise<void> {
    if (reset) {
      this.#inUtterance = false;
      this.#stream?.reset();
      if (this.#draining) this.#awaitEnd();
      return;
    }
    try {
      // Another process will speak this text; the client has no answer to its `<STOP>` from this one.
      if (this.#draining && !this.#inUtterance) return;
      if (text !== '' && !this.#closed) {
        orThrow(await this.#deps.limits.takeCharacters(this.#data.identity.keyId, text.length));
      }
      if (this.#closed) return;
      if (text !== '') this.#open().push(text, contextId);
      if (stop) this.#open().finish(contextId);
      this.#inUtterance = !stop && (this.#inUtterance || text !== '');
      if (this.#draining) this.#awaitEnd();
    } catch (error) {
      this.#refuse(error, contextId);
    } finally {
      this.#queuedCharacters -= text.length;
    }
  }

  #refuse(error: unknown, contextId: string | null): void {
    const isFaulty = toApiError(error).status === 422;
    if (isFaulty && !this.#faulty.take()) this.#end(CLOSE.policy, TOO_MANY_FAULTY);
    else this.#sendError(error, contextId);
  }

  #open(): SpeechStream {
    if (this.#stream) return this.#stream;
    const { settings, clone, identity } = this.#data;
    const { engine, dictionaries, library } = this.#deps;
    const lexicon = dictionaries.lexicon(identity.ownerId, settings.lang, settings.ipaKey);
    const spoken = engine.open(settings, {
      onDiscarded: (speech) => this.#meter.chunk(speech, settings.samplingRate),
      owner: identity.ownerId,
      ...(clone && { clone }),
      ...(lexicon && { lexicon }),
      voices: (id) => library.resolve(identity.ownerId, id),
    });
    const { lang, samplingRate } = settings;
    const stream = traceSpeech(spoken, { transport: 'websocket', lang, samplingRate });
    this.#stream = stream;
    this.#meter.request();
    void this.#pump(stream);
    return stream;
  }

  /** Sends chunks as they become available, one at a time, as fast as the client takes them. */
  async #pump(stream: SpeechStream): Promise<void> {
    const iterator = stream[Symbol.asyncIterator]();
    const { settings } = this.#data;
    while (!this.#closed) {
      try {
        const { done, value: chunk } = await iterator.next();
        if (done || this.#closed) break;
        this.#meter.chunk(chunk, settings.samplingRate);
        const data = speechData(chunk, settings, stream);
        await this.#send({
          status_code: 200,
          data: { ...data, context_id: chunk.contextId, stop: chunk.stop },
        });
      } catch (error) {
        this.#sendError(error, error instanceof EngineError ? error.contextId : null);
        await this.#room();
      }
    }
    if (this.#draining) this.#leave();
  }

  /** Sends a message and settles when there is room for the next one. */
  async #send(message: unknown): Promise<void> {
    this.lastActiveMs = performance.now();
    this.#transmit(message);
    await this.#room();
  }

  #transmit(message: unknown): void {
    const text = JSON.stringify(message);
    this.#socket.send(text);
    this.#window.sent(text);
  }

  async #room(): Promise<void> {
    while (!this.#closed && this.#window.unreadBytes > MAX_UNREAD_SPEECH_BYTES) await this.#progress();
  }

  /** Settles when the client has read more or disconnected. Disconnects a client that reads nothing for too long. */
  async #progress(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => {
        this.#deps.log.info('a client did not read its speech and was closed');
        this.#socket.close();
      }, this.#deps.settings.slowReaderMs);
      this.#onRead = () => {
        clearTimeout(timer);
        this.#onRead = null;
        resolve();
      };
    });
  }

  #sendError(error: unknown, contextId: string | null): void {
    if (this.#closed) return;
    const answer = toInBandError(error);
    this.#deps.metrics.refusals.inc({ transport: 'websocket', status: answer.status_code });
    if (answer.status_code >= 500) this.#deps.log.error({ err: error }, 'speech over a WebSocket failed');
    this.#transmit({ type: 'error', ...answer, data: { audio: '', context_id: contextId } });
    // Errors have no back-pressure, so the socket of a client that does not read them is closed.
    if (this.#window.unreadBytes > MAX_UNREAD_BYTES) this.#end(CLOSE.policy, 'Errors were not read');
  }

  #end(code: number, reason: string): void {
    if (this.#closed) return;
    // The client would not read the reason.
    if (this.#window.unreadBytes > MAX_UNREAD_GOODBYE_BYTES) this.#socket.close();
    else this.#socket.end(code, reason);
  }
}
