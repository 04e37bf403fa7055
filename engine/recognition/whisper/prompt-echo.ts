/** A run of so many words of the prompt is not said by chance. */
const LEAST_RUN = 4;

/**
 * Whether a text may be the recogniser's prompt and not what was said: on silence and noise Whisper at times writes
 * its prompt down. True for a text that stands in the prompt as it is, or that has half of its words from there in a
 * row; callers say such things, too.
 */
export function mayEcho(text: string, prompt: string): boolean {
  const said = wordsOf(text);
  const given = wordsOf(prompt);
  if (said.length === 0 || given.length === 0) return false;
  const run = longestRun(said, given);
  return run === said.length || (run >= LEAST_RUN && 2 * run >= said.length);
}

/** The number of words in the longest sequence that both have. */
function longestRun(some: readonly string[], others: readonly string[]): number {
  let longest = 0;
  let before: number[] = [];
  for (const word of some) {
    const runs = others.map((other, i) => (other === word ? 1 + (i > 0 ? (before[i - 1] ?? 0) : 0) : 0));
    longest = Math.max(longest, ...runs);
    before = runs;
  }
  return longest;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}']+/u)
    .filter((word) => word !== '');
}
