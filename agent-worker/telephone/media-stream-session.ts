import { dtmfTones } from '../../media/dtmf.ts';
import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import { MulawDecoder } from '../../media/live/raw-decoder.ts';
import { SpeechEncoder } from '../../media/live/speech-encoder.ts';
import { encodeMulaw, MULAW_SILENCE } from '../../media/mulaw.ts';
import { AGENT_SAMPLE_RATE } from '../audio-rates.ts';
import type { ConversationSettings, EndReason, OpenConversation } from '../conversation/types.ts';
import type { CallControl, PersonLine } from '../door.ts';
import { AudioRateLimiter } from '../sockets/audio-rate-limiter.ts';
import { CLOSE, NOT_OPENED, openingFault } from '../sockets/close-codes.ts';
import { ConversationLink } from '../sockets/conversation-link.ts';
import { SocketSession, type SocketSessionOptions } from '../sockets/socket-session.ts';
import { DtmfCollector, dtmfAsTurn } from './dtmf-collector.ts';
import {
  isTelephoneFormat,
  parseStreamEvent,
  type StreamEvent,
  type StreamStart,
} from './media-stream-messages.ts';

const TELEPHONE_RATE = 8000;
/** 20 ms of mu-law. */
const FRAME_BYTES = TELEPHONE_RATE / 50;
/** Twilio sends `start` right after it connects. */
const START_WITHIN_MS = 10_000;
/** A chunk further than this behind the last one is not late: the numbering has restarted. One second of frames. */
const LATE_CHUNKS = 50;
/** Keeps a client that never returns marks from filling the memory. */
const MAX_MARKS = 256;

export interface MediaStreamOptions extends SocketSessionOptions {
  readonly settings: ConversationSettings;
  readonly open: OpenConversation;
  /** Transfers a call of the telephone service; null without credentials for that. @throws CallControlError */
  readonly transfer: ((callSid: string, to: string) => Promise<void>) | null;
  /**
   * Asks somebody whether they take a call of the telephone service, as `CallControl` describes; null where it cannot.
   * @param signal the conversation is over
   */
  readonly askPerson:
    | ((callSid: string, to: string, told: Promise<Int16Array>, signal: AbortSignal) => Promise<PersonLine>)
    | null;
  readonly startWithinMs?: number;
}

/**
 * One call on an upgraded `GET /agents/{agent_id}/media-stream`, in Twilio's Media Streams protocol: the conversation
 * begins with `start` and ends with `stop`. It knows the wire format, and of conversations only their door.
 */
