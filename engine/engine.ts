/** The engine as its callers see it. */
import type { ExternalEnhancing } from './enrolment/assisted/take-enrolment.ts';
import type { AssistedRequest, MadeVoice } from './enrolment/assisted/types.ts';
import type { EnrolmentRequest, EnrolOptions, VoiceReference } from './enrolment/types.ts';
import type { Lexicon } from './pronunciation/lexicon.ts';
import type { Suggestions, SuggestRequest } from './pronunciation/suggest/suggest.ts';
import type { Recogniser } from './recognition/types.ts';
import type { TranscribeOptions, Transcription, TranscriptionRequest } from './transcription/types.ts';
import type { CheckedText, ClonedVoice, SpeakSettings, SpeechStream, Voice } from './types.ts';

export interface OpenOptions {
  readonly signal?: AbortSignal;
  /** Speaks instead of the voice that the settings name. */
  readonly clone?: ClonedVoice;
  /** Pronunciations that replace the synthesizer's; tags in the text win. */
  readonly lexicon?: Lexicon;
}

export interface Engine {
  /** Speech to text, as the engine was given it. */
  readonly recogniser: Recogniser;
  /** All built-in voices, the default of each language first. */
  voices(): readonly Voice[];
  voice(id: string): Voice | null;
  /**
   * Checks settings and a whole text (its markup and phoneme tags) before anything is spoken.
   * @returns the text, to be pushed to a stream with these settings
   * @throws EngineError 422
   */
  check(text: string, settings: SpeakSettings, clone?: ClonedVoice): CheckedText;
  /**
   * Validates the settings; throws EngineError for an unknown voice or language. Nothing is computed before text
   * arrives.
   */
  open(settings: SpeakSettings, options?: OpenOptions): SpeechStream;
  /**
   * Whether a recording in a language can be enrolled, before anything of it is read.
   * @throws EngineError 422: no voice speaks the language, or it needs a transcript and has none
   */
  checkEnrolment(lang: string, hasTranscript: boolean): void;
  /**
   * Learns a speaker from a recording: decodes, checks, transcribes, aligns, and fits. Off the main thread; takes
   * seconds.
   * @throws EngineError; the signal's reason when aborted
   */
  enrol(request: EnrolmentRequest, options?: EnrolOptions): Promise<VoiceReference>;
  /**
   * Learns a speaker from a read-through of a script: finds the best passage and cleans it. Takes up to a minute, most
   * of it waiting for the external enhancer, where there is one.
   * @returns the best voice, or with `candidates` one for each good passage, best first
   * @throws EngineError; the signal's reason when aborted
   */
  enrolTake(request: AssistedRequest, options?: EnrolOptions): Promise<readonly MadeVoice[]>;
  /** How a word may be said, the likeliest first. Never delays speech; takes some milliseconds while nobody speaks. */
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /**
   * Whether anything can be transcribed in a language, null for any, before anything of it is read.
   * @throws EngineError unavailable, language_unsupported
   */
  checkTranscription(lang: string | null): void;
  /**
   * Writes down what is said in a file. Off the main thread; takes a fraction of its duration.
   * @throws EngineError; the signal's reason when aborted
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
  readonly queuedSteps: number;
  readonly lanes: number;
  readonly underruns: number;
  /** CPU-occupied seconds of the lanes and audio seconds produced since start. */
  readonly busySeconds: number;
  readonly audioSeconds: number;
}

/** What happens inside, for metrics. */
export interface EngineObserver {
  /** From text that could be spoken to its first sound. */
  firstAudio(waitedMs: number, voice: Voice): void;
  /** A listener ran dry although there was text: it heard a gap. */
  underrun(gapMs: number): void;
  /** Lane time spent on so much audio. */
  work(busyMs: number, audioMs: number, voice: Voice): void;
}

export interface EngineOptions {
  /** Folders with Piper voices; earlier ones win. */
  readonly voiceFolders: readonly string[];
  /** Worker threads; default: one for each core. */
  readonly lanes?: number;
  /** Transcribes recordings, and is closed with the engine; default: none, so that all need a transcript. */
  readonly recogniser?: Recogniser;
  /** Folder with the models of the own enhancer; without one it does with what needs none. */
  readonly modelsFolder?: string | null;
  /** Cleans read-throughs beside the own enhancer; closed with the engine. */
  readonly externalEnhancer?: ExternalEnhancing | null;
  /** Voices that are learned from recordings at a time; default 2. */
  readonly maxEnrolments?: number;
  readonly observer?: Partial<EngineObserver>;
  /** Told about voices that were left out and models that failed to load. */
  readonly warn?: (message: string, fields: Record<string, unknown>) => void;
}
