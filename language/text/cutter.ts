/**
 * Cuts text that arrives in arbitrary frames, such as the tokens of a language model, into pieces to be spoken one
 * after the other. Text goes through unchanged: the pieces joined are what was pushed.
 */
import {
  type BoundaryRules,
  boundaryRules,
  clauseEnd,
  isBreakingSpace,
  isTerminator,
  letterWeight,
  markupAt,
  paragraphEnd,
  sentenceEnd,
} from './boundaries.ts';

export type Boundary = 'sentence' | 'clause' | 'flush' | 'length';

export interface Piece {
  /** As pushed, white space and markup included. */
  readonly text: string;
  /** UTF-16 offset in everything pushed since creation or the last reset. */
  readonly start: number;
  /** Why the piece ends where it does. */
  readonly boundary: Boundary;
}

export interface CutterOptions {
  /** Language code ("en", "pt-br"). */
  readonly lang: string;
  /**
   * Abbreviations that end with a full stop without ending a sentence, as written ("Dr.", "z. B."); others are ignored.
   */
  readonly abbreviations?: readonly string[];
  /** Also cut at clause ends while a sentence is still arriving. True by default. */
  readonly eager?: boolean;
  /**
   * A clause is cut off when it is at least this long. The default of 80 is about five seconds of speech, enough to
   * cover the wait for what follows; shorter clauses spoken on their own lose the intonation of their sentence.
   * Characters that stand for a syllable count as three.
   */
  readonly clauseMinChars?: number;
  /**
   * The same for the first piece after silence (creation, flush, reset), where a short clause starts the sound sooner.
   * The clause is cut off even if its whole sentence has arrived, provided that at least as many characters remain.
   */
  readonly firstClauseMinChars?: number;
  /** Upper limit of a piece, unless it is a single tag. Longer than any usual sentence; at least 32. Default 400. */
  readonly maxChars?: number;
}

const DEFAULT_CLAUSE_MIN_CHARS = 80;
const DEFAULT_MAX_CHARS = 400;
const SPEAKABLE = /[\p{L}\p{N}]/u;
/** Characters that continue the one before them. */
const CONTINUATION = /[\p{M}\u200c]|\u200d/u;

/** Result of one scan of the buffer. Offsets are into the buffer. */
interface Scan {
  readonly sentence: number | null;
  /** The first clause end after enough text and before any sentence end. */
  readonly clause: number | null;
  /** The scan stopped at a place that only more text can decide. */
  readonly waiting: 'tag' | 'sentence' | null;
  /** Where to cut a piece that grows too long. */
  readonly lengthCut: number;
}

/** The decided part of a scan, independent of later text: scanning continues at `at`. */
interface Decided {
  readonly at: number;
  readonly clause: number | null;
  readonly speakable: boolean;
  readonly weight: number;
  readonly lastBlank: number;
  readonly lastWhole: number;
  readonly firstTagEnd: number;
}

const NOTHING_DECIDED: Decided = {
  at: 0,
  clause: null,
  speakable: false,
  weight: 0,
  lastBlank: 0,
  lastWhole: 0,
  firstTagEnd: 0,
};

export class TextCutter {
  readonly #rules: BoundaryRules;
  readonly #eager: boolean;
  readonly #clauseMinChars: number;
  readonly #firstClauseMinChars: number | null;
  readonly #maxChars: number;
  #buffer = '';
  #start = 0;
  #first = true;
  #decided = NOTHING_DECIDED;

  constructor(options: CutterOptions) {
    this.#eager = options.eager ?? true;
    this.#rules = boundaryRules(options.lang, withCapitals(options.abbreviations ?? []), this.#eager);
    this.#clauseMinChars = options.clauseMinChars ?? DEFAULT_CLAUSE_MIN_CHARS;
    this.#firstClauseMinChars = options.firstClauseMinChars ?? null;
    this.#maxChars = Math.max(32, options.maxChars ?? DEFAULT_MAX_CHARS);
  }

  /** Characters buffered: pushed and not yet part of a piece. */
  get pending(): number {
    return this.#buffer.length;
  }

  /**
   * What more text would decide: whether a tag is complete ('tag'), or whether the sentence ends where the text does
   * ('sentence'). Null when the text simply continues.
   */
  get waitingFor(): 'tag' | 'sentence' | null {
    return this.#scan(false).waiting;
  }

