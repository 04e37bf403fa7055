import type { Language } from '../../language/languages.ts';

/**
 * Texts that built-in voices say for comparison with a speaker who said something else: everyday sentences with most
 * sounds of the language, some six seconds each. Keyed by primary language: all `LANGUAGES`, and others with built-in
 * voices.
 */
export const CALIBRATION_TEXTS: Readonly<Record<Language, string>> & Readonly<Record<string, string>> = {
  ar: 'في الصباح نشرب القهوة ثم نمشي معا إلى السوق القديم قرب البحر. كان الجو جميلا أمس، وغدا سنزور أصدقاءنا.',
  bg: 'Всяка сутрин вървим край реката и говорим за живота. Вчера валя дъжд, но днес слънцето грее над старата къща.',
  ca:
    'Cada matí caminem vora el riu i parlem de la feina. Ahir va ploure molt, però avui fa sol i els nens juguen a ' +
    'la plaça.',
  cs:
    'Každé ráno chodíme podél řeky a mluvíme o práci. Včera hodně pršelo, ale dnes svítí slunce a děti si hrají ' +
    'před domem.',
  cy:
    "Bob bore rydyn ni'n cerdded wrth yr afon ac yn siarad am y dydd. Roedd hi'n bwrw glaw ddoe, ond heddiw mae'r " +
    'haul yn gwenu.',
  da:
    'Hver morgen går vi langs åen og taler om dagen. I går regnede det meget, men nu skinner solen, og børnene ' +
    'leger i haven.',
  de:
    'Jeden Morgen gehen wir am Fluss entlang und sprechen über den Tag. Gestern hat es stark geregnet, aber jetzt ' +
    'scheint die Sonne, und die Kinder spielen vor dem Haus.',
  el:
    'Κάθε πρωί περπατάμε δίπλα στο ποτάμι και μιλάμε για τη δουλειά. Χθες έβρεχε πολύ, αλλά σήμερα ο ήλιος λάμπει ' +
    'και τα παιδιά παίζουν.',
  en:
    'Every morning we walk along the river and talk about the day ahead. Yesterday it rained hard, but now the sun ' +
    'is shining, and children are playing in front of the house.',
  es:
    'Cada mañana caminamos junto al río y hablamos de las cosas del día. Ayer llovió mucho, pero hoy brilla el sol ' +
    'y los niños juegan delante de la casa.',
  eu:
    'Goizero ibai ertzean ibiltzen gara eta egunaz hitz egiten dugu. Atzo euria egin zuen, baina gaur eguzkia dago ' +
    'eta umeak jolasten ari dira.',
  fa:
    'هر روز صبح کنار رودخانه قدم می‌زنیم و درباره کار حرف می‌زنیم. دیروز باران زیادی آمد، اما امروز آفتاب می‌تابد ' +
    'و بچه‌ها بازی می‌کنند.',
  fi:
    'Joka aamu kävelemme joen vartta ja puhumme päivän asioista. Eilen satoi paljon, mutta nyt aurinko paistaa ja ' +
    'lapset leikkivät pihalla.',
  fr:
    'Chaque matin, nous marchons le long de la rivière et parlons de la journée. Hier il a beaucoup plu, mais ' +
    "aujourd'hui le soleil brille et les enfants jouent devant la maison.",
  hi:
    'हर सुबह हम नदी के किनारे टहलते हैं और दिन भर के काम की बात करते हैं। कल बहुत बारिश हुई, पर आज धूप निकली है और ' +
    'बच्चे खेल रहे हैं।',
  hr:
    'Svakog jutra šetamo uz rijeku i razgovaramo o poslu. Jučer je jako padala kiša, ali danas sja sunce i djeca ' +
    'se igraju pred kućom.',
  hu:
    'Minden reggel a folyó mellett sétálunk, és a napról beszélgetünk. Tegnap sokat esett az eső, de ma süt a nap, ' +
    'és a gyerekek a ház előtt játszanak.',
  id:
    'Setiap pagi kami berjalan di tepi sungai dan berbicara tentang pekerjaan. Kemarin hujan deras, tetapi hari ' +
    'ini matahari bersinar dan anak-anak bermain.',
  is:
    'Á hverjum morgni göngum við meðfram ánni og tölum um daginn. Í gær rigndi mikið, en nú skín sólin og börnin ' +
    'leika sér úti.',
  it:
    'Ogni mattina camminiamo lungo il fiume e parliamo della giornata. Ieri è piovuto molto, ma oggi splende il ' +
    'sole e i bambini giocano davanti alla casa.',
  ka:
    'ყოველ დილით მდინარის პირას ვსეირნობთ და საქმეზე ვლაპარაკობთ. გუშინ ძლიერ წვიმდა, დღეს კი მზე ანათებს და ' +
    'ბავშვები თამაშობენ.',
  kk:
    'Күн сайын таңертең өзен бойымен жүріп, жұмыс туралы сөйлесеміз. Кеше жаңбыр жауды, ал бүгін күн шығып тұр, ' +
    'балалар ойнап жүр.',
  ko: '매일 아침 우리는 강을 따라 걸으며 하루 일을 이야기합니다. 어제는 비가 많이 왔지만 오늘은 해가 나고 아이들이 집 앞에서 놀고 있어요.',
  lb:
    'All Moie gi mir laanscht de Floss a schwätzen iwwer den Dag. Gëschter huet et vill gereent, mee haut schéngt ' +
    'd’Sonn an d’Kanner spillen.',
  lv:
    'Katru rītu mēs ejam gar upi un runājam par dienas darbiem. Vakar stipri lija, bet šodien spīd saule un bērni ' +
    'rotaļājas pie mājas.',
  ml: 'എല്ലാ ദിവസവും രാവിലെ ഞങ്ങൾ പുഴയുടെ തീരത്തുകൂടി നടക്കുന്നു. ഇന്നലെ നല്ല മഴ പെയ്തു, പക്ഷേ ഇന്ന് വെയിലുണ്ട്.',
  nb:
    'Hver morgen går vi langs elva og snakker om dagen. I går regnet det mye, men nå skinner sola, og barna leker ' +
    'foran huset.',
  ne: 'हरेक बिहान हामी नदीको किनारमा हिँड्छौं र कामको कुरा गर्छौं। हिजो धेरै पानी पर्यो, तर आज घाम लागेको छ।',
  nl:
    'Elke ochtend lopen we langs de rivier en praten we over de dag. Gisteren regende het hard, maar nu schijnt de ' +
    'zon en spelen de kinderen voor het huis.',
  no:
    'Hver morgen går vi langs elva og snakker om dagen. I går regnet det mye, men nå skinner sola, og barna leker ' +
    'foran huset.',
  pl:
    'Każdego ranka idziemy wzdłuż rzeki i rozmawiamy o pracy. Wczoraj mocno padało, ale dzisiaj świeci słońce i ' +
    'dzieci bawią się przed domem.',
  pt:
    'Todas as manhãs caminhamos junto ao rio e falamos sobre o dia. Ontem choveu muito, mas hoje o sol brilha e as ' +
    'crianças brincam em frente da casa.',
  ro:
    'În fiecare dimineață mergem de-a lungul râului și vorbim despre ziua care vine. Ieri a plouat mult, dar azi ' +
    'strălucește soarele și copiii se joacă.',
  ru:
    'Каждое утро мы гуляем вдоль реки и говорим о делах. Вчера шёл сильный дождь, но сегодня светит солнце, и дети ' +
    'играют перед домом.',
  sk:
    'Každé ráno chodíme popri rieke a hovoríme o práci. Včera veľa pršalo, ale dnes svieti slnko a deti sa hrajú ' +
    'pred domom.',
  sl:
    'Vsako jutro hodimo ob reki in se pogovarjamo o delu. Včeraj je močno deževalo, danes pa sije sonce in otroci ' +
    'se igrajo pred hišo.',
  sr:
    'Сваког јутра шетамо поред реке и причамо о послу. Јуче је јако падала киша, али данас сија сунце и деца се ' +
    'играју испред куће.',
  sv:
    'Varje morgon går vi längs ån och pratar om dagen. I går regnade det mycket, men nu skiner solen och barnen ' +
    'leker framför huset.',
  sw:
    'Kila asubuhi tunatembea kando ya mto na kuzungumza kuhusu kazi. Jana mvua ilinyesha sana, lakini leo jua ' +
    'linawaka na watoto wanacheza.',
  te: 'ప్రతి ఉదయం మేము నది ఒడ్డున నడుస్తూ పని గురించి మాట్లాడుకుంటాము. నిన్న బాగా వాన పడింది, కానీ ఈరోజు ఎండగా ఉంది.',
  tr:
    'Her sabah nehir boyunca yürür ve günün işlerini konuşuruz. Dün çok yağmur yağdı, ama bugün güneş parlıyor ve ' +
    'çocuklar evin önünde oynuyor.',
  uk:
    'Щоранку ми гуляємо вздовж річки й розмовляємо про справи. Учора йшов сильний дощ, але сьогодні світить сонце, ' +
    'і діти граються біля хати.',
  vi:
    'Mỗi buổi sáng chúng tôi đi bộ dọc bờ sông và nói chuyện về công việc. Hôm qua trời mưa to, nhưng hôm nay nắng ' +
    'đẹp và trẻ con đang chơi trước nhà.',
  zh: '每天早上我们沿着河边散步，聊聊当天的事情。昨天下了大雨，但是今天阳光很好，孩子们在家门口玩。',
};
