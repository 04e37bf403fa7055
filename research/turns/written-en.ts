/** Sentences of English callers. */
import type { Written } from './written.ts';

const COMPLETE =
  'i need a dentist/my knee is swollen/i have a sore throat/the baby has a rash/i cut my finger/my back is killing me/' +
  'i am feeling much better/she is in labour/he fell off a ladder/my ears are ringing/i keep getting headaches/' +
  'he is allergic to peanuts/i need a prescription for my inhaler/i have run out of insulin/can i get a flu jab/' +
  'i would like to see a specialist/my test results are missing/do i have to fast before the test/she cannot walk/' +
  'is it contagious/how often should i take the tablets/he has stopped eating/i think i broke my toe/my tooth came out/' +
  'the wound is infected/i want a second opinion/do you take walk ins/my mother had a stroke/i am four months pregnant/' +
  'the fridge is making a funny noise/our boiler has packed up/there is no water/the lights went out/the toilet is blocked/' +
  'the lift is broken/water is coming through the ceiling/my radiator is cold/there is mould on the wall/i smell gas/' +
  'the window will not close/the lock is jammed/the smoke alarm keeps beeping/someone left the gate open/the carpet is wet/' +
  'my upstairs neighbour is too loud/the bins were not emptied/there are ants in the kitchen/the handle came off/' +
  'a tile fell from the roof/the oven does not get hot/the doorbell does not ring/i need an electrician/i want to move out/' +
  'my rent went up/the heating bill is far too high/when is the inspection/may i paint the walls/who has the spare key/' +
  'can you come and measure the window/i would like a quote for a new kitchen/do you clean carpets/how big is the garden/' +
  'is the flat still free/may i keep a cat/the parking space is taken/there is graffiti on our wall/we have no signal here/' +
  'my internet is slow/the wifi keeps dropping/my phone fell in the sink/the battery is dead/the screen is cracked/' +
  'i forgot my pin/i am locked out of my account/the app does not open/my laptop will not start/i got a virus/' +
  'i deleted all my photos/the keyboard is sticky/i cannot hear the other side/the sound is gone/the website is broken/' +
  'i did not get the code/the link does not work/my email was hacked/i want a new number/i would like to upgrade my plan/' +
  'how do i install the update/how much data do i have left/can i keep my number/my contract is up/i need a new sim card/' +
  'i want to block my card/someone used my card/i do not recognise this charge/my balance is wrong/the machine ate my card/' +
  'i need a loan/i would like to close my account/what is my balance/how much can i withdraw/i sent money to the wrong person/' +
  'my salary has not come in/i was charged a fee/why was my payment declined/can i pay in instalments/i need a receipt/' +
  'is there a fee for that/do you accept cheques/what is the exchange rate/i would like to raise my limit/i lost my wallet/' +
  'you took too much money/i have already paid/the price is wrong/this is too expensive/i want a discount/where is my refund/' +
  'my package never came/the box was empty/you sent the wrong colour/two plates are broken/the shirt is too tight/' +
  'a part is missing/i did not receive my order/the driver threw it over the fence/i want my money back/i was not at home/' +
  'can i exchange it/do you ship to iceland/how long does shipping take/is it in stock/do you gift wrap/where was it made/' +
  'i am looking for a raincoat/do you have it in black/have you got a bigger one/i would like to try it on/it is a present/' +
  'how much are these/is this on sale/what size is it/does it come with a plug/i need it by tonight/it is not what i ordered/' +
  'i would like to complain/the staff were lovely/nobody served us/the soup was salty/there was a hair in my food/' +
  'my steak is raw/we would like to order/a table by the wall please/i am vegan/is there nuts in it/what is the soup today/' +
  'do you have high chairs/we are running late/i left my scarf in your restaurant/could we have some more bread/' +
  'the bill is wrong/can we pay separately/do you do takeaway/i would like a birthday cake/what time does the kitchen close/' +
  'i want to book a cruise/is the hotel near the beach/my room is dirty/the bed is too soft/there are no towels/' +
  'the air conditioning is broken/i would like to check out/can i have a late checkout/is there a lift/do you have a cot/' +
  'i need to change my flight/my luggage is lost/i missed my connection/my seat does not recline/the plane was late/' +
  'do i need a visa/how much luggage can i bring/where is the gate/is the flight on time/can i choose my seat/' +
  'which platform is it/when is the last train/the train was cancelled/i bought the wrong ticket/my pass has run out/' +
  'is this seat free/does the bus stop here/i need a taxi/my driver is lost/you drove past me/please stop here/' +
  'i had a flat tyre/my car will not start/the brakes squeak/someone hit my car/i got a parking ticket/my car was towed/' +
  'the engine is smoking/i need an oil change/how much is a service/when can i collect it/do you rent vans/i ran out of petrol/' +
  'i lost my licence/i want to insure my motorbike/i had an accident/nobody was hurt/the other driver ran away/' +
  'i need a new birth certificate/i would like to register a company/how do i vote/when is my hearing/i got a fine/' +
  'my benefits have stopped/i changed my name/i have moved/i am getting divorced/my visa expires soon/i lost my job/' +
  'what documents do i need/where do i sign/how long does it take/is the office open/who is in charge/can i do it online/' +
  'my daughter is being bullied/my son is sick today/she will be late for school/the school bus did not come/' +
  'when do the holidays start/how much are the lessons/i would like to enrol my twins/is there a waiting list/' +
  'he needs extra help with reading/i teach french/i am learning the guitar/who is the head teacher/my exam was moved/' +
  'my dog ate chocolate/our cat is missing/the rabbit has a limp/i found a hedgehog/do you treat birds/she was bitten by a tick/' +
  'i would like to adopt a puppy/he barks at everyone/is he friendly/how old is she/the horse is lame/' +
  'turn up the volume/close the blinds/set a timer for ten minutes/lock the front door/what is in my diary/add eggs to the list/' +
  'play the next one/turn it off/what is the temperature outside/do i need an umbrella/how do you spell rhythm/call me a cab/' +
  'who invented the telephone/how many people live in norway/what does that word mean/when was she born/how far is the moon/' +
  'translate good night into greek/read it again/tell me something funny/start the vacuum cleaner/what is new/wake me at six/' +
  'remind me to buy stamps/text my sister/delete that/what is nine times seven/open the garage/it is too dark in here/' +
  'i want to speak to a human/put me through to sales/are you a robot/can you speak up/i did not catch that/you are breaking up/' +
  'i have been on hold for ages/this is the third time i have called/nobody called me back/you hung up on me/i am very angry/' +
  'that is not good enough/i am disappointed/i would like to thank you/you have been very helpful/that solved it/it works now/' +
  'never mind/forget it/i will call again later/i am at work right now/i cannot talk now/this is a bad time/i am driving/' +
  'i am calling for my father/my name has a hyphen/i am a new customer/i have never used it/i would rather not say/' +
  'i am eighty two years old/i live alone/i am deaf in one ear/we have two cars/i work from home/i retired last year/' +
  'i have two sons/my wife is from brazil/we got married in june/he is my uncle/i grew up on a farm/she plays the cello/' +
  'i like gardening/i hate spiders/we love your shop/he speaks no english/it is my first time/i do not have a computer/' +
  'i do not drink alcohol/i never eat fish/i cannot swim/he does not remember/we did not sign anything/i have no idea/' +
  'i will think about it/let me ask my wife/i prefer the morning/the earlier the better/it does not matter/either is fine/' +
  'i want the cheapest one/i would like the same again/give me the details/send me the form/take me off your list/' +
  'please hurry/please do not call me again/make sure it is clean/tell him i am sorry/keep the change/leave it at the door/' +
  'would tuesday work/could we postpone it/shall i come in person/may i bring a friend/should i be worried/must i pay now/' +
  'will you be there/did he leave a message/has she arrived/was there a letter for me/were you closed yesterday/is that normal/' +
  'are they twins/does it hurt/do they bite/am i insured/have we met/had you heard of it/whose turn is it/why is it so slow/' +
  'the museum was closed/the show was brilliant/the music is too loud/the ticket is not valid/our guide never came/' +
  'the kids are bored/the water is too cold/the pool was full/my coat is gone/the cloakroom is locked/i dropped my ring/' +
  'there is a wasp in the room/a man is following me/there has been a fire/my house was broken into/somebody stole my bike/' +
  'the alarm is going off/i heard a gunshot/a child is missing/there is a fight outside/an old man fell down/he is not breathing';

