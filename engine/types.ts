/**
 * What every part of the engine and its callers share: settings in, timed chunks out, voices, errors. Imports nothing;
 * offsets are UTF-16 code units in the text exactly as the caller sent it, so that `sent.slice(span.start, span.end)`
 * is always what a span names.
 */

/** Half-open range of UTF-16 code units in the text as sent. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

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

/** Word timings as they go over the wire: five arrays of equal length, index i describing one word. */
export interface WordTimings {
  readonly units: string[];
  /** From the beginning of the stream (or the last reset). */
  readonly unitStartTimesMs: number[];
  readonly unitDurationsMs: number[];
  /** Into the text as sent: all texts pushed since the stream began (or the last reset), joined. */
  readonly charStartOffsets: number[];
  readonly charEndOffsets: number[];
}

/** A whole text that `Engine.check` has found right, with what it found out about it. */
export interface CheckedText {
  readonly text: string;
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
  readonly alignment: WordTimings | null;
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
   * A text that was checked, with the same settings, is whole: nothing is waited for, and it is not parsed again.
   * An error in it (markup, foreign phonemes) is thrown from the iterator as an EngineError carrying the `contextId`;
   * the text of that piece is dropped and the stream goes on when iterated further.
   */
  push(text: string | CheckedText, contextId: string | null): void;
  /** Speaks everything pushed so far, then yields one chunk with `stop: true`. */
  finish(contextId: string | null): void;
  /**
   * Drops all buffered and unsent text and audio at once, also what is being computed; offsets and times restart at 0.
   */
  reset(): void;
  /** No more input: iteration ends when everything pushed has been spoken. */
  end(): void;
  /** Releases everything; idempotent. Also runs when the signal given to `open` aborts or iteration is left early. */
  close(): void;
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

/** A voice of somebody's library, ready to speak. */
export interface ClonedVoice {
  readonly id: string;
  readonly name: string;
  readonly lang: string;
  /** Changes whenever the reference does; lanes keep what they read under it. */
  readonly referenceId: string;
  /** The codes of its reference, over shared memory, so that handing it to a lane copies nothing. */
  readonly codes: Uint8Array;
  /** What it is spoken with where the request does not say. */
  readonly topK?: number;
}
