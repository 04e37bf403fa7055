import { describe, expect, it } from 'vitest';
import { hasWord, Phrases } from './phrases.ts';

const phrases = new Phrases(['okay', 'i see', 'oh i see', "that's it", 'mm hm']);

describe('phrases', () => {
  it.each(['Okay.', 'I see...', 'Okay, I see!', 'OH, I SEE, OKAY', 'That’s it.', 'Mm-hm.'])(
    '"%s" is made of them',
    (text) => {
      expect(phrases.make(text)).toBe(true);
      expect(phrases.mayMake(text)).toBe(true);
    },
  );

  it.each(['', '"', 'O', 'I', 'Okay, I s', 'Oh I', 'That', 'Okay okay m'])('"%s" may become so', (text) => {
    expect(phrases.make(text)).toBe(false);
    expect(phrases.mayMake(text)).toBe(true);
  });

  it('finds contrary words as whole words, however they are written', () => {
    expect(['Wait!', 'Okay, wait', 'Don’t.'].map((text) => hasWord(text, ['wait', "don't"]))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['Waiting.', 'Okay.', ''].map((text) => hasWord(text, ['wait']))).toEqual([false, false, false]);
  });

  it.each(['No.', 'Okays', 'Okay, stop', 'See', 'I see it', 'Oh okay'])('"%s" may not', (text) => {
    expect(phrases.make(text)).toBe(false);
    expect(phrases.mayMake(text)).toBe(false);
  });
});
