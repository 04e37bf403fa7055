import { agentLanguage, inAnyLanguage, wordsIn } from '../../languages/index.ts';
import type { AgentLanguage } from '../../languages/types.ts';

/** Said digit by digit, they come in groups. Fewer are a number like any other, more are a whole one. */
const DICTATED_DIGITS = { least: 3, most: 9 } as const;
const DIGIT_WORDS = inAnyLanguage(({ digitWords }) => wordsIn(digitWords));

const NONE: ReadonlySet<string> = new Set();
const dangling = new WeakMap<AgentLanguage, ReadonlySet<string>>();

/** None for languages without a table: those of another language would be wrong. */
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
 * Whether more is to be expected after these words: the caller is dictating a number, stopped behind an "and", or the
 * recogniser itself heard that the sentence goes on. What the voice sounds like is judged elsewhere.
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
  // A question that ends in a preposition has ended.
  if (danglingWords(lang).has(last)) return !trimmed.endsWith('?');
  let digits = 0;
  for (const word of words.reverse()) {
    if (/^\d+$/.test(word)) digits += word.length;
    else if (DIGIT_WORDS.has(word)) digits++;
    else break;
  }
  return digits >= DICTATED_DIGITS.least && digits <= DICTATED_DIGITS.most;
}
