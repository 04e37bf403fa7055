/** Names of currencies that a language has no entry of its own for, as Unicode's tables have them. */
import type { CurrencyCode, NamedCurrency } from './values.ts';

/** The forms after one, after two and after five, in lower case unless the language writes nouns with a capital. */
export interface CurrencyForms {
  readonly one: string;
  readonly few: string;
  readonly many: string;
  readonly cent: 'cent' | 'centavo' | null;
}

/** The country whose noun no other country uses, so that the name of the country is left out. */
const UNIQUE: ReadonlySet<string> = new Set(
  (
    'TRY BDT NGN UAH ILS VND THB AED KZT HUF RON GTQ CRC HNL NIO PAB PEN PYG BOB GHS MYR IDR ZAR GEL ESP AMD AZN ' +
    'MNT LAK KHR ALL MMK VES'
  ).split(' '),
);
/** Divided into cents and into centavos. */
const CENTS: ReadonlySet<string> = new Set('HKD SGD NZD TWD TTD JMD BBD BSD BZD FJD NAD ZAR KES'.split(' '));
const CENTAVOS: ReadonlySet<string> = new Set('ARS CLP COP UYU DOP CUP PHP BOB GTQ HNL NIO'.split(' '));
/** Currencies whose amounts have no hundredths. */
const UNDIVIDED: ReadonlySet<string> = new Set(
  'JPY KRW CLP VND ISK PYG IDR HUF UGX XAF XOF XPF RWF KMF GNF BIF DJF VUV'.split(' '),
);

/** Whether amounts of a currency are written with hundredths, named or not. */
export function hasHundredths(code: CurrencyCode): boolean {
  return !UNDIVIDED.has(code);
}

/**
 * A look-up of currencies: the language's own entries, others made of the names that Unicode has for them.
 * @param noun where the noun stands among the words of such a name
 */
export function currencyTable<T>(
  locale: string,
  own: Readonly<Record<NamedCurrency, T>>,
  noun: 'first' | 'last',
  make: (forms: CurrencyForms, code: CurrencyCode) => T,
): (code: CurrencyCode) => T {
  const known = new Map<string, T>(Object.entries(own));
  return (code) => {
    const found = known.get(code) ?? make(formsOf(locale, code, noun), code);
    known.set(code, found);
    return found;
  };
}

function formsOf(locale: string, code: CurrencyCode, noun: 'first' | 'last'): CurrencyForms {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
    minimumFractionDigits: 0,
  });
  const name = (count: number): string => {
    const parts = format.formatToParts(count).filter(({ type }) => type === 'currency');
    return said(parts.map(({ value }) => value).join(''), locale, isUnique(code, locale) ? noun : null);
  };
  const cent = CENTS.has(code) ? 'cent' : CENTAVOS.has(code) ? 'centavo' : null;
  return { one: name(1), few: name(2), many: name(5), cent };
}

/** French calls the lira a pound. */
function isUnique(code: CurrencyCode, locale: string): boolean {
  return UNIQUE.has(code) && !(locale === 'fr' && code === 'TRY');
}

/** Words before or after the noun that are not part of it. */
const NEW = /^(?:nouveaux?|nuevos?|novos?|nuov[oi]) /i;
const STATES = / (?:ОАЭ|EAU|degli EAU|dos EAU)$/;

function said(name: string, locale: string, noun: 'first' | 'last' | null): string {
  const plain = name
    .normalize('NFC')
    .replace(/ \(.*\)/, '')
    .replaceAll('&', '-')
    .replaceAll(' - ', ' ')
    .replace(NEW, '');
  const words = plain.replace(STATES, '').split(noun === 'last' ? /[ -]/ : ' ');
  const chosen = noun === null ? plain : ((noun === 'first' ? words[0] : words.at(-1)) ?? plain);
  // German nouns keep their capital; an adjective in front of one has none inside a sentence.
  if (locale === 'de') return chosen.replace(/^\p{Lu}(?=\p{Ll}+e[rs]? )/u, (letter) => letter.toLowerCase());
  return /^(?:pt|ru|fr|it|es)$/.test(locale) ? chosen[0]?.toLowerCase() + chosen.slice(1) : chosen;
}
