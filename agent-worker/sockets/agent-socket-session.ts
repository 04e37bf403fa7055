import { createLiveDecoder } from '../../media/live/create-live-decoder.ts';
import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import type { ConversationSettings, EndReason, OpenConversation } from '../conversation/types.ts';
import type { AgentMessage } from '../door.ts';
import { AgentError } from '../errors.ts';
import { AudioPackets } from './audio-packets.ts';
import { AudioRateLimiter } from './audio-rate-limiter.ts';
import { audioResponse } from './audio-response.ts';
import { NOT_OPENED, type OpeningFault, openingFault } from './close-codes.ts';
import { ConversationLink } from './conversation-link.ts';
import { TYPED_TURNS } from './limits.ts';
import type { SocketAudio } from './socket-audio.ts';
import { parseSocketMessage } from './socket-message.ts';
import { SocketSession, type SocketSessionOptions } from './socket-session.ts';
import { TokenBucket } from './token-bucket.ts';

export interface AgentSocketOptions extends SocketSessionOptions {
  readonly settings: ConversationSettings;
  readonly audio: SocketAudio;
  readonly open: OpenConversation;
}

/**
 * Session of one caller on an upgraded `GET /agents`: it receives audio and typed turns, and sends the four messages.
 * It knows the wire format; of the conversation it knows only its door.
 */
export class AgentSocketSession extends SocketSession {
  /** A browser plays what it receives at once: a small lead hides network jitter. */
  override readonly leadMs = 120;
  readonly #options: AgentSocketOptions;
  readonly #speech: AudioPackets;
  readonly #decoder: LiveDecoder;
  readonly #limiter = new AudioRateLimiter();
  readonly #turns = new TokenBucket(TYPED_TURNS);
  readonly #link: ConversationLink;
  #toldOfFault = false;
  #reportedFlood = false;

  constructor(options: AgentSocketOptions) {
    super(options);
    const { audio, settings, open } = options;
    this.#options = options;
    this.#speech = new AudioPackets(
      { rate: audio.returnRate, encoding: audio.returnEncoding },
      (bytes) => void this.sender.sendAudio({ data: audioResponse(audio, bytes) }),
    );
    this.#decoder = createLiveDecoder({
      encoding: audio.incomingEncoding,
      rate: audio.incomingRate,
      sniff: audio.incomingBytes,
    });
    this.#link = new ConversationLink(() => open(settings, this), {
      ended: (reason) => this.ended(reason, this.#decoder.faults),
      failed: (error) => this.#openFailed(error),
    });
  }

  protected override frame(bytes: Uint8Array, isBinary: boolean): void {
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
      this.#refuseMessage(error);
    }
  }

  override play(frame: Int16Array): void {
    this.#speech.play(frame);
  }

  override drop(): void {
    this.#speech.discard();
  }

  override flush(): void {
    this.#speech.flush();
  }

  override message(message: AgentMessage): void {
    this.sender.send({ data: message });
  }

  #sound(bytes: Uint8Array): void {
    if (this.#options.settings.mode === 'llm-tts') return;
    if (!this.#limiter.hasRoom) {
      this.#decoder.skip(bytes);
      if (!this.#reportedFlood) this.#error(new AgentError('sound_too_fast'));
      this.#reportedFlood = true;
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

  #refuseMessage(error: AgentError): void {
    if (this.toleratesBroken()) this.#error(error);
  }

  #error({ status, message }: Pick<AgentError, 'status' | 'message'> | OpeningFault): void {
    // Clients read `data.type` of every message.
    this.sender.send({ type: 'error', status_code: status, errors: [message], data: { type: 'error' } });
  }

  #openFailed(error: unknown): void {
    const fault = openingFault(error);
    if (fault.unexpected) this.log.error({ err: error }, 'a conversation could not be opened');
    this.#error(fault);
    this.sender.end(fault.code, NOT_OPENED);
  }

  protected override hangUp(reason: EndReason): Promise<void> {
    return this.#link.close(reason);
  }
}
