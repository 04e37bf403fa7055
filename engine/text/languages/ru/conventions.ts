/** How Russian is written where it is not read as it stands. */
import type { WritingConventions } from '../conventions.ts';

const CENTURY = /^ век(|а|е|у|ом)(?!\p{L})/u;
const KING =
  /^(?:Никола|Александр|П[её]тр|Павел|Павл|Иван|Васили|Людовик|Генрих|Карл|Филипп|Фридрих|Вильгельм|Георг)(|й|а|я|у|ю|ом|ем|е|и)$/;
const QUEEN = /^(?:Екатерин|Елизавет|Мари)(?:а|я)$/;
const CASES: Readonly<Record<string, string>> = {
  а: 'го',
  я: 'го',
  у: 'му',
  ю: 'му',
  ом: 'м',
  ем: 'м',
  е: 'м',
};

/** The ending of a Russian ordinal as it would be written after figures: "XXI век", "Николая II". */
function ordinalForm(previous: string, behind: string): string | null {
  if (QUEEN.test(previous)) return 'я';
  const ending = CENTURY.exec(behind)?.[1] ?? KING.exec(previous)?.[1];
  return ending === undefined ? null : (CASES[ending] ?? 'й');
}

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['т. д.', 'т.д.', 'т. п.', 'т.п.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: [],
    capitalPronoun: null,
    ordinalDot: false,
  },
  letters: {
    acronyms: [],
    wordlikeAcronyms: [],
    smallWords: (
      'а без бы в вам вас во вот вы год да день для до дом друг его ее её за и из или им их к как ко ' +
      'лес мир мне мой мы на нам нас не нет ни но ночь о об он она они от по под при с сам со суд так ' +
      'там те то ты у уже час что это я'
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
    score: '',
    sizes: null,
    outOf: null,
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    symbols: { 'руб.': 'RUB', руб: 'RUB' },
    words: {
      доллар: 'USD',
      доллара: 'USD',
      долларов: 'USD',
      евро: 'EUR',
      рубль: 'RUB',
      рубля: 'RUB',
      рублей: 'RUB',
    },
    signScales: {},
    spacedCents: false,
  },
  units: {
    symbols: {
      мм: 'mm',
      см: 'cm',
      м: 'm',
      км: 'km',
      мг: 'mg',
      г: 'g',
      кг: 'kg',
      т: 't',
      мл: 'ml',
      л: 'l',
      мс: 'ms',
      с: 's',
      сек: 's',
      мин: 'min',
      ч: 'h',
      'м²': 'm2',
      'км²': 'km2',
      'м³': 'm3',
      'км/ч': 'km/h',
      'м/с': 'm/s',
      Гц: 'Hz',
      кГц: 'kHz',
      МГц: 'MHz',
      ГГц: 'GHz',
      Вт: 'W',
      кВт: 'kW',
      кВт·ч: 'kWh',
      Б: 'B',
      КБ: 'kB',
      МБ: 'MB',
      ГБ: 'GB',
      ТБ: 'TB',
      дБ: 'dB',
    },
    attachedOnly: ['с'],
    spacedAtHome: [],
  },
  dates: {
    capitalMonths: false,
    daySuffixes: ['-го', 'го', '-е', 'е', '-ое', 'ое'],
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
    clockWords: ['часов', 'часа', 'час'],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [],
    postcode: null,
    callCues: [],
  },
  roman: {
    regnal: (value, language) => language.ordinal(String(value), 'й'),
    numbered: [],
    kings: [],
    queens: [],
    beforeCentury: [],
    century: [],
    shortCentury: null,
    ordinalCenturies: false,
    ordinalSuffix: null,
    regnalDot: false,
    ordinalForm,
  },
};
