/** Italian words that are written alike and differ in stress, or in an open or closed vowel. */
import { reading } from '../table.ts';
import type { Heteronym } from '../types.ts';

const ARTICLE =
  'il lo la un una uno del dello della al dal nel sul nella questo questa quel quella mio tuo suo di';
const PLURAL_ARTICLE = 'i gli le dei degli delle ai dai nei sui questi queste quei due tre molti suoi';

export const ITALIAN_HETERONYMS: Readonly<Record<string, Heteronym>> = {
  ancora: [
    reading('anˈkora', 'still, again', { before: 'non è ha sono ^ e', after: 'una un non più qui da in' }),
    reading('ˈankora', 'anchor', {
      before: 'l un’ gettare gettò levare gettata un dell sull',
      near: 'nave porto barca gettare gettò mare salpare marinai fondo ferro levò',
    }),
  ],
  principi: [
    reading('ˈpɾintʃipi', 'princes', {
      near: 're regno principesse palazzo castello corona sposa sposarono nobili fiabe',
    }),
    reading('pɾinˈtʃipi', 'principles', {
      near: 'morali valori legge base fondamentali saldi fisica etici costituzione diritto',
      before: 'sani miei suoi',
    }),
  ],
  subito: [
    reading('ˈsubito', 'at once', { before: 'vieni torno ^ arrivo e quasi', after: 'dopo prima a' }),
    reading('suˈbito', 'suffered', {
      before: 'ha hanno ho aveva abbiamo avevano avendo ha',
      after: 'un una gravi molti danni il la',
      near: 'danni furto perdite incidente torto operazione',
    }),
  ],
  capitano: [
    reading('kapiˈtano', 'captain', { before: `${ARTICLE} nostro`, near: 'nave squadra esercito' }),
    reading('ˈkapitano', 'happen', {
      before: 'cose mi ti ci che *i *e',
      after: 'a spesso sempre tutte',
      near: 'cose incidenti spesso',
    }),
  ],
  desideri: [
    reading('deziˈdɛɾi', 'wishes', {
      before: `${PLURAL_ARTICLE} miei tuoi`,
      near: 'tre esprimi realizzare sogni',
    }),
    reading('deˈzideɾi', 'you wish', {
      before: 'cosa se che ^ tu quanto non',
      after: 'un una che qualcosa altro',
    }),
  ],
  pesca: [
    reading('ˈpeska', 'fishing', {
      before: 'a da di sulla alla andare',
      near: 'pesce mare barca lago fiume amo canna reti',
    }),
    reading('ˈpɛska', 'peach', {
      before: 'una questa',
      near: 'frutta matura albero dolce succo gelato mangiato mela sciroppo',
    }),
  ],
  venti: [
    reading('ˈventi', 'twenty', {
      after: 'anni euro minuti persone giorni chilometri per volte *i *e',
      before: 'alle sono',
    }),
    reading('ˈvɛnti', 'winds', {
      before: PLURAL_ARTICLE,
      near: 'forti soffiano mare nord deboli moderati vela',
      after: 'forti di soffiano',
    }),
  ],
  botte: [
    reading('ˈbotːe', 'barrel', { before: 'la una nella della', near: 'vino cantina piena rovere birra' }),
    reading('ˈbɔtːe', 'blows', {
      before: 'le di a delle prendere',
      near: 'prese picchiato rissa dato bambini litig*',
    }),
  ],
  colto: [
    reading('ˈkolto', 'educated', { before: 'molto uomo è un', near: 'uomo letture istruito' }),
    reading('ˈkɔlto', 'picked, caught', {
      before: 'ha ho aveva stato fu hanno',
      near: 'fiori sorpresa mele occasione flagrante',
    }),
  ],
  legge: [
    reading('ˈledːʒe', 'law', {
      before: ARTICLE,
      near: 'parlamento stato diritto violare',
      after: 'è vieta prevede di',
    }),
    reading('ˈlɛdːʒe', 'reads', {
      before: 'lui lei che si non mi ci',
      after: 'un il libri la molto i',
      near: 'libro giornale',
    }),
  ],
  affetto: [
    reading('afˈfɛtːo', 'affection', { before: 'con l di molto tanto', near: 'amore madre bambini' }),
    reading('afˈfetːo', 'I slice', {
      before: 'io ^',
      after: 'il la le i una',
      near: 'pane cipolla coltello prosciutto cucina',
    }),
  ],
  tema: [
    reading('ˈtɛma', 'theme', { before: `${ARTICLE} ogni` }),
    reading('ˈtema', 'fear', { near: 'smentita', after: 'di', before: 'per' }),
  ],
  rosa: [
    reading('ˈɾɔza', 'rose, pink', {}),
    reading('ˈɾosa', 'gnawed', { before: 'stata era fu è', near: 'topi tarli dai' }),
  ],
  volto: [
    reading('ˈvolto', 'face', { before: ARTICLE, near: 'sorriso occhi pallido bello viso' }),
    reading('ˈvɔlto', 'I turn', {
      before: 'mi io ti ^',
      near: 'spalle indietro',
      after: 'le la pagina verso',
    }),
  ],
  seguito: [
    reading('ˈseɡwito', 'what follows', { before: 'in il di al del un', after: 'a al alla del' }),
    reading('seˈɡuito', 'followed', {
      before: 'ha hanno ho stato aveva abbiamo è fu',
      near: 'corso polizia',
    }),
  ],
  leggere: [
    reading('ˈlɛdːʒeɾe', 'to read', {
      before: 'a di per da vuole saper sa piace posso',
      after: 'un il libri i la',
    }),
    reading('leˈdʒːɛɾe', 'light', {
      before: 'scarpe più molto sono *e',
      near: 'valigie piume scarpe pesanti',
    }),
  ],
  nocciolo: [
    reading('ˈnɔtʃːolo', 'stone of a fruit, core', {
      near: 'pesca oliva ciliegia questione duro reattore problema',
    }),
    reading('noˈtʃːɔlo', 'hazel', { near: 'albero bosco legno foglie pianta giardino' }),
  ],
  ambito: [
    reading('ˈambito', 'field', { before: 'nell quest questo l in dell', after: 'di della del familiare' }),
    reading('amˈbito', 'coveted', { before: 'più molto un tanto', near: 'premio posto trofeo' }),
  ],
  perdono: [
    reading('peɾˈdono', 'forgiveness; I forgive', {
      before: 'il chiedo chiedere ti un del di',
      near: 'chiesto dio colpa',
    }),
    reading('ˈpɛɾdono', 'they lose', {
      before: 'che non molti sempre *i *e loro',
      after: 'il la sempre tempo le i',
      near: 'partita foglie tempo squadre',
    }),
  ],
  compito: [
    reading('ˈkompito', 'task', { before: `${ARTICLE} ogni`, near: 'scuola facile' }),
    reading('komˈpito', 'polite', { before: 'molto sempre più', near: 'ragazzo signore educato modi' }),
  ],
  viola: [
    reading('ˈvjɔla', 'purple; viola', { near: 'colore suona vestito fiore rosso' }),
    reading('ˈviola', 'violates', { before: 'chi che si non questo', after: 'la le il i' }),
  ],
  turbine: [
    reading('ˈtuɾbine', 'whirlwind', { before: 'un il nel', near: 'vento emozioni sabbia' }),
    reading('tuɾˈbine', 'turbines', { before: PLURAL_ARTICLE, near: 'centrale aereo motore vapore energia' }),
  ],
  tendine: [
    reading('ˈtendine', 'tendon', { before: 'il un del al', near: 'achille ginocchio muscolo' }),
    reading('tenˈdine', 'curtains', { before: PLURAL_ARTICLE, near: 'finestra bianche cucina' }),
  ],
  nettare: [
    reading('ˈnɛtːaɾe', 'nectar', { before: 'il del un', near: 'api fiori dei dolce' }),
    reading('netˈtaɾe', 'to clean', { before: 'per da di a', near: 'scarpe straccio' }),
  ],
  altero: [
    reading('alˈtɛɾo', 'haughty', { before: 'portamento molto sguardo uomo è e', near: 'superbo sguardo' }),
    reading('ˈalteɾo', 'I alter', { before: 'io non ^ se', after: 'i il la le' }),
  ],
  meta: [
    reading('ˈmɛta', 'goal', { before: 'la una senza mia', near: 'viaggio raggiungere raggiunto' }),
    reading('ˈmeta', 'heap', { near: 'fieno letame paglia' }),
  ],
  accetta: [
    reading('aˈtʃːɛtːa', 'accepts', { before: 'non si chi lui lei che', after: 'la il di un l' }),
    reading('aˈtʃːetːa', 'hatchet', { before: "l un’ un con un'", near: 'legna albero taglia bosco' }),
  ],
};
