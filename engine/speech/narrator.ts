import type { Lexicon } from '../../language/pronunciation/lexicon.ts';
import { MULAW_SILENCE } from '../../media/mulaw.ts';
import { EngineError } from '../errors.ts';
import {
  type PhraseOrder,
  prepareParts,
  renderPhrase,
  type SpeakablePhrase,
  type Tail,
} from '../lanes/phrase-steps.ts';
import type { LanePool } from '../lanes/pool.ts';
import type { PreparedPhrase, SpokenWord } from '../lanes/protocol.ts';
import type { Playback } from '../scheduling/playback.ts';
import type { SynthesisControls } from '../synthesis/synthesizer.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import type { BilledSpeech, SpeakSettings, SpeechChunk } from '../types.ts';
import { Gap } from './gap.ts';
import {
  type Piece,
  type PieceItem,
  pausesMs,
  silenceCharacters,
  type TextMark,
  textCharacters,
} from './piece.ts';
import { type FreeLanes, windowEnd } from './windows.ts';
import { PendingWords, type PlacedWord, toWordTimings } from './word-timings.ts';

/**
 * A listener's next step is due when less than this is left to play, in ms. It covers the step in progress on every
 * lane and the stream's own next step.
 */
const CUSHION_MS = 250;
/**
 * Largest chunk in bytes, so that a message with the base64 audio, the text and the timings stays under 64 KiB.
 * Even, so that 16-bit samples are not split.
 */
const MAX_CHUNK_BYTES = 32_768;
/** Silence in a chunk that only carries text without sound or answers a `finish`, in ms. */
const CARRIER_SILENCE_MS = 10;
/** A line without text. */
const PARAGRAPH_BREAK = /\n[^\S\n]*\r?\n|\u2029/u;
/** Limit of the text without sound that waits for the next chunk. A message holds many times more. */
const MAX_SILENT_CHARS = 2000;

/** Limit of the unspoken symbols that are reported for one stream. */
const MAX_DROPPED_SYMBOLS = 16;

/** A voice that markup names. */
export interface NamedVoice {
  readonly source: VoiceSource;
  /** Number of exemplars of a cloned voice. */
  readonly topK: number | null;
  /** Its name, if it cannot read phonemes. */
  readonly wordVoice: string | null;
  /** In the format of the narrator. */
  readonly onWork: NarratorOptions['onWork'];
}

export interface NarratorOptions {
  readonly lanes: Pick<LanePool, 'run' | 'idle'>;
  readonly source: VoiceSource;
  readonly settings: SpeakSettings;
  readonly controls: SynthesisControls;
  readonly playback: Playback;
  readonly lexicon?: Lexicon;
  /** The voices that markup may name, by their ids; default: none. @throws EngineError 422 */
  readonly named?: (id: string) => Promise<NamedVoice>;
  /** Called with the lane time and the audio time of each window. */
  readonly onWork: (busyMs: number, audioMs: number) => void;
  /** Called with speech that was computed and will not be delivered. */
  readonly onDiscarded: (speech: BilledSpeech) => void;
  /** Called with symbols that are not spoken, as "U+2318": each once per stream, up to MAX_DROPPED_SYMBOLS. */
  readonly onDroppedSymbols?: (symbols: readonly string[]) => void;
}

/** Speaks the pieces of one stream in order, and keeps its clock in output samples. */
export class Narrator {
  readonly #options: NarratorOptions;
  readonly #words = new PendingWords();
  readonly #bytesPerSample: number;
  #sentSamples = 0;
  /** Text of pieces that have no sound, delivered with the next chunk of their context. */
  #silentText = '';
  #silentContextId: string | null = null;
  /** Characters to bill with the next chunk. Steps that outlive their utterance keep the object it was counted in. */
  #owed = { characters: 0 };
  /** Pauses of the utterance so far. */
  #pausesMs = 0;
  readonly #droppedSymbols = new Set<string>();
  readonly #gap: Gap;
  /** White space since the sound of the last phrase. */
  #space = '';

  constructor(options: NarratorOptions) {
    this.#options = options;
    this.#gap = new Gap(options.controls.speed);
    this.#bytesPerSample = options.settings.encoding === 'pcm_linear' ? 2 : 1;
  }

  /** Begins a new utterance: times start at zero, no gap is due. */
  reset(): void {
    this.abandon();
    this.#sentSamples = 0;
    this.#pausesMs = 0;
  }

