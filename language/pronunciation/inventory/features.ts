/**
 * Articulatory features of any IPA symbol, after the chart of the International Phonetic Association (2020), and a
 * distance between them. Used to label the inventories and to name the nearest allowed sound for a foreign one.
 */

export type PhonemeClass = 'vowel' | 'diphthong' | 'consonant';

export interface ConsonantFeatures {
  readonly type: 'consonant';
  readonly place: string;
  readonly manner: string;
  readonly voiced: boolean;
  readonly palatalised: boolean;
  readonly aspirated: boolean;
  readonly tense: boolean;
  /** Sibilants: s z ʃ ʒ and their neighbours, affricates included. */
  readonly sibilant: boolean;
  /** Whether it is a rhotic, of any manner. */
  readonly rhotic: boolean;
  readonly long: boolean;
  /** A syllabic consonant, as in "button". */
  readonly syllabic: boolean;
}

export interface VowelFeatures {
  readonly type: 'vowel';
  /** 0 (close) to 6 (open). */
  readonly height: number;
  /** 0 (front) to 4 (back). */
  readonly backness: number;
  readonly rounded: boolean;
  readonly nasal: boolean;
  readonly long: boolean;
  readonly rhotic: boolean;
  /** End of a diphthong; null for a monophthong. */
  readonly glide: { readonly height: number; readonly backness: number } | null;
}

export type Features = ConsonantFeatures | VowelFeatures;

/** Places of articulation with their perceptual positions: lips and tongue are far apart, coronals close together. */
const PLACES: readonly (readonly [name: string, position: number])[] = [
  ['bilabial', 0],
  ['labiodental', 0.5],
  ['dental', 3],
  ['alveolar', 3.5],
  ['postalveolar', 5],
  ['alveolo-palatal', 5.5],
  ['retroflex', 5.5],
  ['palatal', 6],
  ['velar', 9],
  ['uvular', 10],
  ['pharyngeal', 12],
  ['glottal', 13],
];
const POSITION = new Map(PLACES);

/** manner -> letters as "symbol place voiced?"; v is voiced, - voiceless. */
const CONSONANT_CHART: Readonly<Record<string, string>> = {
  plosive:
    'p0- b0v t3- d3v ʈ6- ɖ6v c7- ɟ7v k8- ɡ8v g8v q9- ɢ9v ʔ11- ʡ10- ɓ0v ɗ3v ʄ7v ɠ8v ʛ9v ʘ0- ǀ2- ǃ3- ǂ7- ǁ3-',
  nasal: 'm0v ɱ1v n3v ɳ6v ɲ7v ŋ8v ɴ9v',
  trill: 'ʙ0v r3v ʀ9v',
  tap: 'ⱱ1v ɾ3v ɽ6v ɺ3v',
  fricative:
    'ɸ0- β0v f1- v1v θ2- ð2v s3- z3v ʃ4- ʒ4v ɕ5- ʑ5v ʂ6- ʐ6v ç7- ʝ7v x8- ɣ8v ɧ8- χ9- ʁ9v ħ10- ʕ10v ʜ10- ʢ10v h11- ' +
    'ɦ11v ɬ3- ɮ3v ʍ8-',
  approximant: 'ʋ1v ɹ3v ɻ6v j7v ɥ7v ɰ8v w8v',
  lateral: 'l3v ɫ3v ɭ6v ʎ7v ʟ8v',
  affricate: 'ʦ3- ʣ3v ʧ4- ʤ4v ʨ5- ʥ5v',
};

/** Letters as "symbol height backness rounded?"; r is rounded. */
const VOWEL_CHART =
  'i00- y00r ɨ02- ʉ02r ɯ04- u04r ɪ11- ʏ11r ʊ13r e20- ø20r ɘ22- ɵ22r ɤ24- o24r ə32- ɚ32- ɛ40- œ40r ɜ42- ɝ42- ɞ42r ' +
  'ʌ44- ɔ44r æ50- ɐ52- a60- ɶ60r ɑ64- ɒ64r ᵻ12- ᵿ12r';

interface ConsonantLetter {
  readonly place: number;
  readonly manner: string;
  readonly voiced: boolean;
}

const CONSONANTS = new Map<string, ConsonantLetter>();
for (const [manner, letters] of Object.entries(CONSONANT_CHART)) {
  for (const entry of letters.split(' ')) {
    const [, letter, place, voice] = /^(.)(\d+)([v-])$/u.exec(entry)!;
    CONSONANTS.set(letter!, { place: Number(place), manner, voiced: voice === 'v' });
  }
}

interface VowelLetter {
  readonly height: number;
  readonly backness: number;
  readonly rounded: boolean;
}

const VOWELS = new Map<string, VowelLetter>();
for (const entry of VOWEL_CHART.split(' ')) {
  const [, letter, height, backness, rounding] = /^(.+)(\d)(\d)([r-])$/u.exec(entry)!;
  VOWELS.set(letter!.normalize('NFD'), {
    height: Number(height),
    backness: Number(backness),
    rounded: rounding === 'r',
  });
}

/** Whether the letter at the start of `text` is a vowel of the IPA chart. */
export function startsWithVowel(text: string): boolean {
  return VOWELS.has(text.slice(0, 1));
}

