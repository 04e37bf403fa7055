/** What callers of the engine see: settings in, timed chunks out. */
import type { AssistedRequest, MadeVoice } from '../enrolment/assisted/types.ts';
import type { ClonedVoice, EnrolmentRequest, VoiceReference } from '../enrolment/types.ts';
import type { Lexicon } from '../pronunciation/lexicon.ts';
import type { Suggestions, SuggestRequest } from '../pronunciation/suggest/suggest.ts';
import type { Recogniser } from '../recognition/types.ts';
import type { Span } from '../text/types.ts';
import type { TranscribeOptions, Transcription, TranscriptionRequest } from '../transcription/types.ts';

export const SAMPLING_RATES = [8000, 16000, 22050, 24000] as const;
export type SamplingRate = (typeof SAMPLING_RATES)[number];

export const ENCODINGS = ['pcm_linear', 'pcm_mulaw'] as const;
export type Encoding = (typeof ENCODINGS)[number];

export const IPA_KEYS = ['es-castilian', 'pt-br'] as const;
export type IpaKey = (typeof IPA_KEYS)[number];

export interface SpeakSettings {
  /** Language code as in the path ("en", "pt", "en-gb"). */
  readonly lang: string;
  /** Null picks the default voice of the language. */
  readonly voiceId: string | null;
  /** Any positive number; it snaps to 0.7, 1.0 or 1.5. */
  readonly speed: number;
  readonly samplingRate: SamplingRate;
  readonly encoding: Encoding;
  readonly timestamps: boolean;
  readonly ipaKey: IpaKey | null;
  /** Sampling controls; null leaves the voice's default. */
  readonly temperature: number | null;
  readonly topK: number | null;
}

/** Word alignment as it goes over the wire: five arrays of equal length, index i describing one word. */
export interface WordAlignment {
  readonly units: string[];
  /** From the beginning of the stream (or the last reset). */
  readonly unitStartTimesMs: number[];
  readonly unitDurationsMs: number[];
  /** Into the text as sent: all texts pushed since the stream began (or the last reset), joined. */
  readonly charStartOffsets: number[];
  readonly charEndOffsets: number[];
}

export interface SpeechChunk {
  /** Encoded samples, little endian; empty only when `stop` marks the end and nothing was left to say. */
  readonly audio: Uint8Array;
  /** Number of samples in `audio`. */
  readonly samples: number;
  /** The piece of source text this chunk begins; "" for the later chunks of the same piece. */
  readonly text: string;
  /** The context of the text that the audio belongs to. */
  readonly contextId: string | null;
  /** Words that begin in this chunk; null when not asked for or when the voice has no timings. */
  readonly alignment: WordAlignment | null;
  /** Characters to bill for the piece this chunk begins; 0 for later chunks of it. Silence counts 1 per second. */
  readonly billedCharacters: number;
  /** True on exactly one chunk for each `finish()`: everything pushed before it has been spoken. */
  readonly stop: boolean;
}

/**
 * One listener's stream of speech. Text goes in at any pace; chunks come out in order while the consumer pulls.
 * A consumer that stops pulling stops the work within one chunk. Iterate once.
 */
export interface SpeechStream extends AsyncIterable<SpeechChunk> {
  /** Voices without exact timings say why here; null when timings are available. */
  readonly alignmentUnavailable: string | null;
  /** Characters pushed that nobody has begun to speak, for a bound on what may wait. */
  readonly pendingCharacters: number;
  /**
   * Adds text; it is spoken as soon as enough is there (a sentence, a clause, an idle time-out, or `finish`).
   * An error in it (markup, foreign phonemes) is thrown from the iterator as a SpeakError carrying the `contextId`;
   * the text of that piece is dropped and the stream goes on when iterated further.
   */
  push(text: string, contextId: string | null): void;
  /** Speaks everything pushed so far, then yields one chunk with `stop: true`. */
  finish(contextId: string | null): void;
  /** Drops all buffered and unsent text and audio at once, also what is being computed; offsets and times restart at 0. */
  reset(): void;
  /** No more input: iteration ends when everything pushed has been spoken. */
  end(): void;
  /** Releases everything; idempotent. Also runs when the signal given to `open` aborts or iteration is left early. */
  close(): void;
}

