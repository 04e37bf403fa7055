/** A phrase of `least` to `most` words, repeated this many times in a row. */
interface Circle {
  readonly least: number;
  readonly most: number;
  readonly times: number;
  /** Number of words that may differ in each repetition. Default: none. */
  readonly otherWords?: number;
}
const CIRCLES: readonly Circle[] = [
  { least: 1, most: 4, times: 3 },
  { least: 5, most: 12, times: 2 },
];
/** People repeat a few words as well, but seldom at such a pace. */
const HURRIED: Circle = { least: 2, most: 4, times: 2 };
const HURRIED_WORDS_PER_SECOND = 3.5;
/** At this pace, a repeated phrase with one different word is the same phrase, heard twice. */
const RUSHED: Circle = { least: 4, most: 12, times: 2, otherWords: 1 };
const RUSHED_WORDS_PER_SECOND = 5;
/** Faster than speech: the text contains a passage twice, perhaps in other words. */
const IMPOSSIBLE_SYLLABLES_PER_SECOND = 9;
/** A word at the edge of a clip is written completely, although a part of it is missing. */
const EDGES_SECONDS = 0.3;
/** Approximate number of syllables: groups of vowels; vowels of decomposed Hangul; Hindi letters with a vowel. */
const SYLLABLE = /[aeiouyаеиоуыэюя]+|[\u1161-\u1175]|[\u0905-\u0939](?!\u094d)/giu;
/** The same one or two letters repeatedly: "s-s-s-s-s". */
const LETTERS = /(\p{L}{1,2}[-'.\s]{0,2})\1{4,}/iu;
/** The same digit repeated. People dictate such numbers, but a narrow window yields a wrong length. */
const DIGITS = /(\d)([-.,\s]*)\1(?:\2\1){3,}/u;
/** People dictate digits no faster. */
const IMPOSSIBLE_DIGITS_PER_SECOND = 6;

/**
 * Whether a text repeats itself, as Whisper's text does when its window does not suit the audio. A reason to recognise
 * again, not to drop the text: people repeat themselves, too.
 * @param seconds how long the audio is
 */
export function isRepetitive(text: string, seconds: number): boolean {
  if (LETTERS.test(text) || DIGITS.test(text)) return true;
  if (spokenDigits(text) > IMPOSSIBLE_DIGITS_PER_SECOND * seconds) return true;
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
  const syllables = text.normalize('NFD').match(SYLLABLE)?.length ?? 0;
  if (syllables > IMPOSSIBLE_SYLLABLES_PER_SECOND * (seconds + EDGES_SECONDS)) return true;
  const circles = [...CIRCLES];
  if (words.length > HURRIED_WORDS_PER_SECOND * seconds) circles.push(HURRIED);
  if (words.length > RUSHED_WORDS_PER_SECOND * seconds) circles.push(RUSHED);
  return circles.some((circle) => goesInCircle(words, circle));
}

function goesInCircle(words: readonly string[], { least, most, times, otherWords = 0 }: Circle): boolean {
  for (let length = least; length <= most; length++) {
    for (let start = 0; start + length * times <= words.length; start++) {
      const phrase = words.slice(start, start + length);
      const comesAgain = (time: number): boolean =>
        phrase.filter((word, i) => word === words[start + time * length + i]).length >= length - otherWords;
      let found = 1;
      while (found < times && comesAgain(found)) found++;
      if (found === times) return true;
    }
  }
  return false;
}

/** Lower bound of the digits that are said: round numbers have one word for all zeros. */
function spokenDigits(text: string): number {
  const numbers = text.replace(/(?<=\d)[,.](?=\d)/gu, '').match(/\d+/gu) ?? [];
  return numbers.reduce((sum, digits) => sum + digits.replace(/0+$/u, '0').length, 0);
}
