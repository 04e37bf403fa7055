import { EngineError } from '../errors.ts';
import type { Admission, Ticket } from '../scheduling/admission.ts';
import type { Playback } from '../scheduling/playback.ts';
import type { Piece as CutPiece, TextCutter } from '../text/cutter.ts';
import type { CheckedText, SpeakSettings, SpeechChunk, SpeechStream } from '../types.ts';
import type { Narrator } from './narrator.ts';
import { ParsedText, parsePiece } from './parsed-text.ts';
import type { Piece, PieceItem } from './piece.ts';

/** Text that stops arriving after what looks like the end of a sentence is spoken after this long... */
const SENTENCE_IDLE_MS = 120;
/** ...and any other text after this long: language models pause, too. */
const CLAUSE_IDLE_MS = 500;
/** What may be half a tag is waited for longer, but in the end it is text. */
const TAG_IDLE_MS = 2000;
/** A listener that has not asked for so long, with a chunk in its hands, takes nothing: it needs no lane. */
const STALLED_MS = 500;

export interface StreamOptions {
  readonly settings: SpeakSettings;
  readonly narrator: Narrator;
  readonly playback: Playback;
  readonly cutter: TextCutter;
  readonly admission: Admission;
  /** Lanes this voice needs to speak in real time. */
  readonly cost: () => number;
  readonly onFirstAudio: (waitedMs: number) => void;
  readonly onUnderrun: (gapMs: number) => void;
  readonly onClose: () => void;
}

type Item =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'stop'; readonly contextId: string | null }
  | { readonly kind: 'error'; readonly error: EngineError; readonly characters: number };

interface Speaking {
  readonly contextId: string | null;
  /** When its text was complete; null for what carries no speech. */
  readonly readyAtMs: number | null;
  readonly chunks: AsyncIterator<SpeechChunk, void> | Iterator<SpeechChunk, void>;
}

/** Thrown inside a stream to leave what a reset made pointless. */
class Dropped extends Error {}

/** See `SpeechStream`. Text is cut and checked as it comes in; sound is computed when a chunk is asked for. */
export class Stream implements SpeechStream, AsyncIterator<SpeechChunk, undefined> {
  readonly alignmentUnavailable: string | null = null;
  readonly #options: StreamOptions;
  readonly #items: Item[] = [];
  readonly #closing = new AbortController();
  #work = new AbortController();
  #speaking: Speaking | null = null;
  #ticket: Ticket | null = null;
  #contextId: string | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #wake: (() => void) | null = null;
  #ended = false;
  /** Why the stream was closed from within, told to its listener once. */
  #failure: EngineError | null = null;
  /** Characters of the pieces that wait in `#items`. */
  #queuedChars = 0;
  /** The next chunk belongs to speech that is already playing: a gap before it would be heard. */
  #continues = false;

  /** When the last chunk was handed over; null while the listener waits for one. */
  #handedOverAtMs: number | null = null;

  constructor(options: StreamOptions) {
    this.#options = options;
  }

  get pendingCharacters(): number {
    return this.#queuedChars + this.#options.cutter.pending;
  }

