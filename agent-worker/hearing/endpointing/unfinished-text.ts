import { agentLanguage, wordsIn } from '../../languages/index.ts';
import type { AgentLanguage } from '../../languages/types.ts';
import { DIGIT_VALUES, REPEATS } from './dictated-digits.ts';

/** The end of a turn's text. */
export type TextLook =
  /** A question mark. */
  | 'question'
  /** A full stop or an exclamation mark. */
  | 'sentence'
  /** No mark: the recogniser writes none, or takes the sentence for incomplete. */
  | 'unmarked'
  /** A comma, a dash, dots. */
  | 'goes-on'
  /** A word that cannot end a sentence. */
  | 'dangling'
  /** A number that is being dictated. */
  | 'dictation';

/** Dictated digits come in groups. Fewer than this are an ordinary number, more are a complete one. */
const DICTATED_DIGITS = { least: 3, most: 9 } as const;
const MORE_TO_COME: ReadonlySet<TextLook> = new Set(['goes-on', 'dangling', 'dictation']);

const NONE: ReadonlySet<string> = new Set();
const dangling = new WeakMap<AgentLanguage, ReadonlySet<string>>();

/** None for languages without a table, since another language's words would be wrong. */
function danglingWords(lang: string): ReadonlySet<string> {
  const language = agentLanguage(lang);
  if (language === null) return NONE;
  let words = dangling.get(language);
  if (words === undefined) {
    words = new Set(wordsIn(language.danglingWords));
    dangling.set(language, words);
  }
  return words;
}

/** The kind of a text's end, and its number of words. */
export function lookOf(text: string, lang: string): { readonly look: TextLook; readonly words: number } {
  const trimmed = text.trim();
  const words = trimmed
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}\s'-]/gu, ' ')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  return { look: lookOfEnd(trimmed, words, danglingWords(lang)), words: words.length };
}

function lookOfEnd(text: string, words: readonly string[], noEnds: ReadonlySet<string>): TextLook {
  if (/(?:[,;:，、；：–—-]|\.\.\.|…)$/u.test(text)) return 'goes-on';
  // A question may end in a preposition.
  if (/[?？؟]["'”’»]?$/u.test(text)) return 'question';
  const last = words.at(-1);
  if (last !== undefined && noEnds.has(last)) return 'dangling';
  let digits = 0;
  for (const word of words.toReversed()) {
    if (/^\d+$/.test(word)) digits += word.length;
    else if (DIGIT_VALUES.has(word) || word in REPEATS) digits++;
    else break;
  }
  if (digits >= DICTATED_DIGITS.least && digits <= DICTATED_DIGITS.most) return 'dictation';
  return /[.!。！।]["'”’»]?$/u.test(text) ? 'sentence' : 'unmarked';
}

/** Whether the text has punctuation, so that a missing mark is evidence. */
export function hasMarks(text: string): boolean {
  return /[.,!?。！？،؟।](?:\s|["'”’»]|$)/u.test(text);
}

/**
 * Whether more is to be expected after this text: the caller is dictating a number, stopped after an "and", or the
 * recogniser's punctuation says that the sentence continues.
 */
export function soundsUnfinished(text: string, lang: string): boolean {
  return MORE_TO_COME.has(lookOf(text, lang).look);
}
