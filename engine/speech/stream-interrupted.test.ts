import { afterEach, describe, expect, test, vi } from 'vitest';
import { EngineError } from '../errors.ts';
import { FakeLanes, WORD_MS } from '../lanes/testing.ts';
import { Admission } from '../scheduling/admission.ts';
import { LEAD_MS } from './gap.ts';
import type { Stream } from './stream.ts';
import {
  collect,
  heard,
  nextChunk,
  settled,
  streamOn,
  textOf,
  unitsOf,
  untilStop,
  wordsOf,
} from './testing.ts';

describe('a reset', () => {
  test('drops waiting text, and counts offsets and times from zero', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One. Two. Three', 'a');
    await nextChunk(stream);
    stream.reset();
    stream.push('Four.', 'b');
    stream.finish(null);
    const chunks = await untilStop(stream);
    expect(textOf(chunks)).toBe('Four.');
    expect(chunks.every(({ contextId }) => contextId === 'b')).toBe(true);
    expect(wordsOf(chunks)).toEqual([
      { unit: 'Four', startMs: LEAD_MS, endMs: LEAD_MS + WORD_MS, from: 0, to: 4 },
    ]);
    expect(heard(chunks)[0]).toEqual([0, LEAD_MS]);
    stream.close();
  });

  test('drops the chunk in progress, and a reader that waits for it gets the next one', async () => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const stream = streamOn(lanes);
    stream.push('One. ', null);
    stream.finish(null);
    const chunk = stream.next();
    await settled();
    expect(lanes.waiting).toBe(1);
    stream.reset();
    await settled();
    expect(lanes.waiting).toBe(0);
    stream.push('Two. ', null);
    stream.finish(null);
    await settled();
    lanes.release();
    expect((await chunk).value).toMatchObject({ text: 'Two. ' });
    expect(textOf(await untilStop(stream))).toBe('');
    stream.close();
  });

  test.each([
    ['prepared', 1],
    ['rendered', 2],
  ])('is not disturbed by a phrase that was %s just before it', async (_what, steps) => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const stream = streamOn(lanes);
    stream.push('One two three four.', null);
    stream.finish(null);
    const chunk = nextChunk(stream);
    for (let step = 1; step <= steps; step++) {
      await settled();
      lanes.answer();
    }
    stream.reset();
    lanes.release();
    stream.push('Five.', null);
    stream.finish(null);
    const chunks = [await chunk, ...(await untilStop(stream))];
    expect(textOf(chunks)).toBe('Five.');
    expect(wordsOf(chunks)).toMatchObject([{ unit: 'Five', startMs: LEAD_MS, from: 0 }]);
    stream.close();
  });

  test('while it waits for its turn to speak leaves the place to others', async () => {
    const admission = new Admission({ lanes: 1 });
    const cost = () => 1;
    const [first, second, third] = [1, 2, 3].map(() => streamOn(new FakeLanes(), { admission, cost })) as [
      Stream,
      Stream,
      Stream,
    ];
    first.push('One. ', null);
    await nextChunk(first);
    second.push('Two. ', null);
    const chunk = second.next();
    await settled();
    expect(admission).toMatchObject({ active: 1, waiting: 1 });
    second.reset();
    await settled();
    expect(admission).toMatchObject({ active: 1, waiting: 0 });
    first.close();
    third.push('Three. ', null);
    await nextChunk(third);
    expect(admission).toMatchObject({ active: 1, waiting: 0 });
    second.close();
    expect((await chunk).done).toBe(true);
    third.close();
    expect(admission).toMatchObject({ active: 0, waiting: 0 });
  });
});

describe('cancellation', () => {
  test('closing drops the step in progress and ends the iteration', async () => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const admission = new Admission({ lanes: 1 });
    const closed = vi.fn();
    const stream = streamOn(lanes, { admission, onClose: closed });
    stream.push('One. Two.', null);
    const chunk = stream.next();
    await settled();
    expect([lanes.waiting, admission.active]).toEqual([1, 1]);
    stream.close();
    stream.close();
    expect((await chunk).done).toBe(true);
    expect([lanes.waiting, admission.active]).toEqual([0, 0]);
    expect(closed).toHaveBeenCalledOnce();
    stream.push('Three.', null);
    stream.finish(null);
    stream.reset();
    stream.end();
    expect((await stream.next()).done).toBe(true);
    expect(lanes.asked).toHaveLength(1);
  });

  test('closing wakes a reader that waits for text', async () => {
    const stream = streamOn(new FakeLanes());
    const chunk = stream.next();
    await settled();
    stream.close();
    expect((await chunk).done).toBe(true);
  });

  test('closing for a reason reports it once', async () => {
    const stream = streamOn(new FakeLanes());
    const chunk = stream.next();
    await settled();
    stream.close(new EngineError('speech_closing'));
    await expect(chunk).rejects.toMatchObject({ status: 503, type: 'closing' });
    expect((await stream.next()).done).toBe(true);
  });

  test('leaving the iteration early closes the stream', async () => {
    const lanes = new FakeLanes();
    const admission = new Admission({ lanes: 1 });
    const closed = vi.fn();
    const stream = streamOn(lanes, { admission, onClose: closed });
    stream.push('One. Two. Three.', null);
    stream.end();
    for await (const { text } of stream) if (text === 'One. ') break;
    expect(closed).toHaveBeenCalledOnce();
    expect(admission.active).toBe(0);
    const asked = lanes.asked.length;
    await settled();
    expect(lanes.asked).toHaveLength(asked);
  });
});

