/**
 * Sentences for the voices: everyday sentences of 8 to 14 words that together contain every consonant and vowel of
 * English, most of them several times, and no word with two spellings.
 */
export const SENTENCES: readonly string[] = [
  'The old fisherman pulled his boat slowly up the sandy beach.',
  'Could you please show me which road leads back to the village?',
  'She usually takes her coffee with a little milk and no sugar.',
  'A thick layer of snow covered the garden before the children woke.',
  'My brother enjoys reading about ships, planets and strange machines.',
  'They argued for an hour about whose turn it was to cook.',
  'The judge asked the young man to choose his words more carefully.',
  'We heard loud thunder, but the rain did not begin until evening.',
  'Her father built the whole house with nothing but simple tools.',
  'You should measure the window twice before you order the glass.',
  'The train was late again, so everyone waited quietly on the platform.',
  'Nobody knew why the yellow dog jumped over that huge fence.',
];

export const DEFAULT_SENTENCES = 8;
