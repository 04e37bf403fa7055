import type { TextCutter } from '../../language/text/cutter.ts';
import { EngineError } from '../errors.ts';
import type { Admission, Ticket } from '../scheduling/admission.ts';
import type { Playback } from '../scheduling/playback.ts';
import type { BilledSpeech, CheckedText, SpeakSettings, SpeechChunk, SpeechStream } from '../types.ts';
import { IncomingText } from './incoming-text.ts';
import type { Narrator } from './narrator.ts';
import type { Piece } from './piece.ts';

/** A listener that has held a chunk this long without asking for the next is stalled and needs no lane. */
const STALLED_MS = 500;

export interface StreamOptions {
  readonly settings: SpeakSettings;
  /** The name of a voice that cannot read phonemes; default: it can. */
  readonly wordVoice?: string | null;
  readonly narrator: Narrator;
  readonly playback: Playback;
  readonly cutter: TextCutter;
  readonly admission: Pick<Admission, 'acquire'>;
  /** Lanes this voice needs to speak in real time. */
  readonly cost: () => number;
  readonly onFirstAudio: (waitedMs: number) => void;
  readonly onUnderrun: (gapMs: number) => void;
  /** Called with chunks that were computed and will not be delivered. */
  readonly onDiscarded: (speech: BilledSpeech) => void;
  readonly onClose: () => void;
}

interface Speaking {
  readonly contextId: string | null;
  /** When its text was complete; null for an answer to `finish`, which has no speech. */
  readonly readyAtMs: number | null;
  readonly chunks: AsyncIterator<SpeechChunk, void> | Iterator<SpeechChunk, void>;
}

/** Thrown inside a stream to abandon work that a reset or close has made pointless. */
class Dropped extends Error {}

