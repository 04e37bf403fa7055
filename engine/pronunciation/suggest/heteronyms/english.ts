/**
 * English words that are written alike and said in two ways. Pairs that differ in stress, and verbs in -ate, follow one
 * pattern each; the others come with words that go with their meanings.
 */
import type { Heteronym, PartOfSpeech, Reading } from './types.ts';

/** word: noun / verb */
const STRESS_PAIRS = `
address ˈædɹɛs əˈdɹɛs
ally ˈælaɪ əˈlaɪ
attribute ˈætɹɪbjuːt əˈtɹɪbjuːt
combat ˈkɑːmbæt kəmˈbæt
combine ˈkɑːmbaɪn kəmˈbaɪn
commune ˈkɑːmjuːn kəˈmjuːn
compact ˈkɑːmpækt kəmˈpækt
compound ˈkɑːmpaʊnd kəmˈpaʊnd
compress ˈkɑːmpɹɛs kəmˈpɹɛs
conduct ˈkɑːndʌkt kənˈdʌkt
confine ˈkɑːnfaɪn kənˈfaɪn
conflict ˈkɑːnflɪkt kənˈflɪkt
conscript ˈkɑːnskɹɪpt kənˈskɹɪpt
console ˈkɑːnsoʊl kənˈsoʊl
construct ˈkɑːnstɹʌkt kənˈstɹʌkt
contest ˈkɑːntɛst kənˈtɛst
contract ˈkɑːntɹækt kənˈtɹækt
contrast ˈkɑːntɹæst kənˈtɹæst
converse ˈkɑːnvɜːs kənˈvɜːs
convert ˈkɑːnvɜːt kənˈvɜːt
convict ˈkɑːnvɪkt kənˈvɪkt
decrease ˈdiːkɹiːs dɪˈkɹiːs
defect ˈdiːfɛkt dɪˈfɛkt
desert ˈdɛzɚt dɪˈzɜːt
digest ˈdaɪdʒɛst daɪˈdʒɛst
discharge ˈdɪstʃɑːɹdʒ dɪsˈtʃɑːɹdʒ
discount ˈdɪskaʊnt dɪsˈkaʊnt
entrance ˈɛntɹəns ɛnˈtɹæns
escort ˈɛskɔːɹt ɪˈskɔːɹt
exploit ˈɛksplɔɪt ɪkˈsplɔɪt
export ˈɛkspɔːɹt ɪkˈspɔːɹt
extract ˈɛkstɹækt ɪkˈstɹækt
ferment ˈfɜːmɛnt fɚˈmɛnt
impact ˈɪmpækt ɪmˈpækt
implant ˈɪmplænt ɪmˈplænt
import ˈɪmpɔːɹt ɪmˈpɔːɹt
imprint ˈɪmpɹɪnt ɪmˈpɹɪnt
incense ˈɪnsɛns ɪnˈsɛns
incline ˈɪnklaɪn ɪnˈklaɪn
increase ˈɪŋkɹiːs ɪnˈkɹiːs
insert ˈɪnsɜːt ɪnˈsɜːt
insult ˈɪnsʌlt ɪnˈsʌlt
intern ˈɪntɜːn ɪnˈtɜːn
object ˈɑːbdʒɛkt əbˈdʒɛkt
overlap ˈoʊvɚlæp oʊvɚˈlæp
permit ˈpɜːmɪt pɚˈmɪt
pervert ˈpɜːvɜːt pɚˈvɜːt
produce ˈpɹoʊduːs pɹəˈduːs
progress ˈpɹɑːɡɹɛs pɹəˈɡɹɛs
project ˈpɹɑːdʒɛkt pɹəˈdʒɛkt
protest ˈpɹoʊtɛst pɹəˈtɛst
rebel ˈɹɛbəl ɹɪˈbɛl
recall ˈɹiːkɔːl ɹɪˈkɔːl
record ˈɹɛkɚd ɹɪˈkɔːɹd
refill ˈɹiːfɪl ɹiːˈfɪl
refund ˈɹiːfʌnd ɹɪˈfʌnd
refuse ˈɹɛfjuːs ɹɪˈfjuːz
reject ˈɹiːdʒɛkt ɹɪˈdʒɛkt
relapse ˈɹiːlæps ɹɪˈlæps
relay ˈɹiːleɪ ɹɪˈleɪ
replay ˈɹiːpleɪ ɹiːˈpleɪ
reprint ˈɹiːpɹɪnt ɹiːˈpɹɪnt
retake ˈɹiːteɪk ɹiːˈteɪk
rewrite ˈɹiːɹaɪt ɹiːˈɹaɪt
segment ˈsɛɡmənt sɛɡˈmɛnt
subject ˈsʌbdʒɛkt səbˈdʒɛkt
survey ˈsɜːveɪ sɚˈveɪ
suspect ˈsʌspɛkt səˈspɛkt
torment ˈtɔːɹmɛnt tɔːɹˈmɛnt
transfer ˈtɹænsfɜː tɹænsˈfɜː
transform ˈtɹænsfɔːɹm tɹænsˈfɔːɹm
transplant ˈtɹænsplænt tɹænsˈplænt
transport ˈtɹænspɔːɹt tɹænsˈpɔːɹt
update ˈʌpdeɪt ʌpˈdeɪt
upgrade ˈʌpɡɹeɪd ʌpˈɡɹeɪd
upset ˈʌpsɛt ʌpˈsɛt
abuse əˈbjuːs əˈbjuːz
excuse ɪkˈskjuːs ɪkˈskjuːz
house ˈhaʊs ˈhaʊz
misuse mɪsˈjuːs mɪsˈjuːz
mouth ˈmaʊθ ˈmaʊð
`;

