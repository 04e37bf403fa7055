import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkup } from '../markup/parse.ts';
import { type CutterOptions, type Piece, TextCutter } from './cutter.ts';

const ABBREVIATIONS = ['Dr.', 'Mr.', 'e.g.', 'etc.', 'No.', 'z. B.', 'bzw.', 'и т. д.', 'p. ex.'];

/** Pushes the whole text, flushes, and shows the pieces. */
function cut(text: string, options: Partial<CutterOptions> = {}): string[] {
  const cutter = new TextCutter({ lang: 'en', abbreviations: ABBREVIATIONS, eager: false, ...options });
  return [...cutter.push(text), ...cutter.flush()].map((piece) => piece.text);
}

/** As above, with the frames given; a flush at the end. */
function cutFrames(frames: readonly string[], options: Partial<CutterOptions> = {}): Piece[] {
  const cutter = new TextCutter({ lang: 'en', abbreviations: ABBREVIATIONS, ...options });
  return [...frames.flatMap((frame) => cutter.push(frame)), ...cutter.flush()];
}

describe('sentence ends', () => {
  it.each<[string, string[]]>([
    ['Hello there. How are you? Fine!', ['Hello there. ', 'How are you? ', 'Fine!']],
    ['What?! No way.', ['What?! ', 'No way.']],
    ['He said "Go." Then he left.', ['He said "Go." ', 'Then he left.']],
    ['(Really.) Yes.', ['(Really.) ', 'Yes.']],
    ['**Bold.** Next', ['**Bold.** ', 'Next']],
    ['One.\n\nTwo.', ['One.\n', '\nTwo.']],
    ['A heading\n\nText', ['A heading\n\n', 'Text']],
    ['A heading\r\n \r\nText', ['A heading\r\n \r\n', 'Text']],
    ['One line\nanother', ['One line\nanother']],
    ['Stop.<pause:1s>Go on. Yes', ['Stop.', '<pause:1s>Go on. ', 'Yes']],
    ['<p>One</p> <s>two</s><s>four. Yes', ['<p>One</p>', ' <s>two</s>', '<s>four. ', 'Yes']],
    ['It costs <s>50</s> 40 now. Yes', ['It costs <s>50</s> 40 now. ', 'Yes']],
    ['<speak version="1.0">One.</speak>', ['<speak version="1.0">', 'One.</speak>']],
    ['Oui.</lang> Non.<mark name="a"/> Si', ['Oui.</lang> ', 'Non.<mark name="a"/> ', 'Si']],
    ['Hi <voice name="a">you. Me</voice> too', ['Hi ', '<voice name="a">you. ', 'Me</voice>', ' too']],
    ['Oui.</emphasis>" Non.<lang:fr>Si', ['Oui.</emphasis>" ', 'Non.', '<lang:fr>Si']],
    ['... and so on. Yes', ['... and so on. ', 'Yes']],
    ['🙂! Hi. You', ['🙂! Hi. ', 'You']],
    ['So did I. Then we left', ['So did I. ', 'Then we left']],
    ['It cost 5. Then more', ['It cost 5. ', 'Then more']],
    ['That was 1984. A year', ['That was 1984. ', 'A year']],
    ['See www.example.com. Then', ['See www.example.com. ', 'Then']],
    ['He said no. Then', ['He said no. ', 'Then']],
    ['By jan. 15 or SEPT. 15 we go. In May. Then', ['By jan. 15 or SEPT. 15 we go. ', 'In May. ', 'Then']],
    ['Bread, milk etc. Then eggs etc. and so on', ['Bread, milk etc. ', 'Then eggs etc. and so on']],
  ])('%j', (text, pieces) => {
    expect(cut(text)).toEqual(pieces);
  });

  it.each([
    'Dr. Smith',
    'Use e.g. this',
    'J. K. Rowling',
    'the U.S. economy, 5 p.m. sharp',
    'It is 98.6 degrees, 3.14 or $5.50 each',
    'No. 5 is alive',
    'Well... maybe',
    'Well… maybe "so"',
    'https://example.com/a?b=c.d!e and www.example.com',
    'Yahoo!Mail and foo.bar()',
    'version 2.0.1',
    '1. First',
    'M.\u00a0Dupont',
    'a <break time="500ms"/> b',
    '<phoneme:a. b? c>',
    'say <sub alias="a. b!">A. B</sub> now',
    '<say-as interpret-as="date">3. 4. 2025</say-as> and <emphasis>on</emphasis>',
    'the <lang> tag, <voice> and <p',
    'say <phoneme:a>Mr!</phoneme> now',
    'say <phoneme:a> x. </phoneme> now',
    '',
    '   ',
    '... ! ?',
  ])('leaves whole: %j', (text) => {
    expect(cut(text)).toEqual(text === '' ? [] : [text]);
  });

  it('knows the habits of other languages', () => {
    expect(cut('Am 3. Mai, z. B. um 5. Dann', { lang: 'de' })).toEqual(['Am 3. Mai, z. B. um 5. Dann']);
    expect(cut('Das war 1984. Dann 2,5. Und', { lang: 'de-AT' })).toEqual([
      'Das war 1984. ',
      'Dann 2,5. ',
      'Und',
    ]);
    expect(cut('Хлеб и т. д. на столе. Да', { lang: 'ru' })).toEqual(['Хлеб и т. д. на столе. ', 'Да']);
    expect(cut('Хлеб и т. д. Потом', { lang: 'ru', abbreviations: ['д.', 'т. д.'] })).toEqual([
      'Хлеб и т. д. ',
      'Потом',
    ]);
    expect(cut('« Quoi\u00a0? » Non. « Si.\u00a0» Bon', { lang: 'fr' })).toEqual([
      '« Quoi\u00a0? ',
      '» Non. ',
      '« Si.\u00a0» ',
      'Bon',
    ]);
    expect(cut('你好。「世界！」再见？3.14。 End.好', { lang: 'zh' })).toEqual([
      '你好。',
      '「世界！」',
      '再见？',
      '3.14。 ',
      'End.',
      '好',
    ]);
    expect(cut('वह गया।वह आया। हाँ', { lang: 'hi' })).toEqual(['वह गया।', 'वह आया। ', 'हाँ']);
    expect(cut('كيف حالك؟ بخير۔ نعم', { lang: 'ar' })).toEqual(['كيف حالك؟ ', 'بخير۔ ', 'نعم']);
  });
});

