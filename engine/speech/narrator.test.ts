import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MULAW_SILENCE } from '../../media/mulaw.ts';
import type { LaneRequest } from '../lanes/protocol.ts';
import { FakeLanes, RATE, WORD_MS } from '../lanes/testing.ts';
import type { SpeechChunk } from '../types.ts';
import { LEAD_AFTER_PAUSE_MS, LEAD_MS, TAIL_MS } from './gap.ts';
import {
  collect,
  heard,
  narratorOn,
  never,
  pieceOf,
  piecesOf,
  SETTINGS,
  say,
  settled,
  textOf,
  wordsOf,
} from './testing.ts';

const sayTexts = (texts: readonly string[]) => say(narratorOn(new FakeLanes()), piecesOf(texts));

const kindsOf = (asked: readonly LaneRequest[]): string => asked.map(({ kind }) => kind).join(' ');

const billOf = (chunks: readonly SpeechChunk[]): number =>
  chunks.reduce((sum, { billedCharacters }) => sum + billedCharacters, 0);

describe('the bill for pauses', () => {
  test.each([
    [['Hi <pause:500ms>there.<pause:500ms>'], 9 + 1],
    [['Hi <pause:500ms>there.'], 9 + 1],
    [['Hi <pause:500ms>there.<pause:501ms>'], 9 + 2],
    [['<pause:10ms>a<pause:10ms>b<pause:10ms>c<pause:10ms>d<pause:10ms>'], 4 + 1],
    [['Hi <pause:2s>there.'], 9 + 2],
    [['Hi <pause:2001ms>there.'], 9 + 3],
    [['Hi <break time="1.001s"/>there.'], 9 + 2],
    [['<pause:1s>'], 1],
    [['<pause:0.1s>'.repeat(10)], 1],
    [['Hi there.'], 9],
    // One text in several pieces is rounded once, too.
    [['Hi.<pause:400ms>', 'You.<pause:400ms>'], 7 + 1],
    [['Hi.<pause:400ms>', 'You.<pause:400ms>', 'All.<pause:400ms>'], 11 + 2],
  ])('%j: %i characters', async (texts, characters) => {
    expect(billOf(await sayTexts(texts))).toBe(characters);
  });

  test('is rounded for each utterance', async () => {
    const narrator = narratorOn(new FakeLanes());
    const hi = 'Hi.<pause:400ms>';
    const first = billOf(await say(narrator, [pieceOf(hi)]));
    const more = billOf(await say(narrator, [pieceOf(hi)]));
    [...narrator.stop(null)];
    const next = billOf(await say(narrator, [pieceOf(hi)]));
    narrator.reset();
    const afresh = billOf(await say(narrator, [pieceOf(hi)]));
    expect([first, more, next, afresh]).toEqual([4, 3, 4, 4]);
  });
});

