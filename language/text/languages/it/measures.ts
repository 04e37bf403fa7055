/** Italian names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

interface Money {
  /** With the article: "un euro". */
  readonly one: string;
  readonly many: string;
  /** Singular with article and plural of the hundredth part; null when there is none in use. */
  readonly cent: readonly [string, string] | null;
}

const CENT = ['un centesimo', 'centesimi'] as const;
const CENTAVO = ['un centavo', 'centavos'] as const;
const CURRENCIES: Readonly<Record<NamedCurrency, Money>> = {
  USD: { one: 'un dollaro', many: 'dollari', cent: CENT },
  EUR: { one: 'un euro', many: 'euro', cent: CENT },
  GBP: { one: 'una sterlina', many: 'sterline', cent: ['un penny', 'penny'] },
  JPY: { one: 'uno yen', many: 'yen', cent: null },
  INR: { one: 'una rupia', many: 'rupie', cent: ['un paisa', 'paisa'] },
  KRW: { one: 'un won', many: 'won', cent: null },
  RUB: { one: 'un rublo', many: 'rubli', cent: ['un copeco', 'copechi'] },
  CHF: { one: 'un franco svizzero', many: 'franchi svizzeri', cent: CENT },
  CNY: { one: 'uno yuan', many: 'yuan', cent: ['un fen', 'fen'] },
  BRL: { one: 'un real', many: 'real', cent: CENTAVO },
  PLN: { one: 'uno zloty', many: 'zloty', cent: ['un grosz', 'groszy'] },
  SEK: { one: 'una corona', many: 'corone', cent: ['un öre', 'öre'] },
  KR: { one: 'una corona', many: 'corone', cent: null },
  CAD: { one: 'un dollaro canadese', many: 'dollari canadesi', cent: CENT },
  AUD: { one: 'un dollaro australiano', many: 'dollari australiani', cent: CENT },
  MXN: { one: 'un peso', many: 'pesos', cent: CENTAVO },
};

function article(noun: string): string {
  if (/^(?:lira|sterlina|corona|rupia|grivnia|peseta|naira|lempira)/.test(noun)) return 'una';
  return /^(?:z|y|gn|ps|x|s[^aeiouh])/i.test(noun) ? 'uno' : 'un';
}
export const currencyOf = currencyTable(
  'it',
  CURRENCIES,
  'first',
  ({ one, many, cent }): Money => ({
    one: `${article(one)} ${one}`,
    many,
    cent: cent === 'cent' ? CENT : cent === null ? null : CENTAVO,
  }),
);

export const UNITS: Readonly<Record<UnitCode, readonly [one: string, many: string]>> = {
  mm: ['un millimetro', 'millimetri'],
  cm: ['un centimetro', 'centimetri'],
  m: ['un metro', 'metri'],
  km: ['un chilometro', 'chilometri'],
  in: ['un pollice', 'pollici'],
  ft: ['un piede', 'piedi'],
  mi: ['un miglio', 'miglia'],
  mg: ['un milligrammo', 'milligrammi'],
  g: ['un grammo', 'grammi'],
  kg: ['un chilogrammo', 'chilogrammi'],
  t: ['una tonnellata', 'tonnellate'],
  lb: ['una libbra', 'libbre'],
  oz: ["un'oncia", 'once'],
  ml: ['un millilitro', 'millilitri'],
  l: ['un litro', 'litri'],
  ms: ['un millisecondo', 'millisecondi'],
  s: ['un secondo', 'secondi'],
  min: ['un minuto', 'minuti'],
  h: ["un'ora", 'ore'],
  m2: ['un metro quadrato', 'metri quadrati'],
  km2: ['un chilometro quadrato', 'chilometri quadrati'],
  m3: ['un metro cubo', 'metri cubi'],
  'km/h': ['un chilometro orario', 'chilometri orari'],
  mph: ['un miglio orario', 'miglia orarie'],
  rpm: ['un giro al minuto', 'giri al minuto'],
  'm/s': ['un metro al secondo', 'metri al secondo'],
  C: ['un grado Celsius', 'gradi Celsius'],
  F: ['un grado Fahrenheit', 'gradi Fahrenheit'],
  deg: ['un grado', 'gradi'],
  // With hyphens, since the pronouncer takes "megabyte" for an Italian word in "-bite".
  B: ['un byte', 'byte'],
  kB: ['un kilo-byte', 'kilo-byte'],
  MB: ['un mega-byte', 'mega-byte'],
  GB: ['un giga-byte', 'giga-byte'],
  TB: ['un tera-byte', 'tera-byte'],
  Hz: ['un hertz', 'hertz'],
  kHz: ['un chilohertz', 'chilohertz'],
  MHz: ['un megahertz', 'megahertz'],
  GHz: ['un gigahertz', 'gigahertz'],
  W: ['un watt', 'watt'],
  kW: ['un chilowatt', 'chilowatt'],
  kWh: ['un chilowattora', 'chilowattora'],
  V: ['un volt', 'volt'],
  A: ['un ampere', 'ampere'],
  mA: ['un milliampere', 'milliampere'],
  dB: ['un decibel', 'decibel'],
  px: ['un pixel', 'pixel'],
  µm: ['un micrometro', 'micrometri'],
  nm: ['un nanometro', 'nanometri'],
  yd: ['una iarda', 'iarde'],
  ha: ['un ettaro', 'ettari'],
  ac: ['un acro', 'acri'],
  cm2: ['un centimetro quadrato', 'centimetri quadrati'],
  ft2: ['un piede quadrato', 'piedi quadrati'],
  cm3: ['un centimetro cubo', 'centimetri cubi'],
  km3: ['un chilometro cubo', 'chilometri cubi'],
  cg: ['un centigrammo', 'centigrammi'],
  dg: ['un decigrammo', 'decigrammi'],
  q: ['un quintale', 'quintali'],
  st: ['uno stone', 'stone'],
  µg: ['un microgrammo', 'microgrammi'],
  cl: ['un centilitro', 'centilitri'],
  dl: ['un decilitro', 'decilitri'],
  gal: ['un gallone', 'galloni'],
  qt: ['un quarto', 'quarti'],
  pt: ['una pinta', 'pinte'],
  yr: ['un anno', 'anni'],
  µs: ['un microsecondo', 'microsecondi'],
  ns: ['un nanosecondo', 'nanosecondi'],
  'km/s': ['un chilometro al secondo', 'chilometri al secondo'],
  K: ['un kelvin', 'kelvin'],
  N: ['un newton', 'newton'],
  J: ['un joule', 'joule'],
  kJ: ['un chilojoule', 'chilojoule'],
  kcal: ['una chilocaloria', 'chilocalorie'],
  hPa: ['un ettopascal', 'ettopascal'],
  kPa: ['un chilopascal', 'chilopascal'],
  bar: ['un bar', 'bar'],
  MW: ['un megawatt', 'megawatt'],
  GW: ['un gigawatt', 'gigawatt'],
  mV: ['un millivolt', 'millivolt'],
  kV: ['un chilovolt', 'chilovolt'],
  mW: ['un milliwatt', 'milliwatt'],
  Wh: ['un wattora', 'wattora'],
  mAh: ['un milliamperora', 'milliamperora'],
  ohm: ['un ohm', 'ohm'],
  kbps: ['un kilobit al secondo', 'kilobit al secondo'],
  Mbps: ['un megabit al secondo', 'megabit al secondo'],
  Gbps: ['un gigabit al secondo', 'gigabit al secondo'],
  PB: ['un petabyte', 'petabyte'],
};
