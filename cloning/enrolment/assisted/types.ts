/** Assisted cloning: one read-through of a known script, the best passage in it, and the voice that is made from it. */
import type { AlignedWord, TimeSpan } from '../../../engine/forced-alignment/types.ts';
import type { VoiceReference } from '../types.ts';

export const MIN_TAKE_SECONDS = 15;
export const MAX_TAKE_SECONDS = 60;
/** Bounds of the duration of a reference, which is a passage of whole sentences. */
export const MIN_PASSAGE_MS = 4000;
export const MAX_PASSAGE_MS = 13_000;
/** Largest number of candidates from one enhancer's output. */
export const MAX_CANDIDATES = 8;

/** Which enhancer cleaned a recording: the one in this process, or a service. */
export type EnhancerKind = 'own' | 'external';

/** The fault in the reading of a sentence of the script. */
export type SentenceFault =
  /** The recording does not contain it. */
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
  /** Confidence that it was read completely here, 0 to 1, for choosing. `fault` requires stronger evidence. */
  readonly confidence: number;
  /** In order; empty when it was skipped. */
  readonly words: readonly AlignedWord[];
  /** Start of its first word and end of its last word in the recording; both 0 when it was skipped. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Positions of the sentences of a script in a recording. */
export interface AlignedTake {
  /** All sentences of the script, in order. */
  readonly sentences: readonly ReadSentence[];
  /**
   * Sounds louder than a breath that belong to no sentence: other readings of a sentence, coughs, remarks. In order.
   */
  readonly extraneous: readonly TimeSpan[];
}

/** Scores of a passage in each respect, from 0 (unusable) to 1 (best). */
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
  /** Share of the language's phonemes that it contains. */
  readonly phonemes: number;
}

/** A passage of whole sentences that could be a reference. */
export interface ScoredPassage {
  /** Indices into the script, consecutive. */
  readonly sentences: readonly number[];
  /** Where it is cut, within true silence on both sides; duration within MIN_PASSAGE_MS and MAX_PASSAGE_MS. */
  readonly startMs: number;
  readonly endMs: number;
  /** Its text, with punctuation at the speaker's pauses. */
  readonly text: string;
  /** 0 to 1. */
  readonly score: number;
  readonly scores: PassageScores;
}

/**
 * `reference` of an answer, and part of `assisted_report`: how a voice was made. The names are those of the wire
 * format.
 */
export interface ReferenceReport {
  readonly enhancer: EnhancerKind;
  /** Why the output of the external enhancer was not used, if it was requested. */
  readonly enhancer_reason?: string;
  /** Why a requested preview is missing. */
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
  /** Measurements of the sample and the fit, as for plain cloning. */
  readonly sample: Readonly<Record<string, string | number | boolean | null>>;
}

export interface AssistedRequest {
  /** The file as uploaded. */
  readonly audio: Uint8Array;
  readonly lang: string;
  readonly script: string;
  /** Only the built-in enhancer. */
  readonly fast: boolean;
  /** Several voices to choose from instead of the best one. */
  readonly candidates: boolean;
}

/** A voice that was made from a take and is not stored yet. */
export interface MadeVoice {
  readonly reference: VoiceReference;
  readonly report: ReferenceReport;
}
