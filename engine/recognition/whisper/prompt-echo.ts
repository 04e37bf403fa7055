/** A run of this many words of the prompt is not a coincidence. */
const LEAST_RUN = 4;

/**
 * Whether a text may be an echo of the recogniser's prompt: for silence and noise, Whisper sometimes writes its prompt.
 * True for a text that is a part of the prompt, or whose words are half a sequence from it; callers may say such texts,
 * too.
 */
export function mayEcho(text: string, prompt: string): boolean {
  const said = wordsOf(text);
  const given = wordsOf(prompt);
  if (said.length === 0 || given.length === 0) return false;
  const run = longestRun(said, given);
  return run === said.length || (run >= LEAST_RUN && 2 * run >= said.length);
}

/** The number of words in the longest common sequence of both. */
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
