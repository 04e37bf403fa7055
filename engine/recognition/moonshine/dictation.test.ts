import { describe, expect, it } from 'vitest';
import { DictationForm, dictationIn } from './dictation.ts';

const forms = {
  digits: new DictationForm('digits'),
  letters: new DictationForm('letters'),
  code: new DictationForm('code'),
  email: new DictationForm('email', (word) => word === 'harris'),
};
type Kind = keyof typeof forms;

describe('what is dictated', () => {
  it.each<[Kind, string]>([
    ['digits', '463-177-0123.'],
    ['digits', '4 6 3, 1 7'],
    ['digits', 'Double 4, 07946'],
    ['digits', 'Four double five, oh two'],
    ['letters', 'M-A-R-S-H'],
    ['letters', 'M A R S H.'],
    ['letters', 'F-A-double R-E-L-L'],
    ['code', 'K7X4QP'],
    ['letters', 'Mike, Alpha Romeo, double Sierra, X-ray.'],
    ['code', 'Kilo 7, golf.'],
    ['email', 'lee.baker at outlook.com.'],
    ['email', 'Lee dash Baker at green-field dot co.uk'],
    ['email', 'lee_7@acme.io'],
  ])('%s may be "%s", and each beginning of it', (kind, text) => {
    expect(forms[kind].make(text)).toBe(true);
    let begun = '';
    for (const piece of text.match(/ ?[A-Za-z]+|./g)!) {
      expect(forms[kind].takes(piece) || kind !== 'digits', piece).toBe(true);
      begun += piece;
      expect(forms[kind].mayMake(begun), begun).toBe(true);
    }
  });

  it.each<[Kind, string]>([
    ['digits', 'I don'],
    ['digits', '4M'],
    ['letters', 'Marsh'],
    ['letters', 'M-A-7'],
    ['code', 'K7xq'],
    ['email', 'lee baker'],
    ['email', 'lee at work at acme'],
    ['email', 'lee.'.concat('.baker')],
  ])('%s are never "%s"', (kind, text) => {
    expect(forms[kind].mayMake(text)).toBe(false);
  });

  it.each<[Kind, string]>([
    ['digits', '46'],
    ['letters', 'M'],
    ['email', 'lee.baker'],
    ['email', 'lee at outlook'],
    ['email', 'lee at outlook.baker'],
  ])('%s are more than "%s"', (kind, text) => {
    expect(forms[kind].make(text)).toBe(false);
  });

  it.each<[Kind, string, string]>([
    ['digits', '609, double 486', '609, 4486'],
    ['digits', 'Four double five, oh two', '4 55, 0 2'],
    ['letters', 'F A. double R E, L', 'F-A-R-R-E-L'],
    ['letters', 'Mike, alpha, romeo, S', 'M-A-R-S'],
    ['email', 'Lee underscore Baker at Green dash Field dot co.uk.', 'lee_baker@green-field.co.uk'],
  ])('%s "%s" are written "%s"', (kind, text, written) => {
    expect(forms[kind].written(text)).toBe(written);
  });

  it.each<[Kind, string, string, boolean]>([
    ['letters', 'N-R-R', 'Enfranora, O, are for Roger, teeth or Thomas', false],
    ['letters', 'M-A-R-S-H', "It's Emma R S H", true],
    ['digits', '777, 0', 'Seven seven seven zero', true],
    ['email', 'tom.b@aol.com', 'Tom dot B at AOL dot com', true],
  ])('%s "%s" may be meant where "%s" was heard: %s', (kind, text, likeliest, may) => {
    expect(forms[kind].mayReplace(text, likeliest)).toBe(may);
  });

  it('is likelier where words are known, and providers, and numbers have their usual length', () => {
    const odds = (kind: Kind, text: string): number => forms[kind].favour(text, true);
    expect(odds('email', 'lee.harris at acme.io')).toBeGreaterThan(odds('email', 'lee.haris at acme.io'));
    expect(odds('email', 'lee at gmail.com')).toBeGreaterThan(odds('email', 'lee at gmale.com'));
    expect(odds('digits', '463-177-0123')).toBeGreaterThan(odds('digits', '463-177-012'));
  });

  it.each<[Kind, string, boolean]>([
    ['letters', " That's", true],
    ['letters', " That's the", false],
    ['digits', ' My number is', true],
    ['digits', ' 609, double', false],
    ['email', ' You can reach me at', true],
    ['email', ' Lee dash', false],
    ['email', ' My e-mail is', true],
  ])('%s begin behind "%s": %s', (kind, words, begins) => {
    expect(forms[kind].mayFollow(words)).toBe(begins);
  });

  it.each([
    ['It is 463-1770.', 'digits'],
    ["It's M-A-R-S-H.", 'letters'],
    ['My reference is K-7-X-4-Q-P', 'code'],
    ['You can write to lee.baker at outlook.com', 'email'],
    ['We were 12 in the U.K.', null],
    ['I am here at 7.', null],
    ["I don't have one.", null],
  ])('is told by the words: "%s"', (text, kind) => {
    expect(dictationIn(text)).toBe(kind);
  });
});
