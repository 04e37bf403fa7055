/**
 * Texts to speak. Several of each size, so that caching one has no effect. All measured systems get the same texts,
 * which are plain enough that every synthesizer reads them alike.
 */

export const FIVE_WORDS: readonly string[] = [
  'Your table is ready now.',
  'Please hold for a moment.',
  'The train leaves at noon.',
  'We found your lost luggage.',
];

export const TWENTY_WORDS: readonly string[] = [
  'The museum opens early on Sunday morning and visitors may leave their coats and bags at the front desk downstairs.',
  'Our engineers have looked at the heating in your apartment and they will bring all the missing parts on Friday.',
  'When the river rises after heavy rain the lower road is closed and buses take the bridge behind the school.',
  'She wrote a long letter to her brother in the north and told him about the garden and the wall.',
];

/** Texts of the recording for enrolment: 10 s, as requested from users. */
export const TEN_SECONDS: readonly string[] = [
  'They argued for an hour about whose turn it was to cook.',
  'She takes her coffee with a little milk and no sugar.',
  'You should measure the window twice before you order the glass.',
];

/** Texts of 30 s: a voice of full size, which costs more to speak with than one of 10 s. */
export const THIRTY_SECONDS: readonly string[] = [
  ...TEN_SECONDS,
  'The old fisherman pulled his boat slowly up the sandy beach.',
  'The judge asked the young man to choose his words more carefully.',
  'We heard loud thunder, but the rain did not begin until evening.',
  'The train was late again, so everyone waited quietly on the platform.',
  'My brother enjoys reading about ships, planets and strange machines.',
];

export const PARAGRAPHS: readonly string[] = [
  'The ferry to the island leaves from the second pier and takes about forty minutes in calm weather. ' +
    'There is a small kitchen on board where you can buy hot soup and fresh bread. ' +
    'Please keep your ticket, because it will be checked again when you come ashore.',
  'Thank you for calling, and I am sorry that your parcel did not arrive on the day we promised. ' +
    'I can see that it reached our warehouse in the city last night and left again this morning. ' +
    'The driver should be at your door before supper, and you will get a message when he is close.',
  'Every spring the storks return to the roof of the old mill and begin to mend their nest. ' +
    'People in the village stop their work for a moment and look up when they hear the first one. ' +
    'Nobody remembers a year without them, and nobody wants to see one.',
];

/** The measured sizes of texts. */
export const SIZES = [
  { size: '5 words', texts: FIVE_WORDS },
  { size: '20 words', texts: TWENTY_WORDS },
  { size: 'paragraph', texts: PARAGRAPHS },
] as const;
export type Size = (typeof SIZES)[number];
