/** Everyday sentences of two or three seconds, because the embedding depends on the words as well. */
export const TEXTS: readonly string[] = [
  'She always thought the boy would join our large ship by noon.',
  'A quick fox jumped over the lazy dogs near the river bank.',
  'We could hear the thunder long before the first rain fell.',
  'Please put those heavy books on the shelf beside the window.',
  'Nobody knew why the judge had chosen such a strange question.',
  'My father usually goes fishing when the weather is warm.',
  'The children were playing in the garden until it grew dark.',
  'It takes about an hour to walk from here to the old church.',
  'Yesterday I bought fresh bread, cheese and a bottle of milk.',
  'He finally opened the letter and read it with great pleasure.',
  'Those engines make more noise than anything on the road.',
  'You should measure both sides twice before cutting the wood.',
];
