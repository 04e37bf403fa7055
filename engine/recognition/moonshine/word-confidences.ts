/** Marks and spaces, which say little about the word before them. */
const IS_SPOKEN = /[\p{L}\p{N}]/u;

/**
 * Confidence in each word of a text, 0 to 1: the least probability of its tokens.
 * @param pieces text of each token; a space begins a word
 * @param logProbabilities natural logarithms of their probabilities
 */
export function wordConfidences(
  pieces: readonly string[],
  logProbabilities: readonly number[],
): readonly number[] {
  const words: { text: string; least: number }[] = [];
  for (const [i, piece] of pieces.entries()) {
    const current = words.at(-1);
    const least = IS_SPOKEN.test(piece) ? logProbabilities[i]! : 0;
    if (current === undefined || (/^\s/u.test(piece) && current.text.trim() !== ''))
      words.push({ text: piece, least });
    else {
      current.text += piece;
      current.least = Math.min(current.least, least);
    }
  }
  return words.filter(({ text }) => text.trim() !== '').map(({ least }) => Math.exp(least));
}
