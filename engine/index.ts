/**
 * The engine's main entry point: synthesis, voice enrolment and transcription, with their requests, results, limits and
 * errors. The other entry points are `phonetics.ts` (pronunciation) and `setup.ts` (the parts a program assembles
 * before it starts an engine). Other layers import only these three files.
 */
import type { Engine, EngineOptions } from './engine.ts';

export type { Engine, EngineOptions, EngineStats, OpenOptions } from './engine.ts';
export { builtInScript, previewText } from './enrolment/assisted/script/built-in.ts';
export { MAX_SCRIPT_CHARACTERS } from './enrolment/assisted/script/sentences.ts';
export type {
  AssistedRequest,
  EnhancerKind,
  MadeVoice,
  ReferenceReport,
} from './enrolment/assisted/types.ts';
export { describeHeardWords } from './enrolment/missing-words.ts';
export type { RefinedVoice, RefinementRequest } from './enrolment/refinement.ts';
export {
  type EnrolmentRequest,
  type EnrolOptions,
  type Markers,
  MIN_SAMPLE_SECONDS,
  type VoiceReference,
} from './enrolment/types.ts';
export { ENGINE_ERRORS, type EngineErrorDefinition } from './error-table.ts';
export * from './errors.ts';
export * from './languages.ts';
export { splitCommands } from './markup/commands.ts';
export { MAX_TOTAL_PAUSE_MS, MarkupError, parseMarkup } from './markup/parse.ts';
export {
  type IdentifiedLanguage,
  type RecogniseOptions,
  type Recogniser,
  type RecogniserInUse,
  RecognitionError,
  type Transcript,
} from './recognition/types.ts';
export type { Restored, RestoreOptions, RestoreStage } from './restore/types.ts';
export { hasWords } from './text/analyse.ts';
export { readText } from './text/read-text.ts';
export { endsSentence, wordStarts } from './transcription/speaker-turns.ts';
export type {
  SpeakersBy,
  TimedWord,
  TranscribeOptions,
  Transcription,
  TranscriptionRequest,
} from './transcription/types.ts';
export * from './types.ts';
export type { VoiceFilter } from './voices/catalog.ts';

/** Starts the lanes, loads the default English voice on all of them and resolves when speech can be synthesized. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  // Loaded with the first engine: most importers need only the types, limits and errors.
  const { startEngine } = await import('./speech-engine.ts');
  return startEngine(options);
}
