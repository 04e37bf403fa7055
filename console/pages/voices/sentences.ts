/** Divides a text into sentences for display. */
export function sentencesOf(text: string, lang: string): string[] {
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(lang, { granularity: 'sentence' });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  }
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '');
}

/** Matches a possible end of a sentence, and a word after it. */
const MORE_THAN_ONE = /(?:[.!?…:;।؟۔][^\p{L}\p{N}]*\s|[。！？]|\n)[^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/**
 * Whether a script certainly has at most one sentence, which the server refuses because it needs two to choose from.
 * Abbreviations look like ends of sentences; in such cases the server decides.
 */
export function isOneSentence(script: string): boolean {
  return /[\p{L}\p{N}]/u.test(script) && !MORE_THAN_ONE.test(script.trim());
}
