/** Sentences of callers in English. */
import type { Templates } from './templates.ts';

/** Words for the placeholders of templates, which are in braces; each list is separated by slashes. */
const WORDS: Templates['words'] = {
  thing:
    'phone/laptop/car/dishwasher/booking/contract/parcel/router/invoice/account/ticket/boiler/coat/key/card/bike/sofa/' +
    'printer/fridge/camera/watch/jacket/suitcase/tablet/charger/kettle/mattress/passport/policy/order/subscription/' +
    'television/cooker/alarm/headset/bracelet/desk/tent/refund/licence/prescription/cheque/statement/delivery/window',
  place:
    'bristol/dallas/the airport/my house/the office/berlin/the hospital/york/the garage/the shop/the branch/denver/' +
    'the school/town/the warehouse/glasgow/the hotel/the clinic/work/the corner/the car park/miami/the entrance',
  name: 'jones/parker/maria/wilson/khan/rossi/meyer/olga/grant/lopez/dave/harris/nadia/chen/fraser/ivan/judith/owen',
  day:
    'monday/tuesday/wednesday/thursday/friday/saturday/sunday/tomorrow/next week/the weekend/the tenth/the second of june/' +
    'the 21st/easter/next month',
  time: 'at 5/at noon/in the morning/after 3/at half past 8/in the evening/at 10/before lunch/around 4/at quarter to 6',
  when:
    'yesterday/last month/on {day}/this morning/in march/two days ago/last night/a month ago/last year/in the summer/' +
    'three weeks ago/earlier today/the other day/in 2019/at the beginning of the year/a while ago/on my birthday',
  who:
    'i/i/i/i/we/we/my son/my wife/the driver/they/somebody/our neighbour/a man/your colleague/my mother/the technician/' +
    'she/he/my husband/the lady on the phone/one of your people/the doctor/my flatmate/the landlord/the courier/you/' +
    'your company/my boss/the agent/a friend of mine/the plumber/the tenant/my brother/the woman at the desk/it',
  did:
    'bought a {thing} from you/ordered a {thing}/called you/called the office/paid the bill/lost the {thing}/' +
    'dropped the {thing}/left the {thing} at {place}/went to {place}/came to the house/tried to restart it/' +
    'sent it back/took it to {place}/got a letter/received an email/waited for an hour/opened the {thing}/' +
    'noticed a noise/moved to {place}/signed a contract/told me to wait/promised to call back/found the {thing}/' +
    'changed the password/was at {place}/had an accident/asked for a new {thing}/drove to {place}/broke the {thing}/' +
    'installed the {thing}/booked a room/rented a {thing}/returned the {thing}/filled in the form/sent you a {thing}/' +
    'made a payment/spoke to {name}/wrote to you/picked up the {thing}/hired a {thing}/had an appointment {time}/' +
    'started to sneeze/put it on the table/plugged it in/read the manual/turned it off/gave the {thing} to {name}/' +
    'visited {place}/applied for a {thing}/was supposed to come {time}/delivered the {thing}/replaced a part/' +
    'repaired the {thing}/looked at the {thing}/wanted to see the {thing}/needed a {thing}/forgot the {thing}/' +
    'heard a bang/saw an advert/went on holiday/joined your club/had a meeting/switched to another plan/' +
    'took out a policy/checked the {thing}/clicked on a link/transferred the money/cancelled the {thing}/knocked on the door',
  passive:
    'the {thing} was delivered/the {thing} stopped working/the {thing} was broken/nobody answered/nobody was there/' +
    'it worked for a week/the light went red/it made a strange noise/the door was locked/it was raining/' +
    'the screen went black/it took three weeks/the price was different/the {thing} was postponed/the power went off/' +
    'there was a power cut/there was a man at the door/there was a problem with the {thing}/the line went dead/' +
    'it was the wrong colour/the box was damaged/the train was late/' +
    'the {thing} was stolen/it arrived without a {thing}/the {thing} was closed/it fell off the wall/it got worse/' +
    'it turned out to be the wrong size/the water came through the ceiling/the machine kept my {thing}',
  state:
    'i have a {thing} from you/we have a house in {place}/i have been a customer for ten years/my {thing} is quite old/' +
    'we live next to a factory/my mother lives alone/i work at night/i have two children/we are a small company/' +
    'the people upstairs are very loud/i am a student/i use your {thing} every day/there is a tree in our garden/' +
    'i have had this {thing} since {when}/my husband is in hospital/i have an appointment {day}/the {thing} is in my name',
  result:
    'now it is leaking/i want my money back/i need a new one/it still does not work/nobody can help me/' +
    'i do not know what to do/what should i do now/it is still not here/please send somebody/i have to pay for it/' +
    'i would like a refund/i was wondering if you could help/can you tell me where it is/now i cannot log in/' +
    'i have heard nothing since/it has not arrived/now they say it is my fault/i would like to know why/' +
    'that is why i am calling/they gave me your number/i never got an answer/i am still waiting/now the screen is dark/' +
    'i want to cancel/can i change it/it keeps switching off/nobody told me anything/now i owe two hundred pounds/' +
    'the problem is still there/could you look into that/i think that is too much/we had to leave/it was too late/' +
    'i could not use it/now i am without a {thing}/i missed my flight/they refused to take it back/it does not fit/' +
    'is that covered by the insurance/do i have to pay for that/it smells terrible/' +
    'it costs a fortune/i need it by {day}/you have not replied/he could not find anything/she is very upset/' +
    'the bill is much too high/i want to make a complaint/it is driving me mad',
  wrong:
    'my {thing} has not arrived yet/my {thing} is not working/my {thing} was stolen/there is a problem with my {thing}/' +
    'i cannot open the {thing}/i lost my {thing}/i have lost my {thing}/i forgot my password/my {thing} is broken/' +
    'i never received my {thing}/the {thing} is too small/the {thing} does not turn on/our {thing} is leaking/' +
    'you sent me the wrong {thing}/i was charged twice/the {thing} is damaged/the {thing} came without a {thing}/' +
    'i got the wrong {thing}/nobody picked me up/my {thing} keeps crashing/i missed my appointment/the {thing} is late/' +
    'i left my {thing} in {place}/i cannot find my {thing}/' +
    'i have been waiting for two hours/there is no hot water/my {thing} has expired/i locked myself out/' +
    'there is a mistake on my {thing}/the website is down/my {thing} makes a strange noise/i still have not got my {thing}',
  wh:
    'how much it costs/when it will be ready/if it is still available/whether you deliver to {place}/why my {thing} does not work/' +
    'where i can pick up the {thing}/which {thing} is better/what happened to my {thing}/how i can change my {thing}/' +
    'who is responsible for this/when you are open/how long it takes/if i need a {thing}/what the {thing} includes/' +
    'whether i can pay by card/where the {thing} is/how the {thing} works/if you have any {thing} left',
  asks:
    "can you tell me/do you know/i want to know/could you check/i would like to know/can you explain/i'm wondering/" +
    'could you find out/please tell me/i need to know/i was wondering/i would like to ask/i am not sure/let me know/' +
    "i'd like to find out/could somebody tell me/have you any idea/can i ask/i just want to check/i am calling to ask",
  wants:
    "i need/i want/i would like/i'd like/could i have/can i get/give me/i am looking for/we need/i'll have/i'll take/" +
    'we would like/can we have/please bring',
  filler:
    'um/uh/er/well/so/let me see/hmm/you know/i mean/like/let me think/hang on/one second/how shall i put it',
  quantity:
    'a/one/two/three/some/a few/five/a dozen/half a kilo of/a box of/another/both of the/all the/the/my/that/an extra',
  food:
    'burgers/onion soup/fries/coffees/rice/salad/chicken/bread/milk/tea/pasta/onion rings/lemonade/pancakes/sausages/' +
    'cheese/apples/steak/potatoes/ice cream/beer/red wine/sparkling water/noodles/tacos/curry/cake/apple juice',
  goods:
    'stools/boxes/screws/paint/batteries/candles/towels/pens/plates/cables/gloves/aprons/socks/winter boots/trousers/' +
    'pillows/mirrors/folders/brushes/curtains/bulbs/helmets/tents/paper cups/the blue ones/the small ones/red roses',
  skill: 'the piano/chess/tennis/maths/biology/history/first aid/yoga/the drums/some judo/carpentry/latin',
  town: 'madrid/lyon/oslo/prague/dublin/athens/cairo/boston/munich/turin/krakow/porto/seville/denver/leeds/zurich',
  person:
    'my brother/anna/mister cooper/doctor lang/my aunt/two colleagues/peter and his wife/the boss/our neighbours/' +
    'my daughter/miss walker/the whole team/a friend from work/her mother/the children/uncle george',
  year: '1983/1975/2001/1992/2010/1969/1988',
  n: 'two/three/four/five/six/seven/ten/twelve/twenty/fifty/2/4/8/15/60',
  no:
    'no/sorry/no wait/i mean/actually/or rather/wait/well no/actually no/no sorry/hang on/hold on/oh no/no no/excuse me/' +
    'let me correct that/scratch that/make that/rather/not that/hmm no/i meant/no hang on/no actually/what am i saying/' +
    'no that is wrong/sorry i mean/oh sorry/or no/well actually/wait a minute/my mistake/that is not right',
};