/** word: what is the same / ending of the noun or adjective, ending of the verb */
const ATE_WORDS = `
advocate ˈædvək
aggregate ˈæɡɹɪɡ
affiliate əˈfɪli
alternate ˈɔːltɚn
animate ˈænɪm
appropriate əˈpɹoʊpɹi
approximate əˈpɹɑːksɪm
articulate ɑːɹˈtɪkjʊl
associate əˈsoʊʃi
coordinate koʊˈɔːɹdɪn
degenerate dɪˈdʒɛnɚɹ
delegate ˈdɛlɪɡ
deliberate dɪˈlɪbɚɹ
designate ˈdɛzɪɡn
duplicate ˈduːplɪk
elaborate ɪˈlæbɚɹ
estimate ˈɛstɪm
graduate ˈɡɹædʒu
initiate ɪˈnɪʃi
intimate ˈɪntɪm
moderate ˈmɑːdɚɹ
predicate ˈpɹɛdɪk
subordinate səˈbɔːɹdɪn
syndicate ˈsɪndɪk
`;

const reading = (
  ipa: string,
  note: string,
  is: readonly PartOfSpeech[],
  cues: Omit<Partial<Reading>, 'ipa' | 'note' | 'is'> = {},
): Reading => ({ ipa, note, is, ...cues });

const words = (text: string): string[] => text.split(' ');

