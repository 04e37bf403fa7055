/** Makes texts comparable word by word: one spelling for equal sounds, no case, no punctuation. */

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(
    ' ',
  );

const CARDINAL = new Map<string, number>([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word, 20 + 10 * index] as const),
]);
const ORDINAL = new Map<string, number>([
  ...ORDINALS.map((word, value) => [word, value] as const),
  ...TENS.map((word, index) => [word.replace(/y$/, 'ieth'), 20 + 10 * index] as const),
]);
const SCALE = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

const ABBREVIATIONS = new Map([
  ['mr', 'mister'],
  ['mrs', 'missus'],
  ['dr', 'doctor'],
  ['vs', 'versus'],
  ['ok', 'okay'],
]);
const CURRENCIES = new Map([
  ['$', 'dollars'],
  ['€', 'euros'],
  ['£', 'pounds'],
]);

/**
 * The words of a text in the form in which they are compared: lower case, without punctuation and apostrophes, split at
 * hyphens; English numbers as digits whether they were spelled out or not ("one hundred and five" is "105", "nineteen
 * eighty-four" is "1984", "twenty-first" is "21st"), currency and percent signs as words, a few titles spelled out. For
 * scoring only: the result is not meant to be read.
 */
export function scoringWords(text: string): string[] {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
    .replace(
      /([$€£])\s?(\d+(?:\.\d+)?)/g,
      (_, sign: string, amount: string) => `${amount} ${CURRENCIES.get(sign)}`,
    )
    .replace(/%/g, ' percent ')
    .replace(/&/g, ' and ')
    .replace(/['’‘ʼ`]/g, '')
    // A point counts only inside a number.
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .split(/[^\p{L}\p{M}\p{N}.]+/u)
    .filter((word) => word !== '')
    .map((word) => ABBREVIATIONS.get(word) ?? word);
  return joinNumbers(spelledToDigits(words));
}

/** Replaces every spelled-out number with its digits. */
function spelledToDigits(words: readonly string[]): string[] {
  const result: string[] = [];
  for (let i = 0; i < words.length; ) {
    const number = readNumber(words, i);
    if (number === null) result.push(words[i++]!);
    else {
      result.push(number.text);
      i = number.next;
    }
  }
  return result;
}

/** The longest number that begins at a word: spelled, or digits before a scale word ("5 million"). */
function readNumber(words: readonly string[], start: number): { text: string; next: number } | null {
  /** Value of the closed groups (thousands and up) and of the group being read; null while that has no word. */
  let total = 0;
  let group: number | null = null;
  let lastScale = Number.POSITIVE_INFINITY;
  let i = start;
  const isArticle = words[i] === 'a' && (words[i + 1] === 'hundred' || SCALE.has(words[i + 1] ?? ''));
  if (isArticle) {
    group = 1;
    i++;
  }
  for (; i < words.length; i++) {
    const isAnd =
      words[i] === 'and' && i > start && isMagnitude(words[i - 1]) && fits(group, valueAt(words, i + 1));
    const word = words[isAnd ? i + 1 : i]!;
    const value = CARDINAL.get(word);
    const ordinal = ORDINAL.get(word);
    const scale = SCALE.get(word);
    if (value !== undefined && fits(group, value)) group = (group ?? 0) + value;
    else if (ordinal !== undefined && fits(group, ordinal)) {
      return { text: withSuffix(total + (group ?? 0) + ordinal), next: (isAnd ? i + 1 : i) + 1 };
    } else if (word === 'hundred' && group !== null && group > 0 && group < 100) group *= 100;
    else if (scale !== undefined && group !== null && scale < lastScale) {
      total += group * scale;
      lastScale = scale;
      group = null;
    } else if (i === start && /^\d+(\.\d+)?$/.test(word) && SCALE.has(words[i + 1] ?? ''))
      group = Number(word);
    else break;
    if (isAnd) i++;
  }
  if (i === start) return null;
  return { text: String(total + (group ?? 0)), next: i };
}

function valueAt(words: readonly string[], index: number): number | undefined {
  const word = words[index] ?? '';
  return CARDINAL.get(word) ?? ORDINAL.get(word);
}

function isMagnitude(word: string | undefined): boolean {
  return word === 'hundred' || SCALE.has(word ?? '');
}

/** Whether a value below a hundred may follow the group's value: "twenty one" is one number, "one twenty" are two. */
function fits(group: number | null, value: number | undefined): boolean {
  if (value === undefined) return false;
  if (group === null) return true;
  if (value === 0 || group === 0) return false;
  return group % 100 === 0 || (value < 10 && group % 10 === 0 && group % 100 >= 20);
}

function withSuffix(value: number): string {
  const isTeen = value % 100 >= 11 && value % 100 <= 13;
  const suffix = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][value % 10] ?? 'th');
  return `${value}${suffix}`;
}

/** Joins numbers that are spoken in parts: decimals, years, times, digit by digit. */
function joinNumbers(words: readonly string[]): string[] {
  const result: string[] = [];
  const digitsFrom = (start: number): number => {
    let end = start;
    while (/^\d$/.test(words[end] ?? '')) end++;
    return end;
  };
  for (let i = 0; i < words.length; ) {
    const word = words[i]!;
    const next = words[i + 1] ?? '';
    const digitsEnd = digitsFrom(i);
    if (/^\d+$/.test(word) && next === 'point' && /^\d+$/.test(words[i + 2] ?? '')) {
      const end = Math.max(i + 3, digitsFrom(i + 2));
      result.push(`${word}.${words.slice(i + 2, end).join('')}`);
      i = end;
    } else if (digitsEnd - i >= 3) {
      result.push(words.slice(i, digitsEnd).join(''));
      i = digitsEnd;
    } else if (/^(1\d|2[01])$/.test(word) && /^[1-9]\d$/.test(next)) {
      result.push(word + next);
      i += 2;
    } else {
      result.push(word);
      i++;
    }
  }
  return result;
}
