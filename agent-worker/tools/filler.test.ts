import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../engine/index.ts';
import { FillerPhrases } from './filler.ts';

function said(lang: string, times = 60): string[] {
  const phrases = new FillerPhrases();
  return Array.from({ length: times }, () => phrases.next(lang));
}

describe('FillerPhrases', () => {
  it('has phrases of their own for every language', () => {
    const all = LANGUAGES.map((lang) => [...new Set(said(lang))]);
    for (const phrases of all) expect(phrases.length).toBeGreaterThan(1);
    expect(new Set(all.flat()).size).toBe(all.flat().length);
  });

  it('never says the same twice in a row, and never nothing', () => {
    const random = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...LANGUAGES), random, (lang, numbers) => {
        let at = 0;
        const phrases = new FillerPhrases(() => numbers[at++ % numbers.length] ?? 0);
        let last = '';
        for (let count = 0; count < 10; count++) {
          const phrase = phrases.next(lang);
          expect(phrase).not.toBe('');
          expect(phrase).not.toBe(last);
          last = phrase;
        }
      }),
    );
  });

  it('speaks English in unknown languages, and ignores regions', () => {
    const english = new Set(said('en'));
    for (const lang of ['tlh', '', 'constructor', '__proto__']) expect(new Set(said(lang))).toEqual(english);
    expect(new Set(said('pt-BR'))).toEqual(new Set(said('pt')));
    expect(new Set(said('DE_at'))).toEqual(new Set(said('de')));
  });
});
