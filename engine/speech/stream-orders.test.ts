import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EngineError } from '../errors.ts';
import { FakeLanes } from '../lanes/testing.ts';
import type { SpeechChunk } from '../types.ts';
import { settled, streamOn, textOf, wordsOf } from './testing.ts';

test('in any order, every finish is answered and each text is spoken once, in its context', async () => {
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
    { numRuns: 60 },
  );
});
