/**
 * The probability that a turn is over, from its words and their sound, and the delay that follows from it.
 *
 * An answer of a known form is judged by its completeness (`answer-form.ts`). For everything else the evidence is
 * summed as log-odds: each term lengthens or shortens the delay, and an unknown one adds nothing. Languages with a
 * model of words (`words/`) have fitted weights (`turn-weights.ts`). For other languages they are set by hand: the
 * recogniser's punctuation and the end-of-turn model tell an interrupted sentence from a complete one, but not whether
 * a complete sentence is the last.
 */
import { answerProgress } from './answer-form.ts';
import type { Endpointing } from './endpointing.ts';
import { EVIDENCE, evidenceOf, isQuestion, type TurnEvidence } from './turn-evidence.ts';
import { DELAY, weightsOf } from './turn-weights.ts';
import { lookOf, soundsUnfinished, type TextLook } from './unfinished-text.ts';

/** Log-odds by the end of the text (`TextLook`). For texts without punctuation, `unmarked` counts like a full stop. */
const LOOKS: Readonly<Record<TextLook, number>> = {
  question: 3,
  sentence: 3,
  dictation: 1.2,
  unmarked: 1.5,
  'goes-on': -1,
  dangling: -1,
};
/** Factor of the log-odds of the end-of-turn model. */
const SOUND = 1.5;
/**
 * Limit of the model's log-odds, since it misses some ends: a complete sentence is then still answered after 1.5 s,
 * which is longer than most pauses.
 */
const CERTAINLY_ON = 0.25;
const CERTAINLY_OVER = 0.98;
/**
 * Set by hand: up to this many words are a complete answer to a question, and otherwise often the beginning of a
 * sentence.
 */
const FEW_WORDS = 2;
const SHORT_ANSWER = 1;
const SHORT_BEGINNING = -0.5;

/** @returns the log-odds that the turn is over, by weights set by hand */
function logOddsByHand({ text, lang, sound, writesMarks, agent }: TurnEvidence): number {
  const { look: marked, words } = lookOf(text, lang);
  const look = marked === 'unmarked' && !writesMarks ? 'sentence' : marked;
  let odds = LOOKS[look];
  if (sound !== null) {
    const p = Math.min(CERTAINLY_OVER, Math.max(CERTAINLY_ON, sound.over));
    odds += SOUND * Math.log(p / (1 - p));
  }
  if (words <= FEW_WORDS && (look === 'sentence' || look === 'unmarked')) {
    odds += isQuestion(agent) ? SHORT_ANSWER : SHORT_BEGINNING;
  }
  return odds;
}

/**
 * Mean remaining length of a pause. If a late answer and an interrupted caller each have a fixed cost, the best delay
 * changes by this much with each unit of the log-odds.
 */
const MS_PER_LOG_ODDS = 500;
/** Log-odds above which the delay is the shortest. */
const SURE = 4.4;

/** Delay for an answer that may be complete: longer than people need for the next digits or letters. */
const MAY_BE_WHOLE_MS = DELAY.openMs;
/** The same for an answer as long as most complete ones, if it sounds like an end. */
const PROBABLY_WHOLE_MS = 500;
const ENDS_SOUND_SO = 0.85;

/** @returns the log-odds that the turn is over; null for a language without a model of words */
function logOddsOfEnd(evidence: TurnEvidence): number | null {
  const found = evidenceOf(evidence);
  if (found === null) return null;
  const weights = weightsOf(evidence.lang);
  return EVIDENCE.reduce((sum, name) => sum + weights[name] * found[name], evidence.callerOdds);
}

/** The judgement of a turn by all evidence. */
export interface TurnJudgement {
  /** Silence of the caller after which the turn ends, in ms. */
  readonly delayMs: number;
  /** Probability that the turn is over, 0 to 1; null for an answer of a known form. */
  readonly probability: number | null;
}

/** The less probably the turn is over, the longer the delay, within the two limits of the settings. */
export function judge(evidence: TurnEvidence, { minDelayMs, maxDelayMs }: Endpointing): TurnJudgement {
  const bounded = (ms: number): number => Math.max(minDelayMs, Math.min(maxDelayMs, ms));
  const answerMs = answerDelayOf(evidence);
  if (answerMs !== null) return { delayMs: bounded(answerMs), probability: null };
  const { logOdds, delayMs } = logOddsOf(evidence);
  return { delayMs: bounded(delayMs), probability: 1 / (1 + Math.exp(-logOdds)) };
}

/** Judges an answer of a known form, as `judge` does. */
export function delayOf(evidence: TurnEvidence, endpointing: Endpointing): number {
  return judge(evidence, endpointing).delayMs;
}

/** @returns null if the answer has no known form */
function answerDelayOf(evidence: TurnEvidence): number | null {
  const answer = answerProgress(evidence.text, evidence.agent, evidence.expects, evidence.lang);
  if (answer?.progress === 'whole') return 0;
  if (answer?.progress === 'going-on') return Number.POSITIVE_INFINITY;
  if (answer?.progress === 'probably-whole' && (evidence.sound?.over ?? 0) >= ENDS_SOUND_SO)
    return PROBABLY_WHOLE_MS;
  return answer === null ? null : MAY_BE_WHOLE_MS;
}

/** The log-odds that the turn is over, and the delay that follows from them. */
function logOddsOf(evidence: TurnEvidence): { readonly logOdds: number; readonly delayMs: number } {
  const fitted = logOddsOfEnd(evidence);
  if (fitted === null) {
    const logOdds = logOddsByHand(evidence);
    return { logOdds, delayMs: MS_PER_LOG_ODDS * (SURE - logOdds) };
  }
  const doubt = (DELAY.overFrom - fitted) / (DELAY.overFrom - DELAY.openFrom);
  const delayMs =
    DELAY.openMs * Math.min(1, doubt) + DELAY.msPerLogOdds * Math.max(0, DELAY.cutShortFrom - fitted);
  return { logOdds: fitted, delayMs };
}

/** If the sound certainly ends the turn, most complete turns have higher odds than this. */
const PROBABLY_ON = 1.3;

/** Whether the words so far are probably only a part of a turn. */
export function mayGoOn(evidence: Omit<TurnEvidence, 'sound'>): boolean {
  const answer = answerProgress(evidence.text, evidence.agent, evidence.expects, evidence.lang);
  if (answer !== null) return answer.progress !== 'whole';
  const odds = logOddsOfEnd({ ...evidence, sound: { over: 1, finished: 1 } });
  return odds === null ? soundsUnfinished(evidence.text, evidence.lang) : odds < PROBABLY_ON;
}
