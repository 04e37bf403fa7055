/** Texts for scoring. English sentences contain no word with two spellings. */
import { SENTENCES } from '../cloning/sentences.ts';

/** 40 sentences, on which the published graph is compared with ours. */
export const ENGLISH_SENTENCES: readonly string[] = [
  ...SENTENCES,
  'The bakery on the corner sells warm bread every morning.',
  'He opened the window because the room smelled of paint.',
  'Please leave the keys under the stone beside the gate.',
  'Three boys were fishing from the bridge behind the station.',
  'The doctor told her to rest for a few days.',
  'I have never seen so many stars in the sky.',
  'Our neighbours are planting apple trees along the fence.',
  'When the music stopped, everyone in the hall began to clap.',
  'The letter arrived a week after they had moved away.',
  'Do you know how long the museum stays open today?',
  'A small brown bird built its nest above the door.',
  'The engineer explained how the machine turns water into steam.',
  'She found an old photograph between the pages of a book.',
  'They walked along the river until the sun went down.',
  'My sister speaks four languages and is learning a fifth.',
  'The cook added salt, pepper and a spoonful of honey.',
  'We could not hear the speaker from the back of the room.',
  'Why did you paint the kitchen such a bright yellow?',
  'The farmer sold his horses and bought a second tractor.',
  'Rain is expected in the north, with strong winds near the coast.',
  'The children were laughing at the clown with the huge shoes.',
  'Before you leave, switch off the lights and close the shutters.',
  'He lost his watch somewhere between the beach and the hotel.',
  'Nothing in this shop costs more than twenty pounds.',
  'The teacher asked us to read the first chapter by Thursday.',
  'Fresh snow had fallen, and the village was completely silent.',
  'It takes about an hour to drive from here to the airport.',
  'The old clock in the hall has not worked for years.',
];

/** Texts whose level is hardest to predict, because the generator's norms measure so little sound. */
export const SHORT_TEXTS: readonly string[] = ['Why?', 'No.', 'Oh!', 'Yes.', 'Okay.'];

/** Texts for the voices of the other languages, by language. */
const OTHER_SENTENCES: Readonly<Record<string, readonly string[]>> = {
  es: [
    'La panadería de la esquina vende pan caliente cada mañana.',
    'Mi hermano repara relojes viejos en la mesa de la cocina.',
    '¿Sabes hasta qué hora está abierto el museo?',
    'Cuando paró la música, toda la sala empezó a aplaudir.',
  ],
  fr: [
    'La boulangerie du coin vend du pain chaud tous les matins.',
    'Mon frère répare de vieilles montres sur la table de la cuisine.',
    "Savez-vous jusqu'à quelle heure le musée est ouvert ?",
    "Quand la musique s'est arrêtée, toute la salle a applaudi.",
  ],
  hi: [
    'नुक्कड़ की दुकान हर सुबह गरम रोटी बेचती है।',
    'मेरा भाई रसोई की मेज़ पर पुरानी घड़ियाँ ठीक करता है।',
    'क्या आपको पता है कि संग्रहालय कब तक खुला रहता है?',
    'जब संगीत रुका, तो सब लोग ताली बजाने लगे।',
  ],
  it: [
    "Il panificio all'angolo vende pane caldo ogni mattina.",
    'Mio fratello ripara vecchi orologi sul tavolo della cucina.',
    'Sai fino a che ora è aperto il museo?',
    'Quando la musica si fermò, tutta la sala cominciò ad applaudire.',
  ],
  pt: [
    'A padaria da esquina vende pão quente todas as manhãs.',
    'Meu irmão conserta relógios antigos na mesa da cozinha.',
    'Você sabe até que horas o museu fica aberto?',
    'Quando a música parou, a sala inteira começou a aplaudir.',
  ],
};

/** The largest number of sentences that every voice has. */
export const VOICE_SENTENCES = Math.min(...Object.values(OTHER_SENTENCES).map((list) => list.length));

/** Returns the first `count` sentences of a language. */
export function sentencesOf(lang: string, count: number): readonly string[] {
  return (lang === 'en' ? ENGLISH_SENTENCES : (OTHER_SENTENCES[lang] ?? [])).slice(0, count);
}
