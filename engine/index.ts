/**
 * The engine's main entry point: synthesis and speech recognition, with their requests, results, limits and errors. The
 * other entry points are `phonetics.ts` (pronunciation) and `setup.ts` (the parts a program assembles before it starts
 * an engine). Other layers import only these three files; `recordings` and `cloning` also import what only computes.
 */
import type { EngineOptions, StartedEngine } from './engine.ts';

export * from '../language/languages.ts';
export { splitCommands } from '../language/markup/commands.ts';
export { MAX_TOTAL_PAUSE_MS, MarkupError, parseMarkup } from '../language/markup/parse.ts';
export { hasWords } from '../language/text/analyse.ts';
export { RULES } from '../language/text/types.ts';
export type { Engine, EngineOptions, EngineStats, OpenOptions, StartedEngine } from './engine.ts';
export { ENGINE_ERRORS, type EngineErrorDefinition } from './error-table.ts';
export * from './errors.ts';
export { languageToHear } from './recognition/check-transcription.ts';
export { scoringWords } from './recognition/scoring-words.ts';
export {
  type Dictation,
  type IdentifiedLanguage,
  type RecogniseOptions,
  type Recogniser,
  type RecogniserInUse,
  RecognitionError,
  type Transcript,
} from './recognition/types.ts';
export { readText } from './speech/read-text.ts';
export * from './types.ts';
export type { VoiceFilter } from './voices/catalog.ts';

/** Starts the lanes, loads the default English voice on all of them and resolves when speech can be synthesized. */
export async function createEngine(options: EngineOptions): Promise<StartedEngine> {
  // Loaded with the first engine: most importers need only the types, limits and errors.
  const { startEngine } = await import('./speech-engine.ts');
  return startEngine(options);
}