export class MediaStreamSession extends SocketSession {
  /** The client can be told to discard what it has not played, so the lead may be longer. */
  override readonly leadMs = 200;
  readonly #options: MediaStreamOptions;
  readonly #decoder: LiveDecoder = new MulawDecoder(TELEPHONE_RATE);
  readonly #encoder = new SpeechEncoder({
    inRate: AGENT_SAMPLE_RATE,
    outRate: TELEPHONE_RATE,
    encoding: 'pcm_mulaw',
  });
  readonly #limiter = new AudioRateLimiter();
  readonly #dtmf = new DtmfCollector((keys) => void this.#link?.type(dtmfAsTurn(keys)));
  readonly #startTimer: NodeJS.Timeout;
  #start: StreamStart | null = null;
  #link: ConversationLink | null = null;
  /** Encoded audio that does not fill a frame yet. */
  #rest: Buffer = Buffer.alloc(0);
  /** Marks of utterances that have not been heard completely yet. */
  readonly #marks = new Set<string>();
  #utterances = 0;
  /** Whether audio was sent that `clear` would discard. */
  #unheardSound = false;
  /** Whether audio was sent since the last mark. */
  #speaking = false;
  #lastChunk: number | null = null;
  readonly #told = new Set<string>();
  /** The conversation is over. */
  readonly #over = new AbortController();

  constructor(options: MediaStreamOptions) {
    super(options);
    this.#options = options;
    this.#startTimer = setTimeout(
      () => this.refuse(CLOSE.policy, 'No start message arrived'),
      options.startWithinMs ?? START_WITHIN_MS,
    );
  }

  protected override frame(bytes: Uint8Array, isBinary: boolean): void {
    this.#event(isBinary ? { event: 'broken' } : parseStreamEvent(Buffer.from(bytes).toString('utf8')));
  }

  override play(frame: Int16Array): void {
    this.#sendFrames(this.#encoder.push(frame));
  }

  override drop(): void {
    this.#encoder.reset();
    this.#rest = Buffer.alloc(0);
    // The client then returns all marks at once, although what they stood for was not heard.
    this.#marks.clear();
    if (this.#unheardSound) this.#send({ event: 'clear' });
    this.#unheardSound = false;
    this.#speaking = false;
  }

  override flush(): void {
    this.#sendFrames(this.#encoder.flush());
    if (this.#rest.length > 0) {
      const padding = Buffer.alloc(FRAME_BYTES - this.#rest.length, MULAW_SILENCE);
      this.#sendFrames(padding);
    }
    const name = `utterance-${++this.#utterances}`;
    this.#speaking = false;
    if (this.#marks.size < MAX_MARKS) this.#marks.add(name);
    this.#send({ event: 'mark', mark: { name } });
  }

  /** A telephone cannot display messages. */
  override message(): void {}

  override get call(): CallControl {
    const { transfer, askPerson } = this.#options;
    const callSid = this.#start?.callSid ?? null;
    if (callSid === null) return { sendDtmf: (keys) => this.#pressKeys(keys) };
    return {
      sendDtmf: (keys) => this.#pressKeys(keys),
      ...(transfer && { transfer: (to: string) => transfer(callSid, to) }),
      ...(askPerson && {
        askPerson: (to: string, told: Promise<Int16Array>) => askPerson(callSid, to, told, this.#over.signal),
      }),
    };
  }

  /** The protocol has no message for keys, so they are sent as audio tones. */
  async #pressKeys(keys: string): Promise<void> {
    const tones = dtmfTones(keys, TELEPHONE_RATE);
    this.#sendFrames(encodeMulaw(tones));
    this.flush();
    await new Promise((resolve) => setTimeout(resolve, (tones.length * 1000) / TELEPHONE_RATE));
  }

  #event(event: StreamEvent): void {
    switch (event.event) {
      case 'start':
        this.#begin(event.start);
        break;
      case 'media':
        this.#sound(event.payload, event.chunk);
        break;
      case 'mark':
        this.#heard(event.name);
        break;
      case 'dtmf':
        if (this.#link) this.#dtmf.press(event.digit);
        break;
      case 'stop':
        this.end('caller_left', CLOSE.normal, 'The call is over');
        break;
      case 'broken':
        this.#brokenMessage();
        break;
      case 'other':
    }
  }

  #begin(start: StreamStart): void {
    if (this.#link) {
      this.#logOnce('a media stream was started twice; the second start was ignored');
      return;
    }
    clearTimeout(this.#startTimer);
    if (!isTelephoneFormat(start.format)) {
      this.refuse(CLOSE.unsupported, 'The media format must be audio/x-mulaw, 8000 Hz, 1 channel');
      return;
    }
    this.#start = start;
    const { settings, open } = this.#options;
    const metadata = {
      ...settings.metadata,
      ...start.customParameters,
      call: { call_sid: start.callSid, stream_sid: start.streamSid },
    };
    this.#link = new ConversationLink(() => open({ ...settings, metadata }, this), {
      ended: (reason) => this.ended(reason),
      failed: (error) => this.#openFailed(error),
    });
  }

  #sound(payload: Uint8Array, chunk: number | null): void {
    if (!this.#link) {
      this.#logOnce('audio arrived before the start of its media stream and was dropped');
      return;
    }
    if (!this.#isNext(chunk)) return;
    if (!this.#limiter.hasRoom) {
      this.#logOnce('a media stream is faster than real time; some of it was dropped');
      return;
    }
    const samples = this.#decoder.push(payload);
    this.#limiter.take(samples.length);
    this.#link.pushAudio(samples);
  }

  /** Repeated or late chunks would be inserted in the wrong place. */
  #isNext(chunk: number | null): boolean {
    if (chunk === null) return true;
    const last = this.#lastChunk;
    if (last !== null && chunk <= last && chunk > last - LATE_CHUNKS) return false;
    this.#lastChunk = chunk;
    return true;
  }

  #heard(name: string): void {
    if (!this.#marks.delete(name)) return;
    if (this.#marks.size === 0 && !this.#speaking) this.#unheardSound = false;
  }

  #sendFrames(bytes: Uint8Array): void {
    const all = Buffer.concat([this.#rest, bytes]);
    let at = 0;
    for (; at + FRAME_BYTES <= all.length; at += FRAME_BYTES) {
      const payload = all.toString('base64', at, at + FRAME_BYTES);
      const message = { event: 'media', streamSid: this.#start?.streamSid, media: { payload } };
      if (!this.sender.sendAudio(message)) continue;
      this.#unheardSound = true;
      this.#speaking = true;
    }
    this.#rest = all.subarray(at);
  }

  #send(message: Readonly<Record<string, unknown>>): void {
    this.sender.send({ ...message, streamSid: this.#start?.streamSid });
  }

  #brokenMessage(): void {
    this.#logOnce('a message of a media stream could not be read and was ignored');
    this.toleratesBroken();
  }

  #openFailed(error: unknown): void {
    const { status, code, unexpected } = openingFault(error);
    if (unexpected) this.log.error({ err: error }, 'a conversation could not be opened');
    // The close code is all that a telephone client receives.
    else this.log.info({ status }, 'a conversation could not be opened');
    this.#dtmf.close();
    this.sender.end(code, NOT_OPENED);
  }

  protected override ended(reason: EndReason): void {
    this.#over.abort();
    this.#dtmf.close();
    super.ended(reason);
  }

  protected override async hangUp(reason: EndReason): Promise<void> {
    clearTimeout(this.#startTimer);
    this.#over.abort();
    this.#dtmf.close();
    await this.#link?.close(reason);
  }

  #logOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.log.info({}, message);
  }
}
