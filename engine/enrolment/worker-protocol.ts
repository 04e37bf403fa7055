/** What the main thread and an enrolment's worker thread say to each other: one step at a time. */

import type { LearnedBase } from '../conversion/learn-codes.ts';
import type { Alignment, Rendition } from '../forced-alignment/types.ts';
import type { SharedSound } from '../threads/shared-sound.ts';
import type { ScriptSentence } from './assisted/script/sentences.ts';
import type { AlignedTake, ScoredPassage } from './assisted/types.ts';
import type { SampleReport } from './checks/check-sample.ts';
import type { SpeakerEmbedding } from './speaker-embedding.ts';
import type { Relative } from './style-space/near-base.ts';
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

/** How a voice sounds, roughly: its speaker embedding. */
export interface EmbedStep {
  readonly kind: 'embed';
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

/** How a voice sounds, for finding a base that is near it; null where no speaker encoder is installed. */
export interface PortrayStep {
  readonly kind: 'portray';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly modelsFolder: string | null;
}

/** The style of Kokoro that is expected to sound most like a speaker: the half that shapes the sound. */
export interface ProposeStep {
  readonly kind: 'propose';
  readonly speaker: VoicePortrait;
}

/** Gives a sound the average spectrum of a speaker. */
export interface EqualiseStep {
  readonly kind: 'equalise';
  readonly samples: Float32Array;
  readonly sampleRate: number;
  readonly spectrum: Float64Array;
}

/** A filtered sound, and the impulse response of the filter. */
export interface Equalised {
  readonly samples: Float32Array;
  readonly equaliser: Float32Array;
}

/** How unlike the voices in a recording are (`voiceDistance`); 0 where no speaker encoder is installed. */
export interface VoicesStep {
  readonly kind: 'voices';
  readonly sound: SharedSound;
  readonly modelsFolder: string | null;
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

/** Decides whether the first base of codes, which was moved towards the speaker, is converted as well. */
export interface DecideStep {
  readonly kind: 'decide';
  readonly codes: Uint8Array;
  /** Voices of other languages, which are treated alike. */
  readonly relatives: readonly Relative[];
  readonly rendition: Rendition;
  readonly sound: SharedSound;
  readonly modelsFolder: string | null;
}

export type Step =
  | DecodeStep
  | CheckStep
  | EmbedStep
  | PortrayStep
  | ProposeStep
  | EqualiseStep
  | VoicesStep
  | AlignStep
  | TakeStep
  | ScoreStep
  | EnhanceStep
  | LoudnessStep
  | LearnStep
  | DecideStep;

/** The result of each kind of step. */
export interface StepResults {
  decode: SharedSound;
  check: Checked;
  embed: SpeakerEmbedding;
  portray: VoicePortrait | null;
  propose: Float32Array;
  equalise: Equalised;
  voices: number;
  align: Aligned;
  take: AlignedTake;
  score: readonly ScoredPassage[];
  enhance: SharedSound;
  loudness: SharedSound;
  /** Codes. */
  learn: Uint8Array;
  decide: Uint8Array;
}

export type StepResult<S extends Step> = StepResults[S['kind']];
