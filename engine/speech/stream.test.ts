import { afterEach, describe, expect, test, vi } from 'vitest';
import { EngineError } from '../errors.ts';
import { FakeLanes } from '../lanes/testing.ts';
import { LEAD_MS } from './gap.ts';
import { ParsedText } from './parsed-text.ts';
import {
  collect,
  heard,
  nextChunk,
  SETTINGS,
  settled,
  streamOn,
  textOf,
  unitsOf,
  untilStop,
  wordsOf,
} from './testing.ts';

describe('a stream', () => {
  test('speaks the pushed text, in order, and ends when all is spoken', async () => {
    const closed = vi.fn();
    const stream = streamOn(new FakeLanes(), { onClose: closed });
    for (const frame of ['One t', 'wo. Thr', 'ee', ' four.']) stream.push(frame, null);
    stream.end();
    stream.push('Too late.', null);
    const chunks = await collect(stream);
    expect(textOf(chunks)).toBe('One two. Three four.');
    expect(unitsOf(chunks)).toEqual(['One', 'two', 'Three', 'four']);
    expect(chunks.every(({ stop }) => !stop)).toBe(true);
    expect(closed).toHaveBeenCalledOnce();
    expect((await stream.next()).done).toBe(true);
  });

  test('waits for text while it has none', async () => {
    const stream = streamOn(new FakeLanes());
    const chunk = stream.next();
    await settled();
    stream.push('One. Two', null);
    expect((await chunk).value).toMatchObject({ text: 'One. ' });
    stream.close();
  });

  test('reports how much of the text is not being spoken yet', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One. Two. Thr', null);
    expect(stream.pendingCharacters).toBe(13);
    await nextChunk(stream);
    expect(stream.pendingCharacters).toBe(8);
    stream.reset();
    expect(stream.pendingCharacters).toBe(0);
    stream.push('Four', null);
    stream.close();
    expect(stream.pendingCharacters).toBe(0);
  });

  test('that has nothing to speak gives no chunk', async () => {
    for (const text of ['', '   ', '... —']) {
      const stream = streamOn(new FakeLanes());
      stream.push(text, null);
      stream.end();
      expect(await collect(stream)).toEqual([]);
    }
  });

  test('delivers text without sound at its end, once something was said', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One. ', null);
    stream.push('— ...', null);
    stream.end();
    expect(textOf(await collect(stream))).toBe('One. — ...');
  });

  test('that is given a checked text speaks it whole, as if it had been pushed and ended', async () => {
    const text = 'One, <phoneme:kˈæt>dog</phoneme> <pause:1s> two. Three';
    const [plain, checked] = [streamOn(new FakeLanes()), streamOn(new FakeLanes())];
    plain.push(text, null);
    plain.end();
    checked.push(new ParsedText(text, SETTINGS), null);
    checked.finish(null);
    const chunks = await untilStop(checked);
    expect(chunks.slice(0, -1)).toEqual(await collect(plain));
    checked.push(new ParsedText('Four', SETTINGS), null);
    checked.push(' five', null);
    checked.end();
    const more = await collect(checked);
    expect(textOf(more)).toBe('Four five');
    expect(wordsOf(more)).toMatchObject([
      { unit: 'Four', from: text.length },
      { unit: 'five', from: text.length + 5 },
    ]);
  });
});

