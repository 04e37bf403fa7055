/**
 * Turns of kinds that dialogues of bookings do not have: dictated numbers and addresses, stories, lists, corrections,
 * short answers. `|` stands where a caller may pause.
 */
import { randomNumbers } from '../random.ts';
import type { Turn } from './corpora.ts';

type Pick = <T>(some: readonly T[]) => T;

const DIGITS = ['zero', 'oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const NAMES = [
  'jones',
  'parker',
  'maria',
  'wilson',
  'khan',
  'rossi',
  'meyer',
  'olga',
  'grant',
  'lopez',
  'dave',
];
const PLACES = [
  'bristol',
  'dallas',
  'the airport',
  'my house',
  'the office',
  'berlin',
  'the hospital',
  'york',
];
const THINGS = [
  'phone',
  'laptop',
  'car',
  'dishwasher',
  'booking',
  'contract',
  'parcel',
  'router',
  'invoice',
  'account',
  'ticket',
  'boiler',
  'coat',
  'key',
  'card',
  'bike',
];
const FOODS = [
  'a burger',
  'the soup',
  'fries',
  'two coffees',
  'rice',
  'a salad',
  'the chicken',
  'bread',
  'milk',
  'tea',
];
const DAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
  'tomorrow',
  'next week',
];
const TIMES = [
  'at 5',
  'at noon',
  'in the morning',
  'after 3',
  'at half past 8',
  'in the evening',
  'at 10 o’clock',
];
const FILLERS = [
  'um',
  'uh',
  'er',
  'well',
  'so',
  'let me see',
  'hmm',
  'you know',
  'i mean',
  'like',
  'let me think',
];
const WANTS = [
  'i need',
  'i want',
  'i would like',
  "i'd like",
  'could i have',
  'can i get',
  'give me',
  'i am looking for',
];
const ASKS = [
  'can you tell me',
  'do you know',
  'i want to know',
  'could you check',
  'i would like to know',
  'can you explain',
  "i'm wondering",
  'could you find out',
  'please tell me',
  'i need to know',
];
const CLAUSES = [
  'how much it costs',
  'when it will be ready',
  'if it is still available',
  'whether you deliver to {place}',
  'why my {thing} does not work',
  'where i can pick up the {thing}',
  'which {thing} is better',
  'what happened to my {thing}',
  'how i can change my {thing}',
  'who is responsible for this',
];
const REQUESTS = [
  'can you send | the {thing} to {place}',
  'i want to cancel | the {thing} that i ordered',
  'please move | my appointment to {day}',
  'i would like to | change the {thing}',
  'could you please | call me back {time}',
  'is it possible to | get a new {thing} by {day}',
  'i have a question about | my {thing}',
  'i am calling about | the {thing} from {day}',
  'i want to talk to | someone about my {thing}',
  'do you have | a {thing} with a warranty',
  'i am looking for a {thing} with | a good battery',
  'the {thing} that you sent me | is broken',
  'if i pay today | will i get the {thing} on {day}',
  'when i try to use the {thing} | it says there is an error',
  'i would like a room | for two nights | from {day}',
  'can i bring | my {thing} with me',
  'i think | the {thing} is too expensive',
  'we need a {thing} for | our office in {place}',
];
const WHO = [
  'i',
  'we',
  'my son',
  'my wife',
  'the driver',
  'they',
  'somebody',
  'our neighbour',
  'a man',
  'your colleague',
  'my mother',
  'the technician',
  'she',
  'he',
];
const DID = [
  'bought a {thing}',
  'ordered a {thing}',
  'called you',
  'called the office',
  'paid the bill',
  'lost the {thing}',
  'dropped the {thing}',
  'left the {thing} at {place}',
  'went to {place}',
  'came to the house',
  'tried to restart it',
  'sent it back',
  'took it to {place}',
  'got a letter',
  'received an email',
  'waited for an hour',
  'opened the {thing}',
  'noticed a noise',
  'moved to {place}',
  'signed a contract',
  'told me to wait',
  'promised to call back',
  'found the {thing}',
  'changed the password',
  'was at {place}',
  'had an accident',
  'asked for a new {thing}',
  'drove to {place}',
  'broke the {thing}',
  'installed the {thing}',
];
const WHEN = [
  '',
  '',
  'yesterday',
  'last week',
  'on {day}',
  'this morning',
  'in march',
  'two days ago',
  'last night',
  'a month ago',
  'last year',
  'then',
];
const STATES = [
  'the {thing} stopped working',
  'the {thing} was broken',
  'nobody answered',
  'nobody was there',
  'it worked for a week',
  'the light is red',
  'it makes a strange noise',
  'the door was closed',
  'it was raining',
  'the screen went black',
  'it took three weeks',
  'the price was different',
];
const ENDINGS = [
  'and now it is leaking',
  'and i want my money back',
  'so i need a new one',
  'but it still does not work',
  'and nobody can help me',
  'and i do not know what to do',
  'so what should i do now',
  'and it is still not here',
  'so please send somebody',
  'and i have to pay for it',
];
/** Said in one go more often than not. */
const WHOLE = [
  'where can i find {place}',
  'how much is the {thing}',
  'when do you open on {day}',
  'my {thing} has not arrived yet',
  'my {thing} is not working',
  'i want to cancel my {thing}',
  'i would like to return the {thing}',
  'i have a question about my {thing}',
  'can i speak to {name}',
  'i need a new {thing}',
  'please call me back {time}',
  'my name is {name}',
  'this is {name} speaking',
  'i am calling about my {thing}',
  'do you have a {thing}',
  'is the {thing} included',
  'can you repair my {thing}',
  'i forgot my password',
  'i lost my {thing}',
  'how long does it take',
  'please book a room for two nights',
  'i would like to make an appointment',
  'what does it cost',
  'there is a problem with my {thing}',
  'which {thing} do you recommend',
  'i cannot open the {thing}',
  'my {thing} was stolen',
  'reserve a table for {day}',
];
/** What people say to any agent. */
const COMMON = [
  'what time is it',
  'what time is it now',
  'what is the time in {place}',
  'can you hear me',
  'can you help me',
  'what can you do',
  'who are you',
  'how are you',
  'what is your name',
  'who am i speaking to',
  'that is all',
  "that's all",
  "that's it for today",
  'thank you very much',
  'thanks a lot',
  'thank you for your help',
  'good morning',
  'good evening',
  'hello there',
  'goodbye',
  'see you later',
  'tell me a joke',
  'tell me a story',
  'say that again please',
  'could you repeat that',
  'i did not understand',
  'speak more slowly please',
  'i do not know',
  'i am not sure',
  'it does not work',
  'it is broken',
  'i live in {place}',
  'i am from {place}',
  'i am fine thanks',
  'please wait a moment',
  'turn off the light',
  'turn on the radio',
  'play some music',
  'stop the music',
  'what is the weather like',
  'what is the weather like in {place} tomorrow',
  'is it going to rain',
  'is there a pharmacy nearby',
  'where is the station',
  'how far is it to {place}',
  'what day is it today',
  'i have to go now',
  'that was wrong',
  'i would like to book a table',
  'i would like to book a table for two',
  'can i book a table for four',
  'can i book a room',
  'i want to book a flight to {place}',
  'i want to fly to {place} on {day}',
  'i need an appointment',
  'i need an appointment {day}',
  'i need an appointment {day} {time}',
  'what is two plus two',
  'please add two and five',
  'what is on my calendar {day}',
  'set an alarm {time}',
  'remind me {day}',
  'call my mother',
  'send a message to {name}',
  'read me the news',
  'is the museum open',
  'are you open {day}',
  'do you deliver to {place}',
  'do you speak german',
  'i want to speak to a person',
  'can i talk to somebody',
  'i would like to know more',
  'tell me more about that',
  'why is that',
  'what does that mean',
  'yes i am still here',
  'no that is wrong',
  'let us start',
  'i have another question',
  'i changed my mind',
  'that sounds good',
  'i would like that',
  'not today thank you',
];
const NUMBER_QUESTIONS = [
  'What is your phone number?',
  'Can I have your account number?',
  'Please tell me your card number.',
  'What is the code?',
  'Could you give me the reference number?',
];
const SHORT: readonly (readonly [agent: string, answers: readonly string[]])[] = [
  [
    'Is that correct?',
    ['yes', 'no', 'yes it is', 'correct', 'right', "that's right", 'yeah', 'exactly', 'nope'],
  ],
  [
    'Would you like anything else?',
    ['no thank you', "no that's all", 'no', "that's it", 'yes', 'nothing else'],
  ],
  [
    'Do you want the small one or the large one?',
    ['small', 'the large one', 'large please', 'both', 'neither'],
  ],
  ['How many do you need?', ['two', '#', 'five', 'just one', 'a dozen', 'three please']],
  ['Shall I go ahead?', ['okay', 'sure', 'go ahead', 'please do', 'yes please', 'no wait', 'ok', 'fine']],
  ['Which day would you prefer?', ['{day}', 'on {day}', '{day} please', 'any day', 'the 5th']],
  ['What time would suit you?', ['{time}', 'any time', 'noon', 'at 7', 'half past 9']],
  ['Can you hear me?', ['yes', 'hello', 'yes i can', 'i can hear you', 'hello yes']],
  ['What is your name?', ['{name}', 'my name is {name}', "it's {name}", 'i am {name}', '{name} please']],
  ['Where are you calling from?', ['{place}', 'from {place}', "i'm in {place}"]],
  ['Hello, how can I help you?', ['hello', 'hi there', 'good morning']],
];