/** Sentences with and without pauses. The number of times that a kind is in `KINDS` is its weight. */
const REQUESTS =
  'can you send | the {thing} to {place}/i want to cancel | the {thing} that i ordered/please move | my appointment to {day}/' +
  'i would like to | change the {thing}/could you please | call me back {time}/is it possible to | get a new {thing} by {day}/' +
  'i have a question about | my {thing}/i am calling about | the {thing} from {day}/i want to talk to | someone about my {thing}/' +
  'do you have | a {thing} with a warranty/i am looking for a {thing} with | a good battery/' +
  'the {thing} that you sent me | is broken/if i pay today | will i get the {thing} on {day}/' +
  'when i try to use the {thing} | it says there is an error/i would like a room | for two nights | from {day}/' +
  'can i bring | my {thing} with me/i think | the {thing} is too expensive/we need a {thing} for | our office in {place}/' +
  'i need someone who | can repair a {thing}/as soon as the {thing} is ready | please call me/' +
  'before you send the {thing} | could you check the address/because of the weather | we would like to come {day}/' +
  'the reason i am calling is | that my {thing} is broken/what i need is | a {thing} by {day}';
/** Mostly said without a pause. */
const WHOLE =
  'where can i find {place}/how much is the {thing}/when do you open on {day}/i want to cancel my {thing}/' +
  'i would like to return the {thing}/i have a question about my {thing}/can i speak to {name}/i need a new {thing}/' +
  'please call me back {time}/my name is {name}/this is {name} speaking/i am calling about my {thing}/do you have a {thing}/' +
  'is the {thing} included/can you repair my {thing}/how long does it take/' +
  'please book a room for two nights/i would like to make an appointment/what does it cost/which {thing} do you recommend/' +
  'reserve a table for {day}/until when can i call {day}/which floor is it on/' +
  'who is my contact person/i want to exchange a {thing}/' +
  'could you put me through to {name}/do i need a {thing}/does it come with a {thing}/how do i get to {place}/' +
  'what is the {thing} for/can i pay by card/when will my {thing} arrive/is there parking at {place}/' +
  'i would like to speak to the person in charge/can you send me the {thing}/i need help with my {thing}/' +
  'i want to report a lost {thing}/what do i need for the {thing}/are you open on {day}/how many {goods} do i get/' +
  'i would like to extend my {thing}/i have to change my {thing}/can i bring my dog/where do i have to sign/' +
  'which bus goes to {place}/what are your opening hours/i just want to say thank you/how old do you have to be';
