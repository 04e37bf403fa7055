import { describe, expect, test } from 'vitest';
import { FakeLanes, WORD_MS } from '../lanes/testing.ts';
import { LEAD_AFTER_PAUSE_MS, LEAD_MS, TAIL_MS } from './gap.ts';
import type { Piece } from './piece.ts';
import { type Heard, heard, narratorOn, pieceOf, piecesOf, say, textOf, wordsOf } from './testing.ts';

/** The silence behind a short sentence and behind a clause. */
const SENTENCE_MS = 275;
const CLAUSE_MS = 160;
/** The longest chunk, whose message stays under 64 KiB in base64 and with its text. */
const MAX_CHUNK_BYTES = 32_768;

const sayTexts = (texts: readonly string[]) => say(narratorOn(new FakeLanes()), piecesOf(texts));

describe('silence', () => {
  const spoken = (phrase: number, words: number): Heard[number] => [phrase, words * WORD_MS];

  test('between sentences and clauses is that of a reader, for any silence of the voice', async () => {
    const narrator = narratorOn(new FakeLanes());
    const [a, b, c] = piecesOf(['Well,', ' one two.', ' Three.']) as [Piece, Piece, Piece];
    const chunks = await say(narrator, [{ ...a, end: 'clause' }, b, c]);
    expect(heard(chunks)).toEqual([
      [0, LEAD_MS],
      spoken(1, 1),
      [0, CLAUSE_MS],
      spoken(2, 2),
      [0, SENTENCE_MS],
      spoken(3, 1),
      [0, TAIL_MS],
    ]);
  });

  test('is longer between longer sentences, and longest between paragraphs', async () => {
    const long = 'one two three four five six seven eight nine ten eleven twelve.';
    const between = async (...texts: string[]): Promise<number> => heard(await sayTexts(texts))[2]![1];
    const short = await between('One.', ' Two.');
    const mixed = await between('One.', ` ${long}`);
    const sentences = await between(long, ` ${long}`);
    expect(short).toBe(SENTENCE_MS);
    expect(mixed, 'beside a short one').toBe(short);
    expect(sentences).toBeGreaterThan(short);
    expect(sentences).toBeLessThan(420);
    for (const pieces of [
      [long, `\n\n${long}`],
      [`${long}\n`, `\n${long}`],
      [long, '\n \n', '... ', 'One.'],
    ]) {
      expect(await between(...pieces), JSON.stringify(pieces)).toBe(650);
    }
    expect(await between(`${long}\n`, long), 'a line break').toBe(sentences);
  });

  test('between sentences is divided by the speed', async () => {
    const controls = { speed: 0.5, temperature: null, topK: null, seed: 1 };
    const narrator = narratorOn(new FakeLanes(), { controls });
    const chunks = await say(narrator, piecesOf(['One.', ' Two.']));
    expect(heard(chunks)[2]).toEqual([0, 2 * SENTENCE_MS]);
  });

  test.each([
    [
      'between words of a piece',
      ['One<pause:500ms>two.'],
      [
        [0, LEAD_MS],
        [1, 100],
        [0, 500 + LEAD_AFTER_PAUSE_MS],
        [2, 100],
        [0, TAIL_MS],
      ],
    ],
    [
      'behind a sentence',
      ['One.', '<pause:1s>Two.'],
      [
        [0, LEAD_MS],
        [1, 100],
        [0, 1000 + LEAD_AFTER_PAUSE_MS],
        [2, 100],
        [0, TAIL_MS],
      ],
    ],
    [
      'at the beginning',
      ['<pause:1s>One.'],
      [
        [0, 1000 + LEAD_AFTER_PAUSE_MS],
        [1, 100],
        [0, TAIL_MS],
      ],
    ],
    [
      'at the end',
      ['One.<pause:1s>'],
      [
        [0, LEAD_MS],
        [1, 100],
        [0, 1000],
      ],
    ],
    [
      'after a pause',
      ['One.', '<pause:1s><pause:2s>Two.'],
      [
        [0, LEAD_MS],
        [1, 100],
        [0, 3000 + LEAD_AFTER_PAUSE_MS],
        [2, 100],
        [0, TAIL_MS],
      ],
    ],
    ['and nothing else', ['<pause:50ms>'], [[0, 50]]],
  ])('of a pause is as long as asked for: %s', async (_where, texts, expected) => {
    expect(heard(await sayTexts(texts))).toEqual(expected);
  });

  test('of a pause that comes when the sentence before it has been spoken is no longer than asked for', async () => {
    const narrator = narratorOn(new FakeLanes());
    const [one, two] = piecesOf(['One.', '<pause:500ms>Two.']) as [Piece, Piece];
    const chunks = [...(await say(narrator, [one])), ...(await say(narrator, [two]))];
    expect(heard(chunks)[2]).toEqual([0, 500 + LEAD_AFTER_PAUSE_MS]);
  });

  test('of a long pause comes in chunks that fit a message, and no word seems to begin in it', async () => {
    const chunks = await sayTexts(['One.', '<pause:10s>Two.']);
    for (const { audio } of chunks) expect(audio.length).toBeLessThanOrEqual(MAX_CHUNK_BYTES);
    expect(heard(chunks)[2]).toEqual([0, 10_000 + LEAD_AFTER_PAUSE_MS]);
    const [, two] = wordsOf(chunks);
    expect(two).toMatchObject({ unit: 'Two', startMs: LEAD_MS + WORD_MS + 10_000 + LEAD_AFTER_PAUSE_MS });
  });
});

