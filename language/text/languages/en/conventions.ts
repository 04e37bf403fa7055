/** Conventions of written English. */
import { PLAIN_ROMAN } from '../common.ts';
import type { WritingConventions } from '../conventions.ts';
import { ADDRESSES } from './addresses.ts';
import { inPairs } from './pairs.ts';

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: (
      'The It He She They We But And This That These There In If So You My Our Her His When What How ' +
      'Why Then However'
    ).split(' '),
    closingEnumerations: ['etc.'],
    closingAbbreviations: ['a.m.', 'a. m.', 'p.m.', 'p. m.', 'jr.', 'inc.', 'ltd.', 'corp.', 'co.'],
    wordlikeAbbreviations: ['no.', 'in.', 'art.', 'sat.', 'sun.', 'mar.'],
    capitalPronoun: 'I',
    beforeOrdinals: [],
    afterOrdinals: [],
    ordinalDot: false,
  },
  letters: {
    names: null,
    acronyms:
      'WHO UN AWS FAQ FAQs IRA ERA ETA EPA UAE UAV AMA AOL APA IPA IOU BA AA AAA SAP SOS EOD OOO'.split(' '),
    wordlikeAcronyms: ['WHO', 'ERA', 'SAP'],
    smallWords: (
      'a ago am an and any are arm art as ask at ate bad be bed big box boy but buy by can car cat cut ' +
      'dad day did die do dog dry due eat egg end eye far few fix fly for fun get go god guy had has ' +
      'hat he her hey hi him his hit hot how if ill in is it its job joy key kid law lay leg let lie ' +
      'lot low man may me men met mix mom mud mum my new no not now nut of off oh oil old on one or our ' +
      'out own pay pen pie pig pot put ran raw red rid rip rub run sad sat saw say sea see she sir sit ' +
      'six sky so son sun tea ten the to toe told too try turn two up us use via wait war was way we ' +
      'wet who why win won yes yet you zoo'
    ).split(' '),
    spelledBeside: [
      {
        acronym: 'US',
        after: ['THE', 'USA'],
        before: (
          'ARMY NAVY MILITARY MARINES TROOPS FORCES GOVERNMENT PRESIDENT SENATE SENATOR CONGRESS CONSTITUTION ' +
          'DOLLAR DOLLARS ECONOMY MARKET MARKETS STOCKS TREASURY EMBASSY CITIZEN CITIZENS OFFICIALS ELECTION ' +
          'ELECTIONS BORDER COAST STATE STATES CITY CITIES MAIL'
        ).split(' '),
      },
      {
        acronym: 'IT',
        after: [],
        before: (
          'DEPARTMENT SUPPORT STAFF TEAM MANAGER SECURITY SYSTEM SYSTEMS SERVICE SERVICES INFRASTRUCTURE SECTOR ' +
          'INDUSTRY JOB JOBS WORKER WORKERS PROFESSIONAL PROFESSIONALS EQUIPMENT ADMINISTRATOR SPECIALIST ' +
          'CONSULTANT HELPDESK DESK SKILLS COMPANY COMPANIES BUDGET'
        ).split(' '),
      },
    ],
    letterA: {
      name: 'eh',
      after: (
        'plan vitamin hepatitis influenza type grade team group part section option exhibit schedule ' +
        'figure table class series serie category building block gate terminal point side level hall ' +
        'apartment apt suite unit room zone column row bus line platform an letter letters answer ' +
        'question choice variant version appendix step model'
      ).split(' '),
    },
    numberedByLetter:
      'plan vitamin hepatitis type grade team group part section option exhibit schedule figure table'.split(
        ' ',
      ),
    keyCues: ['press', 'push', 'key', 'button', 'option', 'dial', 'enter', 'type', 'choose', 'select', 'hit'],
    keys: { '#': 'hash', '*': 'star' },
  },
  words: {
    beforeHours: [],
    elidedArticles: null,
    genitive: "'s",
    joinedSuffix: null,
    numberedAdjective: null,
    compounds: null,
    capitalisesNouns: false,
    versus: 'versus',
    addresses: ADDRESSES,
    directions: { N: 'north', S: 'south', E: 'east', W: 'west' },
    compass: {
      // "123 W. 45th St."
      pattern:
        /([NSEW])\.?(?= (?:\d{1,3}(?:st|nd|rd|th)|\p{Lu}\p{Ll}{1,20} (?:St|Ave|Rd|Blvd|Dr|Street|Avenue|Road))(?!\p{L}))/uy,
      words: { N: 'North', S: 'South', E: 'East', W: 'West' },
    },
  },
  numbers: {
    namedAlone: {},
    approximate: {},
    wave: null,
    until: 'to',
    ungroupedAreCodes: true,
    pluralOfRound: true,
    ratio: 'to',
    score: null,
    sizes: 'by',
    pressure: { between: 'over', cues: [] },
    fold: 'times',
    outOf: 'out of',
    pointsOfHundred: true,
    steps: {
      nouns: 'step part page episode day question slide chapter level round item task'.split(' '),
      of: 'of',
    },
  },
  money: {
    home: {},
    symbols: {},
    words: { dollar: 'USD', dollars: 'USD', euro: 'EUR', euros: 'EUR' },
    signScales: {},
    spacedCents: false,
  },
  units: {
    singularBefore:
      /^[ \u00a0](?!(?:wide|tall|long|high|deep|thick|across|apart|and|or|by|in|of|from|to|at|on|is|was|are|for|with|but|than)\b)\p{Ll}{3}/u,
    home: { sqft: 'ft2', ac: 'ac' },
    symbols: {},
    attachedOnly: [],
    spacedAtHome: [],
  },
  dates: {
    bracketedDays: null,
    yearMark: null,
    dottedDays: null,
    dayRange: null,
    dashedDays: false,
    capitalMonths: true,
    wordlikeMonths: ['may', 'march', 'mar', 'sep', 'dec'],
    daySuffixes: ['st', 'nd', 'rd', 'th'],
    joints: [],
    dayCues:
      'on by until since due dated deadline starting today tomorrow monday tuesday wednesday thursday friday saturday sunday'.split(
        ' ',
      ),
    dottedDayCues: [],
    expiryCues: ['expir', 'exp.', 'valid'],
    shortDays: {
      Mon: 'Monday',
      Tue: 'Tuesday',
      Tues: 'Tuesday',
      Wed: 'Wednesday',
      Thu: 'Thursday',
      Thur: 'Thursday',
      Thurs: 'Thursday',
      Fri: 'Friday',
      Sat: 'Saturday',
      Sun: 'Sunday',
    },
    shortDayCues: 'on every until next last'.split(' '),
    certainShortDays: 'Thu Tue Thur Thurs Tues Wed Fri'.split(' '),
    decade: {
      pattern: /(?:(?:mid|early|late|pre|post)-)?'?(\d{4}|\d0)(?:'?s|(?<=(?:19|20)\d0) s)(?![\p{L}\p{N}])/uy,
      twoDigitCues: ['the', 'early', 'mid', 'late'],
    },
    recentYears: [1900, 2100],
  },
  times: {
    hourSignCues: [],
    hour24: false,
    dottedCues: [],
    clockWords: [],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [],
    postcode: null,
    callCues: ['call', 'dial'],
    named: {
      sure: [
        'license plate',
        'licence plate',
        'number plate',
        'registration',
        'code',
        'passcode',
        'password',
        'pin',
        'otp',
        'cvv',
        'cvc',
        'ending in',
        'ending with',
        'ends in',
        'last four digits',
        'last four',
        'last 4 digits',
        'confirmation',
        'extension',
        'ext.',
        'zip',
        'zip code',
        'postcode',
        'postal code',
        'ssn',
        'routing number',
        'confirmation code',
        'access code',
        'verification code',
        'order number',
        'tel.',
        'fax',
        'voicemail',
        'one-time code',
      ],
      likely:
        'order ticket case booking reference invoice account card member membership customer employee license policy claim id text phone telephone ending serial reservation passport tracking'.split(
          ' ',
        ),
      between: 'is was number no. num are code id'.split(' '),
      paired: {
        words: [
          'flight',
          'room',
          'rm',
          'suite',
          'bus',
          'route',
          'hwy',
          'highway',
          'interstate',
          'gate',
          'apartment',
          'apt',
          'unit',
        ],
        spoken: inPairs,
      },
    },
  },
  roman: {
    ...PLAIN_ROMAN,
    regnal: (value, language) => `the ${language.ordinal(String(value), '')}`,
    numbered: (
      'chapter chapters part parts volume volumes vol. book books act acts scene scenes phase phases ' +
      'type types war wars title titles article articles section sections appendix stage tier level ' +
      'class grade henry bowl'
    ).split(' '),
    kings: (
      'francis louis henry charles george james edward richard william john paul pius benedict leo alexander ' +
      'peter nicholas philip frederick napoleon ramses ramesses darius'
    ).split(' '),
    queens: 'elizabeth mary catherine margaret margrethe'.split(' '),
    beforeCentury: ['century', 'centuries', 'millennium'],
  },
};
