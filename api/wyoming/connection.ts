import type { Socket } from 'node:net';
import { TokenBucket } from '../../agent-worker/sockets/token-bucket.ts';
import { splitCommands } from '../../engine/index.ts';
import type { Identity } from '../credentials/authenticator.ts';
import { ApiError, refusal } from '../errors/api-error.ts';
import { toApiError } from '../errors/to-api-error.ts';
import { ClientGone } from '../front/request-body.ts';
import { speakInto } from '../front/speaking.ts';
import { orThrow, type Refusal, type Slot } from '../limits/slots.ts';
import { MESSAGES } from '../limits/sockets.ts';
import {
  MAX_WAITING_WYOMING_BYTES,
  MAX_WAITING_WYOMING_EVENTS,
  MAX_WYOMING_PAYLOAD_BYTES,
  maxWyomingJsonBytes,
} from '../limits/wyoming.ts';
import { AudioOut } from './audio-out.ts';
import type { WyomingDeps } from './deps.ts';
import { EventReader, type WyomingEvent } from './event-reader.ts';
import { info } from './info.ts';
import { Peer } from './peer.ts';
import { Recording } from './recording.ts';
import {
  readChunk,
  readRate,
  readSpeakSettings,
  readText,
  readTranscribe,
  type TranscribeRequest,
} from './requests.ts';
import { StreamedSpeech } from './streamed-speech.ts';

export interface ConnectionOptions {
  /** The owner on whose behalf clients are served. @throws ApiError 401, 403 */
  readonly identify: () => Promise<Identity>;
  /** Takes a place for a recording. */
  readonly enterRecording: () => Slot | Refusal;
}

const NO_WISHES: TranscribeRequest = { lang: null, names: [] };

/**
 * One client of the Wyoming protocol. Its events are handled one at a time, so that the response to a request is
 * complete before the next request is read. A request that fails is answered with `error`, and the connection ends:
 * clients that wait for audio or a transcript, such as Home Assistant, ignore errors.
 */
export class WyomingConnection {
  readonly #deps: WyomingDeps;
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #peer: Peer;
  readonly #reader: EventReader;
  readonly #events = new TokenBucket(MESSAGES);
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #waitingBytes = 0;
  #speech: StreamedSpeech | null = null;
  #recording: Recording | null = null;
  #wishes = NO_WISHES;
  /** The client was told that a transcript begins. */
  #isWriting = false;
  #isEnding = false;
  #isDraining = false;