describe('text that arrives', () => {
  it('waits for the white space behind a full stop, and no longer', () => {
    const cutter = new TextCutter({ lang: 'en' });
    expect(cutter.push('It is 3.')).toEqual([]);
    expect(cutter.push('14 today.')).toEqual([]);
    expect(cutter.push(' ')).toEqual([{ text: 'It is 3.14 today. ', start: 0, boundary: 'sentence' }]);
    expect(cutter.pending).toBe(0);
    expect(cutter.push('  Next')).toEqual([]);
    expect(cutter.pending).toBe(6);
    expect(cutter.flush()).toEqual([{ text: '  Next', start: 18, boundary: 'flush' }]);
  });

  it('does not wait behind a full stop that needs no white space', () => {
    const cutter = new TextCutter({ lang: 'ja' });
    expect(cutter.push('こんにちは。')).toHaveLength(1);
  });

  it('holds back a tag until it is whole', () => {
    const cutter = new TextCutter({ lang: 'en' });
    for (const part of ['Hi <', 'break ', 'time="1s"', '/', '> there. ']) {
      const pieces = cutter.push(part);
      if (part.endsWith(' there. ')) expect(pieces[0]?.text).toBe('Hi <break time="1s"/> there. ');
      else expect(pieces).toEqual([]);
    }
  });

  it('does not wait for a "<" that never closes', () => {
    const text = `a <break of day. ${'Then it went on and on. '.repeat(20)}`;
    const cutter = new TextCutter({ lang: 'en' });
    expect(cutter.push(text).length).toBeGreaterThan(10);
  });

  it('counts from zero after a reset, and continues after a flush', () => {
    const cutter = new TextCutter({ lang: 'en' });
    cutter.push('One. Two');
    cutter.flush();
    expect(cutter.push('Three. ')[0]?.start).toBe(8);
    cutter.push('lost');
    cutter.reset();
    expect(cutter.pending).toBe(0);
    expect(cutter.push('Four. ')).toEqual([{ text: 'Four. ', start: 0, boundary: 'sentence' }]);
  });
});

