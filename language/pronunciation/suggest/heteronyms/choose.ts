import { type Context, MARK } from './context.ts';
import { scoreOfCues, scoreOfSecond, WEIGHT } from './cues.ts';
import type { Heteronym, PartOfSpeech, Reading, WordClasses } from './types.ts';

/** With a smaller lead, the sentence decides nothing. */
const DECIDED = 0.5;

type Score = Record<PartOfSpeech, number>;

/** The readings, best first, and whether the sentence decided. Equal ones keep the order of the table. */
export interface Choice {
  readonly readings: readonly Reading[];
  readonly isDecided: boolean;
}

/**
 * Orders the readings of a heteronym by the words around it: parts of speech first, words that go with one reading
 * second.
 * @param classes words that indicate parts of speech; null for a language whose readings name their neighbours
 * themselves
 */
export function chooseReading(heteronym: Heteronym, context: Context, classes: WordClasses | null): Choice {
  const parts = classes === null ? null : partOfSpeech(context, classes);
  const scored = heteronym.map((reading) => {
    const own = parts === null ? scoreOfSecond(reading, context) : scoreOfParts(reading, parts);
    return { reading, score: own + scoreOfCues(reading, context) };
  });
  const ranked = scored.toSorted((a, b) => b.score - a.score);
  const lead = (ranked[0]?.score ?? 0) - (ranked[1]?.score ?? 0);
  return { readings: ranked.map(({ reading }) => reading), isDecided: lead > DECIDED };
}

const scoreOfParts = ({ is = [] }: Reading, parts: Score): number =>
  Math.max(0, ...is.map((part) => parts[part]));

/** Endings of English and Romance adjectives, and of participles that stand before nouns. */
const ADJECTIVE =
  /(?:ful|ous|ive|ical|less|able|ible|ary|ern|est|ish|ial|nal|ral|tic|ric)$|^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|new|old|good|bad|big|small|great|high|low|long|short|last|next|first|second|third|other|own|main|few|many|several|more|most|early|late|young|little|best|worst|same|full|free|public|foreign|strong|cold|warm|hot|heavy|light|common|world|real|whole|only|such)$/u;
const PAST_VERB = /\p{L}{3,}ed$/u;
const ADVERB = /\p{L}{3,}ly$/u;
/** The longest subject of a question that is looked for. */
const MAX_SUBJECT_WORDS = 4;

/** Weights of the evidence of neighbours for each part of speech. */
function partOfSpeech(context: Context, classes: WordClasses): Score {
  const score: Score = { noun: 0, verb: 0, past: 0, adjective: 0 };
  const add = (part: PartOfSpeech, weight: number): void => {
    score[part] += weight;
  };
  let at = 0;
  while (isSkipped(context.before[at], classes)) at++;
  const previous = context.before[at];
  const beforeThat = context.before[at + 1];
  const next = context.after[0];
  const isFirst = previous === undefined || MARK.test(previous);

  if (previous !== undefined && !isFirst) {
    if (classes.beforeVerb.has(previous)) {
      add('verb', WEIGHT.strong);
    } else if (classes.beforeParticiple.has(previous)) {
      add('past', WEIGHT.strong);
      add('noun', WEIGHT.weak);
    } else if (classes.beforeAdjective.has(previous)) {
      add('past', WEIGHT.medium);
      add('adjective', WEIGHT.strong);
      add('noun', WEIGHT.weak * 0.5);
    } else if (classes.subjects.has(previous)) {
      add('verb', WEIGHT.medium);
      add('past', WEIGHT.medium);
      // "he read" has no -s, so it is past; "do you read" is not.
      if (/^(?:he|she|it)$/.test(previous)) add('past', WEIGHT.weak);
      if (
        beforeThat !== undefined &&
        /^(?:do|does|did|will|would|can|could|should|must|may|might)$/.test(beforeThat)
      ) {
        add('verb', WEIGHT.strong);
      }
    } else if (classes.determiners.has(previous) || previous.endsWith("'s")) {
      add('noun', WEIGHT.medium);
      // "the present day" and "the present is": the next words decide.
      add('adjective', isContent(next, classes) ? WEIGHT.strong : 0);
    } else if (classes.prepositions.has(previous)) {
      add('noun', WEIGHT.medium);
      add('adjective', isContent(next, classes) ? WEIGHT.weak : 0);
    } else if (ADJECTIVE.test(previous)) {
      add('noun', WEIGHT.medium);
    } else {
      // Probably a noun, with a verb or another noun after it. After a plural it is more probably the verb.
      const isSubject = isPlural(previous) && (beforeThat === undefined || opens(beforeThat, classes));
      add('noun', WEIGHT.weak * (isPlural(previous) && !isSubject ? 1 : 0.5));
      add('verb', WEIGHT.weak * (isSubject ? 1.5 : 0.5));
      add('past', WEIGHT.weak * 0.5);
    }
  } else if (next !== undefined && (classes.determiners.has(next) || classes.objects.has(next))) {
    // "Record the meeting."
    add('verb', WEIGHT.medium);
  }
  follow(context, classes, add);
  const asked = questionVerb(context.before, classes);
  if (asked !== null) add(asked, WEIGHT.strong);
  for (const word of context.sentence) {
    const share = context.clause.has(word) ? 1 : 0.5;
    if (classes.past.has(word)) add('past', WEIGHT.medium * share);
    else if (PAST_VERB.test(word)) add('past', WEIGHT.weak * share);
  }
  return score;
}

