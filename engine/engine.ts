/** The engine as its callers see it. */
import type { ExternalEnhancing } from './enrolment/assisted/take-enrolment.ts';
import type { AssistedRequest, MadeVoice } from './enrolment/assisted/types.ts';
import type { RefinedVoice, RefinementRequest } from './enrolment/refinement.ts';
import type { EnrolmentRequest, EnrolOptions, VoiceReference } from './enrolment/types.ts';
import type { Lexicon } from './pronunciation/lexicon.ts';
import type { Suggestions, SuggestRequest } from './pronunciation/suggest/suggest.ts';
import type { Recogniser } from './recognition/types.ts';
import type { TranscribeOptions, Transcription, TranscriptionRequest } from './transcription/types.ts';
import type {
  BilledSpeech,
  CheckedText,
  ClonedVoice,
  DefaultVoices,
  SpeakSettings,
  SpeechStream,
  Voice,
} from './types.ts';
import type { VoiceFilter } from './voices/catalog.ts';

export interface OpenOptions {
  /** Owner of the stream: owners share the lanes fairly. All streams without an owner count as one owner's. */
  readonly owner?: string;
  /** Whether it is speech of a conversation, which goes before its owner's other speech; default false. */
  readonly isLive?: boolean;
  readonly signal?: AbortSignal;
  /** Used instead of the voice named in the settings. */
  readonly clone?: ClonedVoice;
  /**
   * Called with speech that was computed although the stream was reset or closed meanwhile. It costs as much as speech
   * that is delivered, and counts the same.
   */
  readonly onDiscarded?: (speech: BilledSpeech) => void;
  /** Pronunciations that replace the synthesizer's; tags in the text win. */
  readonly lexicon?: Lexicon;
}

export interface Engine {
  /** The recogniser the engine was given. */
  readonly recogniser: Recogniser;
  /** The built-in voices to list, the default of each language first. */
  voices(): readonly Voice[];
  voice(id: string): Voice | null;
  /** Built-in voices that match; with words also the speakers of large models, which `voices` does not list. */
  findVoices(filter: VoiceFilter): readonly Voice[];
  /**
   * Reads the voices folders again, so that what was installed or removed counts at once; without it a change is
   * noticed within seconds.
   */
  refreshVoices(): Promise<void>;
  /**
   * Writes the files that the voices of a model are loaded from on this machine, unless they are there; takes seconds.
   * Otherwise the first listener would wait for that.
   * @param model its name
   */
  prepareModel(model: string): Promise<void>;
  /**
   * Checks settings and a whole text (its markup and phoneme tags) before anything is spoken.
   * @returns the text, ready to be pushed to a stream with the same settings
   * @throws EngineError 422
   */
  check(text: string, settings: SpeakSettings, clone?: ClonedVoice): CheckedText;
  /**
   * Validates the settings; throws EngineError for an unknown voice or language. Nothing is computed before text
   * arrives.
   */
  open(settings: SpeakSettings, options?: OpenOptions): SpeechStream;
  /**
   * Whether a recording in a language can be enrolled, before any of it is read.
   * @throws EngineError 422: no voice speaks the language, or it needs a transcript and has none
   */
  checkEnrolment(lang: string, hasTranscript: boolean): void;
  /**
   * Learns a speaker from a recording: decodes, checks, transcribes, aligns and fits. Runs off the main thread; takes
   * seconds. What would take longer is left to `refine`.
   * @throws EngineError; the signal's reason when aborted
   */
  enrol(request: EnrolmentRequest, options?: EnrolOptions): Promise<VoiceReference>;
  /**
   * Improves a voice whose reference has a `refinement`: searches for the nearest voice of Kokoro, and adds voices of
   * other languages. Takes half a minute or more at low priority, one voice at a time.
   * @throws Error when that failed just now; the signal's reason when aborted
   */
  refine(request: RefinementRequest, options?: Pick<EnrolOptions, 'signal'>): Promise<RefinedVoice>;
  /**
   * Learns a speaker from a read-through of a script: finds the best passage and cleans it. Takes up to a minute, most
   * of it spent waiting for the external enhancer, if there is one.
   * @returns the best voice, or with `candidates` one for each good passage, best first
   * @throws EngineError; the signal's reason when aborted
   */
  enrolTake(request: AssistedRequest, options?: EnrolOptions): Promise<readonly MadeVoice[]>;
  /**
   * Suggested pronunciations of a word, likeliest first. Never delays speech; takes a few milliseconds on an idle
   * engine.
   */
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /**
   * The IPA of each word of `readText`, in order, as espeak-ng pronounces it in its sentence; null where nothing is
   * heard, and in languages without an inventory. Takes the lanes a step for each sentence.
   * @throws EngineError 422: the text's markup is faulty
   */
  phonemes(text: string, lang: string): Promise<readonly (string | null)[]>;
  /**
   * Whether recordings in a language (null for any) can be transcribed, before any of the recording is read.
   * @param translate whether they are to be translated into English
   * @throws EngineError unavailable, language_unsupported
   */
  checkTranscription(lang: string | null, translate?: boolean): void;
  /**
   * Transcribes an audio file. Runs off the main thread; takes a fraction of the file's duration.
   * @throws EngineError; the signal's reason when aborted
   */
  transcribe(request: TranscriptionRequest, options?: TranscribeOptions): Promise<Transcription>;
  /** A snapshot for metrics and load reports. */
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
  /** Lanes that the default English voice of conversations needs: measured, or assumed until it has spoken. */
  readonly voiceCores: number;
  /** Seconds the lanes have been busy, and seconds of audio produced, since the start. */
  readonly busySeconds: number;
  readonly audioSeconds: number;
}