describe('clauses', () => {
  const long = 'When the sun had gone down behind the hills, the birds stopped singing, and we all went home';

  it('cuts one off when it is long enough and its sentence is still arriving', () => {
    const pieces = cutFrames(
      long.split(/(?= )/).map((word) => word),
      { clauseMinChars: 40 },
    );
    expect(pieces.map((piece) => [piece.text, piece.boundary])).toEqual([
      ['When the sun had gone down behind the hills, ', 'clause'],
      ['the birds stopped singing, and we all went home', 'flush'],
    ]);
  });

  it('leaves a sentence whole that is all there, or whose end seems to be', () => {
    expect(cutFrames([`${long}. `], { clauseMinChars: 20 })).toHaveLength(1);
    expect(cutFrames([`${long}.`], { clauseMinChars: 20 })).toHaveLength(1);
  });

  it('starts sooner on the first piece if requested, also after a flush', () => {
    const cutter = new TextCutter({ lang: 'en', firstClauseMinChars: 10 });
    const sentence = 'Good morning, this is the daily report, as always. ';
    const pieces = [...cutter.push(sentence + sentence), ...cutter.flush(), ...cutter.push(sentence)];
    expect(pieces.map((piece) => piece.text)).toEqual([
      'Good morning, ',
      'this is the daily report, as always. ',
      sentence,
      'Good morning, ',
      'this is the daily report, as always. ',
    ]);
    // A last word alone is no reason to cut.
    for (const short of ['Good morning, Ann. ', 'Good morning, Ann.']) {
      expect(cutFrames([short], { firstClauseMinChars: 10 })).toHaveLength(1);
    }
  });

  it.each([
    ['one thousand is 1,000 and more', 0],
    ['it is 12:30 now', 0],
    ['a well-known 10–20 range', 0],
    ['first, second', 7],
    ['he said: "go"', 9],
    ['well — maybe so', 7],
    ['well—maybe so', 5],
    ['well - maybe so', 7],
    ['a line\nanother', 7],
    ['今天很好，我们走吧', 5],
  ])('%j', (text, at) => {
    const [first] = cutFrames([text], { clauseMinChars: 1 });
    expect(first).toEqual({
      text: text.slice(0, at || text.length),
      start: 0,
      boundary: at ? 'clause' : 'flush',
    });
  });

  it('counts a Chinese character as more than a letter', () => {
    expect(cutFrames(['今天天气非常好我们一起去公园里散步吧然后再去吃一点东西，好'])[0]?.boundary).toBe(
      'clause',
    );
  });
});

describe('length', () => {
  it('cuts at the last white space, or anywhere when there is none', () => {
    const words = 'word '.repeat(30);
    for (const piece of cutFrames([words], { maxChars: 64 }).slice(0, -1)) {
      expect(piece).toMatchObject({ boundary: 'length' });
      expect(piece.text).toHaveLength(60);
    }
    const joined = cutFrames(['x'.repeat(200)], { maxChars: 64 });
    expect(Math.max(...joined.map((piece) => piece.text.length))).toBeLessThanOrEqual(64);
    expect(joined.length).toBeLessThan(6);
  });

  it('does not cut through a tag or a character', () => {
    const tag = '<break time="500ms"/>';
    const pieces = cutFrames([`${'x'.repeat(50)}${tag}${'😀'.repeat(60)}`], { maxChars: 64 });
    for (const piece of pieces) expect(piece.text).not.toMatch(/\p{Surrogate}/u);
    expect(pieces[1]?.text.startsWith(tag)).toBe(true);
  });
});

const fragment = fc.constantFrom(
  ...'abc|Xyz|Dr.|e.g.|J.|No.|z. B.|3|14|98.6|.|!|?|…|...|,|;|:|—| |  |\n|\n\n|"|»|)|。|！|」|，|你|ก|😀'.split(
    '|',
  ),
  ...'<|<b>|<pause:1s>|<pause|<break time="1s"/>|<phoneme:a.b>w</phoneme>|<phoneme:a>|<phoneme'.split('|'),
  ...'<s>|</p>|<lang:fr>|</lang>|<sub alias="x">|</sub>|<mark name="m"/>|<voice name="v">|<!--|-->'.split(
    '|',
  ),
  ...'</phoneme>|>|https://a.b/c?d|\u00a0|the quick brown fox|और।|I.|2020.'.split('|'),
);
const anyText = fc.oneof(
  fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 120 }),
);
const anyLang = fc.constantFrom('en', 'de', 'zh', 'fr');

