/**
 * The entry point for the processing of recorded files: enhancement, restoration, diarization and transcription. Other
 * layers except `cloning` import only this file.
 */

export { createDeepFilterNet } from './enhancement/deepfilternet/deep-filter-net.ts';
export {
  EnhancerProcess,
  type EnhancerProcessOptions,
  type EnhancerReady,
} from './enhancement/external/enhancer-process.ts';
export { ExternalEnhancer } from './enhancement/external/external-enhancer.ts';
export type { Sound } from './enhancement/types.ts';
export { Restorer } from './restore/restorer.ts';
export type { Restored, RestoreOptions, RestoreStage } from './restore/types.ts';
export { endsSentence, wordStarts } from './transcription/speaker-turns.ts';
export { Transcriber } from './transcription/transcriber.ts';
export type {
  FileTranscriber,
  SpeakersBy,
  TimedWord,
  TranscribeOptions,
  Transcription,
  TranscriptionRequest,
} from './transcription/types.ts';
