/** How Korean is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['etc.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: ['no.'],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: [],
    wordlikeAcronyms: [],
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
    outOf: null,
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    symbols: { 원: 'KRW' },
    words: {},
    signScales: {},
    spacedCents: false,
  },
  units: {
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: [],
    joints: [],
    dayCues: [],
    dottedDayCues: [],
    shortDays: {},
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: [],
    dottedCues: [],
    clockWords: [],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [{ pattern: /1[568]\d\d-\d{4}/y }],
    postcode: null,
    callCues: [],
  },
  roman: null,
};
