import type { Script } from '../types.ts';

export const en: Script = {
  sentences: [
    'Our house stands at the edge of a quiet village near the river.',
    'Every morning my mother opens the kitchen window and feeds the birds.',
    'Usually they thank her with a cheerful song, and then they fly away.',
    'One Thursday, though, a huge yellow bird came to sit on the garden chair.',
    'Did nobody know where he came from, or what he was doing here?',
    'My father joked that he must be a young king who had lost his crown.',
    'We let him have some water, a little butter and a pot of boiled rice.',
    'What a noise he made, with feathers like fire and a rhythm all his own!',
    'All of a sudden he shook his wings, turned around and rose into the air.',
    'I am sure that he had a good idea of how to get back to the south.',
    'Now and then I search the sky for him, certain that he will return.',
  ],
  preview: 'Hello, and thank you for your time. This is what the new voice sounds like.',
};
