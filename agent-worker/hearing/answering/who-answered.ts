/**
 * Classifies the callee of an outgoing call by the words, the length of uninterrupted speech, and the beep. Machines
 * announce themselves; a callee who speaks without an announcement and then falls silent is a person.
 */
import { agentLanguage, wordsIn } from '../../languages/index.ts';
import type { AnsweringPhrases } from '../../languages/types.ts';

/** What answered a call: a person, a kind of machine, or `nobody` if there was only silence. */
export const CALLEES = ['person', 'voicemail', 'menu', 'nobody'] as const;
export type Callee = (typeof CALLEES)[number];

/** Observations since the call was answered. */
export interface HeardFacts {
  /** All words so far, as recognised. */
  readonly text: string;
  readonly lang: string;
  /** From the beginning of the first speech to the end of the last, in ms. */
  readonly spokenMs: number;
  /** The same for the loudest speaker alone, without background speakers. */
  readonly mainMs: number;
  /**
   * Silence since then, in ms; 0 during speech. Background speakers count as silence after the main speaker has
   * finished.
   */
  readonly silentMs: number;
  /** Whether the callee's words are a complete turn, judged as in a conversation. */
  readonly isTurnOver: boolean;
  readonly hasBeeped: boolean;
}

/** The evidence of the words; null for none. */
export type WordEvidence = keyof AnsweringPhrases | null;

/** People who answer speak sooner than this; a longer initial silence means that nobody has answered. */
const NOBODY_AFTER_MS = 2500;
/** A beep after less speech than this may be another sound in the background of a person. */
const LEAST_GREETING_MS = 1500;
/** Longer speech without a pause is a machine's, unless it contains a question. */
const MONOLOGUE_MS = 6000;
const MONOLOGUE_WORDS = 18;
const QUESTION = /\?\s*$/;
/** Limit of the wait for a sound that never ends, such as a television in the background. */
const LONGEST_MS = 15_000;
/** After the name of a company, a machine continues with its announcement, and a person with an offer to help. */
const AFTER_OPENING_MS = 1200;
/** People say "I'm not at home", too, but only machines say it before a beep. */
const AFTER_ABSENCE_MS = 2000;
/** After "please hold", another person may speak within this time. */
const AFTER_QUEUE_MS = 10_000;

/** @returns null while the callee is not known */
export function whoAnswered(facts: HeardFacts): Callee | null {
  const { text, lang, spokenMs, mainMs, silentMs, isTurnOver, hasBeeped } = facts;
  const evidence = evidenceOf(text, lang);
  const words = plainWords(text);
  if (evidence === 'recorder' || evidence === 'away') return 'voicemail';
  if (evidence === 'menu') return 'menu';
  const isOpening = evidence === 'opening' || evidence === 'absent';
  const isAsking = evidence === 'person' || QUESTION.test(text);
  if (!isAsking) {
    const isGreeting = words === '' || isOpening || spokenMs >= LEAST_GREETING_MS;
    if (hasBeeped && isGreeting) return 'voicemail';
    if (mainMs >= MONOLOGUE_MS && words.split(' ').length >= MONOLOGUE_WORDS) return 'voicemail';
  }
  if (words === '') return silentMs >= NOBODY_AFTER_MS || spokenMs >= LONGEST_MS ? 'nobody' : null;
  if (!isTurnOver) return spokenMs >= LONGEST_MS ? 'person' : null;
  if (evidence === 'opening' && silentMs < AFTER_OPENING_MS) return null;
  if (evidence === 'absent' && !isAsking && silentMs < AFTER_ABSENCE_MS) return null;
  if (evidence === 'queue' && silentMs < AFTER_QUEUE_MS) return null;
  return 'person';
}

/** The kinds of phrases, from the strongest evidence to the weakest. */
const KINDS = ['recorder', 'menu', 'person', 'away', 'queue', 'absent', 'opening'] as const;
const compiled = new WeakMap<AnsweringPhrases, ReadonlyMap<(typeof KINDS)[number], RegExp>>();

/** @param lang a language tag; null for languages without phrases */
export function evidenceOf(text: string, lang: string): WordEvidence {
  const language = agentLanguage(lang);
  if (!language?.answering) return null;
  const { answering, digitWords } = language;
  let patterns = compiled.get(answering);
  if (!patterns) {
    const digits = plainWords(wordsIn(digitWords).join('/')).replaceAll(' ', '|');
    patterns = new Map(KINDS.map((kind) => [kind, patternOf(answering[kind], digits)]));
    compiled.set(answering, patterns);
  }
  const words = plainWords(text);
  return KINDS.find((kind) => patterns.get(kind)?.test(words)) ?? null;
}

/** Compiles a list of phrases (`AnsweringPhrases`). */
function patternOf(list: string, digits: string): RegExp {
  const phrases = list.split('\n').map((line) => line.trim());
  const source = phrases
    .filter((line) => line !== '')
    .join('|')
    .replaceAll('(', '(?:')
    .replaceAll('.. ', String.raw`(?:\w+ ){0,3}`)
    .replaceAll('#', String.raw`(?:${digits}|\d+)`);
  return new RegExp(String.raw`\b(?:${source})\b`);
}

/** Lower case, without accents, apostrophes and other marks. */
function plainWords(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
