/** How French is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: ['no.', 'art.', 'mar.'],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: 'UE USA IA OM ONG API ADN IRM IUT OGM PIB PME PDG HLM BD CD'.split(' '),
    wordlikeAcronyms: [],
    smallWords: (
      'a au aux ce ci de des dix du eau elle en est et feu fut il je jeu la le les là ma mal mer mes ' +
      'moi mon mot ne non nos nuit on ou où par pas peu que qui roi rue sa se sec ses si son sur ta te ' +
      'toi tu un une voie vos vous y à ça été'
    ).split(' '),
    spelledBeside: [],
    letterA: null,
    numberedByLetter: [],
    hashKey: null,
  },
  words: {
    elidedArticles: {},
    genitive: null,
    joinedSuffix: null,
    street: null,
    versus: null,
    compass: null,
  },
  numbers: {
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: null,
    score: null,
    sizes: null,
    outOf: 'sur',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: {},
    words: { dollar: 'USD', dollars: 'USD', euro: 'EUR', euros: 'EUR' },
    signScales: {
      k: 'mille',
      K: 'mille',
      M: 'millions',
      Md: 'milliards',
      Mds: 'milliards',
      Mrd: 'milliards',
    },
    spacedCents: true,
  },
  units: {
    home: { sec: 's', Go: 'GB', Mo: 'MB', Ko: 'kB', To: 'TB' },
    symbols: { ko: 'kB', Mo: 'MB', Go: 'GB', To: 'TB' },
    attachedOnly: ['ko', 'Mo', 'Go', 'To'],
    spacedAtHome: ['ko', 'Mo', 'Go', 'To'],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: ['er', 're', 'e'],
    joints: [],
    dayCues: 'le du au lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' '),
    dottedDayCues: [],
    shortDays: {
      'lun.': 'lundi',
      'mar.': 'mardi',
      'mer.': 'mercredi',
      'jeu.': 'jeudi',
      'ven.': 'vendredi',
      'sam.': 'samedi',
      'dim.': 'dimanche',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: 'any',
    dottedCues: [],
    clockWords: ['heure', 'heures'],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [
      { pattern: /0[1-9](?:[ \u00a0.-]\d\d){4}/y, inPairs: true },
      { pattern: /0[ \u00a0]?8\d\d(?:[ \u00a0]\d{2,3}){2,3}/y },
    ],
    postcode: null,
    callCues: [],
  },
  roman: {
    regnal: (value, language, woman) =>
      value === 1 ? language.ordinal('1', woman ? 're' : 'er') : language.cardinal(String(value)),
    numbered: 'chapitre partie tome livre acte scène guerre titre'.split(' '),
    kings: 'napoléon henri françois philippe jean pie léon'.split(' '),
    queens: [],
    beforeCentury: [],
    century: [],
    shortCentury: null,
    ordinalCenturies: false,
    ordinalSuffix: { pattern: /(?:ème|er|re|e)s?(?![\p{L}\p{N}])/uy, century: 'siècle' },
    regnalDot: false,
    ordinalForm: null,
  },
};
