import type { LiveDecoder } from '../../media/live/live-decoder.ts';
import { NO_SAMPLES } from '../../media/live/live-decoder.ts';
import { CALLER_SAMPLE_RATE } from '../audio-rates.ts';
import { AgentError } from '../errors.ts';
import { AudioRateLimiter } from '../sockets/audio-rate-limiter.ts';
import { CLOSE, NOT_OPENED, openingFault } from '../sockets/close-codes.ts';
import { SocketSession, type SocketSessionOptions } from '../sockets/socket-session.ts';
import { TokenBucket } from '../sockets/token-bucket.ts';
import { type EventKinds, parseClientEvent } from './client-events.ts';
import { newId } from './ids.ts';
import type { ServerEvent } from './items.ts';
import { RealtimeError } from './realtime-error.ts';

/** Limit of these updates in one session: each replaces all instructions or tools. */
const SESSION_UPDATES = { capacity: 50, perSecond: 1 };
/** Limit of waiting events: a minute of audio. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/** The common part of realtime sessions: the order of events, and errors. */
export abstract class RealtimeDoor<Event> extends SocketSession {
  protected readonly id = newId('sess');
  /** Duration of the caller's audio received so far. */
  protected heardMs = 0;
  readonly #kinds: EventKinds<Event>;
  readonly #limiter = new AudioRateLimiter();
  readonly #updates = new TokenBucket(SESSION_UPDATES);
  /** Handles events in their order, although some need asynchronous work. */
  #before: Promise<void> = Promise.resolve();
  #waitingBytes = 0;
  readonly #told = new Set<string>();

  constructor(options: SocketSessionOptions, kinds: EventKinds<Event>) {
    super(options);
    this.#kinds = kinds;
    // Deferred until the owner of the socket has this session.
    queueMicrotask(() => this.send({ type: 'session.created', session: this.describe() }));
  }

  /** The session object of `session.created` and `session.updated`. */
  protected abstract describe(): object;

  /** @throws RealtimeError; any other error ends the session */
  protected abstract do(event: Event): Promise<void> | void;

  protected override frame(bytes: Uint8Array, isBinary: boolean): void {
    if (isBinary) {
      this.#refuseEvent(new RealtimeError(null, null, 'realtime_json_invalid'), null);
      return;
    }
    this.#waitingBytes += bytes.length;
    if (this.#waitingBytes > MAX_WAITING_BYTES) {
      this.refuse(CLOSE.policy, 'Too much was sent before the conversation was open');
      return;
    }
    const { length } = bytes;
    const text = Buffer.from(bytes).toString('utf8');
    this.#before = this.#before.then(async () => {
      await this.#handle(text);
      this.#waitingBytes -= length;
    });
  }

  /** @throws RealtimeError when there were too many such events */
  protected countUpdate(): void {
    if (!this.#updates.take()) throw new RealtimeError(null, null, 'realtime_changes_too_fast');
  }

  /** @returns samples at 16 kHz; none if they arrive too fast */
  protected decoded(bytes: Uint8Array, decoder: LiveDecoder): Int16Array {
    if (!this.#limiter.hasRoom) {
      this.#tellOnce(new AgentError('sound_too_fast'));
      return NO_SAMPLES;
    }
    const samples = decoder.push(bytes);
    this.#limiter.take(samples.length);
    this.heardMs += (samples.length * 1000) / CALLER_SAMPLE_RATE;
    return samples;
  }

  protected send(event: ServerEvent): void {
    this.sender.send({ event_id: newId('event'), ...event });
  }

  protected openFailed(error: unknown): void {
    const { message, code, unexpected } = openingFault(error);
    if (unexpected) this.log.error({ err: error }, 'a conversation could not be opened');
    const fault = { type: unexpected ? 'server_error' : 'invalid_request_error', code: null, param: null };
    this.send({ type: 'error', error: { ...fault, message, event_id: null } });
    this.sender.end(code, NOT_OPENED);
  }

  async #handle(text: string): Promise<void> {
    if (this.sender.ended) return;
    let eventId: string | null = null;
    try {
      const parsed = parseClientEvent(text, this.#kinds);
      eventId = parsed.eventId;
      await this.do(parsed.event);
    } catch (error) {
      if (error instanceof RealtimeError) this.#refuseEvent(error, eventId ?? error.eventId);
      else this.openFailed(error);
    }
  }

  #refuseEvent(error: RealtimeError, eventId: string | null): void {
    if (this.toleratesBroken('events')) this.#error(error.error, error.param, eventId);
  }

  #tellOnce(error: AgentError): void {
    if (this.#told.has(error.kind)) return;
    this.#told.add(error.kind);
    this.#error(error, null, null);
  }

  #error({ kind, message }: AgentError, param: string | null, eventId: string | null): void {
    const error = { type: 'invalid_request_error', code: kind, message, param, event_id: eventId };
    this.send({ type: 'error', error });
  }
}