/** Questions that end in the preposition of their question word, ... */
const STRANDED =
  'who am i speaking to/who am i speaking with/who do i talk to/who should i turn to/who is it for/who was that from/' +
  'who do i make the cheque out to/who did she leave it with/who are you calling on behalf of/who can i complain to/' +
  'who do these belong to/who is this call from/who does he work for/who shall i say it is from/who do i report it to/' +
  'what is that about/what is this for/what are they made from/what is the fee for/what do i need it for/what was the charge for/' +
  'what are you calling about/what is it used for/what is that good for/what am i paying for/what does it go with/' +
  'what does that come with/what is the house built of/what is he allergic to/what is she accused of/what did it collide with/' +
  'what is it connected to/what should i put it in/what shall i wrap it in/what do you base that on/what is that short for/' +
  'what colour does it come in/what size does it come in/what name is it under/what name did you book it under/' +
  'what floor are you on/what street is it in/what page are you on/what channel is it on/what time do you stay open till/' +
  'what date is it valid from/what language is it in/which door do we come in by/which desk do i go to/which team is he on/' +
  'which line is it on/which number did you ring from/which account does it come out of/which card did i pay with/' +
  'which road is it off/which station do i get off at/which stop do i get out at/which terminal do you fly from/' +
  'which side is the tank on/which bin does this go in/which drawer did you put it in/which company are you from/' +
  'which country are you travelling to/which of them is it for/which one are you looking at/which entrance is it near/' +
  'where is he from/where did you come from/where is that noise coming from/where does it go to/where are you off to/' +
  'where do the coaches leave from/where should i send it to/where did you hear that from/where are you calling from/' +
  'where can i pick it up from/where is the parcel going to/how long is it good for/how many people is it for/' +
  'how many rooms do you have it for/how old do you have to be to get in/how much did you sell it for/how far is it from/' +
  'whose name is it in/whose account did it go to/is there anyone i can talk to/is there a number i can reach you on/' +
  'is there something i can sit on/do you have a bag i can put it in/there is nothing to worry about/it is not what i asked for/' +
  'that is the one i was looking for/that is what i was afraid of/it was worth waiting for/i have nobody to go with';

