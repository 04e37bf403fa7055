/** Conventions of written Russian. */
import { CENTURIES as CENTURY_NUMERALS } from '../common.ts';
import type { Counting, WritingConventions } from '../conventions.ts';
import { stem } from './ordinals.ts';

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

const CENTURIES = /([IVX]{1,5})(?:[-–—]([IVX]{1,5}))?[ \u00a0](вв?\.|век[а-я]*)(?![\p{L}])/uy;
const ROMAN: Readonly<Record<string, number>> = Object.fromEntries(
  CENTURY_NUMERALS.map((numeral, i) => [numeral, i + 1]),
);

/** "конец XIX в.", "в XX в.", "XIX–XX вв." */
function centuries(text: string, at: number, before: string, language: Counting) {
  CENTURIES.lastIndex = at;
  const [all, first = '', second, word = ''] = CENTURIES.exec(text) ?? [];
  if (all === undefined || (second === undefined && !word.endsWith('.'))) return null;
  const [from, to] = [ROMAN[first], second === undefined ? undefined : ROMAN[second]];
  if (from === undefined || (second !== undefined && to === undefined)) return null;
  const bare = before === '' || /^(?:это|и)$/i.test(before);
  const inside = /^(?:во?|о)$/i.test(before);
  const alone = word.endsWith('.') ? bare : word === 'век';
  const form = alone ? 'й' : inside ? 'м' : 'го';
  const said = [from, to].map((value) =>
    value === undefined ? null : language.ordinal(String(value), `-${form}`),
  );
  const many = second !== undefined;
  const noun = !word.endsWith('.')
    ? word
    : many
      ? alone
        ? 'века'
        : inside
          ? 'веках'
          : 'веков'
      : alone
        ? 'век'
        : inside
          ? 'веке'
          : 'века';
  return { end: at + all.length, spoken: `${said.filter(Boolean).join(' ')} ${noun}` };
}