/** Words whose meanings tell, or whose readings are more than noun and verb. */
const SINGLE: Readonly<Record<string, Heteronym>> = {
  read: [
    reading('ˈɹiːd', 'present tense', ['verb', 'noun'], {
      near: words('every tomorrow tonight'),
      before: words('to'),
    }),
    reading('ˈɹɛd', 'past tense', ['past'], { before: words('well') }),
  ],
  lead: [
    reading('ˈliːd', 'guide, be first', ['verb', 'noun', 'adjective'], {
      after: words(
        'singer guitarist guitar role actor author engineer developer story time vocals investigator the',
      ),
    }),
    reading('ˈlɛd', 'metal', ['noun', 'adjective'], {
      near: words(
        'metal pipe pipes paint pencil poisoning toxic battery copper zinc tin iron steel mercury roof bullet ' +
          'bullets crystal levels solder shot water balloon exposure heavy',
      ),
      after: words('pipe pipes paint pencil poisoning battery acid'),
    }),
  ],
  wind: [
    reading('ˈwɪnd', 'moving air', ['noun'], {
      near: words(
        'blow blows blew blowing strong cold rain storm gust turbine power speed north south east west sea sail ' +
          'trees weather howling howled',
      ),
    }),
    reading('ˈwaɪnd', 'turn, coil', ['verb'], {
      near: words('clock watch crank spool wool'),
      after: words('up down around through its'),
    }),
  ],
  winds: [
    reading('ˈwɪndz', 'moving air', ['noun'], { near: words('strong mph knots storm gusts sea blow') }),
    reading('ˈwaɪndz', 'turns, coils', ['verb'], {
      near: words('road river path trail stream'),
      after: words('up down around through its along'),
    }),
  ],
  wound: [
    reading('ˈwuːnd', 'injury, injure', ['noun'], {
      near: words('bleeding blood bandage healed heal infected knife gunshot doctor nurse soldier'),
    }),
    reading('ˈwaʊnd', 'past tense of wind', ['past'], {
      near: words('clock watch spool'),
      after: words('up around through down its'),
    }),
  ],
  live: [
    reading('ˈlɪv', 'be alive, dwell', ['verb'], {
      after: words('in with on at here there together near alone'),
    }),
    reading('ˈlaɪv', 'not recorded, living', ['adjective'], {
      near: words('saw seen watched concert band stage broadcast'),
      before: words('go goes going went streaming broadcast broadcasting recorded watch stream performing'),
      after: words(
        'music show shows concert concerts broadcast stream streaming audience album wire wires coverage ' +
          'performance performances band event events tv television animals ammunition bait updates chat from',
      ),
    }),
  ],
  lives: [
    reading('ˈlaɪvz', 'plural of life', ['noun'], {
      near: words('saved save lost our their people many cost'),
    }),
    reading('ˈlɪvz', 'dwells', ['verb'], { after: words('in with on at here there alone near') }),
  ],
  tear: [
    reading('ˈtɛɹ', 'rip', ['verb', 'noun'], {
      near: words('paper fabric muscle jeans shirt ligament apart wall wear'),
      after: words('up down apart off it out'),
    }),
    reading('ˈtɪɹ', 'drop from the eye', ['noun'], {
      near: words('eye eyes cheek face cry cried crying sad shed wept single salty rolled ran wiped'),
    }),
  ],
  tears: [
    reading('ˈtɪɹz', 'drops from the eyes', ['noun'], {
      near: words('eyes cheeks face cry cried crying sad shed wept burst joy laughter wiped'),
      before: words('in into of'),
    }),
    reading('ˈtɛɹz', 'rips', ['verb'], {
      near: words('paper fabric muscle ligament'),
      after: words('up down apart off it out'),
    }),
  ],
  close: [
    reading('ˈkloʊs', 'near', ['adjective'], {
      near: words('keep kept hold held friends together'),
      before: words('so very too how come came stay get got stand stood'),
      after: words('to friend friends call by together relationship up attention enough range'),
    }),
    reading('ˈkloʊz', 'shut, end', ['verb', 'noun'], {
      near: words('door window shop store account eyes deal'),
    }),
  ],
  use: [
    reading('ˈjuːz', 'employ', ['verb']),
    reading('ˈjuːs', 'the using', ['noun'], {
      before: words('no of in good little'),
      near: words('there’s'),
    }),
  ],
  uses: [
    reading('ˈjuːzᵻz', 'employs', ['verb']),
    reading('ˈjuːsᵻz', 'plural of use', ['noun'], { before: words('many several other different various') }),
  ],
  used: [
    reading('ˈjuːzd', 'employed', ['past', 'adjective', 'verb']),
    reading('ˈjuːst', 'formerly, accustomed', ['noun'], { after: words('to') }),
  ],
  bow: [
    reading('ˈbaʊ', 'bend; front of a ship', ['verb', 'noun'], {
      near: words('ship boat stern audience head king queen deck actor actors stage applause sailor waves'),
      after: words('to down before'),
    }),
    reading('ˈboʊ', 'weapon, ribbon, of a violin', ['noun'], {
      near: words('arrow arrows violin cello fiddle ribbon tie hair archer gift wrapped string pink hunting'),
      after: words('tie and'),
    }),
  ],
  row: [
    reading('ˈɹoʊ', 'line; paddle', ['noun', 'verb'], {
      near: words('seats front back boat houses table column oars third second'),
    }),
    reading('ˈɹaʊ', 'quarrel', ['noun'], {
      near: words(
        'argument neighbours neighbors shouting angry loud furious blazing terrible quarrel wife husband',
      ),
      before: words('blazing furious flaming terrible'),
    }),
  ],
  bass: [
    reading('ˈbeɪs', 'low voice or instrument', ['noun', 'adjective'], {
      near: words(
        'guitar music band drum drums player line voice sound jazz treble speaker plays sing sings',
      ),
      after: words('guitar drum player line clef'),
    }),
    reading('ˈbæs', 'fish', ['noun'], {
      near: words('fish fishing caught lake river boat sea grilled pond trout largemouth angler'),
      before: words('sea largemouth striped'),
    }),
  ],
  dove: [
    reading('ˈdʌv', 'bird', ['noun'], { near: words('bird white peace wings feathers nest flew cage') }),
    reading('ˈdoʊv', 'past tense of dive', ['past'], {
      near: words('pool water sea swimmer diver ocean'),
      after: words('into in to off under deep straight for headfirst'),
    }),
  ],
  does: [
    reading('ˈdʌz', 'form of do', ['verb', 'past', 'adjective', 'noun']),
    reading('ˈdoʊz', 'female deer', ['noun'], {
      near: words('deer buck bucks stag stags fawns fawn herd hunters'),
    }),
  ],
  sow: [
    reading('ˈsoʊ', 'plant seeds', ['verb'], { near: words('seed seeds field farmer reap spring wheat') }),
    reading('ˈsaʊ', 'female pig', ['noun'], { near: words('pig pigs piglets boar farm pen') }),
  ],
  sewer: [
    reading('ˈsuːɚ', 'drain', ['noun']),
    reading('ˈsoʊɚ', 'one who sews', ['noun'], {
      near: words('fabric thread needle stitch sewing cloth dress'),
    }),
  ],
  minute: [
    reading('ˈmɪnɪt', 'sixty seconds', ['noun', 'adjective'], {
      before: words('a one per every last this'),
      near: words('wait hour seconds hours'),
    }),
    reading('maɪˈnuːt', 'tiny', ['adjective'], {
      after: words('detail details amount amounts particles differences quantities traces changes'),
    }),
  ],
  content: [
    reading('ˈkɑːntɛnt', 'what is inside', ['noun'], { near: words('video website page sugar fat media') }),
    reading('kənˈtɛnt', 'satisfied; satisfy', ['adjective', 'verb'], { after: words('with to') }),
  ],
  present: [
    reading('ˈpɹɛzənt', 'gift; now; here', ['noun', 'adjective'], {
      near: words('birthday christmas gift wrapped past future'),
      before: words('at'),
    }),
    reading('pɹɪˈzɛnt', 'show, give', ['verb'], { near: words('findings results award') }),
  ],
  perfect: [
    reading('ˈpɜːfɪkt', 'flawless', ['adjective', 'noun']),
    reading('pɚˈfɛkt', 'make flawless', ['verb'], { after: words('his her their my your our the its') }),
  ],
  invalid: [
    reading('ɪnˈvælɪd', 'not valid', ['adjective'], { near: words('password ticket argument code input') }),
    reading('ˈɪnvəlɪd', 'sick person', ['noun'], { near: words('care bed nurse elderly') }),
  ],
  august: [
    reading('ˈɔːɡəst', 'month', ['noun'], { capital: true }),
    reading('ɔːˈɡʌst', 'venerable', ['adjective']),
  ],
  polish: [
    reading('ˈpɑːlɪʃ', 'make shine', ['verb', 'noun'], {
      near: words('nail shoe shoes floor silver furniture'),
    }),
    reading('ˈpoʊlɪʃ', 'of Poland', ['adjective', 'noun'], {
      capital: true,
      near: words('poland warsaw language german border'),
    }),
  ],
  reading: [
    reading('ˈɹiːdɪŋ', 'form of read', ['verb', 'noun', 'adjective', 'past']),
    reading('ˈɹɛdɪŋ', 'town', ['noun'], {
      capital: true,
      before: words('in to near from'),
      near: words('berkshire festival london'),
    }),
  ],
  nice: [
    reading('ˈnaɪs', 'pleasant', ['adjective', 'noun', 'verb']),
    reading('ˈniːs', 'town', ['noun'], {
      capital: true,
      near: words('france cannes riviera monaco paris'),
      before: words('in to near from'),
    }),
  ],
  job: [
    reading('ˈdʒɑːb', 'work', ['noun']),
    reading('ˈdʒoʊb', 'name', ['noun'], { capital: true, near: words('bible book patience suffering god') }),
  ],
  resume: [
    reading('ɹɪˈzuːm', 'go on', ['verb']),
    reading('ˈɹɛzəmeɪ', 'summary of a career', ['noun'], {
      near: words('job cv application applicant employer skills hire hired send'),
    }),
  ],
  number: [
    reading('ˈnʌmbɚ', 'figure', ['noun', 'verb']),
    reading('ˈnʌmɚ', 'more numb', ['adjective'], {
      near: words('fingers toes cold lips feet'),
      before: words('grew felt and'),
    }),
  ],
  learned: [
    reading('ˈlɜːnd', 'past tense of learn', ['past', 'verb']),
    reading('ˈlɜːnɪd', 'scholarly', ['adjective'], {
      after: words('professor man men judge scholar society counsel colleague friend woman'),
    }),
  ],
  blessed: [
    reading('ˈblɛst', 'past tense of bless', ['past', 'verb']),
    reading('ˈblɛsɪd', 'holy', ['adjective'], { after: words('virgin are mother sacrament be event day') }),
  ],
  aged: [
    reading('ˈeɪdʒd', 'so many years old; matured', ['past', 'verb'], {
      near: words('years wine whisky cheese'),
      after: words('between'),
    }),
    reading('ˈeɪdʒɪd', 'old', ['adjective', 'noun'], {
      after: words('aunt uncle mother father parents relative'),
    }),
  ],
  separate: [
    reading('ˈsɛpɚɹət', 'apart', ['adjective', 'noun'], { near: words('keep keeps kept entirely') }),
    reading('ˈsɛpɚɹeɪt', 'part', ['verb']),
  ],
  supply: [
    reading('səˈplaɪ', 'provide; what is provided', ['verb', 'noun']),
    reading('ˈsʌpli', 'in a supple way', ['adjective'], { near: words('bent moved dancer gymnast') }),
  ],
  moped: [
    reading('ˈmoʊpɛd', 'small motorcycle', ['noun'], { near: words('ride rode helmet scooter') }),
    reading('ˈmoʊpt', 'past tense of mope', ['past'], { after: words('around about all') }),
  ],
  buffet: [
    reading('bəˈfeɪ', 'meal', ['noun'], { near: words('lunch dinner breakfast table food hotel eat') }),
    reading('ˈbʌfɪt', 'strike', ['verb'], { near: words('wind waves winds storm') }),
  ],
  axes: [
    reading('ˈæksᵻz', 'plural of axe', ['noun', 'verb'], { near: words('wood chop fire hatchets swords') }),
    reading('ˈæksiːz', 'plural of axis', ['noun'], {
      near: words('graph chart plot x y vertical horizontal coordinate labels label'),
    }),
  ],
  bases: [
    reading('ˈbeɪsᵻz', 'plural of base', ['noun', 'verb'], {
      near: words('military loaded army air stolen'),
    }),
    reading('ˈbeɪsiːz', 'plural of basis', ['noun'], {
      near: words('legal theoretical theory argument grounds'),
    }),
  ],
  putting: [
    reading('ˈpʊtɪŋ', 'form of put', ['verb', 'noun', 'past', 'adjective']),
    reading('ˈpʌtɪŋ', 'form of putt', ['noun', 'adjective'], { near: words('golf green hole golfer club') }),
  ],
  evening: [
    reading('ˈiːvnɪŋ', 'end of the day', ['noun']),
    reading('ˈiːvənɪŋ', 'making even', ['verb'], { after: words('out up'), before: words('is') }),
  ],
  diffuse: [
    reading('dɪˈfjuːz', 'spread', ['verb']),
    reading('dɪˈfjuːs', 'spread out', ['adjective'], { after: words('light lighting network') }),
  ],
};