describe('a listener who does not read', () => {
  test('gets nothing computed beyond the chunk in hand', async () => {
    const lanes = new FakeLanes();
    const stream = streamOn(lanes);
    stream.push('One two three four five six seven eight nine ten. '.repeat(20), null);
    stream.end();
    await settled();
    expect(lanes.asked).toEqual([]);
    await nextChunk(stream);
    for (let i = 0; i < 5; i++) await settled();
    expect(lanes.asked.map(({ kind }) => kind)).toEqual(['prepare', 'render']);
    stream.close();
  });

  test('keeps its place among active streams, and releases it while it has no text', async () => {
    const admission = new Admission({ lanes: 1 });
    const stream = streamOn(new FakeLanes(), { admission });
    stream.push('One. ', null);
    stream.push('Two. ', null);
    stream.finish(null);
    await nextChunk(stream);
    expect(admission.active).toBe(1);
    await untilStop(stream);
    const waits = stream.next();
    await settled();
    expect(admission.active).toBe(0);
    stream.close();
    await waits;
  });
});

describe('a lane that fails', () => {
  test('is reported as an error of its context; the stream continues after that piece', async () => {
    const lanes = new FakeLanes();
    const stream = streamOn(lanes);
    stream.push('One. Two. ', 'a');
    stream.push('Three.', 'b');
    stream.finish(null);
    const before = await nextChunk(stream);
    lanes.failure = new Error('out of memory');
    const fault = await stream.next().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(EngineError);
    expect(fault).toMatchObject({ status: 500, type: 'synthesis', contextId: 'a' });
    expect((fault as EngineError).message, 'no details for strangers').not.toContain('memory');
    expect((fault as EngineError).cause).toMatchObject({ message: 'out of memory' });
    const rest = await untilStop(stream);
    expect(textOf([before, ...rest])).toBe('One. Three.');
    expect(wordsOf(rest)).toMatchObject([{ unit: 'Three', from: 10, to: 15 }]);
    stream.close();
  });

  test('in the middle of a piece loses the words of it that were not heard', async () => {
    const lanes = new FakeLanes();
    const stream = streamOn(lanes);
    stream.push('One two three four five six seven eight nine ten. Eleven.', null);
    stream.end();
    const first = await nextChunk(stream);
    expect(unitsOf([first])).not.toEqual([]);
    lanes.failure = new Error('out of memory');
    await expect(stream.next()).rejects.toMatchObject({ status: 500 });
    expect(unitsOf(await collect(stream))).toEqual(['Eleven']);
  });
});

describe('too many streams', () => {
  test('are refused with the context of the text; it may be sent again', async () => {
    const admission = new Admission({ lanes: 1, maxWaiting: 0 });
    const cost = () => 1;
    const [first, second] = [
      streamOn(new FakeLanes(), { admission, cost }),
      streamOn(new FakeLanes(), { admission, cost }),
    ];
    first.push('One. ', null);
    await nextChunk(first);
    second.push('Two. ', 'a');
    await expect(second.next()).rejects.toMatchObject({ status: 429, type: 'overloaded', contextId: 'a' });
    first.close();
    second.push('Two. ', 'a');
    second.finish(null);
    expect(textOf(await untilStop(second))).toBe('Two. ');
    second.close();
  });
});

describe('a gap', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  test('is reported when a listener had no audio although there was text, and only then', async () => {
    vi.useFakeTimers();
    const lanes = new FakeLanes();
    const underrun = vi.fn();
    const stream = streamOn(lanes, { onUnderrun: underrun });
    stream.push('One. Two. Three. ', null);
    stream.finish(null);
    const text: string[] = [(await nextChunk(stream)).text];
    lanes.isHeld = true;
    const late = nextChunk(stream);
    await vi.advanceTimersByTimeAsync(1000);
    lanes.release();
    text.push((await late).text);
    expect(underrun).toHaveBeenCalledOnce();
    // The listener itself is late.
    await vi.advanceTimersByTimeAsync(10_000);
    text.push(...(await untilStop(stream)).map((chunk) => chunk.text));
    expect(text.join('')).toBe('One. Two. Three. ');
    expect(underrun).toHaveBeenCalledOnce();
    stream.close();
  });
});
