import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SegmentStep, SpeechSegmenter } from './speech-segmenter.ts';

const WINDOW_MS = 32;

function run(probabilities: readonly number[], options = {}): SegmentStep[] {
  const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS, ...options });
  return probabilities.map((probability) => segmenter.push(probability));
}

/** Windows at which something changed, as "change@window". */
function changes(steps: readonly SegmentStep[]): string[] {
  return steps.flatMap((step, i) => (step.change === 'none' ? [] : [`${step.change}@${i}`]));
}

const windows = (count: number, probability: number): number[] => Array<number>(count).fill(probability);
/** Series of windows, because speech is judged by series. */
const sounds = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.double({ min: 0, max: 1, noNaN: true })), {
    maxLength: 30,
  })
  .map((stretches) => stretches.flatMap(([count, probability]) => windows(count, probability)));

describe('SpeechSegmenter', () => {
  it('begins with the second voiced window, pauses after 64 ms, ends after 256 ms', () => {
    const steps = run([...windows(3, 0), ...windows(10, 0.9), ...windows(12, 0.1)]);
    expect(changes(steps)).toEqual(['started@4', 'paused@14', 'ended@20']);
    expect(steps[4]).toMatchObject({ speaking: true, speechMs: 64, silenceMs: 0 });
    expect(steps[20]).toMatchObject({ speaking: false, speechMs: 320, silenceMs: 256, forced: false });
  });

  it('goes on after a pause', () => {
    const steps = run([...windows(5, 0.9), ...windows(4, 0.1), ...windows(5, 0.9), ...windows(8, 0.1)]);
    expect(changes(steps)).toEqual(['started@1', 'paused@6', 'resumed@9', 'paused@15', 'ended@21']);
  });

  it('takes what is between the thresholds for speech only once speech has begun', () => {
    expect(changes(run(windows(50, 0.45)))).toEqual([]);
    expect(changes(run([...windows(3, 0.6), ...windows(50, 0.45)]))).toEqual(['started@1']);
  });

  it('knows of a silent line that speech is over, whatever the model goes on to hear', () => {
    const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS });
    for (const probability of windows(30, 0.9)) segmenter.push(probability, false);
    const steps = [...windows(3, 0.9), ...windows(6, 0.1)].map((probability) =>
      segmenter.push(probability, true),
    );
    expect(changes(steps)).toEqual(['paused@0', 'ended@7']);
  });

  it('waits a window longer for the end of a word or two, which are seldom all', () => {
    const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS });
    for (const probability of windows(10, 0.9)) segmenter.push(probability, false);
    const steps = windows(9, 0.9).map((probability) => segmenter.push(probability, true));
    expect(changes(steps)).toEqual(['paused@1', 'ended@7']);
  });

  it('does not begin with a single window', () => {
    expect(changes(run([0, 1, 0, 1, 0, 0, 1, 0]))).toEqual([]);
  });

  it('ends noise that never ends, and hears again after a pause in it', () => {
    const noise = windows(3000, 0.9);
    const steps = run([...noise, ...windows(3, 0), ...windows(4, 0.9)], { maxSpeechMs: 60_000 });
    expect(changes(steps)).toEqual(['started@1', 'ended@1874', 'started@3004']);
    expect(steps[1874]?.forced).toBe(true);
  });

  it('begins and ends in turn, with pauses only in speech, whatever it hears', () => {
    fc.assert(
      fc.property(sounds, (probabilities) => {
        let speaking = false;
        let paused = false;
        for (const step of run(probabilities, { maxSpeechMs: 3000 })) {
          if (step.change === 'started') expect(speaking).toBe(false);
          if (step.change === 'ended') expect(speaking).toBe(true);
          if (step.change === 'paused') expect([speaking, paused]).toEqual([true, false]);
          if (step.change === 'resumed') expect([speaking, paused]).toEqual([true, true]);
          if (step.change === 'started') speaking = true;
          if (step.change === 'ended') speaking = false;
          if (step.change === 'paused') paused = true;
          if (step.change === 'resumed' || step.change === 'ended') paused = false;
          expect(step.speaking).toBe(speaking);
        }
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });

  it('never pauses later than it ends, and ends only in silence or after the longest time', () => {
    fc.assert(
      fc.property(sounds, (probabilities) => {
        for (const step of run(probabilities, { maxSpeechMs: 3000 })) {
          expect(Math.min(step.accumulatedSpeechMs, step.accumulatedSilenceMs)).toBe(0);
          expect(step.speechMs).toBeLessThan(3000 + WINDOW_MS);
          if (step.change === 'ended' && !step.forced) expect(step.silenceMs).toBeGreaterThanOrEqual(250);
          if (step.change === 'started') expect(step.accumulatedSpeechMs).toBeGreaterThanOrEqual(50);
        }
      }),
      { interruptAfterTimeLimit: 2000 },
    );
  });

  it('forgets all when reset', () => {
    const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS });
    for (const probability of windows(10, 0.9)) segmenter.push(probability);
    segmenter.reset();
    expect(segmenter.push(0.9)).toMatchObject({ change: 'none', speaking: false, accumulatedSpeechMs: 32 });
  });
});
