/** How Dutch is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['enz.', 'etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: [],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: 'EU USA VS AI IA API UWV AIVD UMC'.split(' '),
    wordlikeAcronyms: [],
    smallWords: (
      'aan af al als ben bij bus dag dan dat de den die dit doe door dus een en er goed had heb het hij ' +
      'hoe huis ik in is ja jas je kan kind man me met mij na nee niet nog nu of om ons ook op oud rood ' +
      'te tien tot twee u uit van vijf voor was wat we weg wel wie wij zal ze zes zij zo'
    ).split(' '),
    spelledBeside: [],
    letterA: null,
    numberedByLetter: [],
    hashKey: null,
  },
  words: {
    elidedArticles: null,
    genitive: null,
    joinedSuffix: null,
    street: 'straat',
    versus: null,
    addresses: null,
    compass: null,
  },
  numbers: {
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: null,
    score: '',
    sizes: null,
    outOf: 'van',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: {},
    words: { dollar: 'USD', euro: 'EUR' },
    signScales: { k: 'duizend', M: 'miljoen' },
    spacedCents: false,
  },
  units: {
    home: { sec: 's' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: [],
    joints: [],
    dayCues: 'op maandag dinsdag woensdag donderdag vrijdag zaterdag zondag'.split(' '),
    dottedDayCues: [],
    shortDays: {
      ma: 'maandag',
      di: 'dinsdag',
      wo: 'woensdag',
      do: 'donderdag',
      vr: 'vrijdag',
      za: 'zaterdag',
      zo: 'zondag',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: [],
    dottedCues: [],
    clockWords: ['uur'],
    dottedClockWords: ['uur'],
    until: ['tot', 'en'],
  },
  codes: {
    phones: [],
    postcode: {
      pattern: /([1-9]\d)([1-9]\d) ?([A-Z])([A-Z])(?![\p{L}\p{N}])/uy,
      spoken: ([, thousands = '', ones = '', ...letters], language) =>
        [language.cardinal(thousands), language.cardinal(ones), ...letters].join(' '),
    },
    callCues: [],
    named: {
      sure: [
        'code',
        'pin',
        'otp',
        'cvv',
        'cvc',
        'wachtwoord',
        'eindigend op',
        'eindigt op',
        'die eindigt op',
        'bsn',
        '-code',
        '-nummer',
      ],
      likely: 'bestelling boeking reservering order referentie vlucht telefoon bevestiging toestel'.split(
        ' ',
      ),
      between: ['is', 'was', 'luidt', 'nummer', 'nr.'],
      paired: null,
    },
  },
  roman: {
    regnal: (value, language) => `de ${language.ordinal(String(value), '')}`,
    numbered: ['hoofdstuk', 'deel', 'boek', 'fase'],
    kings: ['willem', 'karel', 'lodewijk', 'filips'],
    queens: ['beatrix'],
    beforeCentury: [],
    century: [],
    shortCentury: null,
    ordinalCenturies: false,
    ordinalSuffix: null,
    regnalDot: false,
    ordinalForm: null,
  },
};