describe('idle text', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each([
    ['One two.', 119],
    ['One two', 499],
    ['One two <pau', 1999],
  ])('"%s" is spoken when nothing follows it for long enough', async (text, stillSilentMs) => {
    vi.useFakeTimers();
    const stream = streamOn(new FakeLanes());
    stream.push(text, null);
    const chunk = stream.next();
    let spoken = false;
    void chunk.then(() => {
      spoken = true;
    });
    await vi.advanceTimersByTimeAsync(stillSilentMs);
    expect(spoken).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(spoken).toBe(true);
    stream.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('restarts with each frame', async () => {
    vi.useFakeTimers();
    const stream = streamOn(new FakeLanes());
    for (const frame of ['One ', 'two ', 'three ']) {
      stream.push(frame, null);
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(stream.pendingCharacters).toBe(14);
    const chunk = stream.next();
    await vi.advanceTimersByTimeAsync(100);
    expect((await chunk).value).toMatchObject({ text: 'One two three ' });
    stream.close();
  });
});

describe('a finish', () => {
  test('with nothing left is one chunk of some silence', async () => {
    const stream = streamOn(new FakeLanes());
    stream.finish(null);
    const chunks = await untilStop(stream);
    expect(chunks).toMatchObject([{ text: '', stop: true, billedCharacters: 0, contextId: null }]);
    expect(heard(chunks)).toEqual([[0, 10]]);
    stream.close();
  });

  test('speaks waiting text, together with text without sound', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One two', null);
    stream.finish(null);
    expect(textOf(await untilStop(stream))).toBe('One two');
    stream.push('...', null);
    stream.finish(null);
    expect(await untilStop(stream)).toMatchObject([{ text: '...', stop: true }]);
    stream.close();
  });

  test('is answered as often as it was sent', async () => {
    const stream = streamOn(new FakeLanes());
    stream.finish(null);
    stream.finish(null);
    stream.push('One.', null);
    stream.finish(null);
    stream.finish(null);
    stream.end();
    stream.finish(null);
    const stops = (await collect(stream)).map(({ stop, text }) => (stop ? 'stop' : text));
    expect(stops).toEqual(['stop', 'stop', 'One.', 'stop', 'stop']);
  });

  test('without a context ends the text before it, of any context', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One.', 'a');
    stream.finish(null);
    expect((await untilStop(stream)).at(-1)).toMatchObject({ stop: true, contextId: 'a' });
    stream.finish('b');
    expect((await untilStop(stream)).at(-1)).toMatchObject({ stop: true, contextId: 'b' });
    stream.close();
  });

  test('begins a new utterance: its first sound is a first sound, and no silence is due before it', async () => {
    const first = vi.fn();
    const stream = streamOn(new FakeLanes(), { onFirstAudio: first });
    stream.push('One. Two.', null);
    stream.finish(null);
    await untilStop(stream);
    expect(first).toHaveBeenCalledOnce();
    stream.push('Three.', null);
    stream.finish(null);
    const chunks = await untilStop(stream);
    expect(first).toHaveBeenCalledTimes(2);
    expect(heard(chunks)[0]).toEqual([0, LEAD_MS]);
    stream.close();
  });
});

describe('contexts', () => {
  test('do not mix: another one ends the text before it', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One two', 'a');
    stream.push('Three ', 'b');
    stream.push('four.', 'b');
    stream.push(' Five', null);
    stream.end();
    const chunks = await collect(stream);
    expect(chunks.filter(({ text }) => text !== '').map(({ text, contextId }) => [text, contextId])).toEqual([
      ['One two', 'a'],
      ['Three four.', 'b'],
      [' Five', null],
    ]);
  });

  test('are reported with a fault in their text, which is left out, and the stream continues', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One. ', 'a');
    stream.push('Two <pause:99s> three. ', 'b');
    stream.push('Four.', 'c');
    stream.finish(null);
    expect(await nextChunk(stream)).toMatchObject({ text: 'One. ', contextId: 'a' });
    const fault = await stream.next().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EngineError);
    expect(fault).toMatchObject({ status: 422, type: 'markup', contextId: 'b', span: { start: 9, end: 20 } });
    const rest = await untilStop(stream);
    expect(textOf(rest)).toBe('Four.');
    expect(wordsOf(rest)).toMatchObject([{ unit: 'Four', from: 28, to: 32 }]);
    expect(stream.pendingCharacters).toBe(0);
    stream.close();
  });
});
