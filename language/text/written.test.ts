/** Written forms of people and programs, by kind, with their spoken words. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../languages.ts';
import { parseMarkup } from '../markup/parse.ts';
import { Espeak } from '../pronunciation/espeak.ts';
import { pronounce } from '../pronunciation/pronounce.ts';
import { analyse } from './analyse.ts';
import type { Token } from './types.ts';

type Row = readonly [lang: string, written: string, read: string];

function tokensOf(lang: string, written: string): Token[] {
  return analyse(parseMarkup(written), lang, written);
}

const read = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => (token.kind === 'word' ? token.spoken : token.kind === 'pause' ? '<>' : token.mark))
    .join(' ');
const units = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => (token.kind === 'word' ? [token.unit] : []));

function expectRead([lang, written, expected]: Row): void {
  const tokens = tokensOf(lang, written);
  expect(read(tokens)).toBe(expected);
  let at = 0;
  for (const token of tokens) {
    if (token.kind !== 'word') continue;
    expect(token.unit).toBe(written.slice(token.span.start, token.span.end));
    expect(token.span.start).toBeGreaterThanOrEqual(at);
    at = token.span.end;
  }
}

describe('compatibility characters', () => {
  it.each<Row>([
    ['en', 'the ﬁrst ﬂoor oﬀice, eﬃcient', 'the first floor office , efficient'],
    ['en', '𝐇𝐞𝐥𝐥𝐨 𝓦𝓸𝓻𝓵𝓭 𝔉𝔯𝔞𝔨 ℍello 𝟏𝟐', 'Hello World Frak Hello twelve'],
    ['en', 'Ⓗⓔⓛⓛⓞ 🄷ello 🅦🅞🅦 Ⓜⓔ', 'Hello Hello WOW Me'],
    ['en', 'ʜᴇʟʟᴏ ᴡᴏʀʟᴅ', 'hello world'],
    ['en', 'ＡＢＣ　ｈｅｌｌｏ １２３！', 'ABC hello one hundred twenty-three !'],
    ['en', 'step ① then ②③, ❹ and ⑳', 'step one then two three , four and twenty'],
    ['en', '⒈ First ⑵ next', 'one . First , two , next'],
    ['en', 'Chapter Ⅳ, World War Ⅱ and ⅻ', 'Chapter four , World War two and twelve'],
    ['en', 'Louis Ⅳ', 'Louis the fourth'],
    ['de', 'Kapitel Ⅳ', 'Kapitel vier'],
    ['ko', '제 Ⅳ장, 제Ⅱ장', '제 사장 , 제 이장'],
    ['en', '½ cup, 1½ cups, ⅔', 'one half cup , one and one half cups , two thirds'],
    ['en', 'x² + y³, 5 m², 10 m³', 'x squared plus y cubed , five square meters , ten cubic meters'],
    [
      'en',
      '10⁻³, 10¹², (a)⁴',
      'ten to the power of minus three , ten to the power of twelve , a , to the power of four',
    ],
    ['en', 'the study¹ shows² that.³ ¹⁴C', 'the study shows that . fourteen C'],
    ['en', 'H₂O, xₙ, 1ˢᵗ and 2ⁿᵈ', 'H two O , x n , first and second'],
    ['en', '5 ㎏, 20 ℃, 5㎡', 'five kilograms , twenty degrees Celsius , five square meters'],
    ['de', '5 ㎏ bei 20 ℃', 'fünf Kilogramm bei zwanzig Grad Celsius'],
    ['fr', '1ᵉʳ étage, Mᵐᵉ Roux', 'premier étage , Madame Roux'],
    ['es', '1º y 2ª', 'primero y segunda'],
    ['en', 'Brand™, and so on… wait‼', 'Brand , and so on . wait !'],
    ['en', '℅ Jane', 'care of Jane'],
    ['fr', 'au ⅩⅨe siècle', 'au dix-neuvième siècle'],
    ['en', 'Nguyễn in Việt Nam', 'Nguyen in Viet Nam'],
    ['en', 's̶t̶r̶i̶k̶e̶ u̲n̲d̲e̲r̲', 'strike under'],
    ['ja', 'ｶﾞｲﾄﾞ', 'ガイド'],
    ['th', 'ทำงาน', 'ทำงาน'],
  ])('%s: %s', (...row) => expectRead(row));

  it.each<Row>([
    ['en', 'café résumé naïve', 'café résumé naïve'],
    ['de', 'am 3. März für Österreich', 'am dritten März für Österreich'],
    ['fr', 'où est l’élève', "où est l'élève"],
    ['ko', '나무와 값이', '나무와 값이'],
    ['hi', 'क़लम', 'क़लम'.normalize('NFC')],
    ['ru', 'йод и ёлка', 'йод и ёлка'],
    ['pt', 'não é', 'não é'],
  ])('decomposed, %s: %s', (lang, written, expected) => {
    expectRead([lang, written.normalize('NFD'), expected]);
  });

  it('are one entry if one character is several words', () => {
    expect(units(tokensOf('en', '℅ 10⁻³ ①②'))).toEqual(['℅', '10', '⁻³', '①', '②']);
    expect(units(tokensOf('en', 'oﬃce caf&eacute; &#x1d407;i'))).toEqual([
      'oﬃce',
      'caf&eacute;',
      '&#x1d407;i',
    ]);
  });
});

describe('entities', () => {
  it.each<Row>([
    ['en', 'Fish &amp; chips &AMP; peas', 'Fish and chips and peas'],
    ['en', 'caf&eacute; na&#239;ve &Eacute;mile', 'café naïve Émile'],
    ['en', 'it&#8217;s don&#x2019;t won&apos;t can&rsquo;t', "it's don't won't can't"],
    ['en', 'wait&hellip; a&nbsp;b &mdash; c', 'wait . a b , c'],
    [
      'en',
      '&pound;5, &euro;5 and &frac12; at 20&deg;C',
      'five pounds , five euros and one half at twenty degrees Celsius',
    ],
    ['en', 'caf&amp;eacute; &amp;amp; tea', 'café and tea'],
    ['en', 'Q&A, AT&T, R&D & more', 'Q and eh , eh T and T , R and D and more'],
    ['en', 'a &lt; b, 3 &lt; 5 &quot;yes&quot;', 'a less than b , three less than five yes'],
    ['en', 'soft&shy;ly &zwj;here &#0;there', 'softly here there'],
    ['en', 'tom &amp jerry', 'tom and jerry'],
    ['de', 'f&uuml;r &Ouml;l &szlig;', 'für Öl ß'],
    ['fr', 'l&rsquo;&eacute;t&eacute; &agrave; &laquo; Paris &raquo;', "l'été à Paris"],
    ['es', '&iquest;Qu&eacute;? ma&ntilde;ana', 'Qué ? mañana'],
    ['ru', '&#1076;&#1072;', 'да'],
    ['xx', 'caf&eacute; &amp; co', 'café & co'],
  ])('%s: %s', (...row) => expectRead(row));
});

describe('apostrophes', () => {
  const words: readonly (readonly [string, string])[] = [
    ['en', "don't"],
    ['en', "O'Neill"],
    ['de', "geht's"],
    ['nl', "foto's"],
    ['fr', "aujourd'hui"],
    ['fr', "l'homme"],
    ['it', "dell'arte"],
    ['es', "O'Higgins"],
    ['pt', "d'água"],
    ['ru', "д'Артаньян"],
    ['hi', "don't"],
    ['ko', "don't"],
  ];
  it.each(words)('of every kind, %s: %s', (lang, word) => {
    for (const apostrophe of "'’‘‛´`′ʼ΄᾿՚Ꞌ＇") expectRead([lang, word.replace("'", apostrophe), word]);
  });

  it.each<Row>([
    ['en', 'rock ’n’ roll, rock ‘n’ roll, rock `n` roll', 'rock and roll , rock and roll , rock and roll'],
    ['nl', '‘s ochtends, ´t huis', "'s ochtends , 't huis"],
    ['en', "she said 'go' and ‘stay’ and `run`", 'she said go and stay and run'],
    ['de', '‚hallo‘ und ›ja‹', 'hallo und ja'],
    ['en', '6′ 2″ and 5\'10"', 'six feet two inches and five feet ten inches'],
    ['en', 'the `code` here', 'the code here'],
    ['it', 'cittàꞌ, ʿAlì', 'città , Alì'],
  ])('%s: %s', (...row) => expectRead(row));
});

describe('symbols', () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    ['en', 'press ⌘C, a⌘b ⅋', 'press C , a b', ['U+2318', 'U+214B']],
    ['en', 'snow ☃ and ♞ and 😀', 'snow and and', ['U+265E']],
    ['en', 'hel\u0007lo w\u0001orld a\u001fb', 'hello world a b', ['U+0007', 'U+0001', 'U+001F']],
    ['en', 'so\u00adft hy\u200bphen \ufeffbom \u202ertl\u202c va\ufe0fr', 'soft hyphen bom rtl var', []],
    ['en', 'priv\ue000ate \ud800lone', 'priv ate lone', ['U+E000', 'U+D800']],
    ['en', 'ᚠᚢ and 𓀀', 'and', ['U+16A0', 'U+16A2', 'U+13000']],
    ['de', '5 ⌘ Äpfel', 'fünf Äpfel', ['U+2318']],
    ['en', '— “plain” (text): a/b, #1 & so… €5', 'plain , text : a b , number one and so . five euros', []],
  ])('%s: %j', (lang, written, expected, named) => {
    const dropped = new Set<string>();
    const tokens = analyse(parseMarkup(written), lang, written, dropped);
    expect(read(tokens)).toBe(expected);
    expect([...dropped]).toEqual(named);
  });
});

describe('capitals', () => {
  let espeak: Espeak;
  beforeAll(async () => {
    espeak = await Espeak.load();
  });
  const sounds = (lang: string, written: string): string =>
    pronounce(tokensOf(lang, written), lang === 'en' ? 'en-us' : lang, espeak, () => [])
      .flatMap((token) => (token.kind === 'word' ? token.phonemes : []))
      .map(({ ipa }) => ipa.replace(/[ˈˌː]/gu, ''))
      .join('');

  it.each([
    ['en', 'Let us go now'],
    ['en', 'Warning: do not open the door'],
    ['en', 'It is ok'],
    ['en', 'Who is it? It’s us!'],
    ['en', 'Dr. Smith met Mr. Jones in May'],
    ['de', 'Ob er kommt, weiß ich nicht'],
    ['nl', 'Het is niet van ons'],
    ['fr', 'On y va, vous êtes là'],
    ['it', 'Ci vediamo domani, vi prego di non fumare'],
    ['es', 'Lo vi ayer en el cine'],
    ['pt', 'Não é permitido fumar aqui'],
    ['ru', 'Мы идём домой'],
  ])('of a sentence are words, %s: %s', (lang, sentence) => {
    const capitals = sentence.replace('ß', 'ss').toUpperCase();
    expect(sounds(lang, capitals).replace(/[əæɐʌuo]/gu, '')).toBe(
      sounds(lang, sentence.replace('ß', 'ss')).replace(/[əæɐʌuo]/gu, ''),
    );
  });

  it.each([
    ['en', 'He shouted LET US GO NOW and left', 'He shouted let us go now and left'],
    ['en', 'the BIG day of the RED dog', 'the big day of the red dog'],
    ['it', 'questo è PIÙ bello', 'questo è più bello'],
    ['es', 'es MUY bueno', 'es muy bueno'],
  ])('for emphasis are words, %s: %s', (lang, emphatic, plain) => {
    expect(sounds(lang, emphatic)).toBe(sounds(lang, plain));
  });

  it.each<Row>([
    ['en', 'The FBI, the US and the IT department', 'The FBI , the US and the IT department'],
    ['en', 'FBI, CIA, NASA', 'FBI , CIA , NASA'],
    ['en', 'USB HUB', 'USB HUB'],
    ['en', 'THE US ARMY MET US AT THE IT DEPARTMENT', 'The US Army Met Us At The IT Department'],
    ['en', 'THE FBI AND THE CIA ARE HERE', 'THE FBI AND THE CIA ARE HERE'],
    ['en', 'The WHO met', 'The W H O met'],
    ['en', 'WORLD WAR II', 'WORLD WAR two'],
    ['it', 'CAPITOLO VI', 'CAPITOLO sei'],
    ['de', 'DIE EU UND DIE USA', 'DIE E U UND DIE U S A'],
  ])('of acronyms stay, %s: %s', (...row) => expectRead(row));

  it.each([
    ['en', 'b'],
    ['en', 'a'],
    ['en', 'A'],
    ['en', 'I'],
    ['en', 'no'],
    ['de', 'x'],
    ['fr', 'a'],
    ['es', 'y'],
    ['it', 'e'],
    ['pt', 'a'],
    ['nl', 'u'],
    ['ru', 'и'],
    ['hi', 'अ'],
    ['ko', '네'],
  ])('and small letters are said as often as they are written, %s: %s', (lang, word) => {
    for (const count of [2, 4, 7]) {
      const written = Array(count).fill(word).join(' ');
      const voice = lang === 'en' ? 'en-us' : lang;
      const said = pronounce(tokensOf(lang, written), voice, espeak, () => []);
      expect(said).toHaveLength(count);
      for (const token of said) expect(token.kind === 'word' && token.phonemes.length).toBeGreaterThan(0);
    }
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...[
      '&eacute;',
      '&amp;',
      '&amp;amp;',
      '&#8217;',
      '&#x110000;',
      '&#0;',
      '&nope;',
      '&',
      'ﬁ',
      '𝐇',
      '①',
      'Ⅳ',
      '½',
      '²',
      '⁻³',
      '℅',
      '㎏',
    ],
    ...[
      '´',
      '`',
      '′',
      '‘',
      'US',
      'IT',
      'LET',
      'THE',
      'DR.',
      'VI',
      'e\u0301',
      '\u1102',
      '\u1161',
      '\u11a8',
      'ｶﾞ',
      '\u0336',
      '\u20dd',
    ],
    ...[
      '🅰',
      'Ⓜ',
      '☃',
      '⌘',
      '\u0007',
      '\u200d',
      '\u202e',
      '\ufe0f',
      '\ue000',
      '\ud800',
      '\udc00',
      '\ufeff',
      'ﷺ',
      '\u0e33',
      'ẞ',
      'İ',
    ],
    ...['a', 'b', 'go', '1', ' ', ' ', '.', ',', '\n', '-', '_', '*'],
  );
  const anyText = fc.oneof(
    fc.array(pieces, { maxLength: 16 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );

  it('returns words in order at places within it, and never throws', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...LANGUAGES, 'zh', 'sv'), (text, lang) => {
        const tokens = analyse([{ kind: 'text', text, span: { start: 0, end: text.length } }], lang, text);
        let at = 0;
        for (const token of tokens) {
          if (token.kind !== 'word') continue;
          expect(token.span.start).toBeGreaterThanOrEqual(at);
          expect(token.span.end).toBeGreaterThan(token.span.start);
          expect(token.span.end).toBeLessThanOrEqual(text.length);
          expect(token.unit).toBe(text.slice(token.span.start, token.span.end));
          expect(token.spoken).toMatch(/^\S+(?: \S+)*$/u);
          at = token.span.end;
        }
      }),
      { numRuns: 1500, interruptAfterTimeLimit: 4000 },
    );
  });

  it('takes time in proportion to the text, also for hostile ones', () => {
    const hostile = [
      '&amp;',
      '&',
      'e\u0301',
      '\u0301',
      'ﬁ',
      '①',
      '`a',
      "a'",
      'US ',
      'US',
      'A.',
      '´',
      '\u0007',
      '⁻',
      '&#',
      'A-',
      '¹',
    ];
    for (const unit of hostile) tokensOf('en', unit.repeat(20_000 / unit.length));
  });
});
