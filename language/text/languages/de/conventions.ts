/** Conventions of written German. */
import { PLAIN_ROMAN } from '../common.ts';
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['usw.', 'etc.'],
    closingAbbreviations: ['usf.', 'mwst.'],
    wordlikeAbbreviations: [],
    capitalPronoun: null,
    beforeOrdinals: [
      'der',
      'die',
      'das',
      'dem',
      'den',
      'des',
      'zum',
      'zur',
      'am',
      'im',
      'beim',
      'vom',
      'ihr',
      'ihrem',
      'unser',
      'unserem',
      'sein',
      'mein',
      'ein',
      'jeder',
    ],
    afterOrdinals:
      'Jh Jhd Jahrhundert Jahrhunderts Geburtstag Jubiläum Auflage Stock Etage OG Obergeschoss Weltkrieg Bundesliga Liga Klasse Quartal Halbzeit Runde'.split(
        ' ',
      ),
    ordinalDot: true,
  },
  letters: {
    names: null,
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
    keyCues: ['drück-', 'taste', 'wähl-'],
    keys: { '#': 'Raute', '*': 'Stern' },
  },
  words: {
    beforeHours: [],
    elidedArticles: null,
    genitive: null,
    joinedSuffix: 'er',
    numberedAdjective: null,
    compounds: { street: 'straße', number: 'nummer' },
    capitalisesNouns: true,
    versus: null,
    addresses: null,
    directions: { N: 'Nord', S: 'Süd', E: 'Ost', W: 'West', O: 'Ost' },
    compass: null,
  },
  numbers: {
    namedAlone: {},
    approximate: {},
    wave: null,
    until: 'bis',
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: 'zu',
    score: 'zu',
    sizes: null,
    pressure: { between: 'zu', cues: [] },
    fold: 'mal',
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
    singularBefore: null,
    home: { Std: 'h', 'Std.': 'h', Stdn: 'h', 'Sek.': 's', Sek: 's', 'Min.': 'min', Min: 'min', qm: 'm2' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    bracketedDays: null,
    yearMark: null,
    dottedDays: (from, to, slash, before, language) => {
      const ending = /^(?:vom|am|zum|bis|dem|den|im|beim|der|die|ab)$/i.test(before) ? 'ten' : 'ter';
      return `${language.ordinal(from, ending)} ${slash ? 'und' : 'bis'} ${language.ordinal(to, ending)}`;
    },
    dayRange: null,
    dashedDays: false,
    capitalMonths: true,
    wordlikeMonths: [],
    daySuffixes: ['.'],
    joints: [],
    dayCues: 'am vom zum bis montag dienstag mittwoch donnerstag freitag samstag sonntag'.split(' '),
    dottedDayCues: 'der dem den ab seit und v.'.split(' '),
    expiryCues: ['gültig', 'ablauf', 'läuft', 'valid'],
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
    decade: { pattern: /(\d{4}|\d0)er(n?)(?![\p{L}\p{N}])/uy, twoDigitCues: null },
    recentYears: [1900, 2000],
  },
  times: {
    hourSignCues: 'um ab bis gegen von'.split(' '),
    hour24: true,
    dottedCues: ['um'],
    clockWords: ['Uhr'],
    dottedClockWords: ['Uhr'],
    until: ['bis', 'und'],
  },
  codes: {
    phones: [],
    postcode: {
      // "Hauptstraße 5, 10115 Berlin"
      pattern: /(?<=^|\d ?[a-z]?, |D-|\n)\d{5}(?<!000)(?= \p{Lu}\p{Ll})/uy,
      spoken: ([digits], language) => language.digits(digits),
    },
    callCues: ['notruf'],
    named: {
      sure: [
        'kto.',
        'kto',
        'Kennzeichen',
        'steuer-id',
        'steuernummer',
        'Nummernschild',
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
      likely:
        'auftrag buchung bestellung bestellnr. kundennr. rechnungsnr. auftragsnr. artikelnr. kd.-nr. best.-nr. art.-nr. referenz endung bestätigung flug tel. telefon nummer'.split(
          ' ',
        ),
      between: ['ist', 'lautet', 'war', 'nummer', 'nr.', 'die'],
      paired: null,
    },
  },
  roman: {
    ...PLAIN_ROMAN,
    regnal: (value, language, woman) => `${woman ? 'die' : 'der'} ${language.ordinal(String(value), '')}`,
    numbered: 'kap. kapitel teil band buch akt phase stufe klasse weltkrieg'.split(' '),
    kings:
      'ludwig friedrich wilhelm heinrich karl franz otto johannes benedikt paul georg leopold maximilian rudolf ferdinand joseph josef konrad philipp gustav christian august peter nikolaus alexander pius leo'.split(
        ' ',
      ),
    queens: ['elisabeth', 'katharina', 'maria'],
    regnalDot: true,
  },
};
