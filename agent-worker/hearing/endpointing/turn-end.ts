/**
 * How probably a turn is over, from what was said and how it sounded, and how long to wait for more.
 *
 * An answer of a known form is whole, or it is not (`answer-form.ts`). Of everything else the evidence adds up as
 * log-odds: each term is a reason to wait longer or less long, and one that is not known adds nothing. Where there is a
 * model of words for the language (`words/`), the weights are fitted (`turn-weights.ts`). For other languages they are
 * chosen by hand: the recogniser's marks and the end-of-turn model tell an interrupted sentence from a complete one,
 * and not whether a complete one is the last.
 */
import { answerProgress } from './answer-form.ts';
import type { Endpointing } from './endpointing.ts';
import { EVIDENCE, evidenceOf, isQuestion, type TurnEvidence } from './turn-evidence.ts';
import { DELAY, weightsOf } from './turn-weights.ts';
import { lookOf, soundsUnfinished, type TextLook } from './unfinished-text.ts';

/**
 * Log odds by the end of the text (`TextLook`). For texts without punctuation, `unmarked` says as little as a full
 * stop.
 */
const LOOKS: Readonly<Record<TextLook, number>> = {
  question: 3,
  sentence: 3,
  dictation: 1.2,
  unmarked: 1.5,
  'goes-on': -1,
  dangling: -1,
};
/** For each unit of the log-odds of the end-of-turn model. */
const SOUND = 1.5;
/**
 * The model is never more certain than that. It is wrong about some ends: a complete sentence is answered after 1.5 s
 * even so, which is longer than most pauses.
 */
const CERTAINLY_ON = 0.25;
const CERTAINLY_OVER = 0.98;
/** Set by hand: this few words are a whole answer to a question, and otherwise often the beginning of a sentence. */
const FEW_WORDS = 2;
const SHORT_ANSWER = 1;
const SHORT_BEGINNING = -0.5;

/** @returns the logarithm of the odds that the turn is over, by weights that nobody has fitted */
function logOddsByHand({ text, lang, soundsOver, writesMarks, agent }: TurnEvidence): number {
  const { look: marked, words } = lookOf(text, lang);
  const look = marked === 'unmarked' && !writesMarks ? 'sentence' : marked;
  let odds = LOOKS[look];
  if (soundsOver !== null) {
    const p = Math.min(CERTAINLY_OVER, Math.max(CERTAINLY_ON, soundsOver));
    odds += SOUND * Math.log(p / (1 - p));
  }
  if (words <= FEW_WORDS && (look === 'sentence' || look === 'unmarked')) {
    odds += isQuestion(agent) ? SHORT_ANSWER : SHORT_BEGINNING;
  }
  return odds;
}

/**
 * A pause that has lasted is over within another such time on average. Then the best moment to answer, if it costs
 * something to be late and something else to cut the caller off, moves by this much with each unit of the log-odds:
 * pauses become less likely, and ends more, by a factor of e.
 */
const MS_PER_LOG_ODDS = 500;
/** With such odds there is nothing to wait for. */
const SURE = 4.4;

/** Delay for an answer that may be complete: longer than people need for the next digits or letters. */
const MAY_BE_WHOLE_MS = DELAY.openMs;
/** The same of one that is as long as most, if it sounds like an end. */
const PROBABLY_WHOLE_MS = 500;
const ENDS_SOUND_SO = 0.85;

/** @returns the logarithm of the odds that the turn is over; null for a language without a model of words */
function logOddsOfEnd(evidence: TurnEvidence): number | null {
  const found = evidenceOf(evidence);
  if (found === null) return null;
  const weights = weightsOf(evidence.lang);
  return EVIDENCE.reduce((sum, name) => sum + weights[name] * found[name], 0);
}

/** What the evidence says of a turn. */
export interface TurnJudgement {
  /** How long the caller's silence has to last to end it, in ms. */
  readonly delayMs: number;
  /** How probably it is over, 0 to 1; null for an answer of a known form. */
  readonly probability: number | null;
}

/** The delay is between the two of the settings, and the longer the less probable it is that the turn is over. */
export function judge(evidence: TurnEvidence, { minDelayMs, maxDelayMs }: Endpointing): TurnJudgement {
  const bounded = (ms: number): number => Math.max(minDelayMs, Math.min(maxDelayMs, ms));
  const answerMs = answerDelayOf(evidence);
  if (answerMs !== null) return { delayMs: bounded(answerMs), probability: null };
  const { logOdds, delayMs } = logOddsOf(evidence);
  return { delayMs: bounded(delayMs), probability: 1 / (1 + Math.exp(-logOdds)) };
}

/** As `judge`. */
export function delayOf(evidence: TurnEvidence, endpointing: Endpointing): number {
  return judge(evidence, endpointing).delayMs;
}

/** @returns null for what is no answer of a known form */
function answerDelayOf(evidence: TurnEvidence): number | null {
  const answer = answerProgress(evidence.text, evidence.agent, evidence.expects, evidence.lang);
  if (answer?.progress === 'whole') return 0;
  if (answer?.progress === 'going-on') return Number.POSITIVE_INFINITY;
  if (answer?.progress === 'probably-whole' && (evidence.soundsOver ?? 0) >= ENDS_SOUND_SO)
    return PROBABLY_WHOLE_MS;
  return answer === null ? null : MAY_BE_WHOLE_MS;
}

/** The logarithm of the odds that the turn is over, and the delay that follows from it. */
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

/** With a sound that certainly ends the turn, most complete turns have better odds. */
const PROBABLY_ON = -0.36;

/** Whether the words so far are probably only a part of a turn. */
export function mayGoOn(evidence: Omit<TurnEvidence, 'soundsOver'>): boolean {
  const answer = answerProgress(evidence.text, evidence.agent, evidence.expects, evidence.lang);
  if (answer !== null) return answer.progress !== 'whole';
  const odds = logOddsOfEnd({ ...evidence, soundsOver: 1 });
  return odds === null ? soundsUnfinished(evidence.text, evidence.lang) : odds < PROBABLY_ON;
}