  /** Adds text and returns the pieces that are now complete. */
  push(text: string): Piece[] {
    this.#buffer += text;
    const pieces: Piece[] = [];
    for (let piece = this.#next(false); piece; piece = this.#next(false)) pieces.push(piece);
    return pieces;
  }

  /** Returns everything that is buffered; the next text begins a new utterance, with offsets continuing from here. */
  flush(): Piece[] {
    const pieces: Piece[] = [];
    for (let piece = this.#next(true); piece; piece = this.#next(true)) pieces.push(piece);
    if (this.#buffer !== '') pieces.push(this.#take(this.#buffer.length, 'flush'));
    this.#first = true;
    return pieces;
  }

  /** Forgets everything buffered; offsets restart at 0. */
  reset(): void {
    this.#buffer = '';
    this.#start = 0;
    this.#first = true;
    this.#decided = NOTHING_DECIDED;
  }

  #next(final: boolean): Piece | null {
    if (this.#buffer === '') return null;
    const scan = this.#scan(final);
    if (!final && this.#eager && scan.clause !== null && this.#wantsClause(scan)) {
      return this.#take(scan.clause, 'clause');
    }
    if (scan.sentence !== null) return this.#take(scan.sentence, 'sentence');
    if (!scan.waiting && this.#buffer.length > this.#maxChars) return this.#take(scan.lengthCut, 'length');
    return null;
  }

  #wantsClause(scan: Scan): boolean {
    const sentence = scan.sentence;
    if (this.#first && this.#firstClauseMinChars !== null) {
      // 'wait' means that the sentence seems to end where the text does.
      const end = sentence ?? (scan.waiting ? this.#buffer.length : null);
      return end === null || end - scan.clause! >= this.#firstClauseMinChars;
    }
    // Something undecided after the clause is most likely the end of the sentence.
    return sentence === null && !scan.waiting;
  }

  #take(end: number, boundary: Boundary): Piece {
    const piece = { text: this.#buffer.slice(0, end), start: this.#start, boundary };
    this.#buffer = this.#buffer.slice(end);
    this.#decided = NOTHING_DECIDED;
    this.#start += end;
    this.#first = false;
    return piece;
  }

  /** Looks for the end of the next piece. With `final` no more text will come, so there is nothing to wait for. */
  #scan(final: boolean): Scan {
    const text = this.#buffer;
    const max = this.#maxChars;
    const clauseMin = (this.#first ? this.#firstClauseMinChars : null) ?? this.#clauseMinChars;
    let { at, clause, speakable, weight, lastBlank, lastWhole, firstTagEnd } = this.#decided;
    let isDecided = true;
    const result = (sentence: number | null, waiting: Scan['waiting']): Scan => ({
      sentence,
      clause,
      waiting,
      lengthCut: lastBlank || lastWhole || firstTagEnd || Math.min(max, text.length),
    });
    while (at < text.length && at < max) {
      const before = { at, clause, speakable, weight, lastBlank, lastWhole, firstTagEnd };
      const undecided = (): void => {
        if (isDecided) this.#decided = before;
        isDecided = false;
      };
      const char = String.fromCodePoint(text.codePointAt(at)!);
      if (!CONTINUATION.test(char)) lastWhole = at;
      let end = at + char.length;

      if (char === '<') {
        const markup = markupAt(text, at, final);
        if (markup === 'wait') {
          undecided();
          return result(null, 'tag');
        }
        if (markup !== 'no') {
          if (markup.border === 'before' && speakable) return result(at, null);
          end = markup.end;
          if (at === 0) firstTagEnd = end;
          speakable ||= markup.isHeard;
          if (markup.border === 'behind' && (at === 0 || end <= max)) return result(end, null);
        }
      } else if (isTerminator(char)) {
        const verdict = speakable ? sentenceEnd(text, at, this.#rules) : 'no';
        if (verdict === 'wait') undecided();
        if (verdict === 'wait' && !final) return result(null, 'sentence');
        if (typeof verdict === 'number' && verdict <= max) return result(verdict, null);
        while (end < max && isTerminator(text[end] ?? '')) end++;
      } else if (char === '\n' && speakable) {
        const verdict = paragraphEnd(text, at);
        if (verdict === 'wait') undecided();
        if (verdict === 'wait' && !final) return result(null, 'sentence');
        if (typeof verdict === 'number' && verdict <= max) return result(verdict, null);
      }

      weight += letterWeight(char);
      if (SPEAKABLE.test(char)) speakable = true;
      else if (speakable && clause === null && weight >= clauseMin) {
        const verdict = clauseEnd(text, at);
        if (verdict === 'wait') undecided();
        if (typeof verdict === 'number' && verdict <= max) clause = verdict;
      }
      if (speakable && isBreakingSpace(char)) lastBlank = end;
      // More may belong to it: the other half of a surrogate pair, another full stop.
      if (end >= text.length) undecided();
      at = end;
    }
    if (isDecided) this.#decided = { at, clause, speakable, weight, lastBlank, lastWhole, firstTagEnd };
    return result(null, null);
  }
}

/** Each abbreviation as listed and as it begins a sentence. */
function withCapitals(abbreviations: readonly string[]): string[] {
  const forms = abbreviations
    .filter((abbreviation) => abbreviation.endsWith('.'))
    .flatMap((abbreviation) => [abbreviation, abbreviation[0]!.toUpperCase() + abbreviation.slice(1)]);
  return [...new Set(forms)];
}
