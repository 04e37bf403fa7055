/** Assisted cloning: one read-through of a known script, the best passage in it, and the voice that is made of it. */
import type { AlignedWord, TimeSpan } from '../../../engine/forced-alignment/types.ts';
import type { VoiceReference } from '../types.ts';

export const MIN_TAKE_SECONDS = 15;
export const MAX_TAKE_SECONDS = 60;
/** A reference is a passage of whole sentences of such a duration. */
export const MIN_PASSAGE_MS = 4000;
export const MAX_PASSAGE_MS = 13_000;
/** Most candidates that are made of one enhancer's output. */
export const MAX_CANDIDATES = 8;

/** Which enhancer cleaned a recording: the one in this process, or a service. */
export type EnhancerKind = 'own' | 'external';

/** The fault in the reading of a sentence of the script. */
export type SentenceFault =
  /** It is not in the recording. */
  | 'skipped'
  /** Words were replaced or left out. */
  | 'misread'
  /** Read more than once; one good reading is used. */
  | 'repeated';

/** A sentence of the script as it was found in the recording. */
export interface ReadSentence {
  /** Its place in the script, from 0. */
  readonly index: number;
  readonly text: string;
  readonly fault: SentenceFault | null;
  /** 0 to 1: how sure it is that all of it was said here, to choose by. `fault` takes stronger evidence. */
  readonly confidence: number;
  /** In order; empty when it was skipped. */
  readonly words: readonly AlignedWord[];
  /** Start of its first word and end of its last word in the recording; both 0 when it was skipped. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Where in a recording each sentence of the script is. */
export interface AlignedTake {
  /** All sentences of the script, in order. */
  readonly sentences: readonly ReadSentence[];
  /** Sound louder than a breath that belongs to no sentence: other readings of one, coughs, remarks. In order. */
  readonly extraneous: readonly TimeSpan[];
}

/** How good a passage is in one respect, each 0 (spoiled) to 1 (as good as can be). */
export interface PassageScores {
  readonly alignment: number;
  readonly noise: number;
  readonly clipping: number;
  readonly reverberation: number;
  readonly level: number;
  /** Evenness of rate and pitch, against the whole take. */
  readonly rate: number;
  readonly pitch: number;
  /** Sounds that do not belong to the words: coughs, clicks, second voices. */
  readonly cleanness: number;
  /** How much of what the language's phonemes are is in it. */
  readonly phonemes: number;
}

/** A passage of whole sentences that could be a reference. */
export interface ScoredPassage {
  /** Indices into the script, consecutive. */
  readonly sentences: readonly number[];
  /** Where it is cut, within true silence on both sides; duration within MIN_PASSAGE_MS and MAX_PASSAGE_MS. */
  readonly startMs: number;
  readonly endMs: number;
  /** Its text, punctuated as the speaker paused. */
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  readonly scores: PassageScores;
}

/** `reference` of an answer, and part of `assisted_report`: how a voice came about. Names are the wire format's. */
export interface ReferenceReport {
  readonly enhancer: EnhancerKind;
  /** Why the external enhancer's output was not used, where it was asked. */
  readonly enhancer_reason?: string;
  /** Why there is no preview although one was asked for. */
  readonly preview_failed?: string;
  readonly text: string;
  readonly start_ms: number;
  readonly end_ms: number;
  readonly score: number;
  readonly scores: PassageScores;
  /** Numbers of the script's sentences in it, from 1. */
  readonly sentences: readonly number[];
  /** Sentences that were not read as written, from 1. */
  readonly faults: readonly {
    readonly sentence: number;
    readonly fault: SentenceFault;
    readonly text: string;
  }[];
  /** Facts about the sample and the fit, as for plain cloning. */
  readonly sample: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AssistedRequest {
  /** The file as uploaded. */
  readonly audio: Uint8Array;
  readonly lang: string;
  readonly script: string;
  /** The own enhancer only. */
  readonly fast: boolean;
  /** Several voices to choose from instead of the best one. */
  readonly candidates: boolean;
}

/** A voice that was made of a take and is not stored yet. */
export interface MadeVoice {
  readonly reference: VoiceReference;
  readonly report: ReferenceReport;
}
