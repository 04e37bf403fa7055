import { expect, it } from 'vitest';
import { PlainVadModel, plainSound } from '../testing.ts';
import { AudioIntake } from './audio-intake.ts';

it('judges what a filter gives back late, in order', async () => {
  const held: Int16Array[] = [];
  // Judges silence first, then all sound.
  const filter = (window: Int16Array): Int16Array => {
    held.push(window);
    if (held.length < 3) return new Int16Array(window.length);
    return Int16Array.from(held.splice(0).flatMap((part) => [...part]));
  };
  const intake = new AudioIntake({ model: new PlainVadModel(), filter });
  const heard: number[] = [];
  const done = new Promise<void>((resolve) => {
    intake.onWindow(({ probability, index }) => {
      expect(index).toBe(heard.length);
      heard.push(probability);
      if (heard.length === 5) resolve();
    });
  });
  intake.push(plainSound([1, 0.1], [1, 0.2], [1, 0.3]));
  await done;
  expect(heard).toEqual([0, 0, 0.1, 0.2, 0.3]);
  intake.close();
});

it('has judged everything when it was flushed, with silence where a window is not full', async () => {
  const intake = new AudioIntake({ model: new PlainVadModel(), maxWaiting: 1000 });
  const heard: number[] = [];
  intake.onWindow(({ probability }) => heard.push(probability));
  intake.push(plainSound([500, 0.2]));
  intake.push(plainSound([1, 0.3]).subarray(0, 100));
  await intake.flush();
  expect(heard).toHaveLength(501);
  expect(heard.at(-1)).toBe(0.3);
  await intake.flush();
  expect(heard).toHaveLength(501);
  intake.close();
});
