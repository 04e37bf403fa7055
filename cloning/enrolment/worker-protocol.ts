/** Messages between the main thread and an enrolment's worker thread: one step at a time. */

import type { Equalised } from '../../engine/conversion/equaliser.ts';
import type { Alignment, Rendition } from '../../engine/forced-alignment/types.ts';
import type { SharedSound } from '../../engine/threads/shared-sound.ts';
import type { Voice } from '../../engine/types.ts';
import type { Denoiser } from '../../recordings/enhancement/denoiser.ts';
import type { LearnedBase } from '../learning/learn-codes.ts';
import type { ScriptSentence } from './assisted/script/sentences.ts';
import type { AlignedTake, ScoredPassage } from './assisted/types.ts';
import type { SampleReport } from './checks/check-sample.ts';
import type { SpeakerEmbedding } from './speaker-embedding.ts';
import type { CompletedCodes, Completion } from './style-space/further-conversion.ts';
import type { Wanted } from './style-space/near-base.ts';
import type { VoicePortrait } from './style-space/portrait.ts';

/** Decodes an upload; answers a SharedSound at the rate of the file. */
export interface DecodeStep {
  readonly kind: 'decode';
  readonly audio: Uint8Array;
}

export interface CheckStep {
  readonly kind: 'check';
  readonly sound: SharedSound;
  /** Also make what a recogniser takes. */
  readonly forRecognition: boolean;
  /** Parts of it may be spoiled. */
  readonly lenient: boolean;
}

export interface Checked {
  readonly report: SampleReport;
  /** At a rate of no more than makes sense. */
  readonly sound: SharedSound;
  /** 16 kHz; null unless asked for. */
  readonly forRecognition: Float32Array | null;
}

/** Plays a recording more slowly and lower, for hearing it once more. */
export interface SlowStep {
  readonly kind: 'slow';
  /** At the rate of recognition. */
  readonly samples: Float32Array;
}

/** How a voice sounds, roughly: its speaker embedding. */
export interface EmbedStep {
  readonly kind: 'embed';
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** Loads the speaker encoder, which takes half a second, before it is needed. */
export interface LoadStep {
  readonly kind: 'load';
  readonly encoderPath: string;
}

/** How a voice sounds, for finding a base that is near it. */
export interface DescribeStep {
  readonly kind: 'describe-voice';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly encoderPath: string;
}

/** The same, and the style of Kokoro that is expected to sound most like it: the half that shapes the sound. */
export interface ProposeStep {
  readonly kind: 'propose';
  readonly sound: SharedSound;
  readonly encoderPath: string;
}

/** Gives a sound the average spectrum of a speaker, and brings it nearer as a speaker encoder hears it. */
export interface EqualiseStep {
  readonly kind: 'equalise';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly spectrum: Float64Array;
  readonly embedding: Float32Array;
  readonly encoderPath: string;
}

/** Whether two people are heard in a recording. */
export interface VoicesStep {
  readonly kind: 'voices';
  readonly sound: SharedSound;
  readonly encoderPath: string;
}

export interface AlignStep {
  readonly kind: 'align';
  readonly sound: SharedSound;
  readonly rendition: Rendition;
}

export interface Aligned {
  readonly alignment: Alignment;
  /** For every 5 ms of the recording, the sample of the rendition; null when nothing was found. */
  readonly frameTimes: Float64Array | null;
}

/** Finds the sentences of a script in a read-through. */
export interface TakeStep {
  readonly kind: 'take';
  readonly sound: SharedSound;
  /** The whole script. */
  readonly rendition: Rendition;
  /** The same by other voices. */
  readonly others: readonly Rendition[];
  readonly script: string;
  readonly sentences: readonly ScriptSentence[];
}

/** Scores the passages of a read-through; answers them best first. */
export interface ScoreStep {
  readonly kind: 'score';
  readonly sound: SharedSound;
  readonly take: AlignedTake;
  /** The same recording cleaned by the own enhancer. */
  readonly cleaned: Enhanced;
}

/** The result of the built-in enhancer. */
export interface Enhanced extends SharedSound {
  readonly model: Denoiser['model'];
}

/** Cleans a recording by the own enhancer. */
export interface EnhanceStep {
  readonly kind: 'enhance';
  readonly sound: SharedSound;
  readonly modelsFolder: string | null;
}

/** Brings a recording to the loudness that the own enhancer gives. */
export interface LoudnessStep {
  readonly kind: 'loudness';
  readonly sound: SharedSound;
}

export interface LearnStep {
  readonly kind: 'learn';
  readonly sound: SharedSound;
  readonly bases: readonly LearnedBase[];
}

/** Adds bases that said something else to codes that were learned with those that said what the speaker said. */
export interface CompleteStep extends Completion {
  readonly kind: 'complete';
  readonly codes: Uint8Array;
  /** Needed for a near base alone. */
  readonly encoderPath: string | null;
}

/** Adds to codes what models that go on in the voice of a prompt hear in a recording. */
export interface PromptStep {
  readonly kind: 'prompt';
  readonly codes: Uint8Array;
  readonly sound: SharedSound;
  readonly models: readonly PromptedModel[];
}

/** A model that speaks in the voice of a recording without a base. */
export interface PromptedModel {
  readonly engine: Voice['engine'];
  readonly model: string;
  readonly modelPath: string;
}

export type Step =
  | DecodeStep
  | CheckStep
  | SlowStep
  | EmbedStep
  | LoadStep
  | DescribeStep
  | ProposeStep
  | EqualiseStep
  | VoicesStep
  | AlignStep
  | TakeStep
  | ScoreStep
  | EnhanceStep
  | LoudnessStep
  | LearnStep
  | CompleteStep
  | PromptStep;

/** The result of each kind of step. */
export interface StepResults {
  decode: SharedSound;
  check: Checked;
  slow: Float32Array;
  embed: SpeakerEmbedding;
  load: null;
  'describe-voice': VoicePortrait;
  propose: Wanted;
  equalise: Equalised;
  voices: boolean;
  align: Aligned;
  take: AlignedTake;
  score: readonly ScoredPassage[];
  enhance: Enhanced;
  loudness: SharedSound;
  /** Codes. */
  learn: Uint8Array;
  complete: CompletedCodes;
  /** Codes. */
  prompt: Uint8Array;
}

export type StepResult<S extends Step> = StepResults[S['kind']];
