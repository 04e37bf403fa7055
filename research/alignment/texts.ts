/** Spoken by our own synthesizers, so that the times of all words are known. */
export const TEXTS: readonly string[] = [
  'The harbour was quiet when the last ferry came in. A few gulls circled over the empty pier, and somewhere a ' +
    'radio was playing.',
  'My grandmother kept her recipes in a tin box, written on small cards. Most of them were stained with butter, ' +
    'which she said proved that they worked.',
  'Nobody expected the bridge to be closed, so we drove around the lake. It took two hours longer, but the view ' +
    'was worth it.',
  'If you ask me, the best part of the journey was the silence. We sat on the roof, drank cold tea, and watched ' +
    'the stars come out one by one.',
  'Please remember to water the plants while I am away. The large one by the window needs more than the others.',
  'In seventeen ninety two the village had only forty houses. Today thousands of people live there, and the old ' +
    'mill has become a museum.',
];
