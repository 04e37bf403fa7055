/** Dutch names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

/** Name of the currency, invariable after a number, and singular and plural of its hundredth part, if any is in use. */
const CURRENCIES: Readonly<Record<NamedCurrency, readonly [name: string, cent?: string, cents?: string]>> = {
  USD: ['dollar', 'cent', 'cent'],
  EUR: ['euro', 'cent', 'cent'],
  GBP: ['pond', 'penny', 'pence'],
  JPY: ['yen'],
  INR: ['roepie', 'paisa', 'paisa'],
  KRW: ['won'],
  RUB: ['roebel', 'kopeke', 'kopeken'],
  CHF: ['frank', 'rappen', 'rappen'],
  CNY: ['yuan', 'fen', 'fen'],
  BRL: ['real', 'centavo', 'centavo'],
  PLN: ['zloty', 'groszy', 'groszy'],
  SEK: ['kroon', 'öre', 'öre'],
  CAD: ['Canadese dollar', 'cent', 'cent'],
  AUD: ['Australische dollar', 'cent', 'cent'],
  MXN: ['peso', 'centavo', 'centavo'],
};

export const currencyOf = currencyTable(
  'nl',
  CURRENCIES,
  'last',
  ({ one, cent }): readonly [name: string, cent?: string, cents?: string] =>
    cent === null ? [one] : [one, cent, cent],
);

export const UNITS: Readonly<Record<UnitCode, readonly [one: string, many: string]>> = {
  mm: ['millimeter', 'millimeter'],
  cm: ['centimeter', 'centimeter'],
  m: ['meter', 'meter'],
  km: ['kilometer', 'kilometer'],
  in: ['inch', 'inch'],
  ft: ['voet', 'voet'],
  mi: ['mijl', 'mijl'],
  mg: ['milligram', 'milligram'],
  g: ['gram', 'gram'],
  kg: ['kilogram', 'kilogram'],
  t: ['ton', 'ton'],
  lb: ['pond', 'pond'],
  oz: ['ounce', 'ounce'],
  ml: ['milliliter', 'milliliter'],
  l: ['liter', 'liter'],
  ms: ['milliseconde', 'milliseconden'],
  s: ['seconde', 'seconden'],
  min: ['minuut', 'minuten'],
  h: ['uur', 'uur'],
  m2: ['vierkante meter', 'vierkante meter'],
  km2: ['vierkante kilometer', 'vierkante kilometer'],
  m3: ['kubieke meter', 'kubieke meter'],
  'km/h': ['kilometer per uur', 'kilometer per uur'],
  mph: ['mijl per uur', 'mijl per uur'],
  'm/s': ['meter per seconde', 'meter per seconde'],
  C: ['graad Celsius', 'graden Celsius'],
  F: ['graad Fahrenheit', 'graden Fahrenheit'],
  deg: ['graad', 'graden'],
  // Spelled for the ear: the pronouncer knows no "byte" and says "bietuh".
  B: ['bajt', 'bajts'],
  kB: ['kilo-bajt', 'kilo-bajt'],
  MB: ['mega-bajt', 'mega-bajt'],
  GB: ['giga-bajt', 'giga-bajt'],
  TB: ['tera-bajt', 'tera-bajt'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  W: ['watt', 'watt'],
  kW: ['kilowatt', 'kilowatt'],
  kWh: ['kilowattuur', 'kilowattuur'],
  V: ['volt', 'volt'],
  A: ['ampère', 'ampère'],
  mA: ['milliampère', 'milliampère'],
  dB: ['decibel', 'decibel'],
  px: ['pixel', 'pixels'],
};