/** Sentences that people say to any agent. */
const COMMON =
  'what time is it/what time is it now/what is the time in {place}/can you hear me/can you help me/what can you do/' +
  "who are you/how are you/what is your name/who am i speaking to/that is all/that's all/that's it for today/" +
  'thank you very much/thanks a lot/thank you for your help/good morning/good evening/hello there/goodbye/see you later/' +
  'tell me a joke/tell me a story/say that again please/could you repeat that/i did not understand/speak more slowly please/' +
  'i do not know/i am not sure/it does not work/it is broken/i live in {place}/i am from {place}/i am fine thanks/' +
  'please wait a moment/turn off the light/turn on the radio/play some music/stop the music/what is the weather like/' +
  'what is the weather like in {place} tomorrow/is it going to rain/is there a pharmacy nearby/where is the station/' +
  'how far is it to {place}/what day is it today/i have to go now/that was wrong/i would like to book a table/' +
  'i would like to book a table for two/can i book a table for four/can i book a room/i want to book a flight to {place}/' +
  'i want to fly to {place} on {day}/i need an appointment/i need an appointment {day}/i need an appointment {day} {time}/' +
  'what is two plus two/please add two and five/what is on my calendar {day}/set an alarm {time}/remind me {day}/' +
  'call my mother/send a message to {name}/read me the news/is the museum open/are you open {day}/do you deliver to {place}/' +
  'do you speak german/i want to speak to a person/can i talk to somebody/i would like to know more/tell me more about that/' +
  'why is that/what does that mean/yes i am still here/no that is wrong/let us start/i have another question/' +
  'i changed my mind/that sounds good/i would like that/not today thank you';

