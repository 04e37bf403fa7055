import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TextCutter } from '../../language/text/cutter.ts';
import { EngineError } from '../errors.ts';
import { ParsedText, parsePiece } from './parsed-text.ts';

const ENGLISH = { lang: 'en', ipaKey: null } as const;

const faultOf = (text: string, start = 0): unknown => {
  try {
    parsePiece(text, { ...ENGLISH, start, contextId: 'here' });
    return null;
  } catch (error) {
    return error;
  }
};

describe('parsePiece', () => {
  test('cuts a text at its pauses, and reads the phonemes of its tags', () => {
    const items = parsePiece('One <pause:1s> <phoneme:kˈæt>dog</phoneme>.', ENGLISH);
    expect(items).toMatchObject([
      { kind: 'phrase', segments: [{ kind: 'text', text: 'One ' }] },
      { kind: 'pause', durationMs: 1000 },
      {
        kind: 'phrase',
        segments: [
          { kind: 'text', text: ' ' },
          { kind: 'phoneme', word: { text: 'dog' }, phonemes: [{ ipa: 'k' }, { ipa: 'ˈæ' }, { ipa: 't' }] },
          { kind: 'text', text: '.' },
        ],
      },
    ]);
  });

  test.each([
    ['a <pause:99s> b', 'markup', 102, 113],
    ['a <phoneme:ʁ>b</phoneme>', 'phoneme_foreign', 111, 112],
  ])('%s is refused, with its place in the text as sent', (text, type, start, end) => {
    const fault = faultOf(text, 100);
    expect(fault).toBeInstanceOf(EngineError);
    expect(fault).toMatchObject({
      status: 422,
      field: 'text',
      type,
      span: { start, end },
      contextId: 'here',
    });
    expect((fault as EngineError).message).toContain(`(at character ${start})`);
  });

  test('a language without an inventory takes no tags', () => {
    const parse = () => parsePiece('<phoneme:a>b</phoneme>', { lang: 'sv', ipaKey: null });
    expect(parse).toThrow(/not available for language "sv"/);
  });
});

describe('ParsedText', () => {
  const token = fc.constantFrom(
    'Hello',
    'it rains',
    'well,',
    'Dr.',
    'yes. ',
    'no! ',
    '\n\n',
    ' ',
    '. ',
    '<pause:2s>',
    '<break time="10ms"/>',
    '<phoneme:kˈæt>dog</phoneme>',
    '<phoneme:kˈæt>dog',
    '<phoneme:kˈæt>',
    '< 3',
    '<b>',
    'a'.repeat(150),
    'more words than fit one piece, '.repeat(4),
  );
  const texts = fc.array(token, { maxLength: 25 }).map((tokens) => tokens.join(''));

  test('gives the same result for each piece of a text as for the piece alone', () => {
    let [pieces, handedOn] = [0, 0];
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(faultOf(text) === null);
        const whole = new ParsedText(text, ENGLISH);
        const cutter = new TextCutter({ lang: 'en' });
        for (const piece of [...cutter.push(text), ...cutter.flush()]) {
          const items = whole.items(piece.start, piece.start + piece.text.length);
          pieces++;
          if (items === null) continue;
          handedOn++;
          expect(items).toEqual(parsePiece(piece.text, ENGLISH));
        }
      }),
      { numRuns: 120 },
    );
    expect(handedOn, 'most tags lie within a piece').toBeGreaterThan(pieces / 2);
  });

  test('a tag across the border of a part belongs to neither side', () => {
    const whole = new ParsedText('One <phoneme:kˈæt>dog</phoneme> two.', ENGLISH);
    expect(whole.items(0, 10)).toBeNull();
    expect(whole.items(10)).toBeNull();
    expect(whole.items(0, 4)).toEqual([
      { kind: 'phrase', segments: [{ kind: 'text', text: 'One ', span: { start: 0, end: 4 } }] },
    ]);
  });
});
