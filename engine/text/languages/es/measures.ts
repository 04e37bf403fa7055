/** Spanish names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

/** Singular, plural, and whether the noun is feminine. */
export type Noun = readonly [one: string, many: string, feminine?: 'f'];

const CURRENCIES: Readonly<Record<NamedCurrency, { main: Noun; cent: Noun | null }>> = {
  EUR: { main: ['euro', 'euros'], cent: ['céntimo', 'céntimos'] },
  USD: { main: ['dólar', 'dólares'], cent: ['centavo', 'centavos'] },
  GBP: { main: ['libra', 'libras', 'f'], cent: ['penique', 'peniques'] },
  JPY: { main: ['yen', 'yenes'], cent: null },
  INR: { main: ['rupia', 'rupias', 'f'], cent: ['paisa', 'paisas', 'f'] },
  KRW: { main: ['won', 'wones'], cent: null },
  RUB: { main: ['rublo', 'rublos'], cent: ['kopek', 'kopeks'] },
  CHF: { main: ['franco suizo', 'francos suizos'], cent: ['céntimo', 'céntimos'] },
  CNY: { main: ['yuan', 'yuanes'], cent: null },
  BRL: { main: ['real', 'reales'], cent: ['centavo', 'centavos'] },
  PLN: { main: ['esloti', 'eslotis'], cent: ['grosz', 'groszy'] },
  SEK: { main: ['corona sueca', 'coronas suecas', 'f'], cent: ['ore', 'ores'] },
  CAD: { main: ['dólar canadiense', 'dólares canadienses'], cent: ['centavo', 'centavos'] },
  AUD: { main: ['dólar australiano', 'dólares australianos'], cent: ['centavo', 'centavos'] },
  MXN: { main: ['peso mexicano', 'pesos mexicanos'], cent: ['centavo', 'centavos'] },
};

const FEMININE = /^(?:lira|libra|corona|rupia|grivna|peseta|leva)s? ?/;
export const currencyOf = currencyTable('es', CURRENCIES, 'first', ({ one, many, cent }) => ({
  main: (FEMININE.test(one) ? [one, many, 'f'] : [one, many]) as Noun,
  cent: cent === null ? null : (['centavo', 'centavos'] as const),
}));

export const UNITS: Readonly<Record<UnitCode, Noun>> = {
  mm: ['milímetro', 'milímetros'],
  cm: ['centímetro', 'centímetros'],
  m: ['metro', 'metros'],
  km: ['kilómetro', 'kilómetros'],
  in: ['pulgada', 'pulgadas', 'f'],
  ft: ['pie', 'pies'],
  mi: ['milla', 'millas', 'f'],
  mg: ['miligramo', 'miligramos'],
  g: ['gramo', 'gramos'],
  kg: ['kilogramo', 'kilogramos'],
  t: ['tonelada', 'toneladas', 'f'],
  lb: ['libra', 'libras', 'f'],
  oz: ['onza', 'onzas', 'f'],
  ml: ['mililitro', 'mililitros'],
  l: ['litro', 'litros'],
  ms: ['milisegundo', 'milisegundos'],
  s: ['segundo', 'segundos'],
  min: ['minuto', 'minutos'],
  h: ['hora', 'horas', 'f'],
  m2: ['metro cuadrado', 'metros cuadrados'],
  km2: ['kilómetro cuadrado', 'kilómetros cuadrados'],
  m3: ['metro cúbico', 'metros cúbicos'],
  'km/h': ['kilómetro por hora', 'kilómetros por hora'],
  mph: ['milla por hora', 'millas por hora', 'f'],
  'm/s': ['metro por segundo', 'metros por segundo'],
  C: ['grado Celsius', 'grados Celsius'],
  F: ['grado Fahrenheit', 'grados Fahrenheit'],
  deg: ['grado', 'grados'],
  B: ['byte', 'bytes'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hercio', 'hercios'],
  kHz: ['kilohercio', 'kilohercios'],
  MHz: ['megahercio', 'megahercios'],
  GHz: ['gigahercio', 'gigahercios'],
  W: ['vatio', 'vatios'],
  kW: ['kilovatio', 'kilovatios'],
  kWh: ['kilovatio hora', 'kilovatios hora'],
  V: ['voltio', 'voltios'],
  A: ['amperio', 'amperios'],
  mA: ['miliamperio', 'miliamperios'],
  dB: ['decibelio', 'decibelios'],
  px: ['píxel', 'píxeles'],
};
