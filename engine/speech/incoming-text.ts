import type { OpenElement } from '../../language/markup/types.ts';
import type { Piece as CutPiece, TextCutter } from '../../language/text/cutter.ts';
import { EngineError } from '../errors.ts';
import type { CheckedText, SpeakSettings } from '../types.ts';
import { ParsedText } from './parsed-text.ts';
import type { Piece, PieceItem } from './piece.ts';

/** Idle time after which text that seems to end a sentence is spoken, in ms. */
const SENTENCE_IDLE_MS = 120;
/** Idle time after which other text is spoken, in ms. It is longer because language models pause, too. */
const CLAUSE_IDLE_MS = 500;
/** Idle time after which a possibly incomplete tag is treated as text, in ms. */
const TAG_IDLE_MS = 2000;

/** The next action of a stream: speak a piece, answer a `finish`, or report a fault in a piece. */
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
  /** Elements of markup that are open where the next piece begins. */
  #open: readonly OpenElement[] = [];

  constructor(options: IncomingTextOptions) {
    this.#options = options;
  }

  get pendingCharacters(): number {
    return this.#queuedChars + this.#options.cutter.pending;
  }

  /** The item after the one taken last, as far as known. */
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
    if (contextId !== this.#contextId) this.#endText();
    this.#contextId = contextId;
    for (const piece of this.#options.cutter.push(text)) this.#addPiece(piece, ',');
    this.#watchIdle();
    this.#options.onItems();
  }

  /** Adds a self-contained text: nothing continues into or out of it. */
  pushWhole(whole: CheckedText, contextId: string | null): void {
    const { cutter, settings } = this.#options;
    this.#endText();
    this.#contextId = contextId;
    const parsed = whole instanceof ParsedText && whole.isFor(settings) ? whole : null;
    const [pushed, flushed] = [cutter.push(whole.text), cutter.flush()];
    const origin = (pushed[0] ?? flushed[0])?.start ?? 0;
    for (const piece of pushed) this.#addPiece(piece, ',', parsed, origin);
    for (const piece of flushed) this.#addPiece(piece, '.', parsed, origin);
    this.#open = [];
    this.#options.onItems();
  }

  /** Ends the text and queues the answer to `finish`. The context defaults to that of the text. */
  finish(contextId: string | null): void {
    this.#endText();
    this.#items.push({ kind: 'stop', contextId: contextId ?? this.#contextId });
    this.#options.onItems();
  }

  /** Ends the text. */
  end(): void {
    this.#endText();
    this.#options.onItems();
  }

  /** Drops everything; offsets restart at 0. */
  clear(): void {
    this.#stopIdle();
    this.#items = [];
    this.#next = 0;
    this.#queuedChars = 0;
    this.#contextId = null;
    this.#open = [];
    this.#options.cutter.reset();
  }

  /** @param whole the text that it is a part of, if that was parsed, and the offset of that text in the stream */
  #addPiece(cut: CutPiece, ending: Piece['ending'], whole: ParsedText | null = null, origin = 0): void {
    const contextId = this.#contextId;
    try {
      const { text, start } = cut;
      const [from, to] = [start - origin, start - origin + text.length];
      const known = whole?.items(from, to) ?? null;
      const parsed = known && whole ? whole : this.#parse(cut);
      const items = known ?? parsed.items() ?? [];
      const frame = known ? parsed.frame(from, to) : parsed.frame();
      this.#open = known ? parsed.openAt(to) : parsed.openAt();
      const readyAtMs = performance.now();
      const isSentence = cut.boundary === 'sentence' || (cut.boundary === 'flush' && ending === '.');
      const { voice, beginsParagraph, endsParagraph } = frame;
      const end = endsParagraph ? 'paragraph' : isSentence ? 'sentence' : 'clause';
      this.#items.push({
        kind: 'piece',
        piece: {
          text,
          start,
          contextId,
          items,
          ending: isSentence ? '.' : ending,
          end,
          ...(voice !== null && { voice }),
          ...(beginsParagraph && { beginsParagraph }),
          readyAtMs,
        },
      });
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      this.#items.push({ kind: 'error', error, characters: cut.text.length });
    }
    this.#queuedChars += cut.text.length;
  }

  #parse({ text, start }: CutPiece): ParsedText {
    const { settings, wordVoice = null } = this.#options;
    const { lang, ipaKey } = settings;
    return new ParsedText(text, {
      start,
      lang,
      ipaKey,
      wordVoice,
      contextId: this.#contextId,
      open: this.#open,
    });
  }

  /** Elements that are still open end with the text. */
  #endText(): void {
    this.#flush('.');
    this.#open = [];
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
