/** How Spanish is written where it is not read as it stands. */

import { upToTenth } from '../common.ts';
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: ['art.', 'mar.'],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: 'UE IA ADN API DNI AP OMS'.split(' '),
    wordlikeAcronyms: [],
    smallWords: (
      'a al con da dar de del dio dos día e el en era es fin fue ha hay hoy la las le les ley lo los ' +
      'luz mal mar me mi mis muy más no nos o os pan para por que qué rey se ser si sin sol son su sus ' +
      'sí tal tan te tres tu un una ver vez vi voz y ya yo'
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
    outOf: 'sobre',
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {
      Q: 'GTQ',
      q: 'GTQ',
      'S/': 'PEN',
      'S/.': 'PEN',
      'Bs.': 'BOB',
      Bs: 'BOB',
      RD$: 'DOP',
      'B/.': 'PAB',
    },
    symbols: {},
    words: { dólar: 'USD', dólares: 'USD', euro: 'EUR', euros: 'EUR' },
    signScales: { k: 'mil', K: 'mil', M: 'millones' },
    spacedCents: false,
  },
  units: {
    home: { seg: 's', 'seg.': 's', hs: 'h', 'hs.': 'h', 'hrs.': 'h', 'min.': 'min' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: ['º', 'ª', '°', 'o'],
    joints: ['de', 'del'],
    dayCues: 'el del al desde hasta lunes martes miércoles jueves viernes sábado domingo'.split(' '),
    dottedDayCues: [],
    shortDays: {
      'lun.': 'lunes',
      'mar.': 'martes',
      'mié.': 'miércoles',
      'jue.': 'jueves',
      'vie.': 'viernes',
      'sáb.': 'sábado',
      'dom.': 'domingo',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: [],
    dottedCues: [],
    clockWords: ['horas'],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [
      { pattern: /9[1-8] \d{3} \d\d \d\d/y },
      { pattern: /[6-9]\d\d([ \u00a0])\d{3}\1\d{3}/y },
      { pattern: /[6-9]\d\d(?:[ \u00a0]\d\d){3}/y },
    ],
    postcode: null,
    callCues: [],
  },
  roman: {
    regnal: upToTenth,
    numbered: 'capítulo capitulo cap. parte tomo volumen libro acto fase tipo siglo siglos'.split(' '),
    kings: 'felipe alfonso carlos fernando juan pablo pío enrique luis pedro'.split(' '),
    queens: ['isabel', 'catalina'],
    beforeCentury: [],
    century: ['siglo', 'siglos', 's.'],
    shortCentury: [/s\.(?= ?[IVX]{1,5}(?![\p{L}\p{N}]))/uy, 'siglo'],
    ordinalCenturies: false,
    ordinalSuffix: null,
    regnalDot: false,
    ordinalForm: null,
  },
};
