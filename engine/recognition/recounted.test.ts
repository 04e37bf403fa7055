import { beforeAll, expect, test } from 'vitest';
import { ESPEAK_SAMPLE_RATE, Espeak } from '../../language/pronunciation/espeak.ts';
import { resampleAll } from '../../media/resampler.ts';
import { recounted } from './recounted.ts';
import { RECOGNITION_SAMPLE_RATE } from './types.ts';

let espeak: Espeak;
beforeAll(async () => {
  espeak = await Espeak.load();
});

function said(text: string, contrastDb = 40): { samples: Float32Array; contrastDb: number } {
  const { audio } = espeak.synthesize(text, { voice: 'en-us', rate: 160, pitch: 50, range: 50 });
  const samples = Float32Array.from(audio, (value) => value / 32768);
  return { samples: resampleAll(samples, ESPEAK_SAMPLE_RATE, RECOGNITION_SAMPLE_RATE), contrastDb };
}

const times = (word: string, count: number): string => new Array(count).fill(word).join(' ');

test.each([
  ['five', 8, 'Five, five, five, five, five, five, five, five, five.', '5'.repeat(8)],
  ['five', 8, '55555.', '5'.repeat(8)],
  ['five', 6, '555-555-5555', '5'.repeat(6)],
  ['seven', 7, '7, 7, 7, 7, 7, 7', '7'.repeat(7)],
  ['zero', 5, '000 000', '0'.repeat(5)],
  ['two', 10, '22222222', '2'.repeat(10)],
  ['nine', 9, 'Nine. Nine. Nine. Nine. Nine. Nine. Nine.', '9'.repeat(9)],
])('"%s" %d times, written as "%s", is as many digits', (word, count, written, digits) => {
  const text = recounted(written, said(`${times(word, count)}.`)) ?? '';
  const figures = text.toLowerCase().replaceAll(word, digits[0]!).replace(/\D/g, '');
  expect(figures).toBe(digits);
});

test.each(['555', '5555-1', 'That is 5555', 'Yes, yes, yes, yes.', ''])(
  'other texts are left alone: "%s"',
  (text) => {
    expect(recounted(text, said(times('five', 5)))).toBeNull();
  },
);

test('what does not repeat itself is not counted, nor what is in noise or has nothing to do with the text', () => {
  expect(recounted('55555', said('The ferry leaves at noon, and we have time.'))).toBeNull();
  expect(recounted('55555', said(times('five', 6), 12))).toBeNull();
  expect(recounted('5555', said(times('five', 10)))).toBeNull();
  expect(recounted('5555', { samples: new Float32Array(16_000), contrastDb: 40 })).toBeNull();
});