  constructor(deps: WyomingDeps, socket: Socket, options: ConnectionOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#socket = socket;
    const { slowReaderMs, maxTextChars, idleSocketMs } = deps.settings;
    this.#peer = new Peer(socket, slowReaderMs);
    this.#reader = new EventReader({
      maxJsonBytes: maxWyomingJsonBytes(maxTextChars),
      maxPayloadBytes: MAX_WYOMING_PAYLOAD_BYTES,
    });
    socket.setNoDelay(true);
    socket.setTimeout(idleSocketMs, () => this.#idle());
    socket.on('data', (bytes: Buffer) => this.#receive(bytes));
    socket.on('error', () => undefined);
    socket.once('close', () => this.#closed());
  }

  /** Whether the client waits for a response, or has begun to send a request. */
  get isBusy(): boolean {
    return this.#waiting > 0 || this.#speech !== null || this.#recording !== null;
  }

  /** The server is shutting down: ends when current requests are done. */
  drain(): void {
    this.#isDraining = true;
    if (!this.isBusy) this.#end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Reports why the server has no capacity for this client, and ends. */
  refuse(error: ApiError): void {
    this.#fail(error, 'connect');
  }

  #receive(bytes: Buffer): void {
    if (this.#isEnding) return;
    try {
      for (const event of this.#reader.push(bytes)) {
        if (!this.#events.take()) {
          throw refusal('wyoming_too_many_events', { values: { perSecond: MESSAGES.perSecond } });
        }
        this.#enqueue(event);
      }
    } catch (error) {
      this.#fail(error, 'read');
    }
  }

  #enqueue(event: WyomingEvent): void {
    this.#waiting++;
    this.#waitingBytes += event.bytes;
    if (this.#isFull) this.#socket.pause();
    this.#turn = this.#turn.then(async () => {
      try {
        if (!this.#isEnding) await this.#handle(event);
      } catch (error) {
        this.#fail(error, event.type);
      }
      this.#waiting--;
      this.#waitingBytes -= event.bytes;
      if (!this.#isFull) this.#socket.resume();
      if (this.#isDraining && !this.isBusy) this.#end();
    });
  }

  get #isFull(): boolean {
    return this.#waiting > MAX_WAITING_WYOMING_EVENTS || this.#waitingBytes > MAX_WAITING_WYOMING_BYTES;
  }

  /** Events of other types are ignored, as the protocol demands. */
  async #handle({ type, data, payload }: WyomingEvent): Promise<void> {
    switch (type) {
      case 'ping':
        return this.#peer.send('pong', { text: data.text ?? null });
      case 'describe':
        return this.#describe();
      case 'synthesize':
        // Clients send this besides the stream, for servers that do not support streams.
        if (this.#speech === null) await this.#synthesize(data);
        return;
      case 'synthesize-start':
        return this.#startSpeech(data);
      case 'synthesize-chunk':
        return this.#speech?.push(splitCommands(readChunk(data, this.#deps.settings.maxTextChars)).text);
      case 'synthesize-stop':
        return this.#stopSpeech();
      case 'transcribe':
        this.#wishes = readTranscribe(data);
        // Refuses the request before anything is spoken.
        this.#deps.engine.checkTranscription(this.#wishes.lang);
        return;
      case 'audio-start':
        return this.#startRecording(readRate(data));
      case 'audio-chunk':
        if (this.#recording === null) await this.#startRecording(readRate(data));
        this.#recording?.push(payload);
        return;
      case 'audio-stop':
        return this.#transcribe();
    }
  }

  async #describe(): Promise<void> {
    // Only clients that want to speak need a valid key.
    const identity = await this.#options.identify().catch(() => null);
    await this.#peer.send('info', await info(this.#deps, identity?.ownerId ?? null));
  }

  async #synthesize(data: WyomingEvent['data']): Promise<void> {
    const { overload, settings: limits } = this.#deps;
    overload.check();
    const identity = await this.#options.identify();
    const text = readText(data, limits.maxTextChars);
    const settings = await readSpeakSettings(this.#deps, identity.ownerId, data);
    await speakInto(this.#deps, {
      identity,
      text,
      settings,
      response: this.#peer,
      headers: {},
      transport: 'wyoming',
      textField: 'text',
      openSink: () => new AudioOut(this.#peer, settings.samplingRate),
    });
  }

  async #startSpeech(data: WyomingEvent['data']): Promise<void> {
    const { overload, library, engine, limits } = this.#deps;
    this.#speech?.close();
    this.#speech = null;
    overload.check();
    const identity = await this.#options.identify();
    const settings = await readSpeakSettings(this.#deps, identity.ownerId, data);
    const clone = await library.resolve(identity.ownerId, settings.voiceId);
    engine.check('', settings, clone);
    const slot = orThrow(await limits.acquireStream(identity.keyId));
    if (this.#peer.signal.aborted) return slot.release();
    this.#speech = new StreamedSpeech(this.#deps, {
      identity,
      settings,
      clone,
      slot,
      peer: this.#peer,
      onPieceError: (error) => this.#tell(error, 'synthesize-chunk'),
      onFailure: (error) => this.#fail(error, 'synthesize-start'),
    });
  }

  async #stopSpeech(): Promise<void> {
    const speech = this.#speech;
    if (speech === null) return;
    await speech.finish();
    this.#speech = null;
    await this.#peer.send('synthesize-stopped');
  }

  async #startRecording(rate: number): Promise<void> {
    this.#recording?.release();
    this.#recording = null;
    this.#deps.overload.check();
    await this.#options.identify();
    this.#deps.engine.checkTranscription(this.#wishes.lang);
    const slot = orThrow(this.#options.enterRecording());
    if (this.#peer.signal.aborted) return slot.release();
    this.#isWriting = false;
    this.#recording = new Recording({
      ...this.#wishes,
      rate,
      slot,
      recogniser: this.#deps.engine.recogniser,
      onWords: (words) => this.#write(words),
    });
  }

  /** Not awaited, because a client that does not read is disconnected when the whole transcript is sent. */
  #write(words: string): void {
    this.#startTranscript();
    this.#peer.send('transcript-chunk', { text: words }).catch(() => undefined);
  }

  #startTranscript(): void {
    if (this.#isWriting) return;
    this.#isWriting = true;
    const { lang } = this.#wishes;
    this.#peer.send('transcript-start', lang === null ? {} : { language: lang }).catch(() => undefined);
  }

  async #transcribe(): Promise<void> {
    const recording = this.#recording;
    if (recording === null) return;
    try {
      const { text, lang } = await recording.transcribe(this.#deps, this.#peer.signal);
      this.#startTranscript();
      // For clients that do not support streams.
      await this.#peer.send('transcript', { text, ...(lang !== null && { language: lang }) });
      await this.#peer.send('transcript-stop');
    } finally {
      recording.release();
      this.#recording = null;
      this.#wishes = NO_WISHES;
    }
  }

  /** Answers with `error` and ends the connection. */
  #fail(error: unknown, operation: string): void {
    if (this.#isEnding) return;
    void this.#tell(error, operation).catch(() => undefined);
    this.#end();
  }

  /** Answers with `error`. @throws ClientGone */
  async #tell(thrown: unknown, operation: string): Promise<void> {
    if (thrown instanceof ClientGone || this.#peer.signal.aborted) return;
    const { metrics, audit, log } = this.#deps;
    const error = toApiError(thrown);
    metrics.refusals.inc({ transport: 'wyoming', status: error.status });
    audit.refused(error, { client: this.#peer.address, operation: `wyoming ${operation}` });
    if (error.status >= 500 && !(thrown instanceof ApiError)) {
      log.error({ err: thrown }, 'a request over Wyoming failed');
    }
    await this.#peer.send('error', errorData(error));
  }

  #end(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    this.#release();
    this.#peer.end();
  }

  #idle(): void {
    // The timeout restarts with the next byte in either direction.
    if (!this.isBusy) this.#end();
  }

  #closed(): void {
    this.#isEnding = true;
    this.#release();
  }

  #release(): void {
    this.#speech?.close();
    this.#recording?.release();
  }
}

/** Names the faulty fields, or another cause. @returns the `data` of an `error` event */
function errorData({ kind, detail }: ApiError): { readonly text: string; readonly code: string } {
  if (typeof detail === 'string') return { text: detail, code: kind };
  const faults = detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
  return { text: faults.join('; '), code: detail[0]?.type ?? kind };
}