/** ... and others, in which more follows it. */
const NOT_STRANDED =
  'who do i speak to | about my bill/who is responsible for | the lift/who can i talk to | in your sales team/' +
  'what do you charge for | a haircut/what is the price of | the small one/what time does the bus to | oxford leave/' +
  'what is the difference between | the two plans/what do you know about | my case/what would you do with | an old piano/' +
  'which of these is good for | dry skin/which day is best for | you/which is the way to | the ferry/which bus goes from | the market/' +
  'where can i find out about | my results/where do i go for | an x ray/where is the entrance to | the car park/' +
  'how much is it for | two adults/how far is it from | the beach/how long is the drive from | the airport/' +
  'how do i apply for | a permit/when do you close on | sundays/when is the best time for | a visit/' +
  'is there a number for | emergencies/do you have anything for | a cough/i have been looking for | my keys/that is what i got from | your colleague';

const STORIES =
  'i bought a mower in spring | it ran fine all summer | and now it will not start/' +
  'i hired a car at the airport | i gave it back on time | and you charged me for another day/' +
  'we stayed with you at easter | i left my earrings in the room | could you look for them/' +
  'i sent you a form in january | you wrote that it was incomplete | but i cannot see what is missing/' +
  'my father turned eighty last week | we ordered a cake | and it said happy sixtieth/' +
  'your fitter came on thursday | he drilled a hole in the wall | and hit a pipe/' +
  'i was in your store at lunchtime | i paid at the till | and i think i left my card there/' +
  'i have a cleaner who comes on mondays | she slipped on the stairs | who pays for that/' +
  'i took my phone to a repair shop | they changed the screen | since then the speaker is dead/' +
  'we got a new kitten | she scratched my son | and his hand is red/' +
  'i did the test online | i passed | but the certificate has the wrong name on it/' +
  'i went to the gym yesterday | i put my bag in the locker | when i came back it was gone/' +
  "we booked a table for eight o'clock | we came at five past | and it was given away/" +
  'i called you in the morning | a man put me on hold | then the line went dead/' +
  'a salesman came to my door | i signed something | i would like to cancel that/' +
  'my wife and i did a tour with you | the guide was great | we want to do it again/' +
  'i was walking my dog in the park | another dog came running | and bit mine in the ear/' +
  'i moved into the flat in autumn | everything was fine at first | then the damp came/' +
  'i started the tablets on monday | my skin began to itch | should i stop/' +
  'our daughter goes to your nursery | she lost a shoe there | has anybody found it/' +
  'i made a transfer on friday | it left my account | but it never arrived/' +
  'i put petrol in a diesel car | i did not start the engine | what now/' +
  'i had my hair done at your salon | it looked lovely | but the colour is coming out/' +
  'i bought two tickets for the opera | my sister is ill | can i give one back/' +
  'they dug up our street | they filled the hole | and now it has sunk/' +
  'we have lived here for twenty years | we never had a problem | but the new people have parties every night/' +
  'i won a voucher in a raffle | i tried to use it | the girl said it was out of date/' +
  'i collected my prescription at noon | i got home | and it was for someone else/' +
  'i let my flat to a student | he has not paid for three months | what can i do/' +
  'my brother lent me his trailer | i reversed into a post | and the light is smashed/' +
  'we ordered a sofa in the sale | you delivered it in the rain | and there is a stain on it/' +
  'i wrote to you before christmas | you answered | but you did not say when/' +
  'i saw your advert in the paper | it said half price | is that still true/' +
  'i have been with you since the nineties | i always paid on time | and you treat me like this/' +
  'i applied for a passport in may | i am leaving next week | and it is still not here/' +
  'my tenant rang me at midnight | the boiler was leaking | so i turned the water off/' +
  'the nurse gave me a leaflet | it has a number on it | nobody picks up there/' +
  'i went to vote this morning | they could not find my name | can you check the list/' +
  'we had a power cut on sunday | it came back after an hour | but the freezer had thawed/' +
  'i ordered glasses from you | i have worn them for a week | and i get dizzy/' +
  'my neighbour cut down a hedge | it was ours | do i need a lawyer/' +
  'the courier came at nine | i was in the shower | so he took it away again/' +
  'i lost my purse in the cinema | i asked at the desk | they told me to ring you/' +
  'i had a call from a man | he said he was from your bank | and he wanted my password/' +
  'i rented a flat for the weekend | there was no hot water | and the owner never replied/' +
  'we planned a wedding for june | my fiance got a job abroad | so we have to move the date/' +
  'my bike was in the cellar | it was locked | somebody cut the chain/' +
  'i filled in your survey | you promised a gift card | it has been two months/' +
  'the vet operated on her knee | she was fine for a week | now she is limping again/' +
  'i took the night bus | the driver braked hard | and i hit my head';

