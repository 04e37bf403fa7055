/**
 * Puts Russian read-outs into the form that their sentence requires: the gender of the next noun ("две минуты"), the
 * genitive after a preposition ("до ста рублей"), the case of a year ("2025 года") and of a date ("встреча третьего
 * марта").
 */
import { CURRENCIES, MONTHS_GENITIVE, type Noun, PERCENT, UNITS } from './nouns.ts';
import { type OrdinalForm, ordinalWords } from './ordinals.ts';

/** Numerals with their value and genitive, without "тысяча" and the like. */
const NUMERALS: ReadonlyMap<string, readonly [value: number, genitive: string]> = new Map(
  `ноль:0:нуля один:1:одного одна:1:одной одно:1:одного два:2:двух две:2:двух три:3:трёх четыре:4:четырёх пять:5:пяти
  шесть:6:шести семь:7:семи восемь:8:восьми девять:9:девяти десять:10:десяти одиннадцать:11:одиннадцати
  двенадцать:12:двенадцати тринадцать:13:тринадцати четырнадцать:14:четырнадцати пятнадцать:15:пятнадцати
  шестнадцать:16:шестнадцати семнадцать:17:семнадцати восемнадцать:18:восемнадцати девятнадцать:19:девятнадцати
  двадцать:20:двадцати тридцать:30:тридцати сорок:40:сорока пятьдесят:50:пятидесяти шестьдесят:60:шестидесяти
  семьдесят:70:семидесяти восемьдесят:80:восьмидесяти девяносто:90:девяноста сто:100:ста двести:200:двухсот
  триста:300:трёхсот четыреста:400:четырёхсот пятьсот:500:пятисот шестьсот:600:шестисот семьсот:700:семисот
  восемьсот:800:восьмисот девятьсот:900:девятисот`
    .split(/\s+/)
    .map((entry) => {
      const [word = '', value, genitive = ''] = entry.split(':');
      return [word, [Number(value), genitive]];
    }),
);

/** Other words of numbers and the genitive of each. */
const OTHER_GENITIVES: Readonly<Record<string, string>> = {
  минус: 'минус',
  полтора: 'полутора',
  полторы: 'полутора',
  целая: 'целой',
  целых: 'целых',
  десятая: 'десятой',
  десятых: 'десятых',
  сотая: 'сотой',
  сотых: 'сотых',
  тысячная: 'тысячной',
  тысячных: 'тысячных',
  тысяча: 'тысячи',
  тысячи: 'тысяч',
  тысяч: 'тысяч',
  ...Object.fromEntries(
    ['миллион', 'миллиард', 'триллион'].flatMap((name) => [
      [name, `${name}а`],
      [`${name}а`, `${name}ов`],
      [`${name}ов`, `${name}ов`],
    ]),
  ),
};

const nouns: readonly Noun[] = [
  PERCENT,
  ...Object.values(UNITS),
  ...Object.values(CURRENCIES).flatMap(({ main, cent }) => (cent === null ? [main] : [main, cent])),
];
/** From each form of a counted noun to the genitive that the same number requires. */
const NOUN_GENITIVES: ReadonlyMap<string, string> = new Map(
  nouns.flatMap(([one, few, many, , genitive]) => [
    [one, genitive ?? few],
    [few, many],
    [many, many],
  ]),
);

const DIGIT_RUN =
  /^(?:(?:ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять) ){3}|^ноль (?:ноль|один|два|три|четыре|пять|шесть|семь|восемь|девять)(?: |$)/;

/** The genitive of a read-out made of numerals and the nouns above; null when it contains anything else. */
export function genitive(spoken: string): string | null {
  // Codes and telephone numbers keep their form.
  if (DIGIT_RUN.test(spoken)) return null;
  const words = spoken.split(' ');
  const result: string[] = [];
  let decimal = false;
  for (let i = 0; i < words.length; ) {
    const word = words[i] ?? '';
    decimal ||= word.startsWith('цел');
    const length = [4, 3, 2, 1].find((n) => NOUN_GENITIVES.has(words.slice(i, i + n).join(' '))) ?? 0;
    if (length > 0) {
      const noun = words.slice(i, i + length).join(' ');
      // After a decimal the noun is in the genitive already.
      result.push(decimal ? noun : (NOUN_GENITIVES.get(noun) ?? noun));
      i += length;
      continue;
    }
    const parts = word
      .split('-')
      .map((part) =>
        decimal && /^(?:тысяч|милли|трилли)/.test(part) && !/^тысячн/.test(part)
          ? part
          : (NUMERALS.get(part)?.[1] ?? OTHER_GENITIVES[part]),
      );
    if (parts.includes(undefined)) return null;
    // The zero of "девять ноль пять" stays.
    result.push(word === 'ноль' && i > 0 ? word : parts.join('-'));
    i++;
  }
  return result.join(' ');
}