/** Request for one error answer. `status` and `field` let the door choose its shape without reading the message. */
export class SpeakError extends Error {
  readonly status: 404 | 422 | 429 | 500 | 503;
  /** The request field at fault: "text", "voice_id", "lang_code", "ipa_key"... */
  readonly field: string;
  /** Stable machine-readable kind, e.g. "markup", "phoneme_foreign", "voice_unknown", "overloaded". */
  readonly type: string;
  /** Where in the text as sent, when the fault has a place. */
  readonly span: Span | null;
  readonly contextId: string | null;
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: {
      status: SpeakError['status'];
      field: string;
      type: string;
      span?: Span;
      contextId?: string | null;
      retryAfterMs?: number;
      cause?: unknown;
    },
  ) {
    super(message, { cause: details.cause });
    this.name = 'SpeakError';
    this.status = details.status;
    this.field = details.field;
    this.type = details.type;
    this.span = details.span ?? null;
    this.contextId = details.contextId ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }

  /** The same error for text of the given context. */
  in(contextId: string | null): SpeakError {
    if (contextId === this.contextId) return this;
    const { status, field, type } = this;
    return new SpeakError(this.message, {
      status,
      field,
      type,
      contextId,
      cause: this.cause,
      ...(this.span && { span: this.span }),
      ...(this.retryAfterMs !== null && { retryAfterMs: this.retryAfterMs }),
    });
  }
}

/** A voice anybody may use. Field names are ours; the door spells them for the wire. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  /** Primary language as ISO 639-1 or the synthesizer's own code ("en", "de", "yue"). */
  readonly lang: string;
  /** Every language code this voice answers for ("en", "en-us"). */
  readonly langs: readonly string[];
  readonly engine: 'vits' | 'espeak';
  /** Native rate of the synthesizer in Hz. */
  readonly sampleRate: number;
  readonly license: string;
  readonly supportsTimings: boolean;
  readonly tags: readonly string[];
  /** Why this is not the voice one would expect (a missing model, say); null normally. */
  readonly notice: string | null;
}

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Speaks instead of the voice that the settings name. */
  readonly clone?: ClonedVoice;
  /** Pronunciations that replace the synthesizer's; tags in the text win. */
  readonly lexicon?: Lexicon;
}

export interface EnrolOptions {
  readonly signal?: AbortSignal;
  /** Told what is being done ("decode", "check", "transcribe", "align", "enhance", "score", "learn") and how much of all is done, 0 to 1. */
  readonly onProgress?: (stage: string, fraction: number) => void;
}

export interface Engine {
  /** Speech to text, as the engine was given it. */
  readonly recogniser: Recogniser;
  /** All built-in voices, the default of each language first. */
  voices(): readonly Voice[];
  voice(id: string): Voice | null;
  /**
   * Checks settings and a whole text (its markup and phoneme tags) before anything is spoken.
   * @throws SpeakError 422
   */
  check(text: string, settings: SpeakSettings, clone?: ClonedVoice): void;
  /** Validates the settings; throws SpeakError for an unknown voice or language. Nothing is computed before text arrives. */
  open(settings: SpeakSettings, options?: OpenOptions): SpeechStream;
  /**
   * Whether a recording in a language can be enrolled, before anything of it is read.
   * @throws EnrolmentError 422: no voice speaks the language, or it needs a transcript and has none
   */
  checkEnrolment(lang: string, hasTranscript: boolean): void;
  /**
   * Learns a speaker from a recording: decodes, checks, transcribes, aligns, and fits. Off the main thread; takes seconds.
   * @throws EnrolmentError; the signal's reason when aborted
   */
  enrol(request: EnrolmentRequest, options?: EnrolOptions): Promise<VoiceReference>;
  /**
   * Learns a speaker from a read-through of a script: finds the best passage and cleans it. Takes up to a minute, most of it
   * waiting for the external enhancer, where there is one.
   * @returns the best voice, or with `candidates` one for each good passage, best first
   * @throws EnrolmentError; the signal's reason when aborted
   */
  enrolTake(request: AssistedRequest, options?: EnrolOptions): Promise<readonly MadeVoice[]>;
  /** How a word may be said, the likeliest first. Never delays speech; takes some milliseconds while nobody speaks. */
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /**
   * Whether anything can be transcribed in a language, null for any, before anything of it is read.
   * @throws TranscriptionError unavailable, language_unsupported
   */
  checkTranscription(lang: string | null): void;
  /**
   * Writes down what is said in a file. Off the main thread; takes a fraction of its duration.
   * @throws TranscriptionError; the signal's reason when aborted
   */
  transcribe(request: TranscriptionRequest, options?: TranscribeOptions): Promise<Transcription>;
  /** Point-in-time figures for metrics and for load reports. */
  stats(): EngineStats;
  /** Stops the workers; open streams end with an error. */
  close(): Promise<void>;
}

export interface EngineStats {
  readonly activeStreams: number;
  readonly waitingStreams: number;
  readonly queuedRuns: number;
  readonly lanes: number;
  readonly underruns: number;
  /** CPU-occupied seconds of the lanes and audio seconds produced since start. */
  readonly busySeconds: number;
  readonly audioSeconds: number;
}