describe('a piece', () => {
  test('returns text and usage with its first chunk, and each word with the chunk in which it begins', async () => {
    const text = 'One two three four five six seven eight nine ten.';
    const chunks = await sayTexts([text]);
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.map((chunk) => chunk.text)).toEqual([text, ...chunks.slice(1).map(() => '')]);
    expect(chunks.map((chunk) => chunk.billedCharacters)).toEqual([
      text.length,
      ...chunks.slice(1).map(() => 0),
    ]);
    let endMs = 0;
    for (const chunk of chunks) {
      for (const { startMs } of wordsOf([chunk])) {
        expect(startMs).toBeGreaterThanOrEqual(endMs);
        expect(startMs).toBeLessThan(endMs + (chunk.samples * 1000) / RATE);
      }
      endMs += (chunk.samples * 1000) / RATE;
    }
    const words = wordsOf(chunks);
    expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(words.map(({ unit }) => unit));
    expect(words.map(({ startMs }) => startMs)).toEqual(words.map((_, i) => LEAD_MS + i * WORD_MS));
    expect(words.every(({ startMs, endMs }) => endMs - startMs === WORD_MS)).toBe(true);
  });

  test('carries its context on every chunk', async () => {
    const lanes = new FakeLanes();
    const chunks = await say(narratorOn(lanes), [pieceOf('One <pause:1s> two.', { contextId: 'a' })]);
    expect(new Set(chunks.map(({ contextId }) => contextId))).toEqual(new Set(['a']));
  });

  test('that is too long for one part is prepared part by part, each when it is due', async () => {
    const lanes = new FakeLanes();
    lanes.partWords = 2;
    const text = '<pause:1s>One two three four five<pause:1s>';
    const chunks = await say(narratorOn(lanes), [pieceOf(text)]);
    expect(kindsOf(lanes.asked).replace(/(?: render)+/g, ' render')).toBe(
      'prepare render prepare render prepare render',
    );
    expect(wordsOf(chunks).map(({ unit }) => unit)).toEqual(['One', 'two', 'three', 'four', 'five']);
    // Between parts is the pause of a clause; only at the ends of the phrase may silence be trimmed.
    const clause = 160;
    expect(heard(chunks)).toEqual([
      [0, 1000 + LEAD_AFTER_PAUSE_MS],
      [1, 2 * WORD_MS],
      [0, clause],
      [2, 2 * WORD_MS],
      [0, clause],
      [3, WORD_MS],
      [0, 1000],
    ]);
  });

  test('is computed only as far as requested', async () => {
    const lanes = new FakeLanes();
    const text = 'One two three four five six seven eight nine ten.';
    const chunks = narratorOn(lanes).speak(pieceOf(text), () => undefined, never);
    await settled();
    expect(lanes.asked).toEqual([]);
    await chunks.next();
    await settled();
    expect(kindsOf(lanes.asked)).toBe('prepare render');
    await chunks.next();
    await settled();
    expect(kindsOf(lanes.asked)).toBe('prepare render render');
  });

  test('is silent in mu-law, too, where silence is not zero', async () => {
    const narrator = narratorOn(new FakeLanes(), { settings: { ...SETTINGS, encoding: 'pcm_mulaw' } });
    const [chunk] = await say(narrator, [pieceOf('<pause:1s>')]);
    expect(chunk?.samples).toBe(RATE);
    expect(new Set(chunk?.audio)).toEqual(new Set([MULAW_SILENCE]));
  });

  test('without timestamps returns no words', async () => {
    const narrator = narratorOn(new FakeLanes(), { settings: { ...SETTINGS, timestamps: false } });
    const chunks = await say(narrator, [pieceOf('One two.')]);
    expect(chunks.map(({ alignment }) => alignment)).toEqual(chunks.map(() => null));
  });

  test('asks its lexicon for the text to read, without tags and the words that they pronounce', async () => {
    const lanes = new FakeLanes();
    const asked: string[] = [];
    const entriesIn = async (text: string) => {
      asked.push(text);
      return { one: 'wˈʌn' };
    };
    const narrator = narratorOn(lanes, { lexicon: { entriesIn } });
    await say(narrator, [pieceOf('One <phoneme:kˈæt>dog</phoneme><pause:1s>two.')]);
    expect(asked).toEqual(['One  ', 'two.']);
    expect(lanes.asked[0]).toMatchObject({ kind: 'prepare', lexicon: { one: 'wˈʌn' } });
  });

  test('ends with its own mark only in its last phrase', async () => {
    const lanes = new FakeLanes();
    await say(narratorOn(lanes), [pieceOf('One<pause:1s>two')]);
    const endings = lanes.asked.flatMap((step) => (step.kind === 'prepare' ? [step.ending] : []));
    expect(endings).toEqual([',', '.']);
  });
});

describe('a stop', () => {
  test('is one chunk with some sound, including samples that were not delivered yet', async () => {
    const narrator = narratorOn(new FakeLanes());
    await say(narrator, [pieceOf('One. ')]);
    await say(narrator, [pieceOf('...', { start: 5 })]);
    const chunks = [...narrator.stop(null)];
    expect(chunks).toMatchObject([{ text: '...', stop: true, billedCharacters: 3 }]);
    expect(heard(chunks)).toEqual([[0, 10]]);
  });

  test('of another context leaves that text to its own', async () => {
    const narrator = narratorOn(new FakeLanes());
    await say(narrator, [pieceOf('...', { contextId: 'a' })]);
    expect([...narrator.stop('b')]).toMatchObject([
      { text: '...', contextId: 'a', stop: false },
      { text: '', contextId: 'b', stop: true },
    ]);
  });

  test('begins a new utterance: no silence is due, and times continue', async () => {
    const narrator = narratorOn(new FakeLanes());
    const first = await say(narrator, [pieceOf('One.')]);
    const chunks = [
      ...first,
      ...narrator.stop(null),
      ...(await say(narrator, [pieceOf('Two.', { start: 4 })])),
    ];
    expect(heard(chunks)[2]).toEqual([0, TAIL_MS + 10 + LEAD_MS]);
    expect(wordsOf(chunks)[1]).toMatchObject({ startMs: LEAD_MS + WORD_MS + TAIL_MS + 10 + LEAD_MS });
  });
});