/** The value of a number between 1000 and 2999 in words, as years are; null for anything else. */
function yearOf(spoken: string): number | null {
  const match = /^(тысяча|две тысячи)(?: (.+))?$/.exec(spoken);
  if (match === null) return null;
  const rest = (match[2]?.split(' ') ?? []).map((word) => NUMERALS.get(word)?.[0]);
  if (rest.includes(undefined)) return null;
  return rest.reduce((sum: number, value) => sum + (value ?? 0), match[1] === 'тысяча' ? 1000 : 2000);
}

const GENITIVE_BEFORE =
  /^(?:до|от|из|изо|с|со|у|около|без|для|после|кроме|свыше|более|менее|больше|меньше|порядка|среди|против|ниже|выше|вместо)$/i;
/** Words before a date that leave it in the nominative or the accusative, which look the same. */
const DATE_NAMED =
  /^(?:сегодня|завтра|вчера|на|по|за|это|было|будет|наступ(?:ило|ает|ит)|настало|дата|срок|день)$/i;
const FEMININE =
  /^(?:минут|секунд|недел|страниц|книг|копе(?:йк|ек)|тонн|штук|женщин|девушк|девочк|машин|комнат|квартир|строк|задач|точк|ошибк|попытк|заявк|позици|верси|станци|мил|кош(?:к|ек)|собак|чашк|ложк|бутылк|таблетк|пачк|коробк|групп|команд|школ|стран|улиц|ступен|ноч|част|област|новост|запис|цел|рол|дол|встреч|песн|истори|причин|половин|сторон|рук|ног|звезд|звёзд|ламп|карт|кнопк|ссылк|скидк|покупк|поездк|смен|пар|идея|иде|серь|сери|глав|цифр|букв|формул|таблиц|функци|опци|лекци|порци)(?:а|у|ы|я|ю|и|е|ь|ой|ей)$/i;
const NEUTER =
  /^(?:мест|слов|окн|дел|яблок|числ|письм|устройств|правил|средств|блюд|кресл|зеркал|обществ)о$|^[а-яё]{3,}[нт]ие$/i;
const INSTRUMENTAL_NOUN = /(?:ами|ями|ьми)$/;
/** Words in -ы and -и after a two that are not nouns. */
const NO_NOUN = /^(?:.{1,3}|если|почти|чтобы|они|мои|твои|свои|наши|ваши|ради|этими|были)$|ли$/i;

const INSTRUMENTAL: Readonly<Record<string, string>> = {
  два: 'двумя',
  три: 'тремя',
  четыре: 'четырьмя',
  ...Object.fromEntries(
    ['пять', 'шесть', 'семь', 'восемь', 'девять', 'десять'].map((word) => [word, `${word}ю`]),
  ),
};

function isFeminineAfterTwo(noun: string): boolean {
  return FEMININE.test(noun) || (/(?:[ыи]|[ыи]е)$/i.test(noun) && !NO_NOUN.test(noun));
}

function inDate(spoken: string, before: string, after: string | null): string | null {
  const match = /^((?:\S+ )?\S+[оь])е ([а-я]+)(?: (.*))?$/.exec(spoken);
  const [, day = '', month = '', rest] = match ?? [];
  if (match === null || !MONTHS_GENITIVE.includes(month)) return null;
  // "3 марта 2025 года": the text already contains the word.
  const year = /^(?:года?|г)$/i.test(after ?? '') ? rest?.replace(/ года$/, '') : rest;
  const alone = before === '' && (after === null || year !== rest);
  let ending = 'его';
  if (alone || DATE_NAMED.test(before)) ending = 'е';
  else if (/^ко?$/i.test(before)) ending = 'ему';
  const stem = ending !== 'е' && day.endsWith('о') ? ending.replace('е', '') : ending;
  return [day + stem, month, year].filter(Boolean).join(' ');
}

/** Years as `year` gives them, alone or as a range. */
const AS_YEAR = /^(?:тысяч|две тысячи |двухтысячный)[а-яё -]*(?:[ыо]й|ий)$/;

function bendYear(spoken: string, hard: string, soft: string): string {
  return spoken.replace(/(?:[ыо]й|ий)(?=$| тире)/g, (ending) => (ending === 'ий' ? soft : hard));
}

const YEAR_FORMS: Readonly<Record<string, OrdinalForm>> = {
  год: 'm',
  года: 'genitive',
  г: 'genitive',
  году: 'dative',
};

