/** How the elements of SSML change a text. */
import { describe, expect, test } from 'vitest';
import { parseMarkup } from '../../language/markup/parse.ts';
import { analyse } from '../../language/text/analyse.ts';
import type { Token } from '../../language/text/types.ts';
import { readText } from './read-text.ts';

const say = (token: Token): string =>
  token.kind === 'word'
    ? token.spoken
    : token.kind === 'punctuation'
      ? token.mark
      : `<${token.durationMs}ms>`;

const said = (text: string, lang = 'en'): string => analyse(parseMarkup(text), lang, text).map(say).join(' ');

const as = (interpretAs: string, text: string, more = ''): string =>
  `<say-as interpret-as="${interpretAs}"${more}>${text}</say-as>`;

describe('structure', () => {
  test.each([
    ['<speak>Hello <w>there</w></speak>', 'Hello there .'],
    ['<?xml version="1.0"?><!-- a note --><speak xmlns="x">Hello</speak>', 'Hello .'],
    ['<p>One</p><p>two.</p> three', 'One . two . three'],
    ['<s>Is it?</s><s>Yes</s>', 'Is it ? Yes .'],
    ['<speak>It <s>is</s> so</speak>', 'It . is . so .'],
    ['It costs <s>$50</s> $40, <s>old</s>, now', 'It costs fifty dollars forty dollars , old , now'],
    ['Stop.<mark name="a"/>Go', 'Stop . Go'],
    ['Hello,</emphasis>World', 'Hello , World'],
    ['un<emphasis>believ</emphasis>able', 'unbelievable'],
    [
      'in <emphasis>1999</emphasis> it cost <prosody rate="slow">$5</prosody>',
      'in nineteen ninety-nine it cost five dollars',
    ],
    ['5 <emphasis>kg</emphasis>', 'five kilograms'],
    ['Go<break time="1s"/><mark name="b"/>on', 'Go <1000ms> on'],
  ])('%s', (text, words) => {
    expect(said(text)).toBe(words);
  });

  test('H2O and marked text are HTML', () => {
    expect(said('H<sub>2</sub>O is <mark>wet</mark>')).toBe(said('H<i>2</i>O is <b>wet</b>'));
  });
});

describe('sub', () => {
  test('is one word with the place of its contents', () => {
    const text = 'Ask <sub alias="World Wide Web, 2nd &amp; last">W3</sub> now.';
    const [, word] = analyse(parseMarkup(text), 'en', text);
    expect(word).toMatchObject({
      unit: 'W3',
      spoken: 'World Wide Web second and last',
      span: { start: text.indexOf('W3'), end: text.indexOf('W3') + 2 },
    });
    expect(said(text)).toBe('Ask World Wide Web second and last now .');
  });
});

describe('say-as', () => {
  test.each([
    ['en', as('characters', 'Ab-1'), 'eh B dash one'],
    ['en', as('spell-out', 'NASA'), 'N eh S eh'],
    ['en', as('digits', '12 30'), 'one two three zero'],
    ['en', as('telephone', '1800'), 'one eight zero zero'],
    ['en', as('telephone', '+1 (555) 123-4567'), 'plus one five five five one two three four five six seven'],
    ['en', as('date', '3/4/2025', ' format="dmy"'), 'the third of April twenty twenty-five'],
    ['en', as('date', '3/4/2025', ' format="mdy"'), 'March fourth twenty twenty-five'],
    ['en', as('date', '20250304', ' format="yyyymmdd"'), 'March fourth twenty twenty-five'],
    ['en', as('date', '2025', ' format="y"'), 'twenty twenty-five'],
    ['en', as('time', '2:30pm'), 'two thirty PM'],
    ['en', as('time', '14.30'), 'fourteen thirty'],
    ['en', as('ordinal', '21'), 'twenty-first'],
    ['en', as('cardinal', '1,234'), 'one thousand two hundred thirty-four'],
    ['en', as('currency', '$42.01'), 'forty-two dollars and one cent'],
    ['en', as('expletive', 'darn it'), 'darn it'],
    ['en', as('date', 'no date'), 'no date'],
    ['de', as('characters', 'äß'), 'Ä ß'],
    ['de', as('digits', '105'), 'eins null fünf'],
    ['de', as('date', '3.4.2025', ' format="dmy"'), 'dritter April zweitausendfünfundzwanzig'],
    ['de', as('time', '14:30'), 'vierzehn Uhr dreißig'],
    ['fr', as('ordinal', '3'), 'troisième'],
    ['sv', as('digits', '105'), '1 0 5'],
  ])('in %s: %s', (lang, text, words) => {
    expect(said(text, lang)).toBe(words);
  });
});

describe('lang', () => {
  test('is read by the rules of its language', () => {
    expect(said('At <lang:fr>14h30</lang> or 2:30 pm, <lang xml:lang="de-AT">um 14:30 Uhr</lang>.')).toBe(
      'At quatorze heures trente or two thirty PM , um vierzehn Uhr dreißig .',
    );
  });

  test('of the same language changes nothing', () => {
    const text = 'A <lang xml:lang="en-GB">word</lang>';
    expect(analyse(parseMarkup(text), 'en', text)).toEqual([
      expect.objectContaining({ unit: 'A' }),
      expect.not.objectContaining({ lang: expect.anything() }),
    ]);
  });

  test('goes over sentences', () => {
    const { words } = readText('One. <lang:de>Es kostet 5 €. Um 3 Uhr.</lang> It costs 5 €.', 'en');
    expect(words.map(({ spoken }) => spoken).join(' ')).toBe(
      'One Es kostet fünf Euro Um drei Uhr It costs five euros',
    );
  });
});

test('words have the prosody of the element that they begin in', () => {
  const text =
    'a <prosody rate="slow">b <emphasis>c</emphasis></prosody> <prosody volume="soft">d</prosody> e';
  const words = analyse(parseMarkup(text), 'en', text).flatMap((token) =>
    token.kind === 'word' ? [token] : [],
  );
  expect(words.map(({ prosody }) => [prosody?.rate, prosody?.gain])).toEqual([
    [undefined, undefined],
    [0.75, undefined],
    [expect.closeTo(0.69), 1.25],
    [undefined, 0.5],
    [undefined, undefined],
  ]);
});