const HESITANT =
  'i like opera | ballet | and folk music/we sell stamps | old coins | and medals/i will have the curry | plain rice | and a mango juice/' +
  'she has a degree in law | a diploma in music | and no job/bring pens | rulers | and glue/i saw deer | foxes | and an owl/' +
  'my cousins are called ruth | ben | and little amy/the shed is full of paint | old tyres | and a broken pram/' +
  'i clean offices | schools | and sometimes trains/we visited norway | finland | and a bit of russia/' +
  'there is a scratch on the door | a dent in the bonnet | and the mirror is gone/i would like flour | yeast | and brown sugar/' +
  'the bus is full | the tram is late | and the taxis are on strike/he plays golf | squash | and poker/' +
  'put me down for monday | no sorry | thursday/i was born in leeds | i mean | near leeds/send three copies | wait | four copies/' +
  'the train leaves at ten | no | at ten past/my flat is on the left | hang on | on the right/i need a double | or rather | a twin/' +
  'it cost ninety dollars | actually | it was ninety five/ask for emma | no | ask for her deputy/we leave in march | sorry | in may/' +
  'his number plate is old | well | very old/i have the small one | no wait | the medium one/turn left at the church | i mean | at the chapel/' +
  'book me on the first flight | hmm | the second one/it is my aunt | or rather | my great aunt/paint it white | no | cream/' +
  'can you find out | if the pitch is free/i was told that | you buy old records/i am looking for someone | who can fix a clock/' +
  'would you please tell me | where i can leave my bike/my doctor said that | i should ring you/i am not sure | if this is the right number/' +
  'i need to | speak to the person who runs the choir/is there anyone who | could carry the boxes/we were wondering whether | you cater for weddings/' +
  'the problem with | my printer is that it eats the paper/i would like to know | when the river path reopens/could you put | a note on my file/' +
  'i have to | pick up my mother at four/please give me | the name of a good roofer/i want to make sure that | the cot is ready/' +
  'what would happen if | i missed a payment/do i have to | bring the original/it depends on | how much the fitting costs/' +
  'when i was | in the shop there was a sign/if it rains | will the match go ahead/after the concert | is there a bus back to the village/' +
  'because my leg is broken | i cannot climb the stairs/as i have no car | i need somebody to bring it/since you ask | i prefer the blue one';