  push(text: string | CheckedText, contextId: string | null): void {
    const whole = typeof text === 'string' ? null : text;
    const sent = typeof text === 'string' ? text : text.text;
    if (this.#closing.signal.aborted || this.#ended || sent === '') return;
    if (whole || contextId !== this.#contextId) this.#flush('.');
    this.#contextId = contextId;
    if (whole) {
      this.#addWhole(whole);
    } else {
      for (const piece of this.#options.cutter.push(sent)) this.#addPiece(piece, ',');
      this.#watchIdle();
    }
    this.#notify();
  }

  finish(contextId: string | null): void {
    if (this.#closing.signal.aborted || this.#ended) return;
    this.#flush('.');
    // A bare stop ends the text before it, whatever context that had.
    this.#items.push({ kind: 'stop', contextId: contextId ?? this.#contextId });
    this.#notify();
  }

  reset(): void {
    if (this.#closing.signal.aborted) return;
    this.#stopIdle();
    this.#items.length = 0;
    this.#queuedChars = 0;
    this.#options.cutter.reset();
    this.#contextId = null;
    this.#speaking = null;
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
    this.#flush('.');
    this.#ended = true;
    this.#notify();
  }

  close(failure: EngineError | null = null): void {
    if (this.#closing.signal.aborted) return;
    this.#failure = failure;
    this.#stopIdle();
    this.#items.length = 0;
    this.#queuedChars = 0;
    this.#options.cutter.reset();
    this.#speaking = null;
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

  /** One step: a chunk, null when the step gave none, or the end. */
  async #advance(askedAtMs: number): Promise<SpeechChunk | 'ended' | null> {
    const speaking = this.#speaking;
    if (speaking) return this.#nextChunk(speaking, askedAtMs);
    const item = this.#items.shift();
    if (!item) {
      this.#releaseTicket();
      if (this.#ended) return this.#options.narrator.rest() ?? 'ended';
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      return null;
    }
    const { narrator, playback } = this.#options;
    if (item.kind === 'error') {
      this.#queuedChars -= item.characters;
      throw item.error;
    }
    const work = this.#work;
    if (item.kind === 'stop') {
      const { contextId } = item;
      this.#speaking = { contextId, readyAtMs: null, chunks: narrator.stop(contextId) };
      return null;
    }
    const { piece } = item;
    this.#queuedChars -= piece.text.length;
    await this.#admit(piece);
    if (this.#work !== work) throw new Dropped();
    this.#continues = piece.readyAtMs < playback.endsAtMs;
    this.#speaking = {
      contextId: piece.contextId,
      readyAtMs: piece.readyAtMs,
      chunks: narrator.speak(piece, this.#upcoming, this.#work.signal),
    };
    return null;
  }

  readonly #upcoming = (): PieceItem | undefined => {
    const next = this.#items[0];
    return next?.kind === 'piece' ? next.piece.items[0] : undefined;
  };

  async #nextChunk(speaking: Speaking, askedAtMs: number): Promise<SpeechChunk | null> {
    const { done, value } = await this.#guard(speaking.chunks.next(), speaking.contextId);
    if (this.#speaking !== speaking) throw new Dropped();
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
    // What comes after a stop is another utterance, and whoever asks for it waits for its first sound.
    if (value.stop) {
      playback.reset();
      this.#continues = false;
    }
    return value;
  }

  /** Waits for a place among those who speak, unless this stream has one. */
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

  /** Gives every failure the shape and the context that the door reports. */
  async #guard<T>(work: Promise<T> | T, contextId: string | null): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Dropped) throw error;
      if (error instanceof EngineError) throw error.in(contextId);
      throw new EngineError('synthesis_failed', { contextId, cause: error });
    }
  }

  /** Adds the pieces of a text that is complete; nothing is waiting in the cutter. */
  #addWhole(whole: CheckedText): void {
    const { cutter, settings } = this.#options;
    const parsed = whole instanceof ParsedText && whole.isFor(settings) ? whole : null;
    const [pushed, flushed] = [cutter.push(whole.text), cutter.flush()];
    const origin = (pushed[0] ?? flushed[0])?.start ?? 0;
    const items = ({ start, text }: CutPiece): PieceItem[] | null =>
      parsed?.items(start - origin, start - origin + text.length) ?? null;
    for (const piece of pushed) this.#addPiece(piece, ',', items(piece));
    for (const piece of flushed) this.#addPiece(piece, '.', items(piece));
  }

  /** @param parsed its items where they are known already */
  #addPiece(cut: CutPiece, ending: Piece['ending'], parsed: PieceItem[] | null = null): void {
    const { lang, ipaKey } = this.#options.settings;
    const contextId = this.#contextId;
    try {
      const items = parsed ?? parsePiece(cut.text, { start: cut.start, lang, ipaKey, contextId });
      const readyAtMs = performance.now();
      const isSentence = cut.boundary === 'sentence' || (cut.boundary === 'flush' && ending === '.');
      const end = isSentence ? 'sentence' : 'clause';
      const { text, start } = cut;
      const piece: Piece = { text, start, contextId, items, ending, end, readyAtMs };
      this.#items.push({ kind: 'piece', piece });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#items.push({ kind: 'error', error, characters: cut.text.length });
    }
    this.#queuedChars += cut.text.length;
  }

  #flush(ending: Piece['ending']): void {
    this.#stopIdle();
    for (const piece of this.#options.cutter.flush()) this.#addPiece(piece, ending);
  }

  #watchIdle(): void {
    this.#stopIdle();
    const { cutter } = this.#options;
    if (cutter.pending === 0) return;
    const idleMs = { tag: TAG_IDLE_MS, sentence: SENTENCE_IDLE_MS, text: CLAUSE_IDLE_MS };
    this.#idleTimer = setTimeout(
      () => {
        this.#flush(',');
        this.#notify();
      },
      idleMs[cutter.waitingFor ?? 'text'],
    );
  }

  #stopIdle(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
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
