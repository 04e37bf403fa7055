/** Speech that was computed and then discarded still counts. */
import { expect, test } from 'vitest';
import { FakeLanes, RATE } from '../lanes/testing.ts';
import type { BilledSpeech } from '../types.ts';
import type { Stream } from './stream.ts';
import { collect, narratorOn, nextChunk, settled, streamOn } from './testing.ts';

const TEXT = 'One two three four five six seven eight nine ten.';

function open(lanes: FakeLanes): { stream: Stream; discarded: BilledSpeech[] } {
  const discarded: BilledSpeech[] = [];
  const onDiscarded = ({ billedCharacters, samples }: BilledSpeech): void => {
    discarded.push({ billedCharacters, samples });
  };
  const stream = streamOn(lanes, { onDiscarded, narrator: narratorOn(lanes, { onDiscarded }) });
  return { stream, discarded };
}

const total = (speech: readonly BilledSpeech[]): BilledSpeech => ({
  billedCharacters: speech.reduce((sum, { billedCharacters }) => sum + billedCharacters, 0),
  samples: speech.reduce((sum, { samples }) => sum + samples, 0),
});

test.each(['close', 'reset'] as const)(
  'a text whose first step runs at a %s is billed when it ends',
  async (how) => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const { stream, discarded } = open(lanes);
    stream.push(TEXT, null);
    stream.finish(null);
    void stream.next();
    await settled();
    stream[how]();
    await settled();
    expect(discarded).toEqual([]);
    lanes.release();
    await settled();
    expect(discarded).toEqual([{ billedCharacters: TEXT.length, samples: 0 }]);
    stream.close();
  },
);

test.each(['close', 'reset'] as const)(
  'a window that is rendered at a %s is counted with its text',
  async (how) => {
    const lanes = new FakeLanes();
    lanes.isHeld = true;
    const { stream, discarded } = open(lanes);
    stream.push(TEXT, null);
    stream.finish(null);
    void stream.next();
    await settled();
    lanes.answer();
    await settled();
    stream[how]();
    lanes.release();
    await settled();
    expect(discarded).toEqual([{ billedCharacters: TEXT.length, samples: expect.any(Number) }]);
    expect(total(discarded).samples).toBeGreaterThan(0);
    stream.close();
  },
);

test('delivered speech is not counted again, and speech that was not started not at all', async () => {
  const lanes = new FakeLanes();
  const { stream, discarded } = open(lanes);
  stream.push(`${TEXT} Another sentence. `, null);
  stream.finish(null);
  const chunk = await nextChunk(stream);
  expect(chunk.billedCharacters).toBe(TEXT.length + 1);
  lanes.isHeld = true;
  void stream.next();
  await settled();
  stream.close();
  lanes.release();
  await settled();
  expect(total(discarded)).toMatchObject({ billedCharacters: 0 });
  expect(total(discarded).samples).toBeGreaterThan(0);
});

test('the rest of a window that is too long for one message counts as well', async () => {
  const lanes = new FakeLanes();
  // Windows grow with idle lanes; one of 256 frames has more samples than a message takes.
  lanes.idle = 8;
  const text = `${'word '.repeat(70)}end.`;
  const whole = open(new FakeLanes());
  whole.stream.push(text, null);
  whole.stream.end();
  const all = total(await collect(whole.stream));
  const { stream, discarded } = open(lanes);
  stream.push(text, null);
  stream.end();
  const delivered: BilledSpeech[] = [];
  while (total(delivered).samples < RATE * 5) delivered.push(await nextChunk(stream));
  stream.close();
  await settled();
  const counted = total([...delivered, ...discarded]);
  expect(counted.billedCharacters).toBe(all.billedCharacters);
  expect(counted.samples).toBeLessThanOrEqual(all.samples);
  expect(counted.samples).toBe(lanes.rendered);
});
