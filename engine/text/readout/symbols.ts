/** How currencies and units are written: by symbol, by code and by local abbreviation. */
import { inAnyLanguage } from '../languages/index.ts';
import type { CurrencyCode, UnitCode } from '../languages/values.ts';

/** Symbols and codes that stand before or after an amount. */
export const CURRENCY_SYMBOLS: Readonly<Record<string, CurrencyCode>> = {
  $: 'USD',
  US$: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  R$: 'BRL',
  C$: 'CAD',
  CA$: 'CAD',
  A$: 'AUD',
  AU$: 'AUD',
  MX$: 'MXN',
  'CN¥': 'CNY',
  元: 'CNY',
  zł: 'PLN',
  'Rs.': 'INR',
  Rs: 'INR',
  'Fr.': 'CHF',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  NT$: 'TWD',
  CAD$: 'CAD',
  Mex$: 'MXN',
  mex$: 'MXN',
  us$: 'USD',
  r$: 'BRL',
  '₺': 'TRY',
  '৳': 'BDT',
  '₦': 'NGN',
  '₴': 'UAH',
  '₪': 'ILS',
  '₫': 'VND',
  '฿': 'THB',
  '₱': 'PHP',
  '₡': 'CRC',
  '₲': 'PYG',
  '₵': 'GHS',
  '₸': 'KZT',
  '₾': 'GEL',
  '₼': 'AZN',
  '₮': 'MNT',
  '₭': 'LAK',
  '៛': 'KHR',
  '֏': 'AMD',
  '₧': 'ESP',
  '₨': 'INR',
  '₤': 'GBP',
  '￥': 'JPY',
  Kč: 'CZK',
  Ft: 'HUF',
  ...Object.fromEntries(inAnyLanguage(({ money }) => Object.entries(money.symbols))),
};

/** ISO 4217 codes in use, and the peseta. */
export const CURRENCY_CODES: readonly CurrencyCode[] = (
  'AED AFN AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP ' +
  'CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ESP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG ' +
  'HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD ' +
  'MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB ' +
  'RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TRY TTD TWD TZS UAH UGX USD UYU ' +
  'UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW'
).split(' ');

/**
 * Codes that are words as well: in capitals they count only after an amount, and in small letters, as hasty writers
 * have the others ("5 eur"), not at all.
 */
const WORDLIKE =
  'AMD ANG BAM CAD CUP GEL LAK MAD MOP MUR NOK PEN RON SAR SEK SHP SOS SVC TOP TRY BOB COP DOP ARS CLP RUB ESP'.split(
    ' ',
  );
export const CODES_BEFORE: readonly string[] = CURRENCY_CODES.filter(
  (code) => !/^(?:CUP|PEN|TRY|SOS|MAD|GEL|BAM|ANG|MOP)$/.test(code),
);
export const SMALL_CODES: readonly string[] = CURRENCY_CODES.filter((code) => !WORDLIKE.includes(code)).map(
  (code) => code.toLowerCase(),
);

/** Unit symbols as written. */
export const UNIT_SYMBOLS: Readonly<Record<string, UnitCode>> = {
  mm: 'mm',
  cm: 'cm',
  m: 'm',
  km: 'km',
  in: 'in',
  ft: 'ft',
  mi: 'mi',
  mg: 'mg',
  g: 'g',
  kg: 'kg',
  t: 't',
  lb: 'lb',
  lbs: 'lb',
  oz: 'oz',
  ml: 'ml',
  mL: 'ml',
  l: 'l',
  L: 'l',
  ms: 'ms',
  s: 's',
  sec: 's',
  secs: 's',
  min: 'min',
  mins: 'min',
  h: 'h',
  hr: 'h',
  hrs: 'h',
  m2: 'm2',
  'm²': 'm2',
  km2: 'km2',
  'km²': 'km2',
  m3: 'm3',
  'm³': 'm3',
  'km/h': 'km/h',
  kmh: 'km/h',
  kph: 'km/h',
  mph: 'mph',
  'm/s': 'm/s',
  '°C': 'C',
  '° C': 'C',
  '℃': 'C',
  '°F': 'F',
  '° F': 'F',
  '℉': 'F',
  '°': 'deg',
  º: 'deg',
  ºC: 'C',
  B: 'B',
  kB: 'kB',
  KB: 'kB',
  MB: 'MB',
  GB: 'GB',
  TB: 'TB',
  Hz: 'Hz',
  kHz: 'kHz',
  MHz: 'MHz',
  GHz: 'GHz',
  W: 'W',
  kW: 'kW',
  kWh: 'kWh',
  V: 'V',
  A: 'A',
  mA: 'mA',
  dB: 'dB',
  px: 'px',
  ...Object.fromEntries(inAnyLanguage(({ units }) => Object.entries(units.symbols))),
};

/** Read as a unit only directly after the number, since with a space they are words or names ("5 in a row"). */
export const ATTACHED_ONLY: ReadonlySet<string> = new Set([
  'in',
  'º',
  ...inAnyLanguage(({ units }) => units.attachedOnly),
]);

/** Read as a unit only after a space, since without one they name things ("seat 12A", "flat 4B"). */
export const SPACED_ONLY: ReadonlySet<string> = new Set(['A', 'B']);

/** Simple fractions that have a character of their own. */
export const VULGAR: Readonly<Record<string, readonly [number, number]>> = {
  '½': [1, 2],
  '⅓': [1, 3],
  '⅔': [2, 3],
  '¼': [1, 4],
  '¾': [3, 4],
  '⅕': [1, 5],
  '⅖': [2, 5],
  '⅗': [3, 5],
  '⅘': [4, 5],
  '⅙': [1, 6],
  '⅚': [5, 6],
  '⅐': [1, 7],
  '⅛': [1, 8],
  '⅜': [3, 8],
  '⅝': [5, 8],
  '⅞': [7, 8],
  '⅑': [1, 9],
  '⅒': [1, 10],
};