/**
 * Features of one IPA symbol, NFD, with any diacritics ("t͈ɕ", "ɛ̃", "aɪ", "ɑːɹ"). Null when it contains no letter of
 * the IPA chart.
 */
export function describe(symbol: string): Features | null {
  // The cedilla is part of the letter, not a diacritic on c.
  const letters = [...symbol.replaceAll('c\u0327', 'ç')].filter(
    (letter) => CONSONANTS.has(letter) || VOWELS.has(letter),
  );
  const first = letters[0];
  if (first === undefined) return null;
  const long = symbol.includes('ː') || (letters.length === 2 && letters[0] === letters[1]);
  const vowel = VOWELS.get(first);
  if (vowel !== undefined) {
    const last =
      letters.length > 1 ? VOWELS.get(letters.findLast((letter) => VOWELS.has(letter))!) : undefined;
    return {
      type: 'vowel',
      ...vowel,
      nasal: symbol.includes('\u0303'),
      long,
      rhotic: /[ɚɝɹr˞]/u.test(symbol),
      glide: last === undefined || last === vowel ? null : { height: last.height, backness: last.backness },
    };
  }
  const start = CONSONANTS.get(first)!;
  const nucleus = letters.map((letter) => VOWELS.get(letter)).find((found) => found !== undefined);
  if (nucleus !== undefined) {
    const glide = { height: 0, backness: start.place === 7 ? 0 : 4 };
    return { type: 'vowel', ...nucleus, nasal: symbol.includes('\u0303'), long, rhotic: false, glide };
  }
  const release = letters.length > 1 ? CONSONANTS.get(letters[1]!) : undefined;
  const affricate = start.manner === 'plosive' && release?.manner === 'fricative';
  return {
    type: 'consonant',
    place: PLACES[affricate ? release.place : start.place]![0],
    manner: affricate ? 'affricate' : start.manner,
    voiced: start.voiced,
    palatalised: symbol.includes('ʲ'),
    aspirated: /[ʰʱ]/u.test(symbol),
    tense: symbol.includes('\u0348'),
    sibilant: /[szʃʒɕʑʂʐ]/u.test(symbol),
    rhotic: /^[rɾɹɻɽɺʀʁ]/u.test(symbol),
    long,
    syllabic: symbol.includes('\u0329'),
  };
}

/** The class of sounds that the features belong to. */
export function classOf(features: Features): PhonemeClass {
  if (features.type === 'consonant') return 'consonant';
  return features.glide === null ? 'vowel' : 'diphthong';
}

/** Whether the sound can be a syllable's nucleus, and so be stressed. */
export function isNucleus(features: Features): boolean {
  return features.type === 'vowel' || features.syllabic;
}

/**
 * Perceptual distance of manners of articulation, for listeners whose language lacks one of them: rhotics replace
 * rhotics, fricatives affricates. Pairs that are not listed have a distance of 4.
 */
const MANNER_DISTANCE: Readonly<Record<string, number>> = {
  'affricate fricative': 1.5,
  'affricate plosive': 2,
  'fricative plosive': 1,
  'tap trill': 0.5,
  'approximant tap': 1.5,
  'approximant trill': 1.5,
  'lateral tap': 2,
  'lateral trill': 2.5,
  'approximant lateral': 2,
  'approximant fricative': 2,
  'fricative trill': 2.5,
  'fricative tap': 3,
  'plosive tap': 2.5,
};

function mannerDistance(a: string, b: string): number {
  return a === b ? 0 : (MANNER_DISTANCE[[a, b].sort().join(' ')] ?? 4);
}

/** Dissimilarity of two sounds, 0 for equal features. Vowels and consonants are far apart. */
export function featureDistance(a: Features, b: Features): number {
  if (a.type === 'consonant' && b.type === 'consonant') {
    const place = Math.min(Math.abs(POSITION.get(a.place)! - POSITION.get(b.place)!) * 0.5, 3);
    const articulation = place + mannerDistance(a.manner, b.manner);
    return (
      // Listeners perceive any rhotic as a rhotic first.
      (a.rhotic && b.rhotic ? Math.min(articulation, 0.75) : articulation) +
      Number(a.voiced !== b.voiced && !(a.rhotic && b.rhotic)) * 1.5 +
      Number(a.sibilant !== b.sibilant) * 0.5 +
      Number(a.palatalised !== b.palatalised) +
      Number(a.aspirated !== b.aspirated) +
      Number(a.tense !== b.tense) +
      Number(a.long !== b.long) +
      Number(a.syllabic !== b.syllabic) * 3
    );
  }
  if (a.type === 'vowel' && b.type === 'vowel') {
    const glide =
      a.glide === null || b.glide === null
        ? a.glide === b.glide
          ? 0
          : 3
        : (Math.abs(a.glide.height - b.glide.height) + Math.abs(a.glide.backness - b.glide.backness)) * 0.5;
    return (
      Math.abs(a.height - b.height) * 0.75 +
      Math.abs(a.backness - b.backness) * 0.6 +
      Number(a.rounded !== b.rounded) * 1.25 +
      Number(a.nasal !== b.nasal) * 2 +
      Number(a.rhotic !== b.rhotic) * 2 +
      Number(a.long !== b.long) * 0.75 +
      glide
    );
  }
  return 100;
}