const LONGER =
  'i would like to book a haircut for wednesday at three/could you send somebody to look at the dishwasher/' +
  'please tell my sister that i will be home late tonight/i want to change the name on my train ticket/' +
  'can you check if my parcel left the depot yesterday/i am calling to confirm my booking for tomorrow night/' +
  'we would like a room with two single beds and a bath/the man at the counter told me to ring this number/' +
  'my mother needs a wheelchair at the airport on saturday/i do not understand the last line of my payslip/' +
  'could you explain the difference between the two plans/is it possible to get a refund for an unused ticket/' +
  'i cannot get into the building because my badge has expired/do i have to bring my own towel to the sauna/' +
  'what happens to my points when i cancel the card/how long can i leave my car in the short stay car park/' +
  'there is a car parked right in front of our fire exit/the heating in flat seven has been off since the weekend/' +
  'i want to know how much it costs to send a letter to chile/when does the exhibition about the vikings end/' +
  'why was my appointment cancelled without any warning/where can i pick up the tickets that i booked online/' +
  'which of your doctors speaks portuguese/who do i talk to about a noise complaint/how do i set the clock on my oven/' +
  'i would like to leave a message for the manager of the shoe department/please put the blue towels in the bathroom/' +
  "remind me to take my pills at half past nine every evening/turn the lights in the children's room to fifteen percent/" +
  'play the new album by the band from iceland/what was the name of the actor who played the butler/' +
  'add two bottles of lemonade and some ice to the shopping list/read me the first email from my accountant/' +
  'how long would it take me to walk from here to the harbour/will it be warm enough to eat outside on sunday/' +
  "i have been trying to reach you since eight o'clock this morning/my order has been stuck in customs for two weeks/" +
  'the gentleman before me got a much better price/i paid for express delivery but it took nine days/' +
  'the colour in the picture is not the colour of the rug/my son was given the wrong medicine at your clinic/' +
  'we found a hair clip in our salad last night/one of the chairs has a loose leg/the zip broke the first time i wore it/' +
  'i would like my deposit back as soon as possible/i want to take out travel insurance for a trip to nepal/' +
  'can my daughter travel alone on the ferry/could you please stop sending me advertising by post/' +
  'are there any places left on the pottery course/have you received the documents that i faxed on monday/' +
  'did anybody hand in a red umbrella yesterday evening/does the price on the website include breakfast for children/' +
  'is there a doctor who can come to our house/was my application complete/were there any calls for me this afternoon/' +
  'may i move the meeting with the architect to next month/should i turn off the water before you come/' +
  'i need a certified copy of my marriage certificate/my husband would like to speak to someone about his pension/' +
  'our club wants to rent the big hall for a concert in december/we are looking for a flat with a garden near the school/' +
  'i am interested in the job that you advertised in the newspaper/i am afraid i have broken one of your glasses/' +
  'i am just calling to say that the parcel has arrived/i was told that you might be able to help me/' +
  'i think i gave you the wrong email address when i signed up/i believe there is a mistake in my tax bill/' +
  'it would be nice to have a table near the stage/it is about the letter that you sent me last week/' +
  'that is not what your colleague promised me on the phone/this is the second time that my card has been refused/' +
  'everybody in our street has lost their connection/nobody has cut the grass in the park this year/' +
  'something is wrong with the brakes of my rental car/someone has painted over the sign at the crossroads/' +
  'all of my files disappeared after the update/both of my children have got chicken pox/half of the bulbs are dead/' +
  'most of the rooms smell of smoke/none of the buttons on the remote work/one of our bags did not come out/' +
  'three of the eggs were cracked/two of us do not eat pork/ten people will come to the tasting/' +
  'my grandmother turns ninety on the last day of october/my bicycle was taken from outside the library this afternoon/' +
  'your branch in the high street was closed at lunchtime today/your engineer did not turn up again/' +
  'the instructions are only in japanese/the queue at the counter is far too long/the sauce in the jar had gone off/' +
  'the woman in the flat below keeps banging on her ceiling/the trousers that i bought are five centimetres too long/' +
  'the number that you gave me does not exist/the person who sold it to me has left the company/' +
  'i only need it for a couple of days/i usually pay at the end of the month/i still have the old key/' +
  'i never agreed to a second year/i really like the green one/i already have an account with you/' +
  'i also want to order a spare filter/i hardly ever use it/i always sit in the same seat/i even rang your head office';

