/** The same one to four words three times in a row, or the same five to twelve twice. */
const WORDS = [
  { least: 1, most: 4, times: 3 },
  { least: 5, most: 12, times: 2 },
] as const;
/** The same one or two letters over and over: "s-s-s-s-s". */
const LETTERS = /(\p{L}{1,2}[-'.\s]{0,2})\1{4,}/iu;

/** Whether a text repeats itself endlessly, as Whisper's does when its window does not suit the audio. */
export function isRepetitive(text: string): boolean {
  if (LETTERS.test(text)) return true;
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter((word) => word !== '');
  return WORDS.some(({ least, most, times }) => {
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
