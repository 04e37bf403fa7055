/** Texts of the readers for tuning the scores: sentences of two to five seconds. */
export const SENTENCES: readonly string[] = [
  'The bakery on the corner opens before the first bus leaves the square.',
  'My uncle repairs old clocks, and his kitchen is full of ticking.',
  'Nobody could explain why the lights went out during the concert.',
  'A thin layer of ice covered the pond, so we walked around it.',
  'She folded the letter twice and put it back into the drawer.',
  'The children measured the garden with a rope and twelve wooden pegs.',
  'If the weather holds, we will paint the fence on Thursday afternoon.',
  'Three boats were waiting in the harbour, each with a yellow sail.',
  'He asked for a cup of black tea and a slice of plum cake.',
  'Most of the shops close early, but the museum stays open until nine.',
  'The judge listened patiently and then read the whole report aloud.',
  'Our neighbours have bought a huge telescope to look at the moon.',
  'You should always check the brakes before you cycle down that hill.',
  'Fresh bread, cheese and a few olives were all that they had left.',
  'The train was delayed because a cow had wandered onto the track.',
  'Two engineers spent the summer mapping every bridge along the river.',
];

/** Texts for judging the scores. */
export const OTHER_SENTENCES: readonly string[] = [
  'The lighthouse keeper wrote a postcard to his sister every Sunday.',
  'We found a wooden box under the floor, full of buttons and keys.',
  'Snow had fallen all night, and the road to the village was closed.',
  'Does anybody know which of these mushrooms are safe to eat?',
  'The dentist told me to come back in six months, or earlier if it hurts.',
  'A young man with a violin case ran past us and jumped into a taxi.',
  'Please turn off the oven before you leave the house this evening.',
  'My cousin speaks four languages but cannot whistle a simple tune.',
  'They built the tower of grey stone, and it took them eleven years.',
  'In the middle of the lecture, a pigeon flew through the open window.',
  'Her first book sold badly, yet the second one made her famous.',
  'The coffee machine makes strange noises when the tank is nearly empty.',
  'Half of the tomatoes were still green, so he left them on the sill.',
  'You can see the mountains from here when the air is clear enough.',
  'Nine runners crossed the finish line together just after midday.',
  'He keeps a list of all the birds that have visited his balcony.',
];

/** Text of the background speaker. */
export const OTHER_TEXT =
  'Could you tell him that the parcel has arrived and that I put it under the stairs? He wanted to have it today, ' +
  'I think, or was it tomorrow?';

/** Words that replace others in misread sentences. */
export const WRONG_WORDS: readonly string[] = [
  'mountain',
  'purple',
  'seventeen',
  'whisper',
  'grandfather',
  'umbrella',
  'quickly',
  'orange',
  'holiday',
  'butterfly',
  'machine',
  'yesterday',
  'velvet',
  'thunder',
];
