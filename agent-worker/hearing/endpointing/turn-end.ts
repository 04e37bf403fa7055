/**
 * How probably a turn is over, from what was said and how it sounded, and how long to wait for more. The evidence adds
 * up as log-odds (naive Bayes): each term is a reason to wait longer or less long, and one that is not known adds
 * nothing.
 *
 * Where the weights come from: they are chosen by hand, so that what sounds over is answered as soon as its words are
 * known and nearly every end within 1.5 s, and were tried on utterances of people who read aloud and of synthetic
 * voices with a pause in them (`npm run eval:endpointing`); nothing else has judged them. The recogniser writes a
 * question mark as readily after half a question, so it says no more than a full stop. The end-of-turn model tells an
 * interrupted sentence from a complete one. It does not tell whether a complete one is the last: people who read aloud
 * pause between clauses that could be sentences, and there neither its judgement nor the fall of the pitch, the level
 * of the last sounds and their voicing separates pauses from ends.
 */
import type { Endpointing } from './endpointing.ts';
import { lookOf, type TextLook } from './unfinished-text.ts';

/** What is known when a caller has fallen silent. */
export interface TurnEvidence {
  /** All that was said in this turn, as recognised. */
  readonly text: string;
  readonly lang: string;
  /** Of the end-of-turn model, from the sound alone, 0 to 1; null if it said nothing. */
  readonly soundsOver: number | null;
  /** Whether the recogniser is known to write punctuation; what has none then is not complete. */
  readonly writesMarks: boolean;
  /** The agent's last words were a question. */
  readonly agentAsked: boolean;
}

/** What the words look like (`TextLook`). Where nobody writes marks, `unmarked` says as little as a full stop. */
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
/** By hand: so few words are a whole answer to a question, and otherwise often the beginning of a sentence. */
const FEW_WORDS = 2;
const SHORT_ANSWER = 1;
const SHORT_BEGINNING = -0.5;

/** @returns the logarithm of the odds that the turn is over */
function logOddsOfEnd({ text, lang, soundsOver, writesMarks, agentAsked }: TurnEvidence): number {
  const { look: marked, words } = lookOf(text, lang);
  const look = marked === 'unmarked' && !writesMarks ? 'sentence' : marked;
  let odds = LOOKS[look];
  if (soundsOver !== null) {
    const p = Math.min(CERTAINLY_OVER, Math.max(CERTAINLY_ON, soundsOver));
    odds += SOUND * Math.log(p / (1 - p));
  }
  if (words <= FEW_WORDS && (look === 'sentence' || look === 'unmarked')) {
    odds += agentAsked ? SHORT_ANSWER : SHORT_BEGINNING;
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

/**
 * How long the caller's silence has to last to end the turn, in ms: between the two delays, and the longer the less
 * probable it is that the turn is over.
 */
export function delayOf(evidence: TurnEvidence, { minDelayMs, maxDelayMs }: Endpointing): number {
  const delayMs = MS_PER_LOG_ODDS * (SURE - logOddsOfEnd(evidence));
  return Math.max(minDelayMs, Math.min(maxDelayMs, delayMs));
}