/** "1,5 часа", "1,5 минуты": the noun stands in the genitive singular, which shows the gender. */
function oneAndHalf(next: string): string {
  if (/[ыи]$/.test(next)) return 'полторы';
  return /[ая]$/.test(next) ? 'полтора' : 'одна целая пять десятых';
}

/** The dative of numerals and hours ("к пятнадцати часам"); null for other nouns. */
function dative(spoken: string): string | null {
  const words = genitive(spoken);
  if (
    words === null ||
    !/^(?:(?!тысяч|милл|цел)[а-яё]+ )*(?:[а-яё]+(?:и|а|х|ёх|ого)|часа|часов)$/.test(words)
  )
    return null;
  return words
    .replace(/(^| )одного(?= |$)/, '$1одному')
    .replace(/(^| )дву(?:х)(?= |$)/, '$1двум')
    .replace(/(тр|четыр)ёх(?= |$)/, '$1ём')
    .replace(/часов$/, 'часам')
    .replace(/часа$/, 'часу');
}

/** The form of a read-out that fits the words before and after it. */
export function inContext(spoken: string, before: string, after: string | null): string {
  const next = after?.toLowerCase() ?? '';
  // "через 1/2 часа", "добавьте 1/2 стакана"
  if (spoken === 'одна вторая' && /^[а-яё]/.test(after ?? ''))
    return /^(?:|это)$/i.test(before) ? 'половина' : 'половину';
  // Written "в 2003 г."; its pattern reads it out in the genitive, which fits most places.
  const inYear = /^((?:тысяч|две тысячи |двухтысячн).*)(о|ье)го года$/.exec(spoken);
  if (inYear !== null && /^во?$/i.test(before)) return `${inYear[1]}${inYear[2]}м году`;
  const numbers = spoken === 'одна целая пять десятых' ? oneAndHalf(next) : spoken;
  if (AS_YEAR.test(spoken)) {
    if (/^во?$/i.test(before) || /^год(?:у|ах)$/.test(next)) return bendYear(spoken, 'ом', 'ьем');
    return /^(?:года|г)$/.test(next) || GENITIVE_BEFORE.test(before)
      ? bendYear(spoken, 'ого', 'ьего')
      : spoken;
  }
  const date = inDate(spoken, before, after);
  if (date !== null) return date;
  const monthYear = / года$/.test(spoken) && /^(?:года?|г)$/.test(next);
  if (monthYear) return spoken.replace(/ года$/, '');
  const form = YEAR_FORMS[next];
  const year = form === undefined ? null : yearOf(spoken);
  if (form !== undefined && year !== null) {
    const located = form === 'dative' && /^(?:во?|об?)$/i.test(before) ? 'prepositional' : form;
    // Only the last word of an ordinal changes.
    return ordinalWords(year, located, () => spoken.slice(0, spoken.lastIndexOf(' ')));
  }
  // "С 3 по 5 мая": days of a month.
  const days = spoken.split(' ').reduce((sum, word) => sum + (NUMERALS.get(word)?.[0] ?? Number.NaN), 0);
  if (/^со?$/i.test(before) && next === 'по' && days >= 1 && days <= 31)
    return ordinalWords(days, 'genitive', () => spoken.slice(0, spoken.lastIndexOf(' ')));
  if (/^(?:во?|на|об?|при)$/i.test(before) && /[ая]х$/.test(next))
    return genitive(numbers)?.replace(/одного$/, 'одном') ?? spoken;
  if (/^ко?$/i.test(before)) return dative(numbers) ?? spoken;
  if (GENITIVE_BEFORE.test(before) && !INSTRUMENTAL_NOUN.test(next)) {
    const bent = genitive(numbers);
    if (bent !== null) return FEMININE.test(next) ? bent.replace(/одного$/, 'одной') : bent;
  }
  const withNoun = /^со?$/i.test(before) && INSTRUMENTAL_NOUN.test(next) ? INSTRUMENTAL[spoken] : undefined;
  if (withNoun !== undefined) return withNoun;
  if (after === null || !/(?:^|[ -])(?:один|два|два-три)$/.test(spoken)) return numbers;
  if (/два/.test(spoken))
    return isFeminineAfterTwo(next)
      ? spoken.replace(/(^|[ -])два(?=$|-)/, '$1две').replace(/^один-/, 'одна-')
      : spoken;
  if (NEUTER.test(next)) return spoken.replace(/один$/, 'одно');
  if (!FEMININE.test(next)) return spoken;
  return spoken.replace(/один$/, /[ую]$/.test(next) ? 'одну' : 'одна');
}
