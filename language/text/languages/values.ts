/** Numbers, dates and times as they were found in a text, and the currencies and units that the scanner knows. */

/** A number as written: digits only, no grouping; `fraction` is null for whole numbers ("1.50" keeps "50"). */
export interface NumberValue {
  readonly negative: boolean;
  readonly integer: string;
  readonly fraction: string | null;
  /** A scale word that followed the number ("$5 million"), as found in `scales`; null when none. */
  readonly scale: string | null;
}

/** A proper fraction with the whole number before it, 0 for none: 1 1/2. */
export interface PartValue {
  readonly whole: number;
  readonly numerator: number;
  readonly denominator: number;
}

export interface DateValue {
  readonly year: number | null;
  /** 1 to 12. */
  readonly month: number | null;
  /** 1 to 31. */
  readonly day: number | null;
  /** The day is written before the month, where that changes what is spoken. */
  readonly dayFirst?: boolean;
}

export interface TimeValue {
  /** 0 to 23 as written; with a meridiem 1 to 12. */
  readonly hour: number;
  readonly minute: number;
  readonly second: number | null;
  readonly meridiem: 'am' | 'pm' | null;
}

/** A currency as its ISO 4217 code; KR is a crown of any country. */
export type CurrencyCode = string;

/** Currencies that every language names; others have the names in Unicode's tables. */
export type NamedCurrency =
  | 'USD'
  | 'EUR'
  | 'GBP'
  | 'JPY'
  | 'INR'
  | 'KRW'
  | 'RUB'
  | 'CHF'
  | 'CNY'
  | 'BRL'
  | 'PLN'
  | 'SEK'
  | 'KR'
  | 'CAD'
  | 'AUD'
  | 'MXN';

/** Units that the scanner knows by symbol ("km/h", "°C", "MB"). */
export type UnitCode =
  | 'mm'
  | 'cm'
  | 'm'
  | 'km'
  | 'in'
  | 'ft'
  | 'mi'
  | 'mg'
  | 'g'
  | 'kg'
  | 't'
  | 'lb'
  | 'oz'
  | 'ml'
  | 'l'
  | 'ms'
  | 's'
  | 'min'
  | 'h'
  | 'm2'
  | 'km2'
  | 'm3'
  | 'km/h'
  | 'mph'
  | 'rpm'
  | 'm/s'
  | 'C'
  | 'F'
  | 'deg'
  | 'B'
  | 'kB'
  | 'MB'
  | 'GB'
  | 'TB'
  | 'Hz'
  | 'kHz'
  | 'MHz'
  | 'GHz'
  | 'W'
  | 'kW'
  | 'kWh'
  | 'V'
  | 'A'
  | 'mA'
  | 'dB'
  | 'px'
  | 'µm'
  | 'nm'
  | 'yd'
  | 'ha'
  | 'ac'
  | 'cm2'
  | 'ft2'
  | 'cm3'
  | 'km3'
  | 'cg'
  | 'dg'
  | 'q'
  | 'st'
  | 'µg'
  | 'cl'
  | 'dl'
  | 'gal'
  | 'qt'
  | 'pt'
  | 'yr'
  | 'µs'
  | 'ns'
  | 'km/s'
  | 'K'
  | 'N'
  | 'J'
  | 'kJ'
  | 'kcal'
  | 'hPa'
  | 'kPa'
  | 'bar'
  | 'MW'
  | 'GW'
  | 'mV'
  | 'kV'
  | 'mW'
  | 'Wh'
  | 'mAh'
  | 'ohm'
  | 'kbps'
  | 'Mbps'
  | 'Gbps'
  | 'PB'
  | 'mmHg'
  | 'bpm'
  | 'Pa'
  | 'MPa'
  | 'kohm'
  | 'Mohm'
  | 'm/s2'
  | 'mmol/l'
  | 'mg/dl'
  | 'hp';