/** Events inside the engine, for metrics and the log. */
export interface EngineObserver {
  /** The first audio of an utterance, and how long after its text was complete. */
  firstAudio(waitedMs: number, voice: Voice): void;
  /** A listener ran out of audio although there was text, and heard a gap. */
  underrun(gapMs: number): void;
  /** Lane time spent, and the audio it produced. */
  work(busyMs: number, audioMs: number, voice: Voice): void;
  /** Symbols of a text that cannot be spoken, as "U+2318", when they first occur in a stream. */
  droppedSymbols(symbols: readonly string[], lang: string): void;
  /** The voices that speak when none is named, each with the reason: at the start, and when they have changed. */
  defaultVoices(voices: readonly Voice[]): void;
}

export interface EngineOptions {
  /** Folders with Piper voices; earlier ones take precedence. */
  readonly voiceFolders: readonly string[];
  /** Folder with the voices of hibari. Default: they are left out. */
  readonly hibariFolder?: string | null;
  /** Folder with the files of Kokoro, if they are installed. Default: its voices are left out. */
  readonly kokoroFolder?: string | null;
  /** Folder with models of Pocket TTS. Default: their voices are left out. */
  readonly pocketFolder?: string | null;
  /** How default voices are chosen; `auto` unless given. */
  readonly defaultVoices?: DefaultVoices;
  /**
   * Whether to measure the cost of Kokoro and the recognisers on this machine if it is unknown. Otherwise it is
   * assumed. Measuring takes some CPU seconds of separate processes while nobody speaks. Results are stored in
   * `modelsFolder`.
   */
  readonly measuresSpeed?: boolean;
  /** Worker threads; default: one per core. */
  readonly lanes?: number;
  /**
   * Whether the English voices that are asked for most are loaded before anybody asks; default true. Without it each
   * voice is loaded when it first speaks.
   */
  readonly preloads?: boolean;
  /** Transcribes recordings; closed with the engine. Default: none, so every recording needs a transcript. */
  readonly recogniser?: Recogniser;
  /**
   * Folder with the built-in enhancer's models, and what was measured of this machine; without one the enhancer is
   * RNNoise, which needs no files.
   */
  readonly modelsFolder?: string | null;
  /** Cleans read-throughs in addition to the built-in enhancer; closed with the engine. */
  readonly externalEnhancer?: ExternalEnhancing | null;
  /** How many enrolments may run at a time; default 2. */
  readonly maxEnrolments?: number;
  readonly observer?: Partial<EngineObserver>;
  /** Called for voices that were left out and models that failed to load. */
  readonly warn?: (message: string, fields: Record<string, unknown>) => void;
}
