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

/** Decodes an upload. */
export interface DecodeStep {
  readonly kind: 'decode';
  readonly audio: Uint8Array;
  /** Whether to make the recogniser's input, too. */
  readonly forRecognition: boolean;
}

export interface Decoded {
  /** At the rate of the file. */
  readonly sound: SharedSound;
  /** 16 kHz; null unless requested. */
  readonly forRecognition: Float32Array | null;
}

export interface CheckStep {
  readonly kind: 'check';
  readonly sound: SharedSound;
  /** Whether parts of it may be damaged. */
  readonly lenient: boolean;
}

export interface Checked {
  readonly report: SampleReport;
  /** At the rate of the file, but at most the highest useful one. */
  readonly sound: SharedSound;
}

/** Slows a recording down and lowers its pitch, for a second recognition. */
export interface SlowStep {
  readonly kind: 'slow';
  /** At the rate of recognition. */
  readonly samples: Float32Array;
}

/** The approximate timbre of a voice: its speaker embedding. */
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

/** The timbre of a voice, for finding a near base. */
export interface DescribeStep {
  readonly kind: 'describe-voice';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly encoderPath: string;
}

/** The same, with the style of Kokoro that probably sounds most like it: the half that shapes the sound. */
export interface ProposeStep {
  readonly kind: 'propose';
  readonly sound: SharedSound;
  readonly encoderPath: string;
}

/** Gives a sound the average spectrum of a speaker, and corrects it by its speaker embedding. */
export interface EqualiseStep {
  readonly kind: 'equalise';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly spectrum: Float64Array;
  readonly embedding: Float32Array;
  readonly encoderPath: string;
}

/** Whether a recording contains two people. */
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
  /** The script in other voices. */
  readonly others: readonly Rendition[];
  readonly script: string;
  readonly sentences: readonly ScriptSentence[];
}

/** Scores the passages of a read-through; returns them best first. */
export interface ScoreStep {
  readonly kind: 'score';
  readonly sound: SharedSound;
  readonly take: AlignedTake;
  /** The same recording, cleaned by the built-in enhancer. */
  readonly cleaned: Enhanced;
}

/** The result of the built-in enhancer. */
export interface Enhanced extends SharedSound {
  readonly model: Denoiser['model'];
}

/** Cleans a recording with the built-in enhancer. */
export interface EnhanceStep {
  readonly kind: 'enhance';
  readonly sound: SharedSound;
  readonly modelsFolder: string | null;
}

/** Adjusts a recording to the loudness of the built-in enhancer's output. */
export interface LoudnessStep {
  readonly kind: 'loudness';
  readonly sound: SharedSound;
}

export interface LearnStep {
  readonly kind: 'learn';
  readonly sound: SharedSound;
  readonly bases: readonly LearnedBase[];
}

/** Adds bases that spoke other texts to codes that were learned with bases that spoke the speaker's text. */
export interface CompleteStep extends Completion {
  readonly kind: 'complete';
  readonly codes: Uint8Array;
  /** Needed only for a near base. */
  readonly encoderPath: string | null;
}

/** Adds prompts from a recording to codes, for models that continue in the voice of a prompt. */
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
  decode: Decoded;
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
