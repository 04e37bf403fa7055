/** Portuguese names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

/** Singular, plural, and whether the noun is feminine. */
export type Noun = readonly [one: string, many: string, feminine?: 'f'];

const CURRENCIES: Readonly<Record<NamedCurrency, { main: Noun; cent: Noun | null }>> = {
  EUR: { main: ['euro', 'euros'], cent: ['cêntimo', 'cêntimos'] },
  USD: { main: ['dólar', 'dólares'], cent: ['centavo', 'centavos'] },
  GBP: { main: ['libra', 'libras', 'f'], cent: ['pêni', 'pence'] },
  JPY: { main: ['iene', 'ienes'], cent: null },
  INR: { main: ['rupia', 'rupias', 'f'], cent: ['paisa', 'paisas', 'f'] },
  KRW: { main: ['won', 'wons'], cent: null },
  RUB: { main: ['rublo', 'rublos'], cent: ['copeque', 'copeques'] },
  CHF: { main: ['franco suíço', 'francos suíços'], cent: ['cêntimo', 'cêntimos'] },
  CNY: { main: ['yuan', 'yuans'], cent: null },
  BRL: { main: ['real', 'reais'], cent: ['centavo', 'centavos'] },
  PLN: { main: ['zloty', 'zlotys'], cent: ['grosz', 'groszy'] },
  SEK: { main: ['coroa sueca', 'coroas suecas', 'f'], cent: ['ore', 'ores'] },
  CAD: { main: ['dólar canadense', 'dólares canadenses'], cent: ['centavo', 'centavos'] },
  AUD: { main: ['dólar australiano', 'dólares australianos'], cent: ['centavo', 'centavos'] },
  MXN: { main: ['peso mexicano', 'pesos mexicanos'], cent: ['centavo', 'centavos'] },
};

const FEMININE = /^(?:lira|libra|coroa|rupia|naira|lempira|peseta)s? ?/;
export const currencyOf = currencyTable('pt', CURRENCIES, 'first', ({ one, many, cent }) => ({
  main: (FEMININE.test(one) ? [one, many, 'f'] : [one, many]) as Noun,
  cent: cent === null ? null : (['centavo', 'centavos'] as const),
}));

export const UNITS: Readonly<Record<UnitCode, Noun>> = {
  mm: ['milímetro', 'milímetros'],
  cm: ['centímetro', 'centímetros'],
  m: ['metro', 'metros'],
  km: ['quilômetro', 'quilômetros'],
  in: ['polegada', 'polegadas', 'f'],
  ft: ['pé', 'pés'],
  mi: ['milha', 'milhas', 'f'],
  mg: ['miligrama', 'miligramas'],
  g: ['grama', 'gramas'],
  kg: ['quilograma', 'quilogramas'],
  t: ['tonelada', 'toneladas', 'f'],
  lb: ['libra', 'libras', 'f'],
  oz: ['onça', 'onças', 'f'],
  ml: ['mililitro', 'mililitros'],
  l: ['litro', 'litros'],
  ms: ['milissegundo', 'milissegundos'],
  s: ['segundo', 'segundos'],
  min: ['minuto', 'minutos'],
  h: ['hora', 'horas', 'f'],
  m2: ['metro quadrado', 'metros quadrados'],
  km2: ['quilômetro quadrado', 'quilômetros quadrados'],
  m3: ['metro cúbico', 'metros cúbicos'],
  'km/h': ['quilômetro por hora', 'quilômetros por hora'],
  mph: ['milha por hora', 'milhas por hora', 'f'],
  'm/s': ['metro por segundo', 'metros por segundo'],
  C: ['grau Celsius', 'graus Celsius'],
  F: ['grau Fahrenheit', 'graus Fahrenheit'],
  deg: ['grau', 'graus'],
  B: ['byte', 'bytes'],
  kB: ['kilobyte', 'kilobytes'],
  MB: ['megabyte', 'megabytes'],
  GB: ['gigabyte', 'gigabytes'],
  TB: ['terabyte', 'terabytes'],
  Hz: ['hertz', 'hertz'],
  kHz: ['quilohertz', 'quilohertz'],
  MHz: ['megahertz', 'megahertz'],
  GHz: ['gigahertz', 'gigahertz'],
  W: ['watt', 'watts'],
  kW: ['quilowatt', 'quilowatts'],
  kWh: ['quilowatt-hora', 'quilowatts-hora'],
  V: ['volt', 'volts'],
  A: ['ampere', 'amperes'],
  mA: ['miliampere', 'miliamperes'],
  dB: ['decibel', 'decibéis'],
  px: ['pixel', 'pixels'],
};
