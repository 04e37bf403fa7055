/**
 * What is spoken. Several texts of each size, so that nobody gains by remembering one; the same for all that are
 * measured, plain enough that every synthesizer reads them alike.
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