const ANSWERS: Written['answers'] = [
  [
    'What seems to be the problem?',
    'it will not charge/there is no picture/the drawer is stuck/it smells of burning/i cannot log on/it makes a grinding noise/my leg hurts/he is coughing/the water is brown/nothing happens when i press start',
  ],
  [
    'What happened?',
    'i fell off my bike/someone broke the window/we ran out of fuel/the dog bit the postman/i slipped on the ice/a pipe burst/my bag was stolen/the ceiling came down/i dropped it in the bath/he fainted',
  ],
  [
    'How can I help you?',
    'i want to book a lesson/i need a form/i am looking for my son/i have a reservation/it is about my bill/i would like to talk to the chef/my key is stuck/please connect me to the workshop/i need some advice/we want to cancel our order',
  ],
  [
    'What can I do for you today?',
    'i need new tyres/i would like to pay my bill/my toilet is blocked/i want to open an account/can you fix a watch/i would like to move my booking/i am here about the flat/just a coffee please',
  ],
  [
    'Why are you calling?',
    'i got a letter from you/my card was stolen/i have a question/the contract is wrong/i was cut off/you asked me to ring/i need my password/our order is late',
  ],
  [
    'When did it start?',
    'on sunday night/about a week ago/just now/right after breakfast/when we moved in/two or three days ago/this morning at work/in the middle of the night/last winter/shortly after the update',
  ],
  [
    'Where does it hurt?',
    'in my left shoulder/behind the ear/all over/just below the knee/it hurts when i swallow/in the lower back/everywhere/on the right side',
  ],
  [
    'Where are you?',
    'i am at the bus stop/in front of the town hall/we are on the motorway/at home/near the big fountain/on the third floor/i do not know/by the lake/behind the supermarket',
  ],
  [
    'Which one would you like?',
    'the grey one/the one on the left/the smaller of the two/the leather one/the same as last time/the one in the window/i do not mind/both of them',
  ],
  [
    'Who is it for?',
    'it is for my nephew/my mother in law/it is a present for a colleague/for myself/for our cleaner/a friend of mine/for the whole class',
  ],
  [
    'How would you like to pay?',
    'in cash/by card please/with my phone/on account/can i pay later/i have a voucher/in three instalments/by direct debit',
  ],
  [
    'What time suits you?',
    'around two in the afternoon/first thing in the morning/any time after lunch/half past eleven/as early as possible/six would be fine/not before ten/in the evening',
  ],
  [
    'What is your name?',
    'anna lindgren/my name is oscar brandt/it is williams/this is mister cho/call me jo/i am the daughter of missus hall/peter/it is under fletcher',
  ],
  [
    'How many people will there be?',
    'just the two of us/there will be nine of us/six adults and a baby/eight i think/four or five/about thirty/only me',
  ],
  [
    'Would you like to leave a message?',
    'no i will ring again/yes please/tell her i called/just say that frank rang/no thanks/please ask him to call me back/it is not important',
  ],
  [
    'What colour is it?',
    'it is dark red/light brown with a white stripe/silver/kind of beige/black and yellow/navy blue/mostly green',
  ],
  [
    'Can you describe it?',
    'it is a small black box/it has a round handle/it looks like a snake/it is about as big as a shoe/a long thin pipe/it is made of wood',
  ],
  [
    'Is there anything else I can do for you?',
    'no that is everything/yes i need a receipt/not today thanks/one more thing/what are your opening hours/no you have been great/could you repeat the price',
  ],
];

