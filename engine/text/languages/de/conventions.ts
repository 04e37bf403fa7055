/** How German is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['usw.', 'etc.'],
    closingAbbreviations: ['usf.', 'mwst.'],
    wordlikeAbbreviations: [],
    capitalPronoun: null,
    ordinalDot: true,
  },
  letters: {
    acronyms: (
      'EU USA KI AG IT US AfD ICE IC EC AFP IOC UV OP EM ÖBB IQ UN EZB AGB EDV ARD OB AKW BIP IP UKW ' +
      'ABC IWF'
    ).split(' '),
    wordlikeAcronyms: ['OB'],
    smallWords: (
      'ab alt am an auf aus bei bin bis da das dem den der des die du ein er es gar gib gut hat hin ich ' +
      'ihm ihn ihr im in ist ja kam lag lang los mag mal man mir mit nah neu nie nun nur ob rot so tag ' +
      'tat tun tür um und uns von vor war was weg weil wer wie wir zu zum zur'
    ).split(' '),
    spelledBeside: [],
    letterA: null,
    numberedByLetter: [],
    hashKey: null,
  },
  words: {
    elidedArticles: null,
    genitive: null,
    joinedSuffix: 'er',
    street: 'straße',
    versus: null,
    addresses: null,
    compass: null,
  },
  numbers: {
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: 'zu',
    score: 'zu',
    sizes: null,
    outOf: 'von',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: {},
    words: { Dollar: 'USD', Euro: 'EUR', Franken: 'CHF' },
    signScales: { k: 'tausend', T: 'tausend', M: 'Millionen', Mio: 'Millionen', Mrd: 'Milliarden' },
    spacedCents: false,
  },
  units: {
    home: { Std: 'h', 'Std.': 'h', Stdn: 'h', 'Sek.': 's', Sek: 's', 'Min.': 'min', Min: 'min', qm: 'm2' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: true,
    daySuffixes: ['.'],
    joints: [],
    dayCues: 'am vom zum bis montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(' '),
    dottedDayCues: 'der dem den ab seit und'.split(' '),
    shortDays: {
      Mo: 'Montag',
      Di: 'Dienstag',
      Mi: 'Mittwoch',
      Do: 'Donnerstag',
      Fr: 'Freitag',
      Sa: 'Samstag',
      So: 'Sonntag',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: { pattern: /(\d{4}|\d0)er(?![\p{L}\p{N}])/uy, twoDigitCues: null },
    recentYears: [1900, 2000],
  },
  times: {
    hourSignCues: 'um ab bis gegen von'.split(' '),
    dottedCues: [],
    clockWords: ['Uhr'],
    dottedClockWords: ['Uhr'],
    until: ['bis', 'und'],
  },
  codes: {
    phones: [],
    postcode: {
      // "Hauptstraße 5, 10115 Berlin"
      pattern: /(?<=\d ?[a-z]?, )\d{5}(?= \p{Lu}\p{Ll})/uy,
      spoken: ([digits], language) => language.digits(digits),
    },
    callCues: ['notruf'],
    named: {
      sure: [
        'code',
        'pin',
        'tan',
        'otp',
        'cvv',
        'cvc',
        'kennwort',
        'passwort',
        'endend auf',
        'endet auf',
        'endziffern',
        'durchwahl',
        'plz',
        'postleitzahl',
        'nummer der karte',
        '-code',
        '-nummer',
      ],
      likely: 'auftrag buchung bestellung referenz endung bestätigung flug tel. telefon nummer'.split(' '),
      between: ['ist', 'lautet', 'war', 'nummer', 'nr.', 'die'],
      paired: null,
    },
  },
  roman: {
    regnal: (value, language, woman) => `${woman ? 'die' : 'der'} ${language.ordinal(String(value), '')}`,
    numbered: 'kapitel teil band buch akt phase stufe klasse weltkrieg'.split(' '),
    kings: 'ludwig friedrich wilhelm heinrich karl franz otto johannes benedikt'.split(' '),
    queens: ['elisabeth', 'katharina', 'maria'],
    beforeCentury: [],
    century: [],
    shortCentury: null,
    ordinalCenturies: false,
    ordinalSuffix: null,
    regnalDot: true,
    ordinalForm: null,
  },
};
