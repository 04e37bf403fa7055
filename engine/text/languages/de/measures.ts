/** German names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

interface Money {
  readonly one: string;
  readonly many: string;
  /** Singular with article and plural of the hundredth part; null when there is none in use. */
  readonly cent: readonly [string, string] | null;
}

const CENT = ['ein Cent', 'Cent'] as const;
function invariable(name: string, cent: Money['cent'] = null): Money {
  return { one: `ein ${name}`, many: name, cent };
}
const CURRENCIES: Readonly<Record<NamedCurrency, Money>> = {
  USD: invariable('Dollar', CENT),
  EUR: invariable('Euro', CENT),
  GBP: invariable('Pfund', ['ein Penny', 'Pence']),
  JPY: invariable('Yen'),
  INR: { one: 'eine Rupie', many: 'Rupien', cent: ['ein Paisa', 'Paise'] },
  KRW: invariable('Won'),
  RUB: invariable('Rubel', ['eine Kopeke', 'Kopeken']),
  CHF: invariable('Franken', ['ein Rappen', 'Rappen']),
  CNY: invariable('Yuan', ['ein Fen', 'Fen']),
  BRL: { one: 'ein Real', many: 'Reais', cent: ['ein Centavo', 'Centavos'] },
  PLN: invariable('Zloty', ['ein Groschen', 'Groschen']),
  SEK: { one: 'eine Krone', many: 'Kronen', cent: ['ein Öre', 'Öre'] },
  CAD: { one: 'ein kanadischer Dollar', many: 'kanadische Dollar', cent: CENT },
  AUD: { one: 'ein australischer Dollar', many: 'australische Dollar', cent: CENT },
  MXN: { one: 'ein Peso', many: 'Pesos', cent: ['ein Centavo', 'Centavos'] },
};

export const currencyOf = currencyTable('de', CURRENCIES, 'last', ({ one, many, cent }) => ({
  one: `${/^\p{Ll}+e |(?:Lira|Rupie|Rupiah|Krone|Hrywnja|Peseta)$/u.test(one) ? 'eine' : 'ein'} ${one}`,
  many,
  cent: cent === 'cent' ? CENT : cent === null ? null : (['ein Centavo', 'Centavos'] as const),
}));

export const UNITS: Readonly<Record<UnitCode, readonly [one: string, many: string]>> = {
  mm: ['ein Millimeter', 'Millimeter'],
  cm: ['ein Zentimeter', 'Zentimeter'],
  m: ['ein Meter', 'Meter'],
  km: ['ein Kilometer', 'Kilometer'],
  in: ['ein Zoll', 'Zoll'],
  ft: ['ein Fuß', 'Fuß'],
  mi: ['eine Meile', 'Meilen'],
  mg: ['ein Milligramm', 'Milligramm'],
  g: ['ein Gramm', 'Gramm'],
  kg: ['ein Kilogramm', 'Kilogramm'],
  t: ['eine Tonne', 'Tonnen'],
  lb: ['ein Pfund', 'Pfund'],
  oz: ['eine Unze', 'Unzen'],
  ml: ['ein Milliliter', 'Milliliter'],
  l: ['ein Liter', 'Liter'],
  ms: ['eine Millisekunde', 'Millisekunden'],
  s: ['eine Sekunde', 'Sekunden'],
  min: ['eine Minute', 'Minuten'],
  h: ['eine Stunde', 'Stunden'],
  m2: ['ein Quadratmeter', 'Quadratmeter'],
  km2: ['ein Quadratkilometer', 'Quadratkilometer'],
  m3: ['ein Kubikmeter', 'Kubikmeter'],
  'km/h': ['ein Kilometer pro Stunde', 'Kilometer pro Stunde'],
  mph: ['eine Meile pro Stunde', 'Meilen pro Stunde'],
  'm/s': ['ein Meter pro Sekunde', 'Meter pro Sekunde'],
  C: ['ein Grad Celsius', 'Grad Celsius'],
  F: ['ein Grad Fahrenheit', 'Grad Fahrenheit'],
  deg: ['ein Grad', 'Grad'],
  // With hyphens, since the pronouncer takes "Megabyte" for a German word in "-büte".
  B: ['ein Byte', 'Byte'],
  kB: ['ein Kilo-Byte', 'Kilo-Byte'],
  MB: ['ein Mega-Byte', 'Mega-Byte'],
  GB: ['ein Giga-Byte', 'Giga-Byte'],
  TB: ['ein Tera-Byte', 'Tera-Byte'],
  Hz: ['ein Hertz', 'Hertz'],
  kHz: ['ein Kilohertz', 'Kilohertz'],
  MHz: ['ein Megahertz', 'Megahertz'],
  GHz: ['ein Gigahertz', 'Gigahertz'],
  W: ['ein Watt', 'Watt'],
  kW: ['ein Kilowatt', 'Kilowatt'],
  kWh: ['eine Kilowattstunde', 'Kilowattstunden'],
  V: ['ein Volt', 'Volt'],
  A: ['ein Ampere', 'Ampere'],
  mA: ['ein Milliampere', 'Milliampere'],
  dB: ['ein Dezibel', 'Dezibel'],
  px: ['ein Pixel', 'Pixel'],
};
