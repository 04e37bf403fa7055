import { describe, expect, it, vi } from 'vitest';
import { ScriptedRecogniser, settled } from '../testing.ts';
import { RecognitionQueue } from './recognition-queue.ts';
import type { Utterance } from './utterance-recording.ts';

/** Speech with a duration of `seconds`. */
function speech(seconds: number): Utterance {
  return {
    samples: new Float32Array(seconds * 16_000),
    endedMs: 0,
    facts: { voicedMs: seconds * 1000, overAgent: false },
  };
}

function setup(deadlineMs = 20_000, recogniser = new ScriptedRecogniser()) {
  const outcomes: string[] = [];
  const queue = new RecognitionQueue({
    recogniser,
    lang: 'en',
    deadlineMs,
    onText: ({ text }) => outcomes.push(text),
    onFailure: (reason) => outcomes.push(`failed: ${reason}`),
  });
  return { recogniser, outcomes, queue };
}

describe('RecognitionQueue', () => {
  it('does not wait for ever for a recogniser that does not answer', async () => {
    const { recogniser, outcomes, queue } = setup(20);
    queue.confirm(() => speech(1));
    await expect.poll(() => outcomes).toEqual(['failed: the recogniser did not answer in time']);
    queue.confirm(() => speech(1));
    recogniser.jobs[1]!.answer('next');
    await expect.poll(() => outcomes.at(-1)).toBe('next');
  });

  it.each([
    ['digits', '477, 02'],
    ['any', 'Four double seven, oh two'],
    [undefined, 'Four double seven, oh two'],
  ] as const)(
    'writes what was dictated as it is meant where it was asked for: %s',
    async (dictation, meant) => {
      const recogniser = new ScriptedRecogniser();
      const outcomes: string[] = [];
      const queue = new RecognitionQueue({
        recogniser,
        lang: 'en',
        dictation: () => dictation,
        onText: ({ text }) => outcomes.push(text),
        onFailure: expect.unreachable,
      });
      queue.confirm(() => speech(1));
      recogniser.jobs[0]!.answer('Four double seven, oh two');
      await settled();
      expect(outcomes).toEqual([meant]);
    },
  );

  it('keeps no more than a minute of speech for a recogniser that does not keep up', async () => {
    const { recogniser, outcomes, queue } = setup();
    for (let i = 0; i < 20; i++) queue.confirm(() => speech(20));
    expect(recogniser.jobs).toHaveLength(1);
    recogniser.jobs[0]!.answer('first');
    await settled();
    expect(recogniser.jobs[1]!.samples.length).toBeLessThanOrEqual(60 * 16_000);
    expect(outcomes).toContain('failed: the recogniser does not keep up with the caller');
  });

  it('uses a guess that waits for its turn', async () => {
    const { recogniser, outcomes, queue } = setup();
    queue.confirm(() => speech(1));
    queue.guess(speech(2));
    expect(recogniser.jobs).toHaveLength(1);
    recogniser.jobs[0]!.answer('one');
    await settled();
    expect(recogniser.jobs[1]!.samples).toHaveLength(32_000);
    queue.confirm(() => expect.unreachable());
    recogniser.jobs[1]!.answer('two');
    await settled();
    expect(outcomes).toEqual(['one', 'two']);
  });

  it('tells nothing once it is closed', async () => {
    const { recogniser, outcomes, queue } = setup();
    queue.confirm(() => speech(1));
    queue.close();
    recogniser.jobs[0]!.answer('late');
    await settled();
    expect(outcomes).toEqual([]);
  });

  describe('of several callers of one recogniser', () => {
    it('has it hear one at a time: who waits for an answer goes before guesses', async () => {
      const first = setup();
      const { recogniser } = first;
      const [second, third] = [setup(20_000, recogniser), setup(20_000, recogniser)];
      first.queue.confirm(() => speech(1));
      second.queue.guess(speech(2));
      third.queue.confirm(() => speech(3));
      expect(recogniser.jobs).toHaveLength(1);
      recogniser.jobs[0]!.answer('one');
      await settled();
      recogniser.jobs[1]!.answer('three');
      await settled();
      second.queue.confirm(() => expect.unreachable());
      recogniser.jobs[2]!.answer('two');
      await settled();
      expect(recogniser.jobs.map(({ samples }) => samples.length / 16_000)).toEqual([1, 3, 2]);
      expect([first.outcomes, second.outcomes, third.outcomes]).toEqual([['one'], ['two'], ['three']]);
      expect(recogniser.mostOpen).toBe(1);
    });

    it('has it hear the next one while another gives a second opinion', async () => {
      const first = setup();
      const { recogniser } = first;
      const second = setup(20_000, recogniser);
      first.queue.confirm(() => speech(1));
      second.queue.confirm(() => speech(2));
      recogniser.jobs[0]!.askAnother();
      await settled();
      recogniser.jobs[1]!.answer('two');
      await settled();
      expect([first.outcomes, second.outcomes]).toEqual([[], ['two']]);
      recogniser.jobs[0]!.answer('one');
      await settled();
      expect(first.outcomes).toEqual(['one']);
    });

    it('spends nothing on a guess that came to nothing before its turn', async () => {
      const first = setup();
      const { recogniser } = first;
      const second = setup(20_000, recogniser);
      first.queue.confirm(() => speech(1));
      second.queue.guess(speech(2));
      second.queue.withdraw();
      await settled();
      second.queue.guess(speech(3));
      recogniser.jobs[0]!.answer('one');
      await settled();
      expect(recogniser.jobs.map(({ samples }) => samples.length / 16_000)).toEqual([1, 3]);
    });

    it('makes no guesses while it works most of the time', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      try {
        const first = setup();
        const { recogniser } = first;
        const second = setup(20_000, recogniser);
        first.queue.confirm(() => speech(1));
        vi.advanceTimersByTime(5000);
        recogniser.jobs[0]!.answer('one');
        await settled();
        second.queue.guess(speech(2));
        await settled();
        expect(recogniser.jobs).toHaveLength(1);
        second.queue.confirm(() => expect.unreachable());
        await settled();
        expect(recogniser.jobs).toHaveLength(2);
        recogniser.jobs[1]!.answer('two');
        await settled();
        expect(second.outcomes).toEqual(['two']);
        vi.advanceTimersByTime(20_000);
        second.queue.guess(speech(3));
        expect(recogniser.jobs).toHaveLength(3);
      } finally {
        vi.useRealTimers();
      }
    });

    it('lets nobody wait behind one who is gone, or one that does not answer', async () => {
      const stuck = setup(20);
      const { recogniser } = stuck;
      const [gone, waiting] = [setup(20_000, recogniser), setup(20_000, recogniser)];
      stuck.queue.confirm(() => speech(1));
      gone.queue.confirm(() => speech(2));
      waiting.queue.confirm(() => speech(3));
      gone.queue.close();
      await expect.poll(() => recogniser.jobs.map(({ samples }) => samples.length / 16_000)).toEqual([1, 3]);
    });

    it('gives up what somebody is still saying for a caller who waits for an answer', async () => {
      const recogniser = new ScriptedRecogniser(null, true);
      const [speaking, done] = [setup(20_000, recogniser), setup(20_000, recogniser)];
      speaking.queue.follow(() => speech(1));
      await settled();
      expect(recogniser.open).toBe(1);
      done.queue.confirm(() => speech(2));
      await settled();
      expect(recogniser.aborted).toBe(1);
      recogniser.jobs[1]!.answer('two');
      await settled();
      expect([speaking.outcomes, done.outcomes]).toEqual([[], ['two']]);
    });

    it('follows speech only where it can at once, which keeps nobody from guessing', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      try {
        const recogniser = new ScriptedRecogniser(null, true);
        const [first, second] = [setup(20_000, recogniser), setup(20_000, recogniser)];
        first.queue.confirm(() => speech(1));
        second.queue.follow(() => speech(2));
        expect(recogniser.jobs).toHaveLength(1);
        recogniser.jobs[0]!.answer('one');
        await settled();
        second.queue.follow(() => speech(3));
        expect(recogniser.jobs).toHaveLength(2);
        vi.advanceTimersByTime(6000);
        recogniser.jobs[1]!.answer('two');
        await settled();
        first.queue.guess(speech(4));
        expect(recogniser.jobs).toHaveLength(3);
      } finally {
        vi.useRealTimers();
      }
    });
  });
});
