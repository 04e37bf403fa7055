import { expect, test } from 'vitest';
import { withOpenedPauses } from './opened-pauses.ts';

const RATE = 16_000;
const word = (text: string, startMs: number, endMs: number) => ({ text, startMs, endMs, confidence: null });

/** A tone with silences in it, in ms; the room is 40 dB softer. */
function sound(
  lengthMs: number,
  silences: readonly (readonly [number, number])[],
  room = 0.005,
): Float32Array {
  return Float32Array.from({ length: (lengthMs * RATE) / 1000 }, (_, i) => {
    const ms = (i * 1000) / RATE;
    const isSilent = silences.some(([from, to]) => ms >= from && ms < to);
    return Math.sin(i / 5) * (isSilent ? room : 0.5);
  });
}

test('a pause is opened between the words that it lies between, though their times leave none', () => {
  const words = [
    word('One', 0, 450),
    word('two.', 450, 1100),
    word('Three', 1100, 1800),
    word('four.', 1800, 2400),
  ];
  expect(withOpenedPauses(words, sound(2400, [[900, 1300]]), RATE)).toEqual([
    { text: 'One', startMs: 0, endMs: 450, confidence: 1 },
    { text: 'two', startMs: 450, endMs: 900, confidence: 1 },
    { text: 'Three', startMs: 1300, endMs: 1800, confidence: 1 },
    { text: 'four', startMs: 1800, endMs: 2400, confidence: 1 },
  ]);
});

test('between two boundaries that are about as near it is the one with a mark', () => {
  const words = [word('yes,', 0, 800), word('it', 800, 1000), word('is', 1000, 2000)];
  const [yes, it] = withOpenedPauses(words, sound(2000, [[780, 1040]]), RATE);
  expect(yes).toMatchObject({ text: 'yes', endMs: 780 });
  expect(it?.startMs).toBeGreaterThanOrEqual(1000);
});

test('closures of plosives are no pauses, and digital silence does not make the room one long sound', () => {
  const words = [word('a', 0, 1000), word('b', 1000, 2000), word('c', 2000, 3000)];
  const short = withOpenedPauses(words, sound(3000, [[960, 1040]]), RATE);
  expect(short.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 1000],
    [1000, 2000],
    [2000, 3000],
  ]);
  const muted = sound(3000, [
    [900, 1100],
    [1900, 2200],
  ]);
  muted.fill(0, 1.9 * RATE, 2.2 * RATE);
  expect(withOpenedPauses(words, muted, RATE).map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 900],
    [1100, 1900],
    [2200, 3000],
  ]);
});

test('every word keeps its place in order, and marks by themselves are no words', () => {
  const words = [word('a', 0, 100), word('-', 100, 120), word('b!', 120, 130), word('c', 130, 140)];
  const opened = withOpenedPauses(words, sound(2000, [[90, 600]]), RATE);
  expect(opened.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  for (const { startMs, endMs } of opened) expect(endMs).toBeGreaterThanOrEqual(startMs);
});