/** Splits a text at arbitrary places. */
const framed = anyText.chain((text) =>
  fc.array(fc.nat({ max: text.length }), { maxLength: 20 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), text.length];
    return edges.slice(1).map((edge, i) => text.slice(edges[i], edge));
  }),
);

describe('any text in any frames', () => {
  const limits = { numRuns: 500, interruptAfterTimeLimit: 2500 };

  it('the pieces joined are the text, their offsets are right, and none is too long', () => {
    fc.assert(
      fc.property(framed, fc.boolean(), anyLang, (frames, eager, lang) => {
        const pieces = cutFrames(frames, { lang, eager, maxChars: 60, clauseMinChars: 12 });
        const text = frames.join('');
        let at = 0;
        for (const piece of pieces) {
          expect(piece.start).toBe(at);
          expect(piece.text).not.toBe('');
          expect(piece.text).toBe(text.slice(at, at + piece.text.length));
          if (!piece.text.startsWith('<')) expect(piece.text.length).toBeLessThanOrEqual(60);
          at += piece.text.length;
        }
        expect(at).toBe(text.length);
      }),
      limits,
    );
  });

  it('sentence cuts do not depend on the frames', () => {
    fc.assert(
      fc.property(framed, anyLang, fc.constantFrom(60, 400), (frames, lang, maxChars) => {
        const options = { lang, maxChars, eager: false };
        expect(cutFrames(frames, options)).toEqual(cutFrames([frames.join('')], options));
      }),
      limits,
    );
  });

  it('no cut falls into a tag, an enclosed word, a number or an abbreviation', () => {
    const atom = fc.constantFrom(
      'Dr. Smith',
      'e.g. this',
      'J. K. Rowling',
      '98.6',
      '1,000.50',
      '12:30',
      'https://a.b/c?d=e,f',
      '<break time="1s"/>',
      '<pause:500ms>',
      '<phoneme:a.b>etc.</phoneme>',
      '<phoneme:a> x. </phoneme>',
      '<phoneme:ˈa>word',
      '<sub alias="b. c">etc. d</sub>',
      '<say-as interpret-as="digits">1. 2</say-as>',
      '<prosody rate="80%">',
      '</prosody>',
      '<mark name="here"/>',
    );
    const glue = fc.constantFrom(' ', ', ', '. ', '! ', '; ', '\n', ' and then ', ' - ');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(atom, glue), { maxLength: 20 }),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        (parts, size, eager) => {
          const protectedSpans: { start: number; end: number }[] = [];
          let text = '';
          for (const [inside, between] of parts) {
            protectedSpans.push({ start: text.length, end: text.length + inside.length });
            text += inside + between;
          }
          const frames = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
          for (const piece of cutFrames(frames, { eager, clauseMinChars: 10 })) {
            if (piece.boundary === 'length') continue;
            for (const span of protectedSpans) {
              expect(piece.start > span.start && piece.start < span.end, `${text} | ${piece.text}`).toBe(
                false,
              );
            }
            // Markup that is valid as a whole stays valid in pieces.
            parseMarkup(piece.text);
          }
        },
      ),
      limits,
    );
  });

  it('holds back little, also of hostile texts', () => {
    for (const unit of [
      '!',
      '."',
      '<',
      '<pause',
      '<phoneme:a>x',
      '<s',
      '<lang a=b ',
      '<sub alias="x">y',
      '<!--',
      '</s>',
      '\n',
      ' ',
      'x',
      '....',
      'a.',
      'z. ',
      'I. ',
    ]) {
      const cutter = new TextCutter({ lang: 'de', abbreviations: ABBREVIATIONS });
      for (let i = 0; i < 3000; i++) {
        cutter.push(unit);
        if (cutter.pending > 700) expect.fail(`${unit}: ${cutter.pending} held back`);
      }
    }
  });
});