/** So many turns of all kinds. Every run makes the same. */
export function templateTurns(count: number, seed: number): Turn[] {
  const random = randomNumbers(seed);
  const pick: Pick = (some) => some[Math.floor(random() * some.length)]!;
  const among = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const list = (length: number, make: () => string): string[] => Array.from({ length }, make);
  /** Of no list: what is learned must not depend on which name it is. */
  const unheard = (): string =>
    list(
      among(1, 3),
      () => pick([...'bdfgklmnprstvw']) + pick(['a', 'e', 'i', 'o', 'u', 'ar', 'en', 'is']),
    ).join('');
  const nameOf = (): string => pick([() => pick(NAMES), unheard, () => `${unheard()} ${unheard()}`])();
  const fill = (text: string): string =>
    text
      .replace(/\{thing\}/g, () => pick(THINGS))
      .replace(/\{place\}/g, () => pick(PLACES))
      .replace(/\{day\}/g, () => pick(DAYS))
      .replace(/\{time\}/g, () => pick(TIMES))
      .replace(/\{name\}/g, nameOf);
  const group = (): string => {
    const digits = list(among(1, 4), () => String(among(0, 9)));
    return random() < 0.6 ? digits.join('') : digits.map((digit) => DIGITS[Number(digit) + 1]).join(' ');
  };
  const event = (): string => (random() < 0.7 ? `${pick(WHO)} ${pick(DID)} ${pick(WHEN)}` : pick(STATES));
  const kinds: readonly (() => Turn)[] = [
    () => {
      const before = pick([
        '',
        "it's",
        'sure',
        'yes it is',
        'my number is',
        'the number is',
        'okay',
        'that is',
      ]);
      return {
        agent: pick(['', ...NUMBER_QUESTIONS]),
        text: `${before} ${list(among(3, 4), group).join(' | ')}`,
      };
    },
    () => {
      const name = `${pick(NAMES)} ${pick(['dot', 'at', 'underscore'])} ${pick(NAMES)}`;
      const text = `${pick(['', "it's", 'my email is', 'send it to'])} ${name} | at ${pick(NAMES)} | dot ${pick(['com', 'org', 'net'])}`;
      return { agent: pick(['', 'What is your email address?']), text };
    },
    () => ({
      agent: pick(['', 'What is your address?', 'Where should we send it?']),
      text: `${pick(['', 'i live at', "it's", 'the address is'])} ${among(1, 999)} | ${pick(NAMES)} ${pick(['street', 'road', 'avenue', 'lane'])} | ${pick(PLACES)}`,
    }),
    () => ({
      agent: pick(['', 'Could you spell your name?', 'How do you spell that?']),
      text: `${pick(['', "it's", 'sure', 'yes', `${pick(NAMES)}`])} ${list(among(2, 3), () => list(among(1, 3), () => pick(LETTERS)).join(' ')).join(' | ')}`,
    }),
    () => ({
      agent: pick(['', 'What happened?', 'How can I help you?']),
      text: fill(`${list(among(1, 3), event).join(' | ')} | ${pick(ENDINGS)}`),
    }),
    () => ({ agent: pick(['', 'How can I help you?']), text: fill(`${pick(ASKS)} | ${pick(CLAUSES)}`) }),
    () => ({ agent: pick(['', 'How can I help you?']), text: fill(pick(REQUESTS)) }),
    ...list(3, () => '').map(() => () => ({
      agent: pick(['', 'How can I help you?', 'Hello, how can I help you today?', 'What can I do for you?']),
      text: `${fill(pick(pick([WHOLE, COMMON])))} |`,
    })),
    () => ({ agent: '', text: fill(`${pick(WANTS)} ${pick(FILLERS)} | a new {thing}`) }),
    () => ({ agent: '', text: fill(`${pick(FILLERS)} | ${pick(WANTS)} a {thing}`) }),
    () => ({
      agent: pick(['', 'What would you like?', 'Which days are good for you?']),
      text: `${pick(['', ...WANTS])} ${pick([
        () => `${list(among(2, 3), () => pick(FOODS)).join(' | ')} | and ${pick(FOODS)}`,
        () => `${list(among(2, 3), () => pick(DAYS)).join(' | ')} | or ${pick(DAYS)}`,
        () => `${list(among(2, 3), () => `the ${pick(THINGS)}`).join(' | ')} | and the ${pick(THINGS)}`,
      ])()}`,
    }),
    () => {
      const kind = pick([DAYS, TIMES, FOODS, PLACES]);
      const regret = pick(['no', 'sorry', 'no wait', 'i mean', 'actually', 'or rather', 'wait', 'well no']);
      return {
        agent: '',
        text: `${pick(['', 'for', 'i want', "it's", 'make it'])} ${pick(kind)} | ${regret} | ${pick(kind)}`,
      };
    },
    ...list(3, () => '').map(() => () => {
      const [agent, answers] = pick(SHORT);
      return { agent, text: fill(pick(answers)).replace('#', () => String(among(1, 12))) };
    }),
  ];
  return Array.from({ length: count }, () => pick(kinds)());
}