export const CONVENTIONS: WritingConventions = {
  sentences: {
    openers: [],
    closingEnumerations: ['т. д.', 'т.д.', 'т. п.', 'т.п.'],
    closingAbbreviations: [],
    wordlikeAbbreviations: [],
    capitalPronoun: null,
    beforeOrdinals: [],
    afterOrdinals: [],
    ordinalDot: false,
  },
  letters: {
    names: null,
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
    keyCues: ['нажм-', 'клавиш-'],
    keys: { '#': 'решётка', '*': 'звёздочка' },
  },
  words: {
    beforeHours: [],
    elidedArticles: null,
    genitive: null,
    joinedSuffix: null,
    numberedAdjective: {
      pattern:
        /(\d{1,3})(?:-(?:[ёе]?х|[ёе]?хи|и?ти|ми)?[ \u00a0-]?|-)(?=\p{Ll})((?:комнатн|этажн|летн|дневн|месячн|недельн|килограммов|граммов|метров|километров|сантиметров|литров|минутн|часов|секундн|местн|кратн|процентн|ядерн|цилиндров|ступенчат|значн|тонн|рублев|дюймов|звёздочн|разов|сторонн|угольн|томн|серийн|местн|классн|градусн|балльн|миллиметров|тысячн|слойн|дверн|колёсн|полосн|миллионн)[\p{Ll}]{2,3}|лети[еяюй]м?)(?!\p{L})/uy,
      spoken: ([, digits = '', adjective = '']) => `${stem(Number(digits))}${adjective}`,
    },
    compounds: null,
    capitalisesNouns: false,
    versus: null,
    addresses: null,
    directions: { N: 'северной широты', S: 'южной широты', E: 'восточной долготы', W: 'западной долготы' },
    compass: null,
  },
  numbers: {
    namedAlone: {},
    approximate: {},
    wave: null,
    until: 'тире',
    ungroupedAreCodes: false,
    pluralOfRound: false,
    ratio: null,
    score: '',
    sizes: null,
    pressure: { between: 'на', cues: [] },
    fold: 'раз',
    outOf: null,
    pointsOfHundred: false,
    steps: null,
  },
  money: {
    home: {},
    symbols: { 'р.': 'RUB', 'руб.': 'RUB', руб: 'RUB' },
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
    singularBefore: null,
    home: {
      'мм рт. ст.': 'mmHg',
      'л. с.': 'hp',
      'уд/мин': 'bpm',
      'уд./мин': 'bpm',
      'м/с²': 'm/s2',
      кОм: 'kohm',
      МОм: 'Mohm',
      Па: 'Pa',
      МПа: 'MPa',
      'ч.': 'h',
      'мин.': 'min',
      'сек.': 's',
      га: 'ha',
      мкм: 'µm',
      нм: 'nm',
      ц: 'q',
      мкг: 'µg',
      'см²': 'cm2',
      'см³': 'cm3',
      'кв. м': 'm2',
      'кв.м': 'm2',
      'куб. м': 'm3',
      'кв. км': 'km2',
      ккал: 'kcal',
      МВт: 'MW',
      ГВт: 'GW',
      кВ: 'kV',
      мВ: 'mV',
      В: 'V',
      А: 'A',
      мА: 'mA',
      мАч: 'mAh',
      Дж: 'J',
      кДж: 'kJ',
      Н: 'N',
      кПа: 'kPa',
      гПа: 'hPa',
      Ом: 'ohm',
      'Мбит/с': 'Mbps',
      'Гбит/с': 'Gbps',
      'Кбит/с': 'kbps',
      'км/с': 'km/s',
      Кб: 'kB',
      Мб: 'MB',
      Гб: 'GB',
      Тб: 'TB',
      '°С': 'C',
    },
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
    bracketedDays: null,
    yearMark: / ?г\.?(?!\p{L})/uy,
    dottedDays: null,
    dayRange: (from, to, language) => `с ${language.ordinal(from, '-го')} по ${language.ordinal(to, '-е')}`,
    dashedDays: false,
    capitalMonths: false,
    wordlikeMonths: [],
    daySuffixes: ['-го', 'го', '-е', 'е', '-ое', 'ое'],
    joints: [],
    dayCues: [],
    dottedDayCues: [],
    expiryCues: ['истекает', 'действ'],
    shortDays: {
      пн: 'понедельник',
      вт: 'вторник',
      ср: 'среда',
      чт: 'четверг',
      пт: 'пятница',
      сб: 'суббота',
      вс: 'воскресенье',
    },
    shortDayCues: [],
    certainShortDays: [],
    decade: null,
    recentYears: null,
  },
  times: {
    hourSignCues: [],
    hour24: true,
    dottedCues: [],
    clockWords: ['часов', 'часа', 'час'],
    dottedClockWords: [],
    until: [],
  },
  codes: {
    phones: [{ pattern: /8[ -]?\(?\d{3,4}\)?[ -]\d{2,3}[ -]\d{2}[ -]\d{2}/y }],
    postcode: null,
    callCues: [],
    named: {
      sure: [
        'госномер',
        'паспорт',
        'паспорта',
        'полис',
        'снилс',
        'инн',
        'код',
        'пин',
        'пин-код',
        'пинкод',
        'pin',
        'otp',
        'cvv',
        'cvc',
        'пароль',
        'инн',
        'снилс',
        'трек-номер',
        'код подтверждения',
        'номер заказа',
        'номер карты',
        'добавочный',
        'заканчивающаяся на',
        'заканчивающейся на',
        'заканчивается на',
        'оканчивается на',
        'оканчивающаяся на',
        'последние цифры',
        'последние четыре цифры',
      ],
      likely:
        'заказ заказа заявка заявки договор договора счёт счета счет карта карты карте билет билета бронь подтверждения подтверждение бронирования бронирование рейс рейса индекс'.split(
          ' ',
        ),
      between: ['—', 'номер', 'равен', 'это'],
      paired: null,
    },
  },
  roman: {
    regnal: (value, language) => language.ordinal(String(value), 'й'),
    numbered: ['гл.'],
    kings: [],
    queens: [],
    beforeCentury: [],
    century: [],
    shortCentury: null,
    ordinalCenturies: false,
    ordinalSuffix: null,
    centuries,
    regnalDot: false,
    ordinalForm,
  },
};
