import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EngineError } from '../errors.ts';
import { Admission } from '../scheduling/admission.ts';
import type { SpeechChunk } from '../types.ts';
import { ParsedText } from './parsed-text.ts';
import type { Stream } from './stream.ts';
import {
  collect,
  FakeLanes,
  heard,
  LEAD_MS,
  SETTINGS,
  settled,
  streamOn,
  textOf,
  WORD_MS,
  wordsOf,
} from './testing.ts';

/** Chunks until the next stop, that included. */
async function untilStop(stream: Stream): Promise<SpeechChunk[]> {
  const chunks: SpeechChunk[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) throw new Error('the stream ended before its stop');
    chunks.push(value);
    if (value.stop) return chunks;
  }
}

async function nextChunk(stream: Stream): Promise<SpeechChunk> {
  const { done, value } = await stream.next();
  if (done) throw new Error('the stream has ended');
  return value;
}

const unitsOf = (chunks: readonly SpeechChunk[]): string[] => wordsOf(chunks).map(({ unit }) => unit);

describe('a stream', () => {
  test('speaks what is pushed, in order, and ends when all is spoken', async () => {
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

  test('tells how much of the text nobody has begun to speak', async () => {
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

  test('that says nothing gives no chunk', async () => {
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

  test('is waited for anew with each frame', async () => {
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

  test('speaks what was waiting for more, and takes text without sound along', async () => {
    const stream = streamOn(new FakeLanes());
    stream.push('One two', null);
    stream.finish(null);
    expect(textOf(await untilStop(stream))).toBe('One two');
    stream.push('...', null);
    stream.finish(null);
    expect(await untilStop(stream)).toMatchObject([{ text: '...', stop: true }]);
    stream.close();
  });

  test('is answered as often as it was asked for', async () => {
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

  test('without a context ends the text before it, whatever context that had', async () => {
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

  test('are told with a fault in their text, which is left out, and the stream goes on', async () => {
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

describe('a reset', () => {
  test('drops what waits, and counts offsets and times from zero', async () => {
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

  test('drops what is being computed, and whoever waits for it gets what comes next', async () => {
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

  test('closing wakes whoever waits for text', async () => {
    const stream = streamOn(new FakeLanes());
    const chunk = stream.next();
    await settled();
    stream.close();
    expect((await chunk).done).toBe(true);
  });

  test('closing for a reason tells it once', async () => {
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

  test('holds its place among those who speak, and gives it back while it has no text', async () => {
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
  test('is told as an error of the context that was spoken; the stream goes on behind that piece', async () => {
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

  test('is told when a listener ran dry although there was text, and only then', async () => {
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

test('whatever comes in whatever order: every finish is answered in order, and each text is spoken once, in its context', async () => {
  const contextId = fc.constantFrom(null, 'a', 'b');
  const push = fc.record({
    do: fc.constant('push' as const),
    text: fc.constantFrom(
      'One. ',
      'two ',
      'three',
      '! ',
      '...',
      '<pause:10ms>',
      '<phoneme:kˈæt>',
      'four.\n\n',
      '<pause:0s> ',
    ),
    contextId,
  });
  const action = fc.oneof(
    { weight: 6, arbitrary: push },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('finish' as const), contextId }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('turn' as const, 'answer' as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('fail' as const) }) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 40 }), fc.boolean(), async (actions, isHeld) => {
      const lanes = new FakeLanes();
      lanes.isHeld = isHeld;
      const stream = streamOn(lanes);
      let since: { chunks: SpeechChunk[]; faults: number } = { chunks: [], faults: 0 };
      const reading = (async () => {
        for (;;) {
          try {
            const { done, value } = await stream.next();
            if (done) return;
            since.chunks.push(value);
          } catch (error) {
            expect(error).toBeInstanceOf(EngineError);
            since.faults++;
          }
        }
      })();
      let sent: { text: string; contextId: string | null }[] = [];
      let finishes: (string | null)[] = [];
      let last: string | null = null;
      for (const each of actions) {
        if (each.do === 'push') {
          stream.push(each.text, each.contextId);
          sent.push(each);
          last = each.contextId;
        } else if (each.do === 'finish') {
          stream.finish(each.contextId);
          finishes.push(each.contextId ?? last);
        } else if (each.do === 'reset') {
          stream.reset();
          since = { chunks: [], faults: 0 };
          [sent, finishes, last] = [[], [], null];
        } else if (each.do === 'fail') {
          lanes.failure = new Error('out of memory');
        } else if (each.do === 'answer' && lanes.waiting > 0) {
          lanes.answer();
        } else {
          await settled();
        }
      }
      lanes.release();
      stream.finish('the last');
      stream.end();
      await reading;
      const { chunks, faults } = since;
      expect(chunks.filter(({ stop }) => stop).map((chunk) => chunk.contextId)).toEqual([
        ...finishes,
        'the last',
      ]);
      const whole = sent.map(({ text }) => text).join('');
      for (const { unit, from, to } of wordsOf(chunks)) expect(whole.slice(from, to)).toBe(unit);
      if (faults === 0) {
        expect(textOf(chunks)).toBe(whole);
        const byContext = (id: string | null): string =>
          sent.flatMap((each) => (each.contextId === id ? [each.text] : [])).join('');
        for (const id of [null, 'a', 'b']) {
          expect(textOf(chunks.filter((chunk) => chunk.contextId === id))).toBe(byContext(id));
        }
      }
    }),
    { numRuns: 150 },
  );
});
