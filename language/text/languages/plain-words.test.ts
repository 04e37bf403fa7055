import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../languages.ts';
import { es } from './es/index.ts';
import { hi } from './hi/index.ts';
import { spokenLanguage } from './index.ts';
import { ko } from './ko/index.ts';
import { pt } from './pt/index.ts';
import { ru } from './ru/index.ts';
import type { SpokenLanguage } from './types.ts';
import type { CurrencyCode, NumberValue, UnitCode } from './values.ts';

const languages = LANGUAGES.map((code) => spokenLanguage(code)).filter((language) => language !== null);
const CURRENCIES: readonly CurrencyCode[] =
  'USD EUR GBP JPY INR KRW RUB CHF CNY BRL PLN SEK CAD AUD MXN'.split(' ') as CurrencyCode[];
const UNITS =
  'mm cm m km in ft mi mg g kg t lb oz ml l ms s min h m2 km2 m3 km/h mph m/s C F deg B kB MB GB TB Hz kHz MHz GHz W kW kWh V A mA dB px'.split(
    ' ',
  ) as UnitCode[];

/** Valid input of the pronouncer: letters, single spaces, hyphens and apostrophes inside words. */
const PLAIN = /^[\p{L}\p{M}]+(?:[ '-][\p{L}\p{M}]+)*$/u;

const digits = fc.stringMatching(/^(?:0|[1-9]\d{0,29})$/);
const written = fc.stringMatching(/^\d{1,12}$/);

function values(language: SpokenLanguage): fc.Arbitrary<NumberValue> {
  return fc.record({
    negative: fc.boolean(),
    integer: digits,
    fraction: fc.option(fc.stringMatching(/^\d{1,8}$/)),
    scale: fc.option(fc.constantFrom(...Object.values(language.scales))),
  });
}

describe.each(languages.map((language) => [language.code, language] as const))('%s', (_, language) => {
  // German for zero.
  const BROKEN = language.cardinal('0') === 'null' ? /undefined|NaN/ : /undefined|null|NaN/;
  const says = (spoken: string): void => {
    expect(spoken).toMatch(PLAIN);
    expect(spoken).not.toMatch(BROKEN);
  };

  it('reads any number, amount and measure as plain words', () => {
    fc.assert(
      fc.property(
        values(language),
        fc.constantFrom(...CURRENCIES),
        fc.constantFrom(...UNITS),
        (value, code, unit) => {
          says(language.number(value));
          says(language.percent(value));
          says(language.currency(value, code));
          says(language.unit(value, unit));
        },
      ),
      { numRuns: 120 },
    );
  });

  it('reads any run of digits, as a quantity and one by one', () => {
    fc.assert(
      fc.property(digits, written, (whole, run) => {
        says(language.cardinal(whole));
        expect(language.digits(run).split(' ')).toHaveLength(run.length);
      }),
      { numRuns: 120 },
    );
  });

  it('gives different numbers different names', () => {
    const names = new Set(Array.from({ length: 3000 }, (_, i) => language.cardinal(String(i))));
    expect(names.size).toBe(3000);
  });

  it('reads every date, year, time and fraction', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2999 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 0, max: 23 }),
        fc.integer({ min: 0, max: 59 }),
        fc.constantFrom('am' as const, 'pm' as const, null),
        (year, month, day, hour, minute, meridiem) => {
          says(language.date({ year, month, day }));
          says(language.date({ year: null, month, day }));
          says(language.date({ year, month, day: null }));
          says(language.date({ year, month: null, day: null }));
          says(language.year(year, false));
          says(language.year(year, true));
          const clock = meridiem === null ? hour : (hour % 12) + 1;
          says(language.time({ hour: clock, minute, second: null, meridiem }));
          says(language.time({ hour: clock, minute, second: minute, meridiem }));
          says(language.fraction(day, minute + 2));
        },
      ),
      { numRuns: 120 },
    );
  });

  it('knows its months, also by their own names', () => {
    expect(new Set(Object.values(language.months)).size).toBe(12);
    for (const name of Object.keys(language.months)) expect(name).toBe(name.toLowerCase());
  });

  it('does not change words without agreement', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.option(fc.string()), (spoken, before, after) => {
        expect(typeof (language.inContext?.(spoken, before, after) ?? '')).toBe('string');
      }),
      { numRuns: 100 },
    );
    expect(language.inContext?.('x', '', null) ?? 'x').toBe('x');
  });
});

it('reads ordinals by the suffix written', () => {
  const cases: readonly (readonly [SpokenLanguage, string, string])[] = [
    [es, '1.er', 'primer'],
    [es, '2.ª', 'segunda'],
    [es, '3ro', 'tercero'],
    [pt, '10ª', 'décima'],
    [pt, '99º', 'nonagésimo nono'],
    [ru, '1-й', 'первый'],
    [ru, '2-я', 'вторая'],
    [ru, '3-е', 'третье'],
    [ru, '2000-го', 'двухтысячного'],
    [ru, '80-х', 'восьмидесятых'],
    [hi, '7वीं', 'सातवीं'],
    [hi, '4था', 'चौथा'],
    [ko, '1번째', '첫 번째'],
    [ko, '6월에', '유월에'],
    [ko, '3시', '세 시'],
  ];
  for (const [language, text, spoken] of cases) {
    const match = language.ordinalPattern.exec(text);
    expect(match?.[0]).toBe(text);
    expect(language.ordinal(match?.[1] ?? '', match?.[2] ?? '')).toBe(spoken);
  }
});
