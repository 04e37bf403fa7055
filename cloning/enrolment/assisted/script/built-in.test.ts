import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../../language/languages.ts';
import { TextCutter } from '../../../../language/text/cutter.ts';
import { abbreviationsOf } from '../../../../language/text/languages/index.ts';
import { builtInScript, previewText, SCRIPT_LANGUAGES, scriptFor } from './built-in.ts';

const LATIN = /^[\p{Script=Latin}\p{M}\s.,!?¿¡’-]+$/u;
const LETTERS: Readonly<Record<string, RegExp>> = {
  ru: /^[\p{Script=Cyrillic}\s.,!?-]+$/u,
  hi: /^[\p{Script=Devanagari}\s।,!?]+$/u,
  ko: /^[\p{Script=Hangul}\s.,!?]+$/u,
};

function sentencesOf(text: string, lang: string): string[] {
  const cutter = new TextCutter({ lang, abbreviations: abbreviationsOf(lang), eager: false });
  return [...cutter.push(text), ...cutter.flush()].map((piece) => piece.text.trim());
}

describe('the built-in scripts', () => {
  it('exist for all languages, Croatian and Serbian', () => {
    expect([...SCRIPT_LANGUAGES].sort()).toEqual([...LANGUAGES, 'hr', 'sr'].sort());
  });

  it('are found by any tag of the language', () => {
    expect(builtInScript('pt-BR')).toBe(builtInScript('pt'));
    expect(builtInScript('EN_us')).toBe(builtInScript('en'));
    expect(previewText('de-AT')).toBe(previewText('de'));
  });

  it.each(['', 'ja', 'xx', 'constructor', 'klingon'])(
    'have none for %j, which previews in English',
    (lang) => {
      expect(builtInScript(lang)).toBeNull();
      expect(previewText(lang)).toBe(previewText('en'));
    },
  );

  describe.each(SCRIPT_LANGUAGES)('in %s', (lang) => {
    const sentences = scriptFor(lang)?.sentences ?? [];
    const letters = LETTERS[lang] ?? LATIN;

    it('are 9 to 12 sentences, a question and an exclamation among them', () => {
      expect(sentences.length).toBeGreaterThanOrEqual(9);
      expect(sentences.length).toBeLessThanOrEqual(12);
      expect(sentences.filter((one) => one.endsWith('?'))).toHaveLength(1);
      expect(sentences.filter((one) => one.endsWith('!'))).toHaveLength(1);
      for (const one of sentences) expect(one).toMatch(/[.।?!]$/u);
      expect(new Set(sentences).size).toBe(sentences.length);
    });

    it('are words of the language alone: no digits, no signs, no other letters', () => {
      for (const one of [...sentences, previewText(lang)]) expect(one).toMatch(letters);
    });

    it('are heard as the sentences they are written as', () => {
      expect(sentencesOf(builtInScript(lang) ?? '', lang)).toEqual(sentences);
    });

    it("are written in Unicode's normal form", () => {
      expect(builtInScript(lang)).toBe(builtInScript(lang)?.normalize('NFC'));
    });
  });
});
