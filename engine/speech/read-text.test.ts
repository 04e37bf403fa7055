import { describe, expect, it } from 'vitest';
import { EngineError } from '../errors.ts';
import { readText } from './read-text.ts';

describe('a text that is read out', () => {
  it('returns the words with their places, over several sentences', () => {
    const text = 'It costs $5. Call Dr. Lee at 14:30!';
    const { spoken, words } = readText(text, 'en');
    expect(spoken).toBe('It costs five dollars. Call Doctor Lee at fourteen thirty!');
    expect(words.map(({ unit }) => unit)).toEqual(['It', 'costs', '$5', 'Call', 'Dr.', 'Lee', 'at', '14:30']);
    for (const { unit, span } of words) expect(text.slice(span.start, span.end)).toBe(unit);
  });

  it('says which rule read a word out', () => {
    const { words } = readText('Dr. Lee pays $5 at 14:30, <sub alias="soon">asap</sub>.', 'en');
    expect(words.map(({ rule }) => rule)).toEqual([
      'abbreviation',
      null,
      null,
      'money',
      null,
      'time',
      'markup',
    ]);
  });

  it('keeps the IPA of tags and leaves pauses out', () => {
    const { spoken, words } = readText('A <phoneme:təˈmeɪtoʊ>tomato</phoneme> <pause:1s> now.', 'en');
    expect(spoken).toBe('A tomato now.');
    expect(words.map(({ ipa }) => ipa)).toEqual([null, 'təˈmeɪtoʊ', null]);
  });

  it('says where markup is faulty', () => {
    expect(() => readText('Hello. Then <pause:99999s> go.', 'en')).toThrow(EngineError);
  });
});