  /**
   * All chunks of a piece, in order, each computed when it is requested.
   * @param upcoming the item after the piece, if known: a pause there trims the end of this piece
   */
  async *speak(
    piece: Piece,
    upcoming: () => PieceItem | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk, void> {
    if (piece.contextId !== this.#silentContextId) yield* this.#silentRest();
    this.#silentText += piece.text;
    this.#silentContextId = piece.contextId;
    this.#owed.characters += this.#billed(piece);
    this.#space += piece.text.slice(0, piece.text.length - piece.text.trimStart().length);
    if (piece.beginsParagraph || PARAGRAPH_BREAK.test(this.#space)) this.#gap.endParagraph();
    for (const [index, item] of piece.items.entries()) {
      const after = (): PieceItem | undefined => piece.items[index + 1] ?? upcoming();
      if (item.kind === 'pause') {
        yield* this.#silence(this.#gap.pause(item.durationMs), piece.contextId);
      } else {
        yield* this.#phrase(piece, item, after, signal);
      }
    }
    const end = piece.text.trimEnd().length;
    if (end > 0) this.#space += piece.text.slice(end);
    if (this.#silentText.length > MAX_SILENT_CHARS) yield this.#carrier(piece.contextId);
  }

  /** What remains to be delivered at the end of the stream: text without sound, if there was sound before it. */
  rest(): SpeechChunk | null {
    if ((this.#silentText === '' && !this.#words.hasMarks) || this.#sentSamples === 0) return null;
    return this.#carrier(this.#silentContextId);
  }

  /** Discards what remains of a failed piece. */
  abandon(): void {
    this.#words.clear();
    this.#silentText = '';
    this.#owed = { characters: 0 };
    this.#gap.clear();
    this.#space = '';
  }

  /** Characters of a piece. Seconds of silence are rounded once for the utterance, and not for each pause or piece. */
  #billed({ items }: Piece): number {
    const before = silenceCharacters(this.#pausesMs);
    this.#pausesMs += pausesMs(items);
    return textCharacters(items) + silenceCharacters(this.#pausesMs) - before;
  }

  *#silentRest(): Generator<SpeechChunk, void> {
    if (this.#silentText !== '' || this.#words.hasMarks) yield this.#carrier(this.#silentContextId);
  }

  /** The answer to a `finish`. */
  *stop(contextId: string | null): Generator<SpeechChunk, void> {
    if (contextId !== this.#silentContextId) yield* this.#silentRest();
    this.#gap.clear();
    this.#pausesMs = 0;
    yield { ...this.#carrier(contextId), stop: true };
  }

  #carrier(contextId: string | null): SpeechChunk {
    this.#words.settle(this.#sentSamples);
    const samples = Math.round((this.#options.settings.samplingRate * CARRIER_SILENCE_MS) / 1000);
    return this.#chunk(this.#silentBytes(samples), contextId);
  }

  async *#phrase(
    piece: Piece,
    item: Extract<PieceItem, { kind: 'phrase' }>,
    after: () => PieceItem | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<SpeechChunk, void> {
    const { lanes, settings, controls, lexicon, named } = this.#options;
    this.#words.await(marksOf(item, piece.start));
    if (item.segments.every(({ kind }) => kind === 'mark' || kind === 'tag')) return;
    const by = piece.voice === undefined ? null : await namedVoice(piece.voice, item, named);
    const entries = lexicon && (await lexicon.entriesIn(plainTextOf(item)));
    const owed = this.#owed;
    const discard = (samples: number): void => {
      this.#options.onDiscarded({ billedCharacters: owed.characters, samples });
      owed.characters = 0;
    };
    const order: PhraseOrder = {
      lanes,
      voice: by?.source ?? this.#options.source,
      signal,
      deadlineMs: () => this.#deadlineMs(piece),
      isUrgent: () => this.#leadMs() === 0,
      unclaimed: discard,
      onDroppedSymbols: (symbols) => this.#reportDropped(symbols),
    };
    const parts = prepareParts(order, {
      lang: settings.lang,
      ipaKey: settings.ipaKey,
      source: piece.text,
      segments: item.segments,
      ...(entries && { lexicon: entries }),
      ending: item === piece.items.at(-1) ? piece.ending : ',',
      controls: by ? { ...controls, topK: settings.topK ?? by.topK } : controls,
    });
    for await (const part of parts) {
      yield* this.#silence(this.#gap.beforeMs(part), piece.contextId);
      this.#space = '';
      const onWork = by?.onWork ?? this.#options.onWork;
      const tail = yield* this.#part(order, piece, part, part.isLast ? after : noItem, onWork);
      this.#gap.follow(part, part.isLast ? piece.end : 'clause', tail);
    }
  }

  #reportDropped(symbols: readonly string[]): void {
    const known = this.#droppedSymbols;
    const fresh = symbols.filter((symbol) => !known.has(symbol)).slice(0, MAX_DROPPED_SYMBOLS - known.size);
    for (const symbol of fresh) known.add(symbol);
    if (fresh.length > 0) this.#options.onDroppedSymbols?.(fresh);
  }

  /** @returns the silence left behind it */
  async *#part(
    order: PhraseOrder,
    piece: Piece,
    part: SpeakablePhrase,
    after: () => PieceItem | undefined,
    onWork: NarratorOptions['onWork'],
  ): AsyncGenerator<SpeechChunk, Tail> {
    const { settings } = this.#options;
    const originSamples = this.#sentSamples;
    let tail = this.#gap.tail();
    const windows = renderPhrase(order, part, {
      output: { rate: settings.samplingRate, encoding: settings.encoding },
      windowEnd: (from, previous) => windowEnd(part, from, previous, this.#freeLanes(), this.#leadMs()),
      leadMs: this.#gap.leadMs,
      tail: () => {
        tail = this.#gap.tail(after()?.kind === 'pause');
        return tail;
      },
    });
    for await (const window of windows) {
      const busyMs = window.busyMs + (window.isFirst ? part.busyMs : 0);
      onWork(busyMs, (window.samples * 1000) / settings.samplingRate);
      const startSamples = window.startSamples ?? 0;
      this.#words.add(placeWords(window.words, part, piece, originSamples, startSamples, settings));
      if (window.isLast && part.isLast) this.#words.settle();
      yield* this.#chunks(window.audio, piece.contextId, window.isLast, order.unclaimed);
    }
    return tail;
  }

  async *#silence(durationMs: number, contextId: string | null): AsyncGenerator<SpeechChunk, void> {
    const samples = Math.round((durationMs * this.#options.settings.samplingRate) / 1000);
    yield* this.#chunks(this.#silentBytes(samples), contextId, false);
  }

  /**
   * Cuts audio into chunks that fit in a message.
   * @param last all words still pending belong to the final chunk
   * @param discard called with the number of samples left when the listener wants no more
   */
  *#chunks(
    audio: Uint8Array,
    contextId: string | null,
    last: boolean,
    discard?: (samples: number) => void,
  ): Generator<SpeechChunk, void> {
    let at = 0;
    try {
      while (at < audio.length) {
        const from = at;
        at = Math.min(audio.length, from + MAX_CHUNK_BYTES);
        yield this.#chunk(audio.subarray(from, at), contextId, last && at === audio.length);
      }
    } finally {
      if (at < audio.length) discard?.((audio.length - at) / this.#bytesPerSample);
    }
  }

  #chunk(audio: Uint8Array, contextId: string | null, allWords = false): SpeechChunk {
    const { settings } = this.#options;
    const samples = audio.length / this.#bytesPerSample;
    this.#sentSamples += samples;
    const timed = this.#words.takeUntil(allWords ? Number.POSITIVE_INFINITY : this.#sentSamples);
    const chunk: SpeechChunk = {
      audio,
      samples,
      text: this.#silentText,
      contextId,
      alignment: settings.timestamps ? toWordTimings(timed, settings.samplingRate) : null,
      billedCharacters: this.#owed.characters,
      stop: false,
    };
    this.#silentText = '';
    this.#owed.characters = 0;
    return chunk;
  }

  #silentBytes(samples: number): Uint8Array {
    const bytes = new Uint8Array(samples * this.#bytesPerSample);
    return this.#options.settings.encoding === 'pcm_mulaw' ? bytes.fill(MULAW_SILENCE) : bytes;
  }

  #leadMs(): number {
    return this.#options.playback.leadMs(performance.now());
  }

  #freeLanes(): FreeLanes {
    const { idle } = this.#options.lanes;
    if (idle === 0) return 'none';
    return idle === 1 ? 'one' : 'several';
  }

  /** When this stream's next step should be finished: before its listener runs out of audio; at once for a new one. */
  #deadlineMs(piece: Piece): number {
    return Math.max(piece.readyAtMs, this.#options.playback.endsAtMs - CUSHION_MS);
  }
}

const noItem = (): undefined => undefined;

/** @throws EngineError 422: there is no such voice, or it cannot read phonemes */
async function namedVoice(
  id: string,
  item: Extract<PieceItem, { kind: 'phrase' }>,
  named: NarratorOptions['named'],
): Promise<NamedVoice> {
  const voice = await named?.(id);
  if (!voice) throw new EngineError('element_refused', { values: { name: 'voice' } });
  if (voice.wordVoice !== null && item.segments.some(({ kind }) => kind === 'phoneme'))
    throw new EngineError('phoneme_voice', { values: { voice: voice.wordVoice } });
  return voice;
}

/** @param start where the piece begins in the stream */
function marksOf({ segments }: Extract<PieceItem, { kind: 'phrase' }>, start: number): TextMark[] {
  return segments.flatMap((segment) =>
    segment.kind === 'mark' ? [{ name: segment.name, offset: start + segment.span.start }] : [],
  );
}

/** The text of a phrase without its tags and the words they pronounce. */
function plainTextOf({ segments }: Extract<PieceItem, { kind: 'phrase' }>): string {
  return segments.map((segment) => (segment.kind === 'text' ? segment.text : ' ')).join('');
}

function placeWords(
  words: readonly SpokenWord[],
  phrase: PreparedPhrase,
  piece: Piece,
  originSamples: number,
  startSamples: number,
  settings: SpeakSettings,
): PlacedWord[] {
  const place = (samples: number): number =>
    originSamples +
    Math.max(0, Math.round(((samples - startSamples) * settings.samplingRate) / phrase.sampleRate));
  return words.map((word) => ({
    unit: word.unit,
    span: { start: piece.start + word.span.start, end: piece.start + word.span.end },
    startSamples: place(word.startSamples),
    endSamples: place(word.endSamples),
  }));
}
