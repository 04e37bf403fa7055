/**
 * Types shared by the whole engine and its callers: settings in, timed chunks out, voices. Offsets are UTF-16 code
 * units in the text exactly as the caller sent it, so `sent.slice(span.start, span.end)` is always the text that a span
 * refers to.
 */
import type { IpaKey } from '../language/types.ts';

export { IPA_KEYS, type IpaKey, type Span } from '../language/types.ts';

export const SAMPLING_RATES = [8000, 16000, 22050, 24000] as const;
export type SamplingRate = (typeof SAMPLING_RATES)[number];

export const ENCODINGS = ['pcm_linear', 'pcm_mulaw'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** How slow and how fast the voices can be understood well. */
export const SPEED = { min: 0.5, max: 2 } as const;

/** Use of the speech: in a conversation the cost of the voice decides how many callers are answered. */
export type VoiceUse = 'listening' | 'conversation';

export interface SpeakSettings {
  /** Language code as in the path ("en", "pt", "en-gb"). */
  readonly lang: string;
  /** Null picks the default voice of the language for this use. */
  readonly voiceId: string | null;
  /** Default: listening. */
  readonly use?: VoiceUse;
  /** Within `SPEED`; the sound lasts 1 / speed of what it lasts at 1, and the pitch stays. */
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
  /** The marks of the text in this chunk; absent if there are none. */
  readonly marks?: MarkTiming[];
}

/** A `<mark>` of the text: when the sound after it begins. */
export interface MarkTiming {
  readonly name: string;
  /** From the beginning of the stream (or the last reset). */
  readonly timeMs: number;
  /** Where its tag begins, counted like the offsets of words. */
  readonly charOffset: number;
}

/** A whole text that `Engine.check` has accepted, with the result of parsing it. */
export interface CheckedText {
  readonly text: string;
  /** Ids of the voices that its markup names; absent for none. They are not checked. */
  readonly voices?: readonly string[];
}

/** Speech that is billed: characters, and samples of audio. */
export type BilledSpeech = Pick<SpeechChunk, 'billedCharacters' | 'samples'>;

export interface SpeechChunk {
  /** Encoded samples, little endian; empty only when `stop` marks the end and there was nothing left to speak. */
  readonly audio: Uint8Array;
  /** Number of samples in `audio`. */
  readonly samples: number;
  /** The piece of source text this chunk begins; "" for the later chunks of the same piece. */
  readonly text: string;
  /** The context of the text this audio belongs to. */
  readonly contextId: string | null;
  /** Words that begin in this chunk; null when not asked for or when the voice has no timings. */
  readonly alignment: WordTimings | null;
  /** Characters to bill for the piece this chunk begins; 0 for later chunks of it. Silence counts 1 per second. */
  readonly billedCharacters: number;
  /** True on exactly one chunk per `finish()`: everything pushed before it has been spoken. */
  readonly stop: boolean;
}

/**
 * One listener's stream of speech. Text goes in at any pace; chunks come out in order as the consumer pulls them.
 * When the consumer stops pulling, synthesis stops within one chunk. Can be iterated once.
 */
export interface SpeechStream extends AsyncIterable<SpeechChunk> {
  /** Why the voice has no exact timings; null when timings are available. */
  readonly alignmentUnavailable: string | null;
  /** Characters pushed but not yet being spoken; lets the caller limit how much may wait. */
  readonly pendingCharacters: number;
  /**
   * Adds text. It is spoken as soon as there is enough of it: a sentence, a clause, an idle timeout or `finish`.
   * Text checked with the same settings is complete: it is spoken without waiting for more and is not parsed again.
   * An error in the text (markup, foreign phonemes) is thrown from the iterator as an EngineError with the `contextId`;
   * the text of that piece is dropped and the stream continues when iterated further.
   */
  push(text: string | CheckedText, contextId: string | null): void;
  /** Speaks everything pushed so far, then yields one chunk with `stop: true`. */
  finish(contextId: string | null): void;
  /**
   * Immediately drops all buffered and unsent text and audio, including what is being computed; offsets and times
   * restart at 0.
   */
  reset(): void;
  /** No more input: iteration ends when everything pushed has been spoken. */
  end(): void;
  /** Releases everything; idempotent. Also runs when the signal given to `open` aborts or iteration is left early. */
  close(): void;
}

/** A voice anyone may use. Field names are internal; the API maps them to the wire format. */
export interface Voice {
  readonly id: string;
  readonly name: string;
  /** Primary language as ISO 639-1 or the synthesizer's own code ("en", "de", "yue"). */
  readonly lang: string;
  /** Every language code this voice serves ("en", "en-us"). */
  readonly langs: readonly string[];
  readonly engine: 'vits' | 'hibari' | 'kokoro' | 'pocket' | 'espeak';
  /** Native rate of the synthesizer in Hz. */
  readonly sampleRate: number;
  readonly license: string;
  readonly supportsTimings: boolean;
  readonly tags: readonly string[];
  /** For a neural voice: the name of its model, and the number of the model's speakers. */
  readonly model?: string;
  readonly speakers?: number;
  /** Why this is not the voice one would expect (a missing model, for example); normally null. */
  readonly notice: string | null;
  /** For a default voice: the codes for which it is the default, and the reason. */
  readonly defaultFor?: readonly string[];
  readonly defaultReason?: string;
  /** The codes for which it is the agents' default voice, if that differs from the default voice. */
  readonly agentDefaultFor?: readonly string[];
}

/** How the default voices are chosen. */
export interface DefaultVoices {
  /**
   * `auto`: the most natural voice of a language that is fast enough on this machine; `natural`: the most natural voice
   * at any speed; `fast`: the voice with which a machine serves most listeners.
   */
  readonly preference: 'auto' | 'natural' | 'fast';
  /** Ids of voices by language code; the one for "en" also applies to varieties of English without an entry. */
  readonly byLanguage: Readonly<Record<string, string>>;
}

/** A voice from a user's library, ready to speak. */
export interface ClonedVoice {
  readonly id: string;
  readonly name: string;
  readonly lang: string;
  /** Changes whenever the reference does; lanes cache what they have read under this id. */
  readonly referenceId: string;
  /** The codes of its reference in shared memory, so that passing them to a lane copies nothing. */
  readonly codes: Uint8Array;
  /** Used when the request does not set one. */
  readonly topK?: number;
}
