/** Hindi names of currencies and units. */
import { currencyTable } from '../currency-names.ts';
import type { NamedCurrency, UnitCode } from '../values.ts';

interface Coin {
  readonly one: string;
  readonly many: string;
}

const coin = (one: string, many: string = one): Coin => ({ one, many });

const CURRENCIES: Readonly<Record<NamedCurrency, { main: Coin; cent: Coin | null }>> = {
  INR: { main: coin('रुपया', 'रुपये'), cent: coin('पैसा', 'पैसे') },
  USD: { main: coin('डॉलर'), cent: coin('सेंट') },
  EUR: { main: coin('यूरो'), cent: coin('सेंट') },
  GBP: { main: coin('पाउंड'), cent: coin('पेनी', 'पेंस') },
  JPY: { main: coin('येन'), cent: null },
  KRW: { main: coin('वॉन'), cent: null },
  RUB: { main: coin('रूबल'), cent: coin('कोपेक') },
  CHF: { main: coin('स्विस फ़्रैंक'), cent: coin('सेंटीम') },
  CNY: { main: coin('युआन'), cent: null },
  BRL: { main: coin('ब्राज़ीलियाई रियल'), cent: coin('सेंटावो') },
  PLN: { main: coin('ज़्लॉटी'), cent: coin('ग्रोश') },
  SEK: { main: coin('स्वीडिश क्रोना'), cent: coin('ओरे') },
  CAD: { main: coin('कनाडाई डॉलर'), cent: coin('सेंट') },
  AUD: { main: coin('ऑस्ट्रेलियाई डॉलर'), cent: coin('सेंट') },
  MXN: { main: coin('मैक्सिकन पेसो'), cent: coin('सेंटावो') },
};

/** Hundredths that are written in India's neighbourhood. */
const HUNDREDTHS: Readonly<Record<string, Coin>> = {
  TRY: coin('कुरस'),
  BDT: coin('पैसा', 'पैसे'),
  PKR: coin('पैसा', 'पैसे'),
  NPR: coin('पैसा', 'पैसे'),
  NGN: coin('कोबो'),
  UAH: coin('कोपेक'),
};
export const currencyOf = currencyTable('hi', CURRENCIES, 'last', ({ one, many, cent }, code) => ({
  main: coin(one, many),
  cent: HUNDREDTHS[code] ?? (cent === 'cent' ? coin('सेंट') : cent === null ? null : coin('सेंटावो')),
}));

export const UNITS: Readonly<Record<UnitCode, string>> = {
  mm: 'मिलीमीटर',
  cm: 'सेंटीमीटर',
  m: 'मीटर',
  km: 'किलोमीटर',
  in: 'इंच',
  ft: 'फ़ुट',
  mi: 'मील',
  mg: 'मिलीग्राम',
  g: 'ग्राम',
  kg: 'किलोग्राम',
  t: 'टन',
  lb: 'पाउंड',
  oz: 'औंस',
  ml: 'मिलीलीटर',
  l: 'लीटर',
  ms: 'मिलीसेकंड',
  s: 'सेकंड',
  min: 'मिनट',
  h: 'घंटे',
  m2: 'वर्ग मीटर',
  km2: 'वर्ग किलोमीटर',
  m3: 'घन मीटर',
  'km/h': 'किलोमीटर प्रति घंटा',
  mph: 'मील प्रति घंटा',
  'm/s': 'मीटर प्रति सेकंड',
  C: 'डिग्री सेल्सियस',
  F: 'डिग्री फ़ारेनहाइट',
  deg: 'डिग्री',
  B: 'बाइट',
  kB: 'किलोबाइट',
  MB: 'मेगाबाइट',
  GB: 'गीगाबाइट',
  TB: 'टेराबाइट',
  Hz: 'हर्ट्ज़',
  kHz: 'किलोहर्ट्ज़',
  MHz: 'मेगाहर्ट्ज़',
  GHz: 'गीगाहर्ट्ज़',
  W: 'वॉट',
  kW: 'किलोवॉट',
  kWh: 'किलोवॉट घंटे',
  V: 'वोल्ट',
  A: 'एम्पियर',
  mA: 'मिलीएम्पियर',
  dB: 'डेसिबल',
  px: 'पिक्सेल',
};
