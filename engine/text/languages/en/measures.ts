/** English names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

interface Money {
  readonly main: readonly [one: string, many: string];
  readonly cent: readonly [one: string, many: string] | null;
}

const CENT = ['cent', 'cents'] as const;

const CURRENCIES: Readonly<Record<NamedCurrency, Money>> = {
  USD: { main: ['dollar', 'dollars'], cent: CENT },
  EUR: { main: ['euro', 'euros'], cent: CENT },
  GBP: { main: ['pound', 'pounds'], cent: ['penny', 'pence'] },
  JPY: { main: ['yen', 'yen'], cent: null },
  INR: { main: ['rupee', 'rupees'], cent: ['paisa', 'paise'] },
  KRW: { main: ['won', 'won'], cent: null },
  RUB: { main: ['ruble', 'rubles'], cent: ['kopeck', 'kopecks'] },
  CHF: { main: ['Swiss franc', 'Swiss francs'], cent: ['centime', 'centimes'] },
  CNY: { main: ['yuan', 'yuan'], cent: null },
  BRL: { main: ['real', 'reais'], cent: ['centavo', 'centavos'] },
  PLN: { main: ['zloty', 'zlotys'], cent: ['grosz', 'groszy'] },
  SEK: { main: ['Swedish krona', 'Swedish kronor'], cent: ['öre', 'öre'] },
  CAD: { main: ['Canadian dollar', 'Canadian dollars'], cent: CENT },
  AUD: { main: ['Australian dollar', 'Australian dollars'], cent: CENT },
  MXN: { main: ['Mexican peso', 'Mexican pesos'], cent: ['centavo', 'centavos'] },
};

export const currencyOf = currencyTable('en', CURRENCIES, 'last', ({ one, many, cent }) => ({
  main: [one, many] as const,
  cent: cent === 'cent' ? CENT : cent === null ? null : (['centavo', 'centavos'] as const),
}));

export const UNITS: Readonly<Record<UnitCode, readonly [one: string, many: string]>> = {
  mm: ['millimeter', 'millimeters'],
  cm: ['centimeter', 'centimeters'],
  m: ['meter', 'meters'],
  km: ['kilometer', 'kilometers'],
  in: ['inch', 'inches'],
  ft: ['foot', 'feet'],
  mi: ['mile', 'miles'],
  mg: ['milligram', 'milligrams'],
  g: ['gram', 'grams'],
  kg: ['kilogram', 'kilograms'],
  t: ['ton', 'tons'],
  lb: ['pound', 'pounds'],
  oz: ['ounce', 'ounces'],
  ml: ['milliliter', 'milliliters'],
  l: ['liter', 'liters'],
  ms: ['millisecond', 'milliseconds'],
  s: ['second', 'seconds'],
  min: ['minute', 'minutes'],
  h: ['hour', 'hours'],
  m2: ['square meter', 'square meters'],
  km2: ['square kilometer', 'square kilometers'],
  m3: ['cubic meter', 'cubic meters'],
  'km/h': ['kilometer per hour', 'kilometers per hour'],
  mph: ['mile per hour', 'miles per hour'],
  'm/s': ['meter per second', 'meters per second'],
  C: ['degree Celsius', 'degrees Celsius'],
  F: ['degree Fahrenheit', 'degrees Fahrenheit'],
  deg: ['degree', 'degrees'],
  B: ['byte', 'bytes'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['kilohertz', 'kilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  W: ['watt', 'watts'],
  kW: ['kilowatt', 'kilowatts'],
  kWh: ['kilowatt hour', 'kilowatt hours'],
  V: ['volt', 'volts'],
  A: ['amp', 'amps'],
  mA: ['milliamp', 'milliamps'],
  dB: ['decibel', 'decibels'],
  px: ['pixel', 'pixels'],
};
