import { describe, expect, it } from 'vitest';
import { analyse } from '../text/analyse.ts';
import { applyLexicon, isOneWord, keysIn, lexiconKey } from './lexicon.ts';

/** The words of a text that have a custom pronunciation: [as written, IPA]. */
function changed(text: string, entries: Record<string, string>, lang = 'en'): [string, string][] {
  const keyed = Object.fromEntries(Object.entries(entries).map(([word, ipa]) => [lexiconKey(word), ipa]));
  const found = keysIn(text);
  const selected = Object.fromEntries(Object.entries(keyed).filter(([key]) => found.has(key)));
  const segment = { kind: 'text', text, span: { start: 0, end: text.length } } as const;
  return applyLexicon(analyse([segment], lang, text), selected, lang).flatMap((token) =>
    token.kind === 'word' && token.ipa !== null ? [[token.unit, token.ipa] as [string, string]] : [],
  );
}

describe('applyLexicon', () => {
  it('finds whole words, in any case, beside any mark', () => {
    const text = 'Parley, parley (PARLEY) and “parley” —parley— but not parleying: parley.';
    expect(changed(text, { Parley: 'x' }).map(([unit]) => unit)).toEqual([
      'Parley',
      'parley',
      'PARLEY',
      'parley',
      'parley',
      'parley',
    ]);
  });

  it('finds words as speech does, with any characters', () => {
    const entries = {
      'Node.js': 'a',
      'C++': 'b',
      'C#': 'c',
      'AT&T': 'd',
      SQL: 'e',
      "O'Reilly": 'f',
      'St.': 'g',
    };
    expect(
      changed('Node.js, (C++), C#; AT&T. SQL and O’Reilly in St. Ives.', entries).map(([, ipa]) => ipa),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('reads abbreviations with their full stop, and composed letters either way', () => {
    expect(changed('Prof. Ana', { Prof: 'x' })).toEqual([['Prof.', 'x']]);
    expect(changed('Le café'.normalize('NFD'), { café: 'x' }, 'fr')).toEqual([
      ['café'.normalize('NFD'), 'x'],
    ]);
  });

  it('adds the English genitive', () => {
    const entries = { Parley: 'pɑːɹleɪ', Knox: 'nɑːks', Pratt: 'pɹæt' };
    expect(changed("Parley's, Knox’s and Pratt's", entries)).toEqual([
      ["Parley's", 'pɑːɹleɪz'],
      ['Knox’s', 'nɑːksᵻz'],
      ["Pratt's", 'pɹæts'],
    ]);
    expect(changed("Parley's", { Parley: 'x' }, 'de')).toEqual([]);
  });

  it('does not change parts of words or addresses', () => {
    expect(changed('unparley parley-like https://parley.com/parley parley_x', { parley: 'x' })).toEqual([]);
  });

  it('knows no words but its own', () => {
    expect(changed('constructor toString __proto__ hello', { hello: 'x' })).toEqual([['hello', 'x']]);
  });
});

describe('isOneWord', () => {
  it.each(['hello', 'Node.js', 'C++', "O'Reilly", 'rock-n-roll', 'naïve', 'St.', 'H2O'])('%s is', (word) => {
    expect(isOneWord(word, 'en')).toBe(true);
  });
  it.each(['', ' ', 'New York', 'A/B', '!', '👍', 'hello,', '<pause:1s>'])('"%s" is not', (word) => {
    expect(isOneWord(word, 'en')).toBe(false);
  });
});
