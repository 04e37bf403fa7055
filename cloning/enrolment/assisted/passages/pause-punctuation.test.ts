import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlignedWord } from '../../../../engine/forced-alignment/types.ts';
import { punctuate } from './pause-punctuation.ts';

/** Words of 300 ms; the number behind each is the pause that follows, ms. */
function spoken(...parts: readonly (string | number)[]): AlignedWord[] {
  const words: AlignedWord[] = [];
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'number') at += part;
    else {
      words.push({ text: part, startMs: at, endMs: at + 300, confidence: 1, phonemes: [], renderedMs: 300 });
      at += 300;
    }
  }
  return words;
}

describe('a clear pause', () => {
  it.each<[string, string, readonly (string | number)[], string]>([
    [
      'gets a comma',
      'We waited for the bus.',
      ['We', 'waited', 400, 'for', 'the', 'bus'],
      'We waited, for the bus.',
    ],
    ['has one already', 'Well, we waited.', ['Well', 400, 'we', 'waited'], 'Well, we waited.'],
    [
      'has another mark',
      'He paused – then spoke.',
      ['He', 'paused', 500, 'then', 'spoke'],
      'He paused – then spoke.',
    ],
    [
      'behind a quotation',
      'The "old" house stood.',
      ['The', 'old', 400, 'house', 'stood'],
      'The "old", house stood.',
    ],
    [
      'before a quotation',
      'He said “yes” twice.',
      ['He', 'said', 400, 'yes', 'twice'],
      'He said, “yes” twice.',
    ],
    ['in Russian', 'Мы ждали автобус.', ['Мы', 'ждали', 400, 'автобус'], 'Мы ждали, автобус.'],
    [
      'in Hindi',
      'हम बस का इंतज़ार करते थे।',
      ['हम', 400, 'बस', 'का', 'इंतज़ार', 'करते', 'थे'],
      'हम, बस का इंतज़ार करते थे।',
    ],
    [
      'in Korean',
      '우리는 버스를 기다렸다.',
      ['우리는', 400, '버스를', '기다렸다'],
      '우리는, 버스를 기다렸다.',
    ],
    ['in Spanish', 'Dijo ¿cuándo vienes?', ['Dijo', 400, 'cuándo', 'vienes'], 'Dijo, ¿cuándo vienes?'],
    ['in Chinese', '我们在等公车。', ['我们', 400, '在', '等', '公车'], '我们，在等公车。'],
    ['with fullwidth marks', '하나， 둘 셋', ['하나', 500, '둘', 500, '셋'], '하나， 둘， 셋'],
    ['within a word', 'A well-known man', ['A', 'well', 400, 'known', 'man'], 'A well-known man'],
    ['behind an elision', "C'est l'homme", ['C', 'est', 'l', 400, 'homme'], "C'est l'homme"],
  ])('%s', (_, text, parts, expected) => {
    expect(punctuate(text, spoken(...parts))).toBe(expected);
  });

  it('is one that stands out where the speaker leaves gaps between all words', () => {
    const words = spoken('one', 150, 'two', 150, 'three', 300, 'four', 150, 'five', 700, 'six');
    expect(punctuate('one two three four five six', words)).toBe('one two three four five, six');
  });
});

describe('where nothing is heard', () => {
  it.each<[string, string, readonly (string | number)[], string]>([
    ['a comma goes', 'Well, we waited.', ['Well', 'we', 'waited'], 'Well we waited.'],
    ['a comma in a quotation goes', '“Well,” he said.', ['Well', 'he', 'said'], '“Well” he said.'],
    ['a short pause keeps it', 'Well, we waited.', ['Well', 120, 'we', 'waited'], 'Well, we waited.'],
    [
      'the end of a sentence stays',
      'We waited. It came.',
      ['We', 'waited', 'It', 'came'],
      'We waited. It came.',
    ],
    ['a danda stays', 'हम आए। वे गए।', ['हम', 'आए', 'वे', 'गए'], 'हम आए। वे गए।'],
    ['an abbreviation stays', 'Dr. Weiss came.', ['Dr', 'Weiss', 'came'], 'Dr. Weiss came.'],
    ['fullwidth, with a space in its place', '하나，둘', ['하나', '둘'], '하나 둘'],
    ['fullwidth between ideographs', '我们，在等', ['我们', '在', '等'], '我们在等'],
    ['Arabic', 'نعم، سيدي', ['نعم', 'سيدي'], 'نعم سيدي'],
    ['not within a number', 'About 1,000 people', ['About', '1', '000', 'people'], 'About 1,000 people'],
  ])('%s', (_, text, parts, expected) => {
    expect(punctuate(text, spoken(...parts))).toBe(expected);
  });
});

it('does not change punctuation around words that were not found or not heard', () => {
  const [a, b, c] = spoken('One', 500, 'absent', 500, 'three');
  expect(punctuate('One, two, three', [a!, b!, c!])).toBe('One, two, three');
  expect(punctuate('One, two', [a!, { ...b!, text: 'two', startMs: 0, endMs: 0 }])).toBe('One, two');
  expect(punctuate('', [])).toBe('');
});

it('never changes a word, nor their order, and twice is once', () => {
  const word = fc.constantFrom(
    'We',
    'don’t',
    'Müller',
    'бы',
    'करते',
    '버스를',
    '我们',
    'a',
    '1,5',
    'well-known',
  );
  const mark = fc.constantFrom(
    ' ',
    ', ',
    '. ',
    '; ',
    ' – ',
    ',” ',
    ' “',
    '，',
    '。',
    '। ',
    '… ',
    ' (',
    ') ',
    '-',
  );
  const part = fc.tuple(word, mark, fc.integer({ min: 0, max: 600 }));
  const bare = (text: string): string => text.replace(/[\s,，、،]/gu, '');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.map(([w, m]) => w + m).join('');
      const words = spoken(...parts.flatMap(([w, , pause]) => [w, pause]));
      const out = punctuate(text, words);
      expect(bare(out)).toBe(bare(text));
      let at = 0;
      for (const { text: own } of words) {
        at = out.indexOf(own, at);
        expect(at).toBeGreaterThanOrEqual(0);
        at += own.length;
      }
      expect(punctuate(out, words)).toBe(out);
    }),
    { numRuns: 500 },
  );
});
