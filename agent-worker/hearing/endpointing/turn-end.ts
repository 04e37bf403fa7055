/**
 * How probably a turn is over, from what was said and how it sounded, and how long to wait for more. The evidence adds
 * up as log-odds (naive Bayes): each term is a reason to wait longer or less long, and one that is not known adds
 * nothing.
 *
 * Where the weights come from: they are chosen by hand, so that what sounds over is answered after the shortest delay
 * and nearly every end within 1.2 s, and were tried on 49 utterances of five people who read aloud and 30 of synthetic
 * voices, all with a pause in them (`npm run eval:endpointing`); nothing else has judged them. With 0.4 less for
 * complete sentences one more of 24 utterances was spared a premature answer, and half of all ends came 0.2 s later.
 * The recogniser writes a question mark as readily after half a question, so it says no more than a full stop. People
 * who read pause between clauses, where it writes a full stop too, and the end-of-turn model hardly tells such pauses
 * from ends: a pause looked more like an end than an end did in 43 % of the pairs. The fall of the pitch, the level of
 * the last sounds and their voicing told less or differed between speakers (153 ends and pauses), and have no term.
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
  question: 3.4,
  sentence: 3.3,
  dictation: 1.2,
  unmarked: 1.7,
  'goes-on': -1,
  dangling: -1,
};
/** For each unit of the log-odds of the end-of-turn model. */
const SOUND = 1;
/** The model is never as certain as that. */
const MOST_CERTAIN = 0.98;
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
    const p = Math.min(MOST_CERTAIN, Math.max(1 - MOST_CERTAIN, soundsOver));
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
