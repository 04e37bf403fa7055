import { agentLanguage, inAnyLanguage, wordsIn } from '../../languages/index.ts';
import type { AgentLanguage } from '../../languages/types.ts';

/** Dictated digits come in groups. Fewer than this are an ordinary number, more are a complete one. */
const DICTATED_DIGITS = { least: 3, most: 9 } as const;
const DIGIT_WORDS = inAnyLanguage(({ digitWords }) => wordsIn(digitWords));

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

/**
 * Whether more is to be expected after this text: the caller is dictating a number, stopped after an "and", or the
 * recogniser's punctuation says that the sentence goes on. How the voice sounds is judged in `turn-detector.ts`.
 */
export function soundsUnfinished(text: string, lang: string): boolean {
  const trimmed = text.trim();
  if (/(?:[,;:–—-]|\.\.\.|…)$/.test(trimmed)) return true;
  const words = trimmed
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s'-]/gu, ' ')
    .split(/[\s-]+/)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last === undefined) return false;
  // A question may end in a preposition.
  if (danglingWords(lang).has(last)) return !trimmed.endsWith('?');
  let digits = 0;
  for (const word of words.reverse()) {
    if (/^\d+$/.test(word)) digits += word.length;
    else if (DIGIT_WORDS.has(word)) digits++;
    else break;
  }
  return digits >= DICTATED_DIGITS.least && digits <= DICTATED_DIGITS.most;
}
