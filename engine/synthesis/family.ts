/** The interface of a family of voices. A new one is a folder beside `families/vits` and a line in `families.ts`. */

import type { Espeak } from '../../language/pronunciation/espeak.ts';
import type { ModelKind } from '../../model-files/model.ts';
import type { BrokenVoice } from '../../model-files/piper-voices.ts';
import type { Voice } from '../types.ts';
import type { CatalogEntry, PromptedEntry } from './catalog-entry.ts';
import type { StagedModel } from './optimized/stages.ts';
import type { RenderState, Synthesizer } from './synthesizer.ts';
import type { BaseSource } from './voice-source.ts';

export type FamilyName = Voice['engine'];

/**
 * Rank of a family among the default voices:
 * - `most-natural`: preferred if this machine is fast enough. Only one family has this rank.
 * - `quick`: nearly as natural, at the lowest cost: first of the others, and agents prefer it to the most natural ones.
 * - `usual`: natural, at a low cost.
 * - `robotic`: used if no other voice speaks the language.
 * - `on-request`: never a default voice.
 */
export type Standing = 'most-natural' | 'quick' | 'usual' | 'robotic' | 'on-request';

/** A cost that decides whether voices are default voices: assumed first, then measured once on each machine. */
export interface MeasuredCost {
  /** File in the models folder that stores it. */
  readonly file: string;
  /** Changes with the model and with the speed of our code: values measured for another version do not count. */
  readonly version: string;
  /** CPU seconds of one core for a second of sound, until it is measured. */
  assumedCores(): number;
}

/** Services of a lane for loading a voice. */
export interface LoadContext {
  readonly espeak: Espeak;
  /** Whether this lane may use a second core. */
  readonly boost: boolean;
  /** Loads a thing that several voices share, such as a model, once on this lane. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** The voices of a family that are installed. */
export interface FoundVoices {
  readonly engine: FamilyName;
  /** The voices to list, in order. */
  readonly listed: readonly CatalogEntry[];
  /** All voices, if some are not listed. */
  everyone?(): readonly CatalogEntry[];
  /** A voice that is not listed. */
  find?(id: string): CatalogEntry | null;
  /** Models that speak in the voice of a recording, the best first. */
  readonly prompted?: readonly PromptedEntry[];
  /** The voice with which a cost is measured; its text is English. */
  readonly measuredWith?: BaseSource;
}

/** For a family whose voices have other timbres and accents without another model. */
export interface Variants<S extends BaseSource> {
  /** A woman's voice for the language of a man's. */
  female(source: S): S;
  /** The same timbre with another accent that most speakers of the language know; null if there is none. */
  otherAccent(source: S): S | null;
  /** The same voice, giving the same sound each time. */
  still(source: S): S;
  /** The same accent with the timbre that a base key identifies. */
  withTimbre(source: S, key: string): S;
}

/** Turns recordings into prompts of a model. */
export interface PromptEncoder {
  /** Sample rate of its input in Hz. */
  readonly sampleRate: number;
  /** Samples of a frame; the input has whole frames. */
  readonly frameSamples: number;
  /** @returns latents, frame after frame */
  encode(samples: Float32Array): Promise<Float32Array>;
  release(): Promise<void>;
}

export interface VoiceFamily<S extends BaseSource = BaseSource> {
  /** Its name in `Voice.engine`, in sources and states, and at the beginning of its base keys. */
  readonly name: FamilyName;
  /** The name that its makers use, and its address. */
  readonly title: string;
  readonly url: string;
  readonly standing: Standing;
  /** Whether it speaks phonemes: one that reads words has no custom pronunciations. */
  readonly readsPhonemes: boolean;
  /** Whether its voices can be converted into another voice. */
  readonly canBeConverted: boolean;
  /** Whether its voices can be moved towards a speaker inside the model, which needs the style space. */
  readonly canBeMorphed: boolean;
  /** Whether other servers have its voices under the same names, so that clients know them. */
  readonly isKnownElsewhere: boolean;
  /** CPU seconds of one core for a second of sound, assumed until streams have run; or how it is measured. */
  readonly cost: number | MeasuredCost;
  /** Ids of its best voices by language code. */
  readonly bestVoices?: Readonly<Record<string, string>>;
  /** Voices that need no files. */
  builtIn?(): FoundVoices;
  /** Folders with its voices. */
  folders?(env: Readonly<Record<string, string | undefined>>): readonly string[];
  /**
   * Its voices in these folders, of which earlier ones take precedence.
   * @param onBroken called for voices that are left out
   */
  find?(folders: readonly string[], onBroken: (voice: BrokenVoice) => void): Promise<FoundVoices>;
  /**
   * Identifies a voice's timbre in the codes of cloned voices, independently of the machine: the family's name, and
   * after a colon or plus sign the part that distinguishes the voice.
   */
  keyOf(source: S): string;
  /** The file with the voice's model; null if it has none. */
  modelPathOf(source: S): string | null;
  readonly variants?: Variants<S>;
  /** Makes a voice ready to speak. Implementations are imported here, so that only lanes load them. */
  load(source: S, context: LoadContext): Promise<Synthesizer>;
  /** Rewrites a model into the stages that are loaded. Absent if models are loaded unchanged. */
  stagesOf?(modelPath: string, bytes: Uint8Array): Promise<StagedModel<unknown>>;
  /**
   * Models that are rewritten as soon as the command line has fetched them, because it takes too long for a first
   * request.
   */
  readonly rewrittenAtOnce?: {
    readonly kind: ModelKind;
    /** Name of a model's file that is rewritten. */
    fileOf(modelId: string): string;
  };
  /**
   * Memory of a state that is transferred to another thread instead of being copied: large, and not shared. The sender
   * does not use the state again.
   */
  handedOn?(state: RenderState): ArrayBuffer[];
  /** Loads the encoder of recordings for prompts. Absent if the family uses none. */
  promptEncoder?(modelPath: string): Promise<PromptEncoder>;
}