describe('text without sound', () => {
  test('goes out with the next sound of its context', async () => {
    const chunks = await sayTexts(['... ', '— ', 'One.']);
    expect(chunks[0]).toMatchObject({ text: '... — One.', billedCharacters: '... — One.'.length });
    expect(wordsOf(chunks)).toMatchObject([{ unit: 'One', from: 6, to: 9 }]);
  });

  test('is followed by the natural silence of the sentence before it all the same', async () => {
    expect(heard(await sayTexts(['One.', ' ... ', 'Two.']))[2]).toEqual([0, SENTENCE_MS]);
  });

  test('does not go out with the sound of another context', async () => {
    const narrator = narratorOn(new FakeLanes());
    const chunks = await say(narrator, [
      pieceOf('... ', { contextId: 'a' }),
      pieceOf('One.', { contextId: 'b', start: 4 }),
    ]);
    expect(chunks.map(({ text, contextId }) => [text, contextId])).toEqual([
      ['... ', 'a'],
      ['One.', 'b'],
    ]);
    expect(heard(chunks.slice(0, 1)), 'every chunk has some sound').toEqual([[0, 10]]);
  });

  test('does not wait for sound for ever', async () => {
    const narrator = narratorOn(new FakeLanes());
    const text = '.'.repeat(400);
    const chunks = await say(narrator, piecesOf(new Array(20).fill(text)));
    const rest = narrator.rest();
    expect(textOf(chunks) + rest?.text === text.repeat(20)).toBe(true);
    expect(chunks.length).toBeGreaterThan(2);
    for (const chunk of chunks) expect(chunk.text.length).toBeLessThanOrEqual(2400);
  });

  test('is delivered at the end when there was speech before it, and left out when there was none', async () => {
    const narrator = narratorOn(new FakeLanes());
    await say(narrator, [pieceOf('...')]);
    expect(narrator.rest()).toBeNull();
    await say(narrator, [pieceOf('One.', { start: 3 })]);
    expect(narrator.rest()).toBeNull();
    await say(narrator, [pieceOf(' !', { start: 7, contextId: 'a' })]);
    expect(narrator.rest()).toMatchObject({ text: ' !', contextId: 'a', stop: false });
    expect(narrator.rest()).toBeNull();
  });
});