const isPlural = (word: string): boolean => /[^s]s$/.test(word);

/** Whether the next words begin a noun phrase. */
function opens(word: string, classes: WordClasses): boolean {
  return MARK.test(word) || classes.determiners.has(word) || ADJECTIVE.test(word);
}

const QUESTION_WORD = /^(?:what|who|whom|when|where|why|how|which|and|but|or)$/;

/** The form of the verb after a question's subject: "Did your brother read it?", "Have you read it?" */
function questionVerb(before: readonly string[], classes: WordClasses): 'verb' | 'past' | null {
  for (let at = 1; at <= MAX_SUBJECT_WORDS; at++) {
    const word = before[at];
    if (word === undefined || MARK.test(word)) return null;
    const opener = before[at + 1];
    const begins = opener === undefined || MARK.test(opener) || QUESTION_WORD.test(opener);
    if (!begins) continue;
    // The subject, its last word first: an article can only be its first word, and it contains no verb.
    const subject = before.slice(0, at);
    const isSubject = subject.every((each, index) => {
      const isArticle = classes.determiners.has(each) || classes.subjects.has(each);
      return isArticle ? index === at - 1 : !classes.finite.has(each) && !classes.prepositions.has(each);
    });
    if (!isSubject) return null;
    if (classes.beforeParticiple.has(word)) return 'past';
    return classes.beforeVerb.has(word) && word !== 'to' ? 'verb' : null;
  }
  return null;
}

/** Evidence from the words after the heteronym. */
function follow(
  context: Context,
  classes: WordClasses,
  add: (part: PartOfSpeech, weight: number) => void,
): void {
  const next = context.after[0];
  if (next === undefined || MARK.test(next)) {
    add('noun', WEIGHT.weak * 0.5);
    return;
  }
  if (/^(?:of|de|von|van|di)$/.test(next)) add('noun', WEIGHT.medium);
  else if (classes.finite.has(next) || classes.beforeAdjective.has(next)) add('noun', WEIGHT.medium);
  else if (classes.objects.has(next)) {
    add('verb', WEIGHT.medium);
    add('past', WEIGHT.medium);
  } else if (classes.determiners.has(next)) {
    add('verb', WEIGHT.weak);
    add('past', WEIGHT.weak);
  }
}

function isSkipped(word: string | undefined, classes: WordClasses): boolean {
  return word !== undefined && (classes.skipped.has(word) || ADVERB.test(word));
}

/** A word that can follow a determiner: neither punctuation nor a function word. */
function isContent(word: string | undefined, classes: WordClasses): boolean {
  return (
    word !== undefined &&
    !MARK.test(word) &&
    ![
      classes.prepositions,
      classes.finite,
      classes.beforeAdjective,
      classes.beforeParticiple,
      classes.beforeVerb,
      classes.determiners,
      classes.subjects,
      classes.skipped,
    ].some((list) => list.has(word)) &&
    !/^(?:and|or|but|that|when|where|which|who|if|because|as|than)$/.test(word)
  );
}
