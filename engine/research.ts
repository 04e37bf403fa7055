/** The entry point for research/: the internals that evaluations and fits need. No other layer imports it. */

export { editDistance } from '../language/edit-distance.ts';
export { Espeak, type Phoneme } from '../language/pronunciation/espeak.ts';
export { espeakVoiceFor } from '../language/pronunciation/espeak-languages.ts';
export { symbolSaid } from '../language/pronunciation/inventory/index.ts';
export { type Pronounced, pronounce } from '../language/pronunciation/pronounce.ts';
export { analyse } from '../language/text/analyse.ts';
export { kokoroFolder, modelsFolder } from '../model-files/folders.ts';
export { HIBARI_HEART } from '../model-files/hibari-files.ts';
export {
  ENGLISH_RECOGNISER,
  GTCRN,
  JOE_VOICE,
  QUALITY_PREDICTOR,
  SPEAKER_ENCODER,
} from '../model-files/manifest.ts';
export { extractModel, type OnnxGraph, type OnnxNode, parseOnnx } from '../model-files/onnx/graph.ts';
export { delimited } from '../model-files/onnx/protobuf.ts';
export { ONE_THREAD } from '../model-files/onnx/session-options.ts';
export { operationBytes } from '../model-files/onnx/writer.ts';
export { Safetensors } from '../model-files/safetensors.ts';
export { align, MIN_CONFIDENCE } from './forced-alignment/align.ts';
export { cholesky, dot, solveLower, solveUpper } from './forced-alignment/matrix.ts';
export type { AlignedWord, Rendition, TimeSpan } from './forced-alignment/types.ts';
export { LanePool } from './lanes/pool.ts';
export { localModel } from './recognition/create-recogniser.ts';
export { LocalRecogniser } from './recognition/local-recogniser.ts';
export { scoringWords } from './recognition/scoring-words.ts';
export { speechRange } from './recognition/speech-range.ts';
export { RECOGNITION_SAMPLE_RATE } from './recognition/types.ts';
export { type WordErrors, wordErrors } from './recognition/wer.ts';
export { windowEnd } from './speech/windows.ts';
export { type EspeakSource, espeakSource } from './synthesis/families/espeak/source.ts';
export { readHibariFolder } from './synthesis/families/hibari/folder.ts';
export type { HibariSource } from './synthesis/families/hibari/source.ts';
export { readKokoroFolder } from './synthesis/families/kokoro/folder.ts';
export {
  REGRESSION,
  type Regression,
  regressionOf,
  type StatisticsTable,
} from './synthesis/families/kokoro/generator-statistics.ts';
export { convolutionName, STYLE, UNITS, type Unit, unitName } from './synthesis/families/kokoro/layers.ts';
export { type KokoroModel, timeMajor } from './synthesis/families/kokoro/model.ts';
export { describe, LEAST_VARIANCE, predict } from './synthesis/families/kokoro/norm-statistics.ts';
export { phonemeNotation } from './synthesis/families/kokoro/phoneme-symbols.ts';
export type { KokoroSource } from './synthesis/families/kokoro/source.ts';
export { CUT } from './synthesis/families/kokoro/split.ts';
export { type KokoroState, KokoroSynthesizer, styleFor } from './synthesis/families/kokoro/synthesizer.ts';
export { type TokenRun, tokenRuns } from './synthesis/families/kokoro/tokens.ts';
export type { KokoroUtterance } from './synthesis/families/kokoro/utterance.ts';
export { kokoroEntries } from './synthesis/families/kokoro/voices.ts';
export type { PocketConfig } from './synthesis/families/pocket/config.ts';
export { frameNoise, mostFrames, seededDraws } from './synthesis/families/pocket/generation.ts';
export { PocketModel } from './synthesis/families/pocket/model.ts';
export type { VitsSource } from './synthesis/families/vits/source.ts';
export { stateOf } from './synthesis/state-of.ts';
export type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  UtterancePart,
} from './synthesis/synthesizer.ts';
export type { BaseSource, VoiceSource } from './synthesis/voice-source.ts';
export { type RenditionOptions, renderRendition } from './voices/rendition.ts';
