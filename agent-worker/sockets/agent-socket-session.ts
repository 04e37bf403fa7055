import { createLiveDecoder } from '../../media/live/create-live-decoder.ts';
import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import type { ConversationSettings, EndReason, OpenConversation } from '../conversation/types.ts';
import type { AgentMessage, Door } from '../door.ts';
import { AgentError } from '../errors.ts';
import { AudioPackets } from './audio-packets.ts';
import { AudioRateLimiter } from './audio-rate-limiter.ts';
import { audioResponse } from './audio-response.ts';
import { CLOSE, closeOf, NOT_OPENED, type OpeningFault, openingFault } from './close-codes.ts';
import { ConversationLink } from './conversation-link.ts';
import { MAX_BROKEN_MESSAGES, TYPED_TURNS } from './limits.ts';
import type { SocketAudio } from './socket-audio.ts';
import { parseSocketMessage } from './socket-message.ts';
import type { SocketLog, SocketPort } from './socket-port.ts';
import { SocketSender } from './socket-sender.ts';
import { TokenBucket } from './token-bucket.ts';

export interface AgentSocketOptions {
  readonly settings: ConversationSettings;
  readonly audio: SocketAudio;
  readonly open: OpenConversation;
  readonly port: SocketPort;
  readonly log: SocketLog;
  /** A larger message closes the socket with 1009. */
  readonly maxMessageBytes: number;
  /** A client that has not read for this long is disconnected. */
  readonly slowReaderMs: number;
}

/**
 * One caller on an upgraded `GET /agents`: audio and typed turns in, the four messages out. It knows the wire format,
 * and of conversations only their door.
 */
export class AgentSocketSession implements Door {
  /** A browser plays what it receives at once: a small lead hides network jitter. */
  readonly leadMs = 120;
  readonly #options: AgentSocketOptions;
  readonly #sender: SocketSender;
  readonly #speech: AudioPackets;
  readonly #decoder: LiveDecoder;
  readonly #limiter = new AudioRateLimiter();
  readonly #turns = new TokenBucket(TYPED_TURNS);
  readonly #link: ConversationLink;
  #toldOfFault = false;
  #toldOfFlood = false;
  #broken = 0;
  lastActiveMs = performance.now();

  constructor(options: AgentSocketOptions) {
    const { audio, port, slowReaderMs, settings, open } = options;
    this.#options = options;
    this.#sender = new SocketSender(port, slowReaderMs);
    this.#speech = new AudioPackets(
      { rate: audio.returnRate, encoding: audio.returnEncoding },
      (bytes) => void this.#sender.sendAudio({ data: audioResponse(audio, bytes) }),
    );
    this.#decoder = createLiveDecoder({
      encoding: audio.incomingEncoding,
      rate: audio.incomingRate,
      sniff: audio.incomingBytes,
    });
    this.#link = new ConversationLink(() => open(settings, this), {
      ended: (reason) => this.#ended(reason),
      failed: (error) => this.#openFailed(error),
    });
  }

  /** A frame from the client. The bytes are valid only during the call. */
  receive(bytes: Uint8Array, isBinary: boolean): void {
    if (this.#sender.ended) return;
    this.lastActiveMs = performance.now();
    const { maxMessageBytes } = this.#options;
    if (bytes.length > maxMessageBytes) {
      this.#end(CLOSE.tooBig, `A message must not be larger than ${maxMessageBytes} bytes`);
      return;
    }
    if (isBinary) {
      this.#sound(bytes);
      return;
    }
    try {
      const { audio, text } = parseSocketMessage(Buffer.from(bytes).toString('utf8'));
      if (audio) this.#sound(audio);
      if (text !== null) this.#typed(text);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      this.#refuse(error);
    }
  }

  /** The socket has closed. */
  closed(): void {
    this.#sender.closed();
    void this.#link.close('caller_left');
  }

  /** The server is shutting down: tells the conversation, then closes the socket. */
  shutDown(): void {
    const { code, reason } = closeOf('shutdown');
    this.#sender.endAfter(this.#link.close('shutdown'), code, reason);
  }

  closeIdle(): void {
    this.#end(CLOSE.normal, 'No data was sent for too long');
  }

  /** The key, JWT or voice the socket was opened with is no longer valid. */
  refuseFromNowOn(reason: string): void {
    this.#end(CLOSE.policy, reason);
  }

  play(frame: Int16Array): void {
    this.#speech.play(frame);
  }

  drop(): void {
    this.#speech.discard();
  }

  flush(): void {
    this.#speech.flush();
  }

  message(message: AgentMessage): void {
    this.#sender.send({ data: message });
  }

  #sound(bytes: Uint8Array): void {
    if (this.#options.settings.mode === 'llm-tts') return;
    if (!this.#limiter.hasRoom) {
      this.#decoder.skip(bytes);
      if (!this.#toldOfFlood) this.#error(new AgentError('sound_too_fast'));
      this.#toldOfFlood = true;
      return;
    }
    const samples = this.#decoder.push(bytes);
    this.#limiter.take(samples.length);
    this.#link.pushAudio(samples);
    const fault = this.#decoder.firstFault;
    if (fault === null || this.#toldOfFault) return;
    this.#toldOfFault = true;
    this.#error(new AgentError('sound_unreadable', { reason: fault }));
  }

  /** @throws AgentError 429 */
  #typed(text: string): void {
    if (!this.#turns.take())
      throw new AgentError('typed_turns_too_fast', { perSecond: TYPED_TURNS.perSecond });
    if (!this.#link.type(text)) throw new AgentError('typed_turns_at_limit');
  }

  #refuse(error: AgentError): void {
    this.#broken++;
    if (this.#broken > MAX_BROKEN_MESSAGES) this.#end(CLOSE.policy, 'Too many messages could not be read');
    else this.#error(error);
  }

  #error({ status, message }: Pick<AgentError, 'status' | 'message'> | OpeningFault): void {
    // Clients read `data.type` of every message.
    this.#sender.send({ type: 'error', status_code: status, errors: [message], data: { type: 'error' } });
  }

  #openFailed(error: unknown): void {
    const fault = openingFault(error);
    if (fault.unexpected) this.#options.log.error({ err: error }, 'a conversation could not be opened');
    this.#error(fault);
    this.#sender.end(fault.code, NOT_OPENED);
  }

  #ended(reason: EndReason): void {
    const { leftOut } = this.#sender;
    const { faults } = this.#decoder;
    if (leftOut > 0 || faults > 0) {
      this.#options.log.info({ leftOut, faults }, 'audio of a conversation was dropped on its socket');
    }
    const close = closeOf(reason);
    this.#sender.end(close.code, close.reason);
  }

  /** Closes the socket first, with its own reason. */
  #end(code: number, reason: string): void {
    this.#sender.end(code, reason);
    void this.#link.close('caller_left');
  }
}
