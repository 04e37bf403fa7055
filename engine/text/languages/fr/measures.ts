/** French names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

export type Gender = 'm' | 'f';

interface Money {
  readonly one: string;
  readonly many: string;
  readonly gender: Gender;
  /** Singular, plural and gender of the hundredth part; null when there is none in use. */
  readonly cent: readonly [one: string, many: string, gender: Gender] | null;
}

const CENTIME = ['centime', 'centimes', 'm'] as const;
const CENT = ['cent', 'cents', 'm'] as const;
const CENTAVO = ['centavo', 'centavos', 'm'] as const;
const CURRENCIES: Readonly<Record<NamedCurrency, Money>> = {
  USD: { one: 'dollar', many: 'dollars', gender: 'm', cent: CENT },
  EUR: { one: 'euro', many: 'euros', gender: 'm', cent: CENTIME },
  GBP: { one: 'livre', many: 'livres', gender: 'f', cent: ['penny', 'pence', 'm'] },
  JPY: { one: 'yen', many: 'yens', gender: 'm', cent: null },
  INR: { one: 'roupie', many: 'roupies', gender: 'f', cent: ['paisa', 'paisas', 'm'] },
  KRW: { one: 'won', many: 'wons', gender: 'm', cent: null },
  RUB: { one: 'rouble', many: 'roubles', gender: 'm', cent: ['kopeck', 'kopecks', 'm'] },
  CHF: { one: 'franc suisse', many: 'francs suisses', gender: 'm', cent: CENTIME },
  CNY: { one: 'yuan', many: 'yuans', gender: 'm', cent: ['fen', 'fens', 'm'] },
  BRL: { one: 'réal', many: 'réaux', gender: 'm', cent: CENTAVO },
  PLN: { one: 'zloty', many: 'zlotys', gender: 'm', cent: ['grosz', 'groszy', 'm'] },
  SEK: { one: 'couronne', many: 'couronnes', gender: 'f', cent: ['öre', 'öre', 'm'] },
  CAD: { one: 'dollar canadien', many: 'dollars canadiens', gender: 'm', cent: CENT },
  AUD: { one: 'dollar australien', many: 'dollars australiens', gender: 'm', cent: CENT },
  MXN: { one: 'peso', many: 'pesos', gender: 'm', cent: CENTAVO },
};

export const currencyOf = currencyTable(
  'fr',
  CURRENCIES,
  'first',
  ({ one, many, cent }): Money => ({
    one,
    many,
    gender: /^(?:livre|couronne|roupie|hryvnia|peseta)/.test(one) ? 'f' : 'm',
    cent: cent === 'cent' ? CENT : cent === null ? null : CENTAVO,
  }),
);

export const UNITS: Readonly<Record<UnitCode, readonly [one: string, many: string, gender: Gender]>> = {
  mm: ['millimètre', 'millimètres', 'm'],
  cm: ['centimètre', 'centimètres', 'm'],
  m: ['mètre', 'mètres', 'm'],
  km: ['kilomètre', 'kilomètres', 'm'],
  in: ['pouce', 'pouces', 'm'],
  ft: ['pied', 'pieds', 'm'],
  mi: ['mille', 'milles', 'm'],
  mg: ['milligramme', 'milligrammes', 'm'],
  g: ['gramme', 'grammes', 'm'],
  kg: ['kilogramme', 'kilogrammes', 'm'],
  t: ['tonne', 'tonnes', 'f'],
  lb: ['livre', 'livres', 'f'],
  oz: ['once', 'onces', 'f'],
  ml: ['millilitre', 'millilitres', 'm'],
  l: ['litre', 'litres', 'm'],
  ms: ['milliseconde', 'millisecondes', 'f'],
  s: ['seconde', 'secondes', 'f'],
  min: ['minute', 'minutes', 'f'],
  h: ['heure', 'heures', 'f'],
  m2: ['mètre carré', 'mètres carrés', 'm'],
  km2: ['kilomètre carré', 'kilomètres carrés', 'm'],
  m3: ['mètre cube', 'mètres cubes', 'm'],
  'km/h': ['kilomètre par heure', 'kilomètres par heure', 'm'],
  mph: ['mille par heure', 'milles par heure', 'm'],
  'm/s': ['mètre par seconde', 'mètres par seconde', 'm'],
  C: ['degré Celsius', 'degrés Celsius', 'm'],
  F: ['degré Fahrenheit', 'degrés Fahrenheit', 'm'],
  deg: ['degré', 'degrés', 'm'],
  B: ['octet', 'octets', 'm'],
  kB: ['kilooctet', 'kilooctets', 'm'],
  MB: ['mégaoctet', 'mégaoctets', 'm'],
  GB: ['gigaoctet', 'gigaoctets', 'm'],
  TB: ['téraoctet', 'téraoctets', 'm'],
  Hz: ['hertz', 'hertz', 'm'],
  kHz: ['kilohertz', 'kilohertz', 'm'],
  MHz: ['mégahertz', 'mégahertz', 'm'],
  GHz: ['gigahertz', 'gigahertz', 'm'],
  W: ['watt', 'watts', 'm'],
  kW: ['kilowatt', 'kilowatts', 'm'],
  kWh: ['kilowattheure', 'kilowattheures', 'm'],
  V: ['volt', 'volts', 'm'],
  A: ['ampère', 'ampères', 'm'],
  mA: ['milliampère', 'milliampères', 'm'],
  dB: ['décibel', 'décibels', 'm'],
  px: ['pixel', 'pixels', 'm'],
};
