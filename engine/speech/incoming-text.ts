import { EngineError } from '../errors.ts';
import type { Piece as CutPiece, TextCutter } from '../text/cutter.ts';
import type { CheckedText, SpeakSettings } from '../types.ts';
import { ParsedText, parsePiece } from './parsed-text.ts';
import type { Piece, PieceItem } from './piece.ts';

/** Idle time after which text that seems to end a sentence is spoken, in ms. */
const SENTENCE_IDLE_MS = 120;
/** Idle time after which other text is spoken, in ms. It is longer because language models pause, too. */
const CLAUSE_IDLE_MS = 500;
/** Idle time after which a possibly incomplete tag is treated as text, in ms. */
const TAG_IDLE_MS = 2000;

/** What a stream does next: speak a piece, answer a `finish`, or report what is wrong with a piece. */
export type StreamItem =
  | { readonly kind: 'piece'; readonly piece: Piece }
  | { readonly kind: 'stop'; readonly contextId: string | null }
  | { readonly kind: 'error'; readonly error: EngineError; readonly characters: number };

export interface IncomingTextOptions {
  readonly settings: SpeakSettings;
  /** The name of a voice that cannot read phonemes. */
  readonly wordVoice?: string | null;
  readonly cutter: TextCutter;
  /** Called when there may be something to do. */
  readonly onItems: () => void;
}

/** Holds a stream's text from its arrival until it is spoken. Cuts it into pieces and checks each of them. */
export class IncomingText {
  readonly #options: IncomingTextOptions;
  /** Items before `#next` have been taken. Removing each from the array would move all the others. */
  #items: StreamItem[] = [];
  #next = 0;
  /** Context of the text that arrived last. */
  #contextId: string | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  /** Characters of the pieces waiting in `#items`. */
  #queuedChars = 0;

  constructor(options: IncomingTextOptions) {
    this.#options = options;
  }

  get pendingCharacters(): number {
    return this.#queuedChars + this.#options.cutter.pending;
  }

  /** What follows the item taken last, as far as known. */
  get upcoming(): PieceItem | undefined {
    const next = this.#items[this.#next];
    return next?.kind === 'piece' ? next.piece.items[0] : undefined;
  }

  /** Takes the next thing to do. */
  shift(): StreamItem | undefined {
    const item = this.#items[this.#next];
    if (!item) return undefined;
    this.#next++;
    if (this.#next * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#next);
      this.#next = 0;
    }
    if (item.kind === 'piece') this.#queuedChars -= item.piece.text.length;
    if (item.kind === 'error') this.#queuedChars -= item.characters;
    return item;
  }

  /** Adds text that may continue. A different context ends the text before it. */
  push(text: string, contextId: string | null): void {
    if (contextId !== this.#contextId) this.#flush('.');
    this.#contextId = contextId;
    for (const piece of this.#options.cutter.push(text)) this.#addPiece(piece, ',');
    this.#watchIdle();
    this.#options.onItems();
  }

  /** Adds a self-contained text: nothing continues into or out of it. */
  pushWhole(whole: CheckedText, contextId: string | null): void {
    const { cutter, settings } = this.#options;
    this.#flush('.');
    this.#contextId = contextId;
    const parsed = whole instanceof ParsedText && whole.isFor(settings) ? whole : null;
    const [pushed, flushed] = [cutter.push(whole.text), cutter.flush()];
    const origin = (pushed[0] ?? flushed[0])?.start ?? 0;
    const items = ({ start, text }: CutPiece): PieceItem[] | null =>
      parsed?.items(start - origin, start - origin + text.length) ?? null;
    for (const piece of pushed) this.#addPiece(piece, ',', items(piece));
    for (const piece of flushed) this.#addPiece(piece, '.', items(piece));
    this.#options.onItems();
  }

  /** Ends the text and queues the answer to `finish`. The context defaults to that of the text. */
  finish(contextId: string | null): void {
    this.#flush('.');
    this.#items.push({ kind: 'stop', contextId: contextId ?? this.#contextId });
    this.#options.onItems();
  }

  /** Ends the text. */
  end(): void {
    this.#flush('.');
    this.#options.onItems();
  }

  /** Drops everything; offsets restart at 0. */
  clear(): void {
    this.#stopIdle();
    this.#items = [];
    this.#next = 0;
    this.#queuedChars = 0;
    this.#contextId = null;
    this.#options.cutter.reset();
  }

  /** @param parsed its items, if already known */
  #addPiece(cut: CutPiece, ending: Piece['ending'], parsed: PieceItem[] | null = null): void {
    const { settings, wordVoice = null } = this.#options;
    const { lang, ipaKey } = settings;
    const contextId = this.#contextId;
    try {
      const items = parsed ?? parsePiece(cut.text, { start: cut.start, lang, ipaKey, wordVoice, contextId });
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
    const { cutter, onItems } = this.#options;
    if (cutter.pending === 0) return;
    const idleMs = { tag: TAG_IDLE_MS, sentence: SENTENCE_IDLE_MS, text: CLAUSE_IDLE_MS };
    this.#idleTimer = setTimeout(
      () => {
        this.#flush(',');
        onItems();
      },
      idleMs[cutter.waitingFor ?? 'text'],
    );
  }

  #stopIdle(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}