const MORE_STORIES =
  'i parked my car on the square | i was only gone ten minutes | and now there is a clamp on it/' +
  'we got married in the town hall | they gave us a paper | i cannot find it/' +
  'i rented a carpet cleaner from you | it was quite heavy | and i scratched the floor with it/' +
  'i had a look at the flat on tuesday | i liked it a lot | is it still available/' +
  'there was a storm last night | the aerial fell down | and we have no television/' +
  'i ordered a pizza an hour ago | the man said thirty minutes | it has not come/' +
  'my colleague and i share a locker | she left the firm | she still has the key/' +
  'i was on the number nine bus this morning | i had a blue folder with me | i must have left it on the seat/' +
  'my sister works in your kitchen | she cut her hand | and she cannot come in tonight/' +
  'i read about your course in a magazine | i have no experience | can i still join/' +
  'we went to the zoo with the class | one of the girls got lost | a keeper found her | i wanted to say thanks/' +
  'my phone rang at three at night | there was nobody there | it happens every night/' +
  'i bought a second hand piano | the seller brought it round | and two keys are dead/' +
  'i asked for a window seat | i paid extra | and i got the aisle/' +
  'the doctor looked at my knee in july | he said wait and see | it is not getting better/' +
  'i gave notice in march | i handed back the keys | you are still charging rent/' +
  'she took her driving test on friday | she passed | when will she get the card/' +
  'i am at the station | the last train has gone | is there a night bus/' +
  'i own a small bakery | we are closing in summer | i need to cancel the flour/' +
  'we live on the corner | the lorries drive over our grass | can you put up a post/' +
  'i have an old radio from my uncle | it used to work | can you have a look at it/' +
  'i am a teacher at the primary school | we are planning a trip | how much is it for a group/' +
  'my wife is in your ward | she had a baby last night | when can i visit/' +
  'i used to be a member | i stopped two years ago | i would like to come back/' +
  'i found a wallet in the street | it has a card of your bank in it | where can i bring it/' +
  'we are a family of five | we are coming in august | we need two rooms/' +
  'i clicked on the link in the message | i typed in my password | now i am worried/' +
  'yesterday i planted some roses | this morning they were all gone | i think it was a deer/' +
  'last spring we put in a new kitchen | the fitter did a good job | but one door hangs down/' +
  'two weeks ago i broke my wrist | they put a cast on it | it itches terribly/' +
  'on monday i spoke to a lady | she was going to check something | i have not heard back/' +
  'when we came home from holiday | the front door was open | and the silver was gone';

export const ENGLISH_WRITTEN: Written = {
  complete: `${COMPLETE}/${LONGER}/${STRANDED}`,
  answers: ANSWERS,
  stories: `${STORIES}/${MORE_STORIES}`,
  hesitant: `${HESITANT}/${NOT_STRANDED}`,
  questions: [
    'How can I help you?',
    'Hello, how can I help you today?',
    'What can I do for you?',
    'What is it about?',
  ],
};