describe('a new beginning', () => {
  test('counts times from zero, adds no silence and drops undelivered samples', async () => {
    const narrator = narratorOn(new FakeLanes());
    await say(narrator, piecesOf(['One.', '...']));
    narrator.reset();
    expect(narrator.rest()).toBeNull();
    const chunks = await say(narrator, [pieceOf('Two.')]);
    expect(textOf(chunks)).toBe('Two.');
    expect(heard(chunks)).toEqual([
      [0, LEAD_MS],
      [2, WORD_MS],
      [0, TAIL_MS],
    ]);
    expect(wordsOf(chunks)).toMatchObject([{ unit: 'Two', startMs: LEAD_MS }]);
  });

  test('is not disturbed by an answer that came just before it', async () => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const narrator = narratorOn(lanes);
    const work = new AbortController();
    const dropped = collect(narrator.speak(pieceOf('One two.'), () => undefined, work.signal));
    await settled();
    lanes.answer();
    await settled();
    lanes.answer();
    narrator.reset();
    work.abort(new Error('dropped'));
    await expect(dropped).rejects.toThrow('dropped');
    lanes.release();
    const chunks = await say(narrator, [pieceOf('Three.')]);
    expect(wordsOf(chunks)).toMatchObject([{ unit: 'Three', startMs: LEAD_MS, from: 0 }]);
  });
});

describe('a lane that fails', () => {
  test('ends the piece with its error; once abandoned, nothing of the piece is left', async () => {
    const lanes = new FakeLanes();
    const narrator = narratorOn(lanes);
    const before = await say(narrator, [pieceOf('One.')]);
    const failing = narrator.speak(pieceOf(' Two three.', { start: 4 }), () => undefined, never);
    lanes.failure = new Error('out of memory');
    await expect(collect(failing)).rejects.toThrow('out of memory');
    narrator.abandon();
    const chunks = [...before, ...(await say(narrator, [pieceOf(' Four.', { start: 15 })]))];
    expect(textOf(chunks)).toBe('One. Four.');
    expect(wordsOf(chunks).map(({ unit, from }) => [unit, from])).toEqual([
      ['One', 0],
      ['Four', 16],
    ]);
  });
});

test('chunks contain all text, all words in order, and exactly the requested pauses, for any text', async () => {
  const word = fc.constantFrom('one', 'two', "don't", '12', '…', '—', ' ', '.');
  const pauseMs = fc.integer({ min: 1, max: 9000 });
  const item = fc.oneof({ weight: 4, arbitrary: word }, { weight: 1, arbitrary: pauseMs });
  const texts = fc.array(
    fc
      .array(item, { minLength: 1, maxLength: 12 })
      .map((items) =>
        items.map((each) => (typeof each === 'number' ? `<pause:${each}ms>` : `${each} `)).join(''),
      ),
    { minLength: 1, maxLength: 5 },
  );
  await fc.assert(
    fc.asyncProperty(texts, fc.constantFrom(0, 1, 8), fc.constantFrom(1, 3, 99), async (sent, idle, most) => {
      const lanes = new FakeLanes();
      lanes.idle = idle;
      lanes.partWords = most;
      const narrator = narratorOn(lanes);
      const pieces = piecesOf(sent);
      const chunks = [...(await say(narrator, pieces)), ...narrator.stop(null)];
      const whole = sent.join('');
      expect(textOf(chunks)).toBe(whole);
      const words = wordsOf(chunks);
      expect(words.map(({ from, to }) => whole.slice(from, to))).toEqual(words.map(({ unit }) => unit));
      expect(words.map(({ unit }) => unit)).toEqual(
        whole.replace(/<.*?>/g, ' ').match(/[\p{L}\p{N}']+/gu) ?? [],
      );
      const totalMs = chunks.reduce((ms, { samples }) => ms + (samples * 1000) / RATE, 0);
      for (const [i, { startMs, endMs }] of words.entries()) {
        expect(startMs).toBeGreaterThanOrEqual(words[i - 1]?.endMs ?? 0);
        expect(endMs).toBeLessThanOrEqual(totalMs);
      }
      const pauses = [...whole.matchAll(/<pause:(\d+)ms>/g)].reduce((ms, [, each]) => ms + Number(each), 0);
      const letters = whole.replace(/<.*?>/g, '').length;
      expect(billOf(chunks)).toBe(letters + Math.ceil(pauses / 1000));
      const silenceMs = heard(chunks).reduce((ms, [phrase, each]) => (phrase === 0 ? ms + each : ms), 0);
      expect(silenceMs).toBeGreaterThanOrEqual(Math.floor(pauses));
    }),
    { numRuns: 25 },
  );
});
