/**
 * Sentences of callers with hesitations, marked by `|`, and without. The two sets share no sentences and no voices:
 * weights are fitted on `FITTED` and judged on `JUDGED`.
 */

import { GERMAN } from './hesitations-de.ts';
import { SPANISH_FITTED, SPANISH_JUDGED } from './hesitations-es.ts';
import { ENGLISH_FITTED_MORE } from './hesitations-fitted.ts';
import { FRENCH } from './hesitations-fr.ts';
import { ENGLISH_UNSEEN } from './hesitations-unseen.ts';

/** Kinds of hesitation, and sentences without any. */
export const HESITATION_KINDS = [
  'digits',
  'clauses',
  'addresses',
  'spelling',
  'stories',
  'fillers',
  'lists',
  'corrections',
  'complete',
  'short answers',
] as const;
export type HesitationKind = (typeof HESITATION_KINDS)[number];

export interface Saying {
  readonly kind: HesitationKind;
  /** The agent's last words; "" if the caller begins. */
  readonly agent: string;
  /** With `|` at the caller's pauses. */
  readonly text: string;
}

export type Sayings = Readonly<
  Record<HesitationKind, readonly (string | readonly [agent: string, text: string])[]>
>;

const listed = (sayings: Sayings): readonly Saying[] =>
  HESITATION_KINDS.flatMap((kind) =>
    sayings[kind].map((saying) => {
      const [agent, text] = typeof saying === 'string' ? ['', saying] : saying;
      return { kind, agent, text };
    }),
  );

