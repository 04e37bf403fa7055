import { expect, it } from 'vitest';
import { PlainVadModel, plainSound } from '../testing.ts';
import { AudioIntake } from './audio-intake.ts';

it('judges what a filter gives back late, in order', async () => {
  const held: Int16Array[] = [];
  // Silence at first, and then everything.
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
