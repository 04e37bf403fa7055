import { agentLanguageOrEnglish } from '../../languages/index.ts';
import type { AgentLanguage } from '../../languages/types.ts';

/** Everything except letters, digits and apostrophes separates words and is not compared. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}']+/gu;
const MAX_PHRASE_WORDS = 3;
const LAUGHTER = /^(?:a?[hj]+[aei]+){2,}h?$|^(?:ха){2,}$|^[하ㅋㅎ]{2,}$|^k{3,}$/u;

/** A word of laughter that is written as several ("Ha, ha, ha."). */
const LAUGHING_WORD = /^h+[ae]+h*$/u;

/** Hums as recognisers write them: "mm", "MMMM", "mmhmm", "hmmm", "m", "hm", "M-H-M". */
const HUM = /^(?=.*m)[hm](?: ?[hm])*$/u;

interface Table {
  readonly table: ReadonlySet<string>;
  readonly weak: ReadonlySet<string>;
}

const tables = new WeakMap<AgentLanguage, Table>();

/**
 * Whether a text consists only of a few backchannels ("Yeah, okay. Right.").
 * @param lang a language code ("en", "pt-br"); languages without a table use English
 * @param maxPhrases largest number of phrases in a row that counts as backchannels
 */
export function isBackchannel(text: string, lang: string, maxPhrases: number): boolean {
  const { table, weak } = tableOf(lang);
  const all = laughterTogether(wordsOf(text));
  return isMadeOf(table, all, maxPhrases) || isMadeOf(table, without(weak, all), maxPhrases);
}

function laughterTogether(words: readonly string[]): string[] {
  const together: string[] = [];
  for (const [i, word] of words.entries()) {
    const isMore = LAUGHING_WORD.test(word) && LAUGHING_WORD.test(words[i - 1] ?? '');
    if (isMore) together.push(`${together.pop()}${word}`);
    else together.push(word);
  }
  return together;
}

function without(weak: ReadonlySet<string>, words: readonly string[]): string[] {
  return words.filter((word) => !weak.has(word));
}

function isMadeOf(table: ReadonlySet<string>, words: readonly string[], maxPhrases: number): boolean {
  if (words.length === 0) return false;
  // phrases[i]: the smallest number of phrases that make up the first i words.
  const phrases = new Array<number>(words.length + 1).fill(Number.POSITIVE_INFINITY);
  phrases[0] = 0;
  for (let end = 1; end <= words.length; end++) {
    for (let start = Math.max(0, end - MAX_PHRASE_WORDS); start < end; start++) {
      const phrase = words.slice(start, end).join(' ');
      if (table.has(phrase) || LAUGHTER.test(phrase) || HUM.test(phrase)) {
        phrases[end] = Math.min(phrases[end]!, phrases[start]! + 1);
      }
    }
  }
  return phrases[words.length]! <= maxPhrases;
}

/** All backchannels, in lower case and without punctuation. @param lang as for `isBackchannel` */
export function backchannels(lang: string): readonly string[] {
  return [...tableOf(lang).table];
}

/** Words that take the turn, in lower case. @param lang as for `isBackchannel` */
export function contraryWords(lang: string): readonly string[] {
  return wordsOf(agentLanguageOrEnglish(lang).contraryWords ?? '');
}

/** Whether a text consists of hums ("Mm-hm."), which signal attention only, in any language. */
export function isHum(text: string): boolean {
  return HUM.test(wordsOf(text).join(' '));
}

/** The words of a text in lower case, without punctuation. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(SEPARATORS, ' ')
    .trim()
    .split(' ')
    .filter(Boolean);
}

function tableOf(lang: string): Table {
  const language = agentLanguageOrEnglish(lang);
  let table = tables.get(language);
  if (table === undefined) {
    table = {
      table: new Set(language.backchannels.split(',').map((phrase) => wordsOf(phrase).join(' '))),
      weak: new Set(wordsOf(language.weakWords ?? '')),
    };
    tables.set(language, table);
  }
  return table;
}
