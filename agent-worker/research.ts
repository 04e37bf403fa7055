/** The entry point for research/: the internals that evaluations and fits need. No other layer imports it. */
export { CallOpening } from './conversation/call-opening.ts';
export { type Callee, whoAnswered } from './hearing/answering/who-answered.ts';
export { EchoGuard } from './hearing/echo/echo-guard.ts';
export { answerProgress } from './hearing/endpointing/answer-form.ts';
export { CallerPace, type PaceRates } from './hearing/endpointing/caller-pace.ts';
export type { SoundJudgement } from './hearing/endpointing/end-of-turn-model.ts';
export { endOfTurnModel } from './hearing/endpointing/end-of-turn-models.ts';
export {
  DEFAULT_ENDPOINTING,
  END_OF_SPEECH_MS,
  LEAST_THINKING_MS,
} from './hearing/endpointing/endpointing.ts';
export {
  encodeFinishedSpeech,
  type FinishedSpeech,
  probabilityOf,
  SPEECH_FEATURES,
  SPEECH_UNITS,
  speechFeatures,
} from './hearing/endpointing/smart-turn/finished-speech.ts';
export { TRAINED_SECONDS } from './hearing/endpointing/smart-turn/smart-turn-input.ts';
export { SmartTurnNetwork } from './hearing/endpointing/smart-turn/smart-turn-network.ts';
export { delayOf, judge } from './hearing/endpointing/turn-end.ts';
export {
  EVIDENCE,
  type EvidenceName,
  evidenceOf,
  type TurnEvidence,
} from './hearing/endpointing/turn-evidence.ts';
export {
  addRows,
  type ClauseNet,
  decodeClauseModel,
  EMBEDDING,
  encodeClauseNet,
  firstState,
  HIDDEN,
  oddsOf,
  PARAMETERS,
  type ParameterName,
  ROW_BITS,
  SIZES,
  type Step,
  sigmoid,
  stepOf,
  type TurnRows,
  turnRows,
} from './hearing/endpointing/words/clause-model.ts';
export { featuresOf } from './hearing/endpointing/words/features.ts';
export { decodeWordModel, encodeWordModel, type WordModel } from './hearing/endpointing/words/word-model.ts';
export { isHum } from './hearing/interruption/backchannels.ts';
export { PAUSE_AGENT_AFTER_MS } from './hearing/interruption/interruption.ts';
export { prepareHearing } from './hearing/load-models.ts';
export { CallerLanguage } from './hearing/recognition/caller-language.ts';
export { CallerTranscriber, LEAD_MS } from './hearing/recognition/caller-transcriber.ts';
export { type LeastConfidences, PartialWords } from './hearing/recognition/partial-words.ts';
export { UtteranceRecording } from './hearing/recognition/utterance-recording.ts';
export { writtenDictation } from './hearing/recognition/written-dictation.ts';
export { AudioIntake, type VadWindow } from './hearing/vad/audio-intake.ts';
export { WINDOW_MS, WINDOW_SAMPLES } from './hearing/vad/vad-model.ts';
export { ANY_LANGUAGE, followedLanguage, isExpected } from './languages/followed-languages.ts';
