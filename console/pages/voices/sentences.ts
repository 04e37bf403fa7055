/** The sentences of a text, as a reader sees them. */
export function sentencesOf(text: string, lang: string): string[] {
  let segmenter: Intl.Segmenter;
  try {
    segmenter = new Intl.Segmenter(lang, { granularity: 'sentence' });
  } catch {
    segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
  }
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((one) => one !== '');
}

/** Something that may end a sentence, and a word after it. */
const MORE_THAN_ONE = /(?:[.!?…:;।؟۔][^\p{L}\p{N}]*\s|[。！？]|\n)[^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/**
 * Whether a script is one sentence at most, which the server refuses: it needs two to choose among. Only where that is
 * certain: abbreviations look like ends of sentences, and then the server decides.
 */
export function isOneSentence(script: string): boolean {
  return /[\p{L}\p{N}]/u.test(script) && !MORE_THAN_ONE.test(script.trim());
}