const ENGLISH_FITTED = listed({
  digits: [
    ['What is your telephone number?', "It's seven one eight | five five five | oh one four two."],
    ['Could you give me your order number, please?', 'Sure, it is four four nine | two seven | one eight.'],
    [
      'And the card number?',
      'Five two zero one | seven seven three four | nine nine one zero | two two six eight.',
    ],
    'My customer number is nine three | eight eight two | five one.',
    ['What number can we reach you on?', 'Zero one seven one | six six two | double four eight nine.'],
    ['Please tell me the six-digit code.', 'Eight one | three nine | zero four.'],
    'You can call me back at four one five | two three nine | six six oh one.',
    ['What is the reference?', 'The reference is two thousand and one | dash | six five five.'],
    ['What is the number on the meter?', 'Seven seven oh | three two | nine eight.'],
    ['Can I take your phone number?', "Yes, that's four oh eight | nine five one | three three two six."],
    'The booking number is nine oh two | eight six | five.',
    ['And your account number?', 'Three three five | eight one nine | oh two.'],
  ],
  clauses: [
    'Can you find out | when the repair will be finished?',
    "I'm looking for a flat with | a balcony and two bedrooms.",
    'Would it be possible to | change my seat to the aisle?',
    'I was wondering | if you have this in a smaller size.',
    ['How can I help you?', 'I want to know why | my last bill was so high.'],
    'Could you please send | the invoice to my accountant?',
    'Do you know whether | the shop is open on public holidays?',
    "I'd like to speak to | somebody in the billing department.",
    'Is there any way | to get the money back before Friday?',
    'Please remind me | to call the dentist tomorrow at nine.',
    "I'd like to find out | how much I still have to pay.",
    'Can I ask you to | put me through to the workshop?',
    'We were hoping that | you could come a bit earlier.',
    'I need somebody who | can translate a letter for me.',
    ['How may I help?', "I'm trying to | get hold of my caseworker."],
    'Is it true that | the pool is closed this week?',
    'I just wanted to make sure | that you got my application.',
    'Before I sign anything | could you send me the terms?',
  ],
  addresses: [
    ['What is your address?', 'I live at forty two | Maple Avenue | apartment three B.'],
    ['What is your e-mail address?', 'It is susan dot miller | at post box | dot com.'],
    ['Where should we deliver it?', 'Please bring it to nineteen | Station Road | in Leeds.'],
    'My e-mail is info | at green garden | dot co dot uk.',
    ['And your postcode?', "It's M one | four B T."],
    'The office is at six hundred | Lincoln Street | on the fifth floor.',
    ['What is the delivery address?', "It's sixteen | Orchard Lane | in Oxford."],
    ['Could I have your e-mail?', 'Sure, kevin dot brown | at sky blue | dot net.'],
    'My new address is nine hundred and two | Sunset Boulevard | unit seven.',
    ['Where is the car now?', "It's parked at fifty five | Mill Street | behind the church."],
  ],
  spelling: [
    ['Could you spell your surname?', 'Yes, K O | W A L | S K I.'],
    ['How do you spell that?', 'H U | G H E S.'],
    "It's spelled M A C | I N | T Y R E.",
    ['What is your name, please?', 'Peter Schmidt, S C H | M I D T.'],
    ['Can you spell the street for me?', 'G O E | T H E.'],
    'That is P as in Paris | R as in Rome | Y as in York.',
    ['How do I spell that?', 'T H O M | P S O N.'],
    ['Could you spell the first name?', 'Yes, J A C | Q U E | L I N E.'],
    "It's Novak, N O | V A K.",
    ['And the surname?', 'Fischer, F I S | C H E R.'],
    'My name is spelled K A | T H R Y N.',
    ['Would you spell the company for me?', 'Certainly, V E R | T I | G O.'],
    ['Please spell your name.', 'D as in David | U as in Uncle | N as in Nancy | N as in Nancy.'],
    ['What is the name of the road?', "Gough Street, that's G O | U G H."],
  ],
  stories: [
    'I bought a washing machine in May | it worked for two weeks | and now it does not spin any more.',
    'We arrived at the hotel late | nobody was at the desk | so we had to wait outside.',
    'My son dropped the phone yesterday | the screen is broken | and it will not switch on.',
    [
      'What seems to be the problem?',
      'The heating went off last night | I have tried to restart it | but nothing happens.',
    ],
    'I paid the bill on the third | then I got a reminder | and today another one came.',
    'There was a man here this morning | he looked at the meter | and said that he would come back.',
    'I parked outside the bakery this morning | when I came back there was a ticket | but the machine was out of order.',
    'We booked two rooms in April | yesterday I got an e-mail | and it only mentions one.',
    'I took the medicine for three days | then I started to feel dizzy | so I stopped.',
    'My daughter applied for a place in your school | she had an interview | and we never heard back.',
    [
      'How can I help you today?',
      'I moved house in January | I told you about it twice | and my letters still go to the old address.',
    ],
    ['What went wrong?', 'The engine made a funny noise | I pulled over | and now it will not start.'],
    'Someone rang my bell last night | he said he was from the gas company | but he had no badge.',
    'I cancelled my membership before Christmas | you confirmed it in writing | and you are still taking the money.',
    'Our flight landed two hours late | the bags came out after that | and one of them is missing.',
    'I gave my coat to the cleaners on Monday | they rang me this afternoon | and apparently they cannot find it.',
    [
      'What is it about?',
      'My mother fell in the kitchen | the ambulance took her to you | and I want to know which ward she is on.',
    ],
    'The plumber fixed the tap | he left around noon | and an hour later there was water everywhere.',
    'I ordered the large size | you sent me the small one | can I swap it?',
    'Two of your people were here to measure the windows | they wrote everything down | and that was six weeks ago.',
  ],
  fillers: [
    'I would like, um | to move my appointment.',
    "Well, let's see | could I come on Thursday instead?",
    'Uh | do you have anything for four people?',
    'I need, er | a new battery for my watch.',
    ['Which day would you like?', 'Hmm, let me think | maybe the twelfth.'],
    "It's about, you know | the parcel that you sent me.",
    'So | I have a question about my contract.',
    ['What would you like to drink?', 'I think I will have, uh | a glass of red wine.'],
    'I was, um | wondering about the job in the paper.',
    "I'd like, let me think | a seat by the window.",
    ['What was the date of the invoice?', 'It was, hang on | the fourteenth of May.'],
    'Right, so | I got this letter from you.',
    "It's, well | it's a bit complicated.",
    ['Which model do you have?', 'Uh | I think it says X two hundred.'],
  ],
  lists: [
    ['What would you like to order?', 'Two pizzas | a green salad | and a bottle of water.'],
    'I need eggs | butter | flour | and some sugar.',
    ['Who is coming?', 'My sister | her husband | and the two children.'],
    'We have been to Rome | Naples | and Palermo.',
    ['Which days suit you?', 'Monday | Wednesday morning | or Friday after three.'],
    'I want the red one | the blue one | and both of the green ones.',
    ['What do you need?', 'A hammer | some nails | and a tape measure.'],
    'I would like a ham sandwich | a slice of apple pie | and a black tea.',
    'The kitchen is broken | the bath leaks | and the heating is noisy.',
    ['Who should I invite?', 'Karen | the man from accounting | and my boss.'],
    'We sell bicycles | scooters | and spare parts.',
    'I have worked as a waiter | a driver | and a night porter.',
    ['Which rooms should be cleaned?', 'The hall | the kitchen | and both bathrooms.'],
    'I take aspirin | something for my blood pressure | and vitamin D.',
    'Please order paper | envelopes | and three boxes of staples.',
    ['What did you lose?', 'My wallet | my keys | and a pair of glasses.'],
    'She is allergic to nuts | milk | and strawberries.',
    ['What would you like on it?', 'Mushrooms | olives | and extra cheese.'],
    'You can reach me on Monday | on Tuesday afternoon | or any time on Friday.',
  ],
  corrections: [
    'Put me down for Tuesday | no, sorry | Wednesday.',
    "It's for five people | no wait | make that six.",
    'My flight leaves at seven | I mean | at eight.',
    ['What time?', 'At three | or rather | at half past three.'],
    'The name is Allan | sorry | Allen with an E.',
    'I want to go to Madrid | actually no | to Barcelona.',
    'I ordered it in June | no | in July.',
    'There are three of us | sorry | four with the baby.',
    'I want to book the late show | no, hang on | the early one.',
    ['When did it happen?', 'On Saturday | no wait | it was Sunday.'],
    'We live on the second floor | I mean | the third.',
    'Transfer two hundred euros | actually | make it two fifty.',
    ['Where are you flying to?', 'To Vienna | sorry | I meant Venice.'],
    'My appointment is with Doctor Shaw | or rather | with her assistant.',
    'The bill was forty pounds | no, I tell a lie | forty five.',
    ['How old is the child?', 'He is six | well | he will be seven next week.'],
    'Cancel the first order | no, wait | the second one.',
    'Let us meet at the station | hmm, no | at the hotel.',
    'I bought it online | or no | my wife bought it in the shop.',
  ],
  complete: [
    'Where can I park my car?',
    'I would like to cancel my subscription.',
    'Could you transfer me to the sales team, please?',
    'My name is Thomas Becker.',
    'When does the restaurant close tonight?',
    "I can't log in to my account.",
    'How much is a ticket to Vienna?',
    'Please book me a room for two nights.',
    'The delivery came without the cable.',
    ['What is your telephone number?', "It's seven one eight five five five oh one four two."],
    ['What is your e-mail address?', 'It is paul dot weaver at mail dot com.'],
    ['Could you spell your surname?', 'B E C K E R.'],
    ['What would you like to order?', 'A cheeseburger and a large coffee, please.'],
    ['What seems to be the problem?', 'My internet has been down since this morning.'],
    'Is breakfast included in the price?',
    'I have a question about my last invoice.',
    'I want to change my address.',
    'Is there a bus to the city centre?',
    'Can you give me the number of the nearest pharmacy?',
    'I need to reschedule my appointment.',
    'My daughter has lost her ticket.',
    'Our heating is not working.',
    'The website keeps showing me an error.',
    "I'd like two tickets for the eight o'clock show.",
    'Are dogs allowed in the rooms?',
    'I am calling about the apartment on Grove Road.',
    'Nobody has come to collect the old fridge.',
    ['How can I help you today?', 'I would like to open a savings account.'],
    ['What can I do for you?', 'I need a taxi to the airport at six.'],
    ['What went wrong?', 'The app crashed and I lost everything.'],
    ['What is it about?', 'It is about my tax return.'],
    ['Where are you flying to?', 'To Lisbon on the third of May.'],
    ['How do I spell that?', 'H A R R I S O N.'],
    ['Could I have your e-mail?', 'Tina dot wolf at fast mail dot com.'],
    ['Who am I speaking to?', 'This is Doctor Adams from the clinic.'],
    ['When did it happen?', 'It happened last Thursday around noon.'],
    ['Why are you cancelling?', 'I found a cheaper one.'],
    'You have charged me twice for the same thing.',
    'I received the wrong order.',
    'I missed my train because of your delay.',
    'What do I have to do to get a parking permit?',
    'Please tell Mister Green that I called.',
    'Do I need to bring anything?',
    'I think I left my umbrella in your office.',
    'We would like to stay one more night.',
    'Turn the heating down a little, please.',
    'I do not eat meat.',
    'I have been waiting for an hour.',
  ],
  'short answers': [
    ['Is that right?', 'Yes.'],
    ['Would you like anything else?', 'No, thanks.'],
    ['Which size would you like, small or large?', 'Large.'],
    ['How many people will there be?', 'Four.'],
    ['Shall I book it for you?', 'Okay.'],
    ['Which day suits you best?', 'Thursday.'],
    ['Do you want it gift wrapped?', 'Yes, please.'],
    ['Can you hear me?', 'I can.'],
    ['Is this your first visit?', 'It is.'],
    ['How many nights?', 'Just two.'],
    ['Would you like a receipt?', 'No, thank you.'],
    ['Which one do you want?', 'The blue one.'],
    ['Can I put you on hold?', 'Of course.'],
    ['What colour is it?', 'Dark green.'],
  ],
});

