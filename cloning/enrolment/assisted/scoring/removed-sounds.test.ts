import { expect, test } from 'vitest';
import { removedFigures, removedLevels } from './removed-sounds.ts';

const RATE = 16_000;
/** One for each 10 ms of a second and a half. */
const COUNT = 150;

/** A simple model of a voice: a tone that sounds and pauses for a third of a second in turn. */
const voice = Float32Array.from({ length: 1.5 * RATE }, (_, i) =>
  Math.floor(i / (RATE / 3)) % 2 === 0 ? 0.2 * Math.sin((2 * Math.PI * 440 * i) / RATE) : 0,
);
/** A beep as loud as the voice, for 100 ms. */
const disturbed = voice.map((x, i) =>
  i >= 0.4 * RATE && i < 0.5 * RATE ? 0.2 * Math.sin((2 * Math.PI * 1800 * i) / RATE) : x,
);

test('sounds that an enhancer removed are found, at any level of the rest', () => {
  const levels = removedLevels(
    disturbed,
    RATE,
    { samples: voice.map((x) => 0.5 * x), sampleRate: RATE },
    COUNT,
  );
  const speechDb = 10 * Math.log10(0.02);
  expect(levels[45]).toBeCloseTo(speechDb, 0);
  const { removedMostDb, removedUsualDb } = removedFigures(levels, [0, COUNT], speechDb);
  expect(removedMostDb).toBeCloseTo(0, 0);
  expect(removedUsualDb).toBeLessThan(-30);
  // The rest of the sound is unchanged.
  expect(removedFigures(levels, [80, COUNT], speechDb).removedMostDb).toBeLessThan(-30);
});

test('nothing is known where no enhancer was asked', () => {
  expect(Object.values(removedFigures(null, [0, COUNT], -20))).toEqual([null, null, null, null]);
});
