import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { de } from './de/index.ts';
import { fr } from './fr/index.ts';
import { it as italian } from './it/index.ts';
import { nl } from './nl/index.ts';
import type { CurrencyCode, NumberValue, UnitCode } from './values.ts';

const CURRENCIES: readonly CurrencyCode[] = [
  ...(['USD', 'EUR', 'GBP', 'JPY', 'INR', 'KRW', 'RUB', 'CHF', 'CNY'] as const),
  ...(['BRL', 'PLN', 'SEK', 'CAD', 'AUD', 'MXN'] as const),
];
const UNITS: readonly UnitCode[] = ['km', 'h', 'min', 'oz', 'm2', 'km/h', 'C', 'MB', 'kWh', 'px'];

/** Valid input of the pronouncer: words of letters, with hyphens and apostrophes inside, separated by single spaces. */
const PLAIN = /^\p{L}+(?:[-' ]\p{L}+)*$/u;

const digits = fc.stringMatching(/^(0|[1-9]\d{0,29})$/);
const value: fc.Arbitrary<NumberValue> = fc.record({
  negative: fc.boolean(),
  integer: digits,
  fraction: fc.option(fc.stringMatching(/^\d{1,6}$/)),
  scale: fc.constant(null),
});

describe.each([de, nl, fr, italian])('numbers in $code', (language) => {
  it('are plain words, for any number', () => {
    fc.assert(
      fc.property(
        value,
        digits,
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...UNITS),
        (v, n, code, unit) => {
          for (const spoken of [
            language.cardinal(n),
            language.digits(`0${n}`),
            language.number(v),
            language.percent(v),
            language.currency(v, code),
            language.unit(v, unit),
          ])
            expect(spoken).toMatch(PLAIN);
          if (n !== '0') expect(language.ordinal(n, '')).toMatch(PLAIN);
        },
      ),
      { numRuns: 120, interruptAfterTimeLimit: 3000 },
    );
  });

  it('are never read alike when they differ', () => {
    const seen = new Map<string, number>();
    for (let n = 0; n < 12_000; n++) {
      for (const spoken of [language.cardinal(String(n)), language.ordinal(String(n), '')]) {
        if (seen.has(spoken)) throw new Error(`${n} and ${seen.get(spoken)} are both "${spoken}"`);
        seen.set(spoken, n);
      }
    }
  });

  it('name every day, month, hour and fraction', () => {
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 31; day++)
        expect(language.date({ year: 1582 + day * 15, month, day })).toMatch(PLAIN);
    for (let hour = 0; hour < 24; hour++)
      expect(language.time({ hour, minute: 59 - hour, second: hour, meridiem: null })).toMatch(PLAIN);
    for (let denominator = 1; denominator < 130; denominator++)
      expect(language.fraction(denominator % 7, denominator)).toMatch(PLAIN);
  });
});

describe('agreement with the words around', () => {
  it.each([
    ['dritter März', 'am', null, 'dritten März'],
    ['dritter März', 'der', null, 'dritte März'],
    ['dritter März', '', 'ist', 'dritter März'],
    ['dritte', 'im', 'Stock', 'dritten'],
    ['dritte', 'ein', 'Versuch', 'dritter'],
    ['eins', 'habe', 'Frage', 'eine'],
    ['eins', 'habe', 'Namen', 'ein'],
    ['eins', 'Kapitel', 'Anfang', 'eins'],
    ['eine Minute', 'am', null, 'eine Minute'],
  ])('German "%s" after "%s" before "%s" is "%s"', (spoken, before, after, expected) => {
    expect(de.inContext?.(spoken, before, after)).toBe(expected);
  });

  it.each([
    ['un', 'minute', 'une'],
    ['vingt et un', 'personnes', 'vingt et une'],
    ['quatre-vingt-un', 'pages', 'quatre-vingt-une'],
    ['un', 'lycée', 'un'],
    ['cinq', 'minutes', 'cinq'],
  ])('French "%s" before "%s" is "%s"', (spoken, after, expected) => {
    expect(fr.inContext?.(spoken, '', after)).toBe(expected);
  });

  it.each([
    ['uno', 'giorno', 'un'],
    ['uno', 'volta', 'una'],
    ['uno', 'parla', 'uno'],
  ])('Italian "%s" before "%s" is "%s"', (spoken, after, expected) => {
    expect(italian.inContext?.(spoken, '', after)).toBe(expected);
  });
});

describe('gender and number in suffixes', () => {
  it('follows the spelling', () => {
    expect(de.ordinal('3', 'ten')).toBe('dritten');
    expect(fr.ordinal('1', 'res')).toBe('premières');
    expect(fr.ordinal('2', 'nde')).toBe('seconde');
    expect(italian.ordinal('8', 'ª')).toBe('ottava');
    expect(nl.ordinal('3', 'de')).toBe('derde');
  });
});