/** Lists: the words before the items, and the kind of the items; "" for a list without a beginning. */
const LISTS: Templates['lists'] = [
  ['{wants}', '{quantity} {food}'],
  ['{wants}', '{food}'],
  ['{wants}', '{quantity} {goods}'],
  ['we are out of/please order/bring/take/we sell/do not forget/i bought/there are/put in', '{goods}'],
  ['i play/she teaches/he is good at/i studied/we learn', '{skill}'],
  ['we stopped in/i have worked in/we have shops in/i want to visit/we flew to/he lived in', '{town}'],
  ['i will bring/please invite/i live with/there will be/we are waiting for/send it to', '{person}'],
  ['i can come on/we are open on/i am free on/it could be', '{day}'],
  ['she is allergic to/he does not eat/we are out of/i would like', '{food}'],
  ['please check/you should clean/i lost/they took/we need to repair', 'the {thing}'],
  ['', '{quantity} {food}'],
  ['', '{day}'],
  ['', '{person}'],
  ['', 'the {thing}'],
  ['', '{goods}'],
];
/** Corrections: the frame, and its contents. */
const CORRECTED: Templates['corrected'] = [
  ['for/on/make it/my appointment is on/they are coming on/i ordered it on', '{day}'],
  ['we come/it starts/the meeting is/my train leaves/call me/i was there', '{time}'],
  ['i want/i ordered/give me/we will have/i said', '{quantity} {food}'],
  ['i want to go to/it is in/we are moving to/the parcel goes to/i am calling from', '{town}'],
  ['it is from/we bought it in/that was in/i moved here in', '{year}'],
  ['we are/there will be/a table for/it sleeps/i need', '{n}'],
  ['i would like to speak to/the booking is for/my doctor is/i sent it to/my name is', '{name}'],
  ['i left it in/send it to/pick me up at/it is near/take me to', '{place}'],
  ['it costs/i paid/the rent is/transfer/you charged me', '{n} pounds/{n} euros/{n} dollars'],
  [
    'it is/i live/we sit/the office is',
    'upstairs/downstairs/at the back/in the front row/on the ground floor',
  ],
  [
    'i want to cancel/i lost/change/it is about',
    'the {thing}/my {thing}/the first one/the second one/the big one',
  ],
];
const SHORT: Templates['short'] = [
  ['Is that correct?', "yes/no/yes it is/correct/right/that's right/yeah/exactly/nope/it is/of course"],
  [
    'Would you like anything else?',
    "no thank you/no that's all/no/that's it/yes/nothing else/that is everything",
  ],
  [
    'Do you want the small one or the large one?',
    'small/the large one/large please/both/neither/the first one',
  ],
  ['How many do you need?', 'two/#/five/just one/a dozen/three please/only one/about ten'],
  ['Shall I go ahead?', 'okay/sure/go ahead/please do/yes please/no wait/ok/fine/all right/yes'],
  ['Which day would you prefer?', '{day}/on {day}/{day} please/any day/the 5th'],
  ['What time would suit you?', '{time}/any time/noon/at 7/half past 9'],
  ['Can you hear me?', 'yes/hello/yes i can/i can hear you/hello yes/i can'],
  ['What is your name?', "{name}/my name is {name}/it's {name}/i am {name}/{name} please"],
  ['Where are you calling from?', "{place}/from {place}/i'm in {place}/{town}"],
  ['Hello, how can I help you?', 'hello/hi there/good morning'],
  ['What colour would you like?', 'black/the red one/dark blue/any colour/white please'],
];
const NUMBER_QUESTIONS = [
  'What is your phone number?',
  'Can I have your account number?',
  'Please tell me your card number.',
  'What is the code?',
  'Could you give me the reference number?',
];
const OPEN_QUESTIONS = ['How can I help you?', 'Hello, how can I help you today?', 'What can I do for you?'];
const STORY_QUESTIONS = ['What happened?', 'What is the problem?', 'Why are you calling?', ...OPEN_QUESTIONS];
const LIST_QUESTIONS = [
  'What would you like?',
  'Which days are good for you?',
  'What do you need?',
  'Who is coming?',
];
const DIGITS = ['oh', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

export const ENGLISH: Templates = {
  words: WORDS,
  requests: REQUESTS,
  whole: WHOLE,
  common: COMMON,
  lists: LISTS,
  corrected: CORRECTED,
  short: SHORT,
  questions: {
    number: NUMBER_QUESTIONS,
    email: ['What is your email address?'],
    address: ['What is your address?', 'Where should we send it?'],
    spelling: ['Could you spell your name?', 'How do you spell that?'],
    open: OPEN_QUESTIONS,
    story: STORY_QUESTIONS,
    list: LIST_QUESTIONS,
  },
  whatHappened: STORY_QUESTIONS.slice(0, 3),
  digits: DIGITS,
  linking: 'and/but/then/and then/after that/so/when/well',
  beforeResult: 'and/and/but/so/and now/but now/because//',
  beforeLast: 'and/and/and/or/and also/as well as',
  beforeSecond: '/and',
  beforeComplaint: 'and/so/but',
  please: 'please',
  beforeNumber: "/it's/sure/yes it is/my number is/the number is/okay/that is/one moment it's",
  beforeEmail: "/it's/my email is/send it to",
  email: { between: 'dot/at/underscore', at: 'at', dot: 'dot', ends: 'com/org/net' },
  beforeAddress: "/i live at/it's/the address is/we moved to/please deliver it to/our shop is at",
  street: '{#} | {name} {road}',
  road: 'street/road/avenue/lane/drive/square/court/gardens',
  beforePlace: '/in/near/next to/opposite',
  beforeLetters: "/it's/sure/yes/my name is",
  newThing: 'a new {thing}',
  aThing: 'a {thing}',
  contracted: [],
};
