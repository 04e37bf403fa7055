/**
 * The engine's front door: what speaks, learns and listens, with its requests, results, limits and errors. The doors
 * beside it are `phonetics.ts` (how words are said) and `setup.ts` (the parts that a program puts together first).
 * Other layers import these three files only.
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
  type RecogniseOptions,
  type Recogniser,
  RecognitionError,
  type Transcript,
} from './recognition/types.ts';
export type { Restored, RestoreOptions, RestoreStage } from './restore/types.ts';
export type {
  TimedWord,
  TranscribeOptions,
  Transcription,
  TranscriptionRequest,
} from './transcription/types.ts';
export * from './types.ts';

/** Starts the lanes, loads the default English voice on all of them and answers when the first word can be spoken. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  // Loaded with the first engine: most who come through this door want nothing but its types, limits and errors.
  const { startEngine } = await import('./speech-engine.ts');
  return startEngine(options);
}
