/** The same one to four words three times in a row, or the same five to twelve twice. */
const CIRCLES = [
  { least: 1, most: 4, times: 3 },
  { least: 5, most: 12, times: 2 },
] as const;
/** People say the same few words twice as well, but seldom at such a pace. */
const HURRIED_CIRCLES = [...CIRCLES, { least: 2, most: 4, times: 2 }] as const;
const HURRIED_WORDS_PER_SECOND = 3.5;
/** At this pace, a phrase that comes again with one other word is the same one, heard twice. */
const RUSHED_WORDS_PER_SECOND = 5;
const RUSHED_PHRASE = { least: 4, most: 12 } as const;
/** Nobody speaks so fast: something is there more than once, if in other words. */
const IMPOSSIBLE_SYLLABLES_PER_SECOND = 9;
/** A word at an edge of a clip is written whole although a part of it is missing. */
const EDGES_SECONDS = 0.3;
/** Nearly one for each syllable: groups of vowels; in Hangul, taken apart, its vowels; Hindi's letters with a vowel. */
const SYLLABLE = /[aeiouyаеиоуыэюя]+|[\u1161-\u1175]|[\u0905-\u0939](?!\u094d)/giu;
/** The same one or two letters over and over: "s-s-s-s-s". */
const LETTERS = /(\p{L}{1,2}[-'.\s]{0,2})\1{4,}/iu;
/** The same digit over and over. People dictate such numbers, but a narrow window gets their length wrong. */
const DIGITS = /(\d)([-.,\s]*)\1(?:\2\1){3,}/u;
/** People dictate digits no faster. */
const IMPOSSIBLE_DIGITS_PER_SECOND = 6;

/**
 * Whether a text repeats itself, as Whisper's does when its window does not suit the audio: endlessly, or a short
 * sentence once more. A reason to listen again, not to drop what was heard: people repeat themselves, too.
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
  if (words.length > RUSHED_WORDS_PER_SECOND * seconds && hasVariant(words)) return true;
  const isHurried = words.length > HURRIED_WORDS_PER_SECOND * seconds;
  return (isHurried ? HURRIED_CIRCLES : CIRCLES).some(({ least, most, times }) => {
    for (let length = least; length <= most; length++) {
      for (let start = 0; start + length * times <= words.length; start++) {
        const phrase = words.slice(start, start + length).join(' ');
        let at = start + length;
        let found = 1;
        while (words.slice(at, at + length).join(' ') === phrase) {
          found++;
          at += length;
        }
        if (found >= times) return true;
      }
    }
    return false;
  });
}

/** Whether a phrase is followed by itself with one other word. */
function hasVariant(words: readonly string[]): boolean {
  const { least, most } = RUSHED_PHRASE;
  for (let length = least; length <= most; length++) {
    for (let start = 0; start + 2 * length <= words.length; start++) {
      const same = words
        .slice(start, start + length)
        .filter((word, i) => word === words[start + length + i]).length;
      if (same >= length - 1) return true;
    }
  }
  return false;
}

/** How many digits are said at least: round numbers have one word for all of their zeros. */
function spokenDigits(text: string): number {
  const numbers = text.replace(/(?<=\d)[,.](?=\d)/gu, '').match(/\d+/gu) ?? [];
  return numbers.reduce((sum, digits) => sum + digits.replace(/0+$/u, '0').length, 0);
}