/** See `SpeechStream`. Text is cut and checked as it arrives; audio is computed when a chunk is requested. */
export class Stream implements SpeechStream, AsyncIterator<SpeechChunk, undefined> {
  readonly alignmentUnavailable: string | null = null;
  readonly #options: StreamOptions;
  readonly #text: IncomingText;
  readonly #closing = new AbortController();
  #work = new AbortController();
  #speaking: Speaking | null = null;
  #ticket: Ticket | null = null;
  #wake: (() => void) | null = null;
  #ended = false;
  /** Why the engine closed the stream; reported to its listener once. */
  #failure: EngineError | null = null;
  /** The next chunk belongs to speech that is already playing: a gap before it would be heard. */
  #continues = false;
  /** When the last chunk was handed over; null while the listener waits for one. */
  #handedOverAtMs: number | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
    const { settings, wordVoice = null, cutter } = options;
    this.#text = new IncomingText({ settings, wordVoice, cutter, onItems: () => this.#notify() });
  }

  get pendingCharacters(): number {
    return this.#text.pendingCharacters;
  }

  push(text: string | CheckedText, contextId: string | null): void {
    if (this.#closing.signal.aborted || this.#ended) return;
    if (typeof text === 'object') this.#text.pushWhole(text, contextId);
    else if (text !== '') this.#text.push(text, contextId);
  }

  finish(contextId: string | null): void {
    if (this.#closing.signal.aborted || this.#ended) return;
    this.#text.finish(contextId);
  }

  reset(): void {
    if (this.#closing.signal.aborted) return;
    this.#text.clear();
    this.#stopSpeaking();
    this.#continues = false;
    this.#releaseTicket();
    this.#options.narrator.reset();
    this.#options.playback.reset();
    const dropped = this.#work;
    this.#work = new AbortController();
    dropped.abort(new Dropped());
  }

  end(): void {
    if (this.#closing.signal.aborted || this.#ended) return;
    this.#ended = true;
    this.#text.end();
  }

  close(failure: EngineError | null = null): void {
    if (this.#closing.signal.aborted) return;
    this.#failure = failure;
    this.#text.clear();
    this.#stopSpeaking();
    this.#closing.abort();
    this.#work.abort(new Dropped());
    this.#releaseTicket();
    this.#notify();
    this.#options.onClose();
  }

  [Symbol.asyncIterator](): AsyncIterator<SpeechChunk, undefined> {
    return this;
  }

  async return(): Promise<IteratorResult<SpeechChunk, undefined>> {
    this.close();
    return { done: true, value: undefined };
  }

  async next(): Promise<IteratorResult<SpeechChunk, undefined>> {
    const askedAtMs = performance.now();
    this.#handedOverAtMs = null;
    for (;;) {
      if (this.#closing.signal.aborted) return this.#closedResult();
      try {
        const chunk = await this.#advance(askedAtMs);
        if (chunk === 'ended') return this.return();
        if (chunk !== null) {
          this.#handedOverAtMs = performance.now();
          return { done: false, value: chunk };
        }
      } catch (error) {
        if (!(error instanceof Dropped)) {
          if (this.#speaking) this.#options.narrator.abandon();
          this.#speaking = null;
          throw error;
        }
      }
    }
  }

  #closedResult(): IteratorResult<SpeechChunk, undefined> {
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure;
    return { done: true, value: undefined };
  }

  /** One step: a chunk, null when the step produced none, or the end. */
  async #advance(askedAtMs: number): Promise<SpeechChunk | 'ended' | null> {
    const speaking = this.#speaking;
    if (speaking) return this.#nextChunk(speaking, askedAtMs);
    const item = this.#text.shift();
    if (!item) {
      this.#releaseTicket();
      if (this.#ended) return this.#options.narrator.rest() ?? 'ended';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      return null;
    }
    const { narrator, playback } = this.#options;
    if (item.kind === 'error') throw item.error;
    const work = this.#work;
    if (item.kind === 'stop') {
      const { contextId } = item;
      this.#speaking = { contextId, readyAtMs: null, chunks: narrator.stop(contextId) };
      return null;
    }
    const { piece } = item;
    await this.#admit(piece);
    if (this.#work !== work) throw new Dropped();
    this.#continues = piece.readyAtMs < playback.endsAtMs;
    this.#speaking = {
      contextId: piece.contextId,
      readyAtMs: piece.readyAtMs,
      chunks: narrator.speak(piece, () => this.#text.upcoming, this.#work.signal),
    };
    return null;
  }

  async #nextChunk(speaking: Speaking, askedAtMs: number): Promise<SpeechChunk | null> {
    const { done, value } = await this.#guard(speaking.chunks.next(), speaking.contextId);
    if (this.#speaking !== speaking) {
      if (value) this.#options.onDiscarded(value);
      throw new Dropped();
    }
    if (done) {
      this.#speaking = null;
      return null;
    }
    const { playback, settings } = this.#options;
    const nowMs = performance.now();
    if (!this.#continues && speaking.readyAtMs !== null) {
      this.#options.onFirstAudio(nowMs - speaking.readyAtMs);
    }
    const durationMs = (value.samples * 1000) / settings.samplingRate;
    const gapMs = playback.deliver(durationMs, askedAtMs, nowMs, this.#continues);
    if (gapMs > 0) this.#options.onUnderrun(gapMs);
    this.#continues = true;
    // A new utterance follows a stop, and its listener waits for its first sound.
    if (value.stop) {
      playback.reset();
      this.#continues = false;
    }
    return value;
  }

  /** Waits until this stream is admitted to speak, unless it already is. */
  async #admit(piece: Piece): Promise<void> {
    if (this.#ticket) return;
    const { admission, playback, cost } = this.#options;
    const { signal } = this.#work;
    const leadMs = (nowMs: number): number => {
      const stalled = this.#handedOverAtMs !== null && nowMs - this.#handedOverAtMs > STALLED_MS;
      return stalled ? Number.POSITIVE_INFINITY : playback.leadMs(nowMs);
    };
    const ticket = await this.#guard(admission.acquire(leadMs, cost, signal), piece.contextId);
    if (signal.aborted) {
      ticket.release();
      throw new Dropped();
    }
    this.#ticket = ticket;
  }

  /** Gives every failure the form and the context that the API reports. */
  async #guard<T>(work: Promise<T> | T, contextId: string | null): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Dropped) throw error;
      if (error instanceof EngineError) throw error.in(contextId);
      throw new EngineError('synthesis_failed', { contextId, cause: error });
    }
  }

  #stopSpeaking(): void {
    const chunks = this.#speaking?.chunks;
    this.#speaking = null;
    // Counts the rest of a rendered window.
    Promise.resolve(chunks?.return?.()).catch(() => undefined);
  }

  #releaseTicket(): void {
    this.#ticket?.release();
    this.#ticket = null;
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = null;
  }
}
