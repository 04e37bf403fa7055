/** Russian ordinals: the last word of the number is an adjective, those before it stay cardinals. */

export type OrdinalForm =
  | 'm'
  | 'f'
  | 'n'
  | 'plural'
  | 'genitive'
  | 'dative'
  | 'prepositional'
  | 'accusative'
  | 'pluralGenitive'
  | 'pluralInstrumental';

const ENDINGS: Readonly<Record<Exclude<OrdinalForm, 'm'>, readonly [hard: string, soft: string]>> = {
  f: ['ая', 'ья'],
  n: ['ое', 'ье'],
  plural: ['ые', 'ьи'],
  genitive: ['ого', 'ьего'],
  dative: ['ому', 'ьему'],
  prepositional: ['ом', 'ьем'],
  accusative: ['ую', 'ью'],
  pluralGenitive: ['ых', 'ьих'],
  pluralInstrumental: ['ыми', 'ьими'],
};

const BELOW_20 =
  `нулевой первый второй третий четвёртый пятый шестой седьмой восьмой девятый десятый одиннадцатый
  двенадцатый тринадцатый четырнадцатый пятнадцатый шестнадцатый семнадцатый восемнадцатый
  девятнадцатый`.split(/\s+/);
const TENS = `- - двадцатый тридцатый сороковой пятидесятый шестидесятый семидесятый восьмидесятый
  девяностый`.split(/\s+/);
/** Genitive stems before "сотый" and "тысячный". */
const STEMS = '- - двух трёх четырёх пяти шести семи восьми девяти десяти'.split(' ');

function decline(masculine: string, form: OrdinalForm): string {
  if (form === 'm') return masculine;
  const soft = masculine === 'третий';
  return masculine.slice(0, -2) + ENDINGS[form][soft ? 1 : 0];
}

/**
 * The form that a written suffix asks for: "1-й" masculine, "2-я" feminine, "3-е" neuter, "90-е" plural (decades),
 * "5-го" genitive and so on; masculine when there is none.
 */
export function ordinalForm(suffix: string, value: number): OrdinalForm {
  const letters = suffix.replace(/^[-\s]+/, '');
  if (/ми$/.test(letters)) return 'pluralInstrumental';
  if (/го$/.test(letters)) return 'genitive';
  if (/му$/.test(letters)) return 'dative';
  if (/х$/.test(letters)) return 'pluralGenitive';
  if (/м$/.test(letters)) return 'prepositional';
  if (/ю$/.test(letters)) return 'accusative';
  if (/я$/.test(letters)) return 'f';
  const decade = value % 10 === 0 && value >= 20 && (value < 100 || value >= 1000);
  if (/ые$/.test(letters) || (letters === 'е' && decade)) return 'plural';
  return /е$/.test(letters) ? 'n' : 'm';
}

const STEM_TENS =
  '- десяти двадцати тридцати сорока пятидесяти шестидесяти семидесяти восьмидесяти девяносто'.split(' ');
const STEM_TEENS = `десяти одиннадцати двенадцати тринадцати четырнадцати пятнадцати шестнадцати семнадцати
  восемнадцати девятнадцати`.split(/\s+/);
const STEM_HUNDREDS = '- сто двухсот трёхсот четырёхсот пятисот шестисот семисот восьмисот девятисот'.split(
  ' ',
);

/** The number as the first part of a compound: "двадцатиодно-", "трёх-", "сто-". Below 1000. */
export function stem(value: number): string {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const head = hundreds > 0 ? (STEM_HUNDREDS[hundreds] ?? '') : '';
  if (rest >= 10 && rest < 20) return head + (STEM_TEENS[rest - 10] ?? '');
  const units = ['', 'одно', ...STEMS.slice(2)][rest % 10] ?? '';
  return head + (rest >= 20 ? (STEM_TENS[Math.floor(rest / 10)] ?? '') : '') + units;
}

const ROUND = [
  [1_000_000_000, 'миллиардный'],
  [1_000_000, 'миллионный'],
  [1000, 'тысячный'],
] as const;

/** Whole thousands, millions and milliards: the compound, and what is said before it. */
function roundOrdinal(
  value: number,
  cardinal: (digits: string) => string,
): { head: string; last: string } | null {
  const found = ROUND.find(([size]) => value % size === 0 && value > 0);
  if (found === undefined || (found[0] === 1000 && value <= 10_000)) return null;
  const [size, word] = found;
  const count = (value / size) % 1000;
  const above = value - count * size;
  return {
    head: above === 0 ? '' : `${cardinal(String(above))} `,
    last: `${count === 1 ? '' : stem(count)}${word}`,
  };
}

/**
 * The ordinal of a whole number in the given form. Round thousands are compounds:
 * "стодвадцатиоднотысячный".
 */
export function ordinalWords(value: number, form: OrdinalForm, cardinal: (digits: string) => string): string {
  const below = value % 100;
  const split = (rest: number, last: string): string => {
    const head = value - rest;
    return `${head === 0 ? '' : `${cardinal(String(head))} `}${decline(last, form)}`;
  };
  if (value === 0 || (below > 0 && below < 20)) return split(below, BELOW_20[below] ?? '');
  if (below % 10 > 0) return split(below % 10, BELOW_20[below % 10] ?? '');
  if (below > 0) return split(below, TENS[below / 10] ?? '');
  const hundreds = Math.floor(value / 100) % 10;
  if (hundreds > 0) return split(hundreds * 100, hundreds === 1 ? 'сотый' : `${STEMS[hundreds]}сотый`);
  const thousands = value / 1000;
  const rounded = roundOrdinal(value, cardinal);
  if (rounded !== null) return `${rounded.head}${decline(rounded.last, form)}`;
  if (thousands <= 10) return decline(thousands === 1 ? 'тысячный' : `${STEMS[thousands]}тысячный`, form);
  return cardinal(String(value));
}
