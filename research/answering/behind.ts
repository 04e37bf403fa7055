/**
 * Greetings in front of other people, a television, music or office noise, which were not used to choose rules. `|` is
 * a pause of a second.
 */
import type { Greetings } from './greetings.ts';

export const BEHIND: Greetings = {
  voices: ['kokoro-af_alloy', 'kokoro-am_santa', 'kokoro-af_aoede', 'kokoro-af_sky', 'kokoro-af_heart'],
  times: {},
  texts: {
    'private person': [
      'Hello?',
      'Yes, who is it?',
      'Good afternoon.',
      'Hi, Henry here.',
      'Hello, the Murphys.',
      'Yeah, one sec, it is noisy in here.',
      'Hey, we are just having dinner, what is it?',
      "I'm not at home yet, just put it behind the gate.",
      'Hello? | Hello?',
      'Oh, hi Barbara.',
      "Sorry, I'm at the pub, say that again?",
      'Clara speaking, hello.',
      "We're not in today, bring it tomorrow please.",
      'This is Nathan.',
      'Yup.',
      'Turn that down, will you! Sorry, hello?',
      'Happy new year!',
      'Hello, you want my wife, she is right next to me.',
      "I'm still on the bus, I will be there in ten minutes.",
      'Hello, Ortega.',
      'Morning, what can I do for you?',
      "No, that's my sister's number.",
    ],
    company: [
      'Station Road Barbers, Jim speaking.',
      'Hello, Harbour Grill, are you after a table?',
      'Thank you for calling Willow Nursing Home, this is Ruth on the second floor.',
      'Bright Cabs, good evening.',
      'Customer care, you are speaking with Isabel, what is your order number?',
      'Newsroom.',
      'Good morning, Peterson Timber, trade counter.',
      "Hello, you're through to the box office, which show would you like to see?",
      'Ward seven, staff nurse Adams.',
      'Hi, this is Corner Coffee, we have about twenty minutes until we close.',
      'Dispatch, go ahead.',
      'Thanks for calling Peak Outdoor, my name is Owen, is it about a delivery?',
      'Kitchen. | Sorry, yes, kitchen here.',
      'Lost property office, good afternoon.',
    ],
    'personal voicemail': [
      "Hi, this is Victoria. I can't pick up at the moment, so please leave me a message after the tone.",
      "You've reached Simon at the studio. We are recording. Leave your name and I will ring you tonight.",
      "Hello, it's the Andersons. Nobody is home, but the machine is listening, so go ahead after the beep.",
      'Hey, Luke here. Sorry I missed you. Try me again later or text me.',
      'This is the voicemail of Grace Palmer. Please say who you are and why you called.',
      "Hi, we're not at home. Bye.",
    ],
    carrier: [
      'The customer you have dialled is not answering. Please leave a message after the tone.',
      'Your call is being forwarded to an answering service. Please wait for the tone and begin to speak.',
    ],
    closed: [
      'Thank you for calling Quayside Fitness. The club is closed at this hour. We open again at six in the morning.',
      "Hello, this is Fernandez Bakery. We're sold out and closed for today. Please call again tomorrow.",
      'You have called the Hillside dental practice. Our receptionists are all busy with other patients. Please leave ' +
        'your date of birth and your telephone number.',
    ],
    menu: [
      'Welcome to Metro Cable. For a fault, press one. For your bill, press two. For anything else, press three.',
      'Thank you for calling Rapid Rent. If you have had an accident, press one. To extend your booking, press two.',
      "Hello, you've reached the Arts Centre. Press one for opening times, or two to buy tickets.",
    ],
  },
};

/** Simultaneous speech of several people in the background. */
export const CROWD = {
  voices: ['kokoro-am_liam', 'kokoro-bf_lily', 'kokoro-am_adam'],
  texts: [
    'We could take the early ferry and be there before lunch, but your brother says the harbour is full at that time, ' +
      'so he would rather drive the long way round and stop for coffee somewhere in the hills.',
    'No, the blue one was too small, and the green one had a hole in the sleeve, so in the end I took both of them ' +
      'back to the shop, and the woman at the till gave me my money without a word.',
    'They play every Thursday, and last week it was nearly midnight before anyone went home, because Martin would not ' +
      'stop telling that story about the goat and the bishop and the wedding cake.',
  ],
} as const;

/** Speech of a television in the background. */
export const TELEVISION = {
  voices: ['kokoro-bm_daniel', 'kokoro-af_sarah'],
  texts: [
    'The minister said this evening that the new bridge will not be finished before the summer, and that the costs ' +
      'have risen again. Opposition leaders called for an inquiry. The government is expected to answer on Friday.',
    'And now the weather. Rain will spread from the west during the night, with strong winds along the coast. ' +
      'Tomorrow will be dry and bright in most places, with temperatures of up to eighteen degrees.',
  ],
} as const;
