/** The entry point for research/: what evaluations and fits need of the inside. No other layer imports it. */
export { checkPlausibility, compare, type Likeness } from './enhancement/external/plausibility.ts';
export { createOwnEnhancer, type OwnEnhancer } from './enhancement/own-enhancer.ts';
export type { Enhancer, Sound } from './enhancement/types.ts';
export {
  cutPassages,
  pairsOf,
  scorePassages,
  totalOf,
} from './enrolment/assisted/passages/score-passages.ts';
export { Defects, deviations, scaled } from './enrolment/assisted/scoring/defects.ts';
export {
  byRespect,
  DEFECTS_OF,
  PassageFigures,
  preferences,
} from './enrolment/assisted/scoring/passage-scorers.ts';
export type { CleanedSound } from './enrolment/assisted/scoring/removed-sounds.ts';
export type { SentenceFigures } from './enrolment/assisted/scoring/sentence-figures.ts';
export {
  DEFECT_MODEL,
  DEFECTS,
  type Defect,
  type DefectModel,
  type DefectName,
  type Figure,
  modelOf,
  type UsualFigure,
} from './enrolment/assisted/scoring/signs.ts';
export { listenTo } from './enrolment/assisted/scoring/take-sound.ts';
export { SCRIPT_LANGUAGES, scriptFor } from './enrolment/assisted/script/built-in.ts';
export { scriptSentences } from './enrolment/assisted/script/sentences.ts';
export { alignTake } from './enrolment/assisted/sentences/align-take.ts';
export {
  type AlignedTake,
  MAX_PASSAGE_MS,
  MIN_PASSAGE_MS,
  type PassageScores,
  type ReadSentence,
  type ScoredPassage,
} from './enrolment/assisted/types.ts';
export { CALIBRATION_TEXTS } from './enrolment/calibration-texts.ts';
export { HOP_MS, soundFrames } from './enrolment/checks/frames.ts';
export { speechActivity } from './enrolment/checks/speech-activity.ts';
export { EnrolmentThreads } from './enrolment/enrolment-threads.ts';
export { expectedEmbedding, nearestStyle } from './enrolment/style-space/nearest-style.ts';
export { activations, type Layer, type Network, slopeOf } from './enrolment/style-space/network.ts';
export { describeVoice } from './enrolment/style-space/portrait.ts';
export {
  type LayerTable,
  pitchPlace,
  STYLE_SPACE,
  type StyleTable,
  styleAt,
  styleSpaceOf,
} from './enrolment/style-space/style-space.ts';
export { isSaid, LIMITS } from './enrolment/transcript-verification.ts';
export { wordRanges } from './enrolment/transcripts.ts';
export { MIN_SAMPLE_SECONDS } from './enrolment/types.ts';
export { align, MIN_CONFIDENCE } from './forced-alignment/align.ts';
export { cholesky, dot, solveLower, solveUpper } from './forced-alignment/matrix.ts';
export type { AlignedWord, Rendition, TimeSpan } from './forced-alignment/types.ts';
export { LanePool } from './lanes/pool.ts';
export { kokoroFolder, modelsFolder } from './models/folders.ts';
export { HIBARI_HEART } from './models/hibari-files.ts';
export { readHibariFolder } from './models/hibari-folder.ts';
export { readKokoroFolder } from './models/kokoro-folder.ts';
export {
  ENGLISH_RECOGNISER,
  GTCRN,
  JOE_VOICE,
  QUALITY_PREDICTOR,
  SPEAKER_ENCODER,
} from './models/manifest.ts';
export { Safetensors } from './models/safetensors.ts';
export { extractModel, type OnnxGraph, type OnnxNode, parseOnnx } from './onnx/graph.ts';
export { delimited } from './onnx/protobuf.ts';
export { ONE_THREAD } from './onnx/session-options.ts';
export { operationBytes } from './onnx/writer.ts';
export { Espeak, type Phoneme } from './pronunciation/espeak.ts';
export { espeakVoiceFor } from './pronunciation/espeak-languages.ts';
export { symbolSaid } from './pronunciation/inventory/index.ts';
export { type Pronounced, pronounce } from './pronunciation/pronounce.ts';
export { localModel } from './recognition/create-recogniser.ts';
export { LocalRecogniser } from './recognition/local-recogniser.ts';
export { speechRange } from './recognition/speech-range.ts';
export { RECOGNITION_SAMPLE_RATE } from './recognition/types.ts';
export { type WordErrors, wordErrors } from './recognition/wer.ts';
export { declip } from './restore/declip.ts';
export { installedEncoder } from './speaker-encoder/installed-encoder.ts';
export { SpeakerEncoder, similarity } from './speaker-encoder/speaker-encoder.ts';
export { windowEnd } from './speech/windows.ts';
export {
  REGRESSION,
  type Regression,
  regressionOf,
  type StatisticsTable,
} from './synthesis/kokoro/generator-statistics.ts';
export { convolutionName, STYLE, UNITS, type Unit, unitName } from './synthesis/kokoro/layers.ts';
export { type KokoroModel, timeMajor } from './synthesis/kokoro/model.ts';
export { describe, LEAST_VARIANCE, predict } from './synthesis/kokoro/norm-statistics.ts';
export { phonemeNotation } from './synthesis/kokoro/phoneme-symbols.ts';
export { CUT } from './synthesis/kokoro/split.ts';
export { KokoroSynthesizer, styleFor } from './synthesis/kokoro/synthesizer.ts';
export { type TokenRun, tokenRuns } from './synthesis/kokoro/tokens.ts';
export type { KokoroUtterance } from './synthesis/kokoro/utterance.ts';
export type { PocketConfig } from './synthesis/pocket/config.ts';
export { frameNoise, mostFrames, seededDraws } from './synthesis/pocket/generation.ts';
export { PocketModel } from './synthesis/pocket/model.ts';
export type {
  RenderState,
  SynthesisControls,
  SynthesizedPhrase,
  UtterancePart,
} from './synthesis/synthesizer.ts';
export type { BaseSource, VoiceSource } from './synthesis/voice-source.ts';
export { analyse } from './text/analyse.ts';
export { kokoroEntries } from './voices/kokoro-voices.ts';
export { type RenditionOptions, renderRendition } from './voices/rendition.ts';
