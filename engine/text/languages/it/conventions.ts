/** How Italian is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['ecc.', 'etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: ['art.'],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: 'UE IA API ADN DNI'.split(' '),
    wordlikeAcronyms: [],
    smallWords: (
      'a ai al che chi ci con da dai dal dei del di dio due e già giù gli ha ho i il in io la le lei li ' +
      'lo lui ma mai mare mi mia mio ne nei nel noi non o per più poi qua qui re se si sole su sua suo ' +
      'suoi sì tra tre tu tua un una uno vi via voi è'
    ).split(' '),
    spelledBeside: [],
    letterA: null,
    numberedByLetter: [],
    hashKey: null,
  },
  words: {
    elidedArticles: {
      "l'": 'il ',
      "dell'": 'del ',
      "all'": 'al ',
      "dall'": 'dal ',
      "nell'": 'nel ',
      "sull'": 'sul ',
    },
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
    score: 'a',
    sizes: null,
    outOf: 'su',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: {},
    words: { dollaro: 'USD', dollari: 'USD', euro: 'EUR' },
    signScales: { k: 'mila', M: 'milioni', Mld: 'miliardi', mld: 'miliardi', mln: 'milioni' },
    spacedCents: false,
  },
  units: {
    home: { mq: 'm2', mc: 'm3', kmq: 'km2', cmq: 'cm2', q: 'q', sec: 's' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: ['º', 'ª', '°', 'o'],
    joints: [],
    dayCues: 'il dal al lunedì martedì mercoledì giovedì venerdì sabato domenica'.split(' '),
    dottedDayCues: [],
    shortDays: {
      'lun.': 'lunedì',
      'mar.': 'martedì',
      'mer.': 'mercoledì',
      'gio.': 'giovedì',
      'ven.': 'venerdì',
      'sab.': 'sabato',
      'dom.': 'domenica',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: [],
    dottedCues: ['ore', 'alle', 'dalle'],
    clockWords: [],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [{ pattern: /3\d\d[ \u00a0./-]\d{6,7}/y }],
    postcode: null,
    callCues: [],
  },
  roman: {
    regnal: (value, language, woman) => language.ordinal(String(value), woman ? 'ª' : 'º'),
    numbered: 'capitolo parte tomo volume libro atto fase tipo'.split(' '),
    kings: 'luigi vittorio emanuele giovanni paolo pio leone carlo enrico'.split(' '),
    queens: ['elisabetta', 'caterina', 'isabella'],
    beforeCentury: ['secolo'],
    century: ['secolo', 'sec.'],
    shortCentury: [/sec\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'secolo'],
    ordinalCenturies: true,
    ordinalSuffix: null,
    regnalDot: false,
    ordinalForm: null,
  },
};
