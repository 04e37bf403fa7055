/** Evidence for the end of a turn of no known form, as the numbers that weights are fitted to. */
import type { AnswerForm } from './answer-forms.ts';
import type { SoundJudgement } from './end-of-turn-model.ts';
import { soundsUnfinished } from './unfinished-text.ts';
import { clauseModel } from './words/clause-model.ts';
import { wordModel } from './words/word-model.ts';

/** The evidence when a caller has fallen silent. */
export interface TurnEvidence {
  /** All that was said in this turn, as recognised. */
  readonly text: string;
  /** The part of the turn before an earlier silence; "" if there was none. */
  readonly before: string;
  /** The longest earlier silence in this turn, in ms; 0 if there was none. */
  readonly longestPauseMs: number;
  readonly lang: string;
  /** From the end-of-turn model; null without a result. */
  readonly sound: SoundJudgement | null;
  /** Whether the recogniser is known to write punctuation; a text without any is then incomplete. */
  readonly writesMarks: boolean;
  /** The agent's last words; "" for none. */
  readonly agent: string;
  /** The form of the answer, if the configuration names it. */
  readonly expects: AnswerForm | null;
  /** What is known of this caller (`CallerPace`), in log-odds; 0 at the beginning of a call. */
  readonly callerOdds: number;
}

export const EVIDENCE = [
  'offset',
  'words',
  'clause',
  'sound',
  'finished',
  'shortAnswer',
  'longerAnswer',
  'shortBeginning',
  'closing',
  'hesitant',
  'shortSince',
  'dots',
  'unmarked',
  'comma',
  'question',
] as const;
export type EvidenceName = (typeof EVIDENCE)[number];

/** Limit of the log-odds of the words and of the sound: greater certainty is no more evidence. */
const MOST_OF_WORDS = 6;
const LEAST_OF_SOUND = -3;
const MOST_OF_SOUND = 4;
/** An answer in few words is seldom a clause ("Not really."). */
const LEAST_OF_SHORT_ANSWER = -2;
/** Up to this many words are a complete answer to a question, and otherwise often the beginning of a sentence. */
const SHORT_WORDS = 2;
/** Up to this many words are often a complete answer, too. */
const ANSWER_WORDS = 3;
/**
 * An earlier pause up to the first length is at most a breath; from the second length on, the caller is certainly
 * thinking.
 */
const DRAWING_BREATH_MS = 400;
const HESITANT_MS = 800;
/** Up to this many words since the last pause are an item of a list, or a correction. */
const SHORT_SINCE_WORDS = 2;
/** Words that begin the last item of a list or the last sentence of a story. */
const CLOSING = /^(?:and|or|so|but|y|o|así que|pero|et|ou|donc|mais)(?!\p{L})/iu;

/**
 * Terms that count for or against the end of the turn, by their weights; null for a language without a model of words.
 */
export function evidenceOf(evidence: TurnEvidence): Record<EvidenceName, number> | null {
  const { text, before, longestPauseMs, lang, sound, writesMarks, agent } = evidence;
  const model = wordModel(lang);
  if (model === null) return null;
  const count = wordsOf(text);
  const since = text.slice(before.length).trim();
  const isClosing = before !== '' && CLOSING.test(since);
  const hesitant = clamp((longestPauseMs - DRAWING_BREATH_MS) / (HESITANT_MS - DRAWING_BREATH_MS), 0, 1);
  const isAsked = isQuestion(agent);
  const isAnswer = isAsked && count <= ANSWER_WORDS;
  const isShort = count <= SHORT_WORDS;
  const is = (holds: boolean): number => (holds ? 1 : 0);
  return {
    offset: 1,
    words: clamp(model.logOdds(text, agent), -MOST_OF_WORDS, MOST_OF_WORDS),
    clause: clamp(
      clauseModel(lang)?.logOdds(text, agent) ?? 0,
      isAnswer && !soundsUnfinished(text, lang) ? LEAST_OF_SHORT_ANSWER : -MOST_OF_WORDS,
      MOST_OF_WORDS,
    ),
    sound: clampedLogit(sound?.over ?? null),
    finished: clampedLogit(sound?.finished ?? null),
    shortAnswer: is(isAnswer && isShort),
    longerAnswer: is(isAnswer && !isShort),
    shortBeginning: is(!isAsked && isShort),
    closing: is(isClosing),
    hesitant,
    shortSince: isClosing || wordsOf(since) > SHORT_SINCE_WORDS ? 0 : hesitant,
    dots: is(/(?:\.\.\.|…)["'”’»]?$/u.test(text)),
    unmarked: is(writesMarks && /[\p{L}\p{M}\p{N}-]["'”’»]?$/u.test(text)),
    comma: is(/,["'”’»]?$/u.test(text)),
    question: is(isQuestion(text)),
  };
}

/** Whether the last sentence ends in a question mark. */
export const isQuestion = (text: string): boolean => /[?？]["'”’»]?\s*$/u.test(text);

const wordsOf = (text: string): number => text.trim().split(/\s+/).length;
const clamp = (x: number, least: number, most: number): number => Math.max(least, Math.min(most, x));
/** Nothing is no evidence. */
const clampedLogit = (p: number | null): number =>
  p === null ? 0 : clamp(Math.log((p + 1e-6) / (1 - p + 1e-6)), LEAST_OF_SOUND, MOST_OF_SOUND);