const ENGLISH_JUDGED = listed({
  digits: [
    ['Which number shall I call?', 'Try three oh three | four four one | nine two seven five.'],
    ['May I have your membership number?', 'One moment, that is six oh | five five | seven three nine.'],
    [
      'Please read me the long number on your card.',
      'Four nine two nine | one one six five | eight oh three seven | four four oh nine.',
    ],
    "My policy's number is eight two one | zero six | three three four.",
    ['What is your mobile number?', 'Oh seven seven | double nine one | two three eight five.'],
    ['And the code that we sent you?', 'I have got five five | one nine | two seven.'],
    'Ring me on six one seven | eight eight three | four two nine oh.',
    'The serial number starts with three seven | then | nine one one four.',
  ],
  clauses: [
    'Could somebody explain | how the new tariff works?',
    'We want a table near | the window if there is one.',
    'Are you able to | deliver it on a Saturday?',
    "I'd like to ask | whether my passport is ready.",
    ['What can I do for you?', 'I have to find out which | documents I need for the visa.'],
    'Would you mind sending | a copy to my wife as well?',
    'Tell me | what the weather will be like at the coast.',
    'I want to complain about | the noise in the room next door.',
    'Does the price include | the transfer from the airport?',
    "I'm calling because | the driver did not stop at our house.",
  ],
  addresses: [
    ['Can I have your address, please?', 'Twenty seven | Willow Crescent | flat nine.'],
    ['Which e-mail address should I use?', 'Send it to linda dot harper | at north mail | dot net.'],
    ['Where do you want to be picked up?', 'Outside number eighty | Kings Parade | next to the bank.'],
    'You reach me under sales | at fox and sons | dot org.',
    ['What is the postcode there?', 'S W four | nine J H.'],
    'We moved to one hundred and five | Riverside Drive | in Boston.',
  ],
  spelling: [
    ['Would you spell your last name for me?', 'Of course, F I | T Z | G E R A L D.'],
    ['How is that written?', 'W R | I G L E Y.'],
    'My surname is O S T | E R | M A N N.',
    ['And your first name?', 'Siobhan, S I O | B H A N.'],
    ['Please spell the town.', 'L E O | M I N | S T E R.'],
    "It's N for November | A for Alpha | S for Sierra | H for Hotel.",
  ],
  stories: [
    'Last week I ordered a lamp | it came on Saturday | and the glass was cracked.',
    'Our train was cancelled | we took a taxi | and I would like to have that refunded.',
    'The neighbours have a dog | it barks all night | and we cannot sleep.',
    ['What happened?', 'I left my bag on the bus | I noticed it an hour later | and your office was closed.'],
    'Somebody took money from my account | I called the bank | and they sent me to you.',
    'She started here in March | she has been ill since June | and now we need a replacement.',
  ],
  fillers: [
    'Could I have, uh | the number of a plumber?',
    'Er, well | it is about my pension.',
    'Um | is the doctor in today?',
    'I wanted to, um | order some flowers for my mother.',
    ['When would you like to come?', 'Let me have a look | the nineteenth would be fine.'],
    "There's, how shall I say | a problem with the bathroom.",
    'Okay, so | my printer has stopped working.',
    ['What shall I put down as the reason?', 'I suppose, er | private reasons.'],
  ],
  lists: [
    ['What can I get you?', 'One tomato soup | the grilled fish | and two orange juices.'],
    'We are going to need chairs | tables | a projector | and a microphone.',
    ['Which guests are staying with you?', 'Mister Brown | Doctor Patel | and a Miss Novak.'],
    'I speak German | Italian | and a little Greek.',
    ['When are you free?', 'Tuesday morning | all of Thursday | or the weekend.'],
    'Pack the shirts | the grey jacket | and my black shoes.',
  ],
  corrections: [
    'We will be three | sorry | four adults.',
    'I was born in nineteen eighty | no | eighty one.',
    'Take the second turn on the left | I mean | on the right.',
    ['How long will you stay?', 'For a week | well no | ten days.'],
    'Send it to my office | actually | send it to my home.',
    "The appointment is on the fifth | hang on | it's on the sixth.",
  ],
  complete: [
    'Which platform does the train leave from?',
    'I want to return a pair of shoes.',
    'Can I speak to the manager?',
    'This is Helen Carter speaking.',
    'What time do you open on Sundays?',
    'My credit card has been stolen.',
    'How long does the delivery take?',
    'Reserve a table for seven people tonight.',
    'The lift in our building is stuck again.',
    ['Which number shall I call?', 'Three oh three four four one nine two seven five.'],
    ['Which e-mail address should I use?', 'Martin dot lowe at webpost dot org.'],
    ['Would you spell your last name for me?', 'D U N C A N.'],
    ['What can I get you?', 'The steak with chips and a small beer.'],
    ['What happened?', 'I slipped on the stairs and hurt my wrist.'],
    'Do you have a vegetarian menu?',
    'I would like some information about your courses.',
  ],
  'short answers': [
    ['Did you receive the letter?', 'No.'],
    ['Is there anything else?', "That's all."],
    ['Do you want two or three?', 'Three.'],
    ['Do you prefer tea or coffee?', 'Tea, please.'],
    ['Shall I send you a reminder?', 'Sure.'],
    ['In which month was that?', 'September.'],
    ['Have I got that right?', 'Right.'],
    ['Are you still there?', 'Hello?'],
  ],
});

/** The languages that callers speak here. */
export const CALLER_LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
export type CallerLanguage = (typeof CALLER_LANGUAGES)[number];

export const JUDGED: Readonly<Record<CallerLanguage, readonly Saying[]>> = {
  en: ENGLISH_JUDGED,
  de: listed(GERMAN),
  es: listed(SPANISH_JUDGED),
  fr: listed(FRENCH),
};

/** Written after the models, and judged separately. */
export const UNSEEN: readonly Saying[] = listed(ENGLISH_UNSEEN);

/** French and German are decided by the weights that were fitted to Spanish. */
export const FITTED_LANGUAGES = ['en', 'es'] as const;
export type FittedLanguage = (typeof FITTED_LANGUAGES)[number];

export const FITTED: Readonly<Record<FittedLanguage, readonly Saying[]>> = {
  en: [...ENGLISH_FITTED, ...listed(ENGLISH_FITTED_MORE)],
  es: listed(SPANISH_FITTED),
};