function stressPair(line: string): [string, Heteronym][] {
  const [word = '', noun = '', verb = ''] = line.split(' ');
  const pair = [reading(noun, 'noun', ['noun', 'adjective']), reading(verb, 'verb', ['verb'])];
  if (/(?:s|se|ce|ge|th)$/.test(word)) return [[word, pair]];
  const withEnding = pair.map((each) => ({ ...each, ipa: each.ipa + plural(each.ipa) }));
  return [
    [word, pair],
    [`${word}s`, withEnding],
  ];
}

/** The -s of plurals and of the third person: voiceless after voiceless sounds. */
const plural = (ipa: string): string => (/[ptkfθ]$/u.test(ipa) ? 's' : 'z');

function ateWord(line: string): [string, Heteronym] {
  const [word = '', stem = ''] = line.split(' ');
  return [
    word,
    [
      reading(`${stem}ət`, 'noun or adjective', ['noun', 'adjective']),
      reading(`${stem}eɪt`, 'verb', ['verb']),
    ],
  ];
}

const lines = (table: string): string[] => table.trim().split('\n');

/** By the word in lower case. */
export const ENGLISH_HETERONYMS: ReadonlyMap<string, Heteronym> = new Map([
  ...lines(STRESS_PAIRS).flatMap(stressPair),
  ...lines(ATE_WORDS).map(ateWord),
  ...Object.entries(SINGLE),
]);
