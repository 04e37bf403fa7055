/** The entry point for research/: the internals that evaluations and fits need. No other layer imports it. */
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
export { builtInScript, type Cloning, createCloning, type VoiceReference } from './index.ts';
