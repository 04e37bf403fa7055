/** The entry point of cloning: voices learned from recordings. Other layers import only this file. */
import type { StartedEngine } from '../engine/index.ts';
import { LocalRecognisers } from '../engine/recognition/local-recognisers.ts';
import type { ExternalEnhancing } from './enrolment/assisted/take-enrolment.ts';
import type { Cloning } from './enrolment/cloning.ts';
import { Enroller } from './enrolment/enroller.ts';

export { builtInScript, previewText } from './enrolment/assisted/script/built-in.ts';
export { MAX_SCRIPT_CHARACTERS } from './enrolment/assisted/script/sentences.ts';
export type {
  AssistedRequest,
  EnhancerKind,
  MadeVoice,
  ReferenceReport,
} from './enrolment/assisted/types.ts';
export type { Cloning } from './enrolment/cloning.ts';
export { describeHeardWords } from './enrolment/missing-words.ts';
export type { RefinedVoice, RefinementRequest } from './enrolment/refinement.ts';
export {
  type EnrolmentRequest,
  type EnrolOptions,
  type Markers,
  MIN_SAMPLE_SECONDS,
  type VoiceReference,
} from './enrolment/types.ts';

export interface CloningOptions {
  /** Cleans read-throughs in addition to the built-in enhancer; closed with the cloning. */
  readonly externalEnhancer?: ExternalEnhancing | null;
  /** Largest number of concurrent enrolments; default 2. */
  readonly maxEnrolments?: number;
}

/**
 * Creates the cloning of an engine, with its recogniser and lanes. Threads start when they are needed. It has to be
 * closed before the engine.
 */
export function createCloning(engine: StartedEngine, options: CloningOptions = {}): Cloning {
  const { recogniser, parts } = engine;
  const { externalEnhancer = null, maxEnrolments } = options;
  return new Enroller({
    ...parts,
    recogniser,
    // Recordings that came with a transcript never leave this machine.
    verifier: recogniser instanceof LocalRecognisers ? recogniser : null,
    external: externalEnhancer,
    ...(maxEnrolments !== undefined && { limits: { running: maxEnrolments } }),
  });
}
