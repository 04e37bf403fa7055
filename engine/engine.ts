/** The engine as its callers see it. */

import type { Lexicon } from '../language/pronunciation/lexicon.ts';
import type { Suggestions, SuggestRequest } from '../language/pronunciation/suggest/suggest.ts';
import type { LanePool } from './lanes/pool.ts';
import type { Recogniser } from './recognition/types.ts';
import type { VoiceFolders } from './synthesis/voice-folders.ts';
import type {
  BilledSpeech,
  CheckedText,
  ClonedVoice,
  DefaultVoices,
  SpeakSettings,
  SpeechStream,
  Voice,
} from './types.ts';
import type { Catalog, VoiceFilter } from './voices/catalog.ts';

export interface OpenOptions {
  /** Owner of the stream: owners share the lanes fairly. All streams without an owner count as one owner's. */
  readonly owner?: string;
  /** Whether it is speech of a conversation, which takes precedence over its owner's other speech; default false. */
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
  /**
   * Cloned voices that markup may name beside the built-in ones, by their ids; undefined for an id of another voice. If
   * absent, markup cannot name voices.
   */
  readonly voices?: (id: string) => Promise<ClonedVoice | undefined>;
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
   * Reads the voices folders again, so that new and removed voices take effect at once; otherwise the engine notices a
   * change within seconds.
   */
  refreshVoices(): Promise<void>;
  /**
   * Writes the files that the voices of a model are loaded from on this machine, unless they are there; takes seconds,
   * which the first listener would otherwise wait.
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
   * Suggested pronunciations of a word, likeliest first. Never delays speech; takes a few milliseconds on an idle
   * engine.
   */
  suggest(request: SuggestRequest): Promise<Suggestions>;
  /**
   * The IPA of each word of `readText`, in order, as espeak-ng pronounces it in its sentence; null if nothing is heard,
   * and in languages without an inventory. Costs the lanes one step for each sentence.
   * @throws EngineError 422: the text's markup is faulty
   */
  phonemes(text: string, lang: string): Promise<readonly (string | null)[]>;
  /**
   * Whether recordings in a language (null for any) can be transcribed, before any of the recording is read.
   * @param translate whether they are to be translated into English
   * @throws EngineError unavailable, language_unsupported
   */
  checkTranscription(lang: string | null, translate?: boolean): void;
  /** A snapshot for metrics and load reports. */
  stats(): EngineStats;
  /** Stops the workers; open streams end with an error. */
  close(): Promise<void>;
}

/** A running engine, with the parts that the layers above need to render their own speech. */
export interface StartedEngine extends Engine {
  readonly parts: EngineParts;
}

export interface EngineParts {
  readonly catalog: Catalog;
  readonly lanes: LanePool;
  /** Folder with the models of enhancers and of the speaker encoder; null for none. */
  readonly modelsFolder: string | null;
  /** Called with faults and omissions that did not end the work. */
  readonly warn: (message: string, fields: Record<string, unknown>) => void;
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
  /** The default voices, each with the reason: called at the start, and when they have changed. */
  defaultVoices(voices: readonly Voice[]): void;
}

export interface EngineOptions {
  /** Folders with the voices of each family; earlier ones take precedence. Families without one are left out. */
  readonly voiceFolders: VoiceFolders;
  /** How default voices are chosen; `auto` unless given. */
  readonly defaultVoices?: DefaultVoices;
  /**
   * Whether to measure the cost of the most natural voices and the recognisers on this machine if it is unknown.
   * Otherwise it is assumed. Measuring takes some CPU seconds of separate processes while nobody speaks. Results are
   * stored in `modelsFolder`.
   */
  readonly measuresSpeed?: boolean;
  /** Worker threads; default: one per core. */
  readonly lanes?: number;
  /**
   * Whether the English voices that are asked for most are loaded before anybody asks; default true. If false, each
   * voice is loaded when it first speaks.
   */
  readonly preloads?: boolean;
  /** Transcribes recordings; closed with the engine. Default: none, so every recording needs a transcript. */
  readonly recogniser?: Recogniser;
  /**
   * Folder with dictionaries, the models of enhancers, and the measurements of this machine; without one the enhancer
   * is RNNoise, which needs no files.
   */
  readonly modelsFolder?: string | null;
  readonly observer?: Partial<EngineObserver>;
  /** Called for voices that were left out and models that failed to load. */
  readonly warn?: (message: string, fields: Record<string, unknown>) => void;
}
