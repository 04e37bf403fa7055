import { expect, test } from 'vitest';
import type { Recogniser } from '../../../engine/recognition/types.ts';
import { isOneVoice } from './one-voice.ts';

const { signal } = new AbortController();

test.each([
  ['hardly any overlap is one voice, however unclear', 0.003, 0.3, true, 0],
  ['overlap and clear words are one voice that creaks', 0.02, 0.9, true, 1],
  ['overlap and unclear words are two voices', 0.02, 0.6, false, 1],
  ['a recogniser that does not tell how sure it is decides nothing', 0.02, null, true, 1],
])('%s', async (_, overlapShare, confidence, isOne, times) => {
  let asked = 0;
  const recogniser: Recogniser = {
    supports: () => true,
    transcribe: async (samples, { isLive }) => {
      asked++;
      expect(samples.length).toBeLessThanOrEqual(12 * 16_000);
      expect(isLive).toBe(true);
      return { text: 'Something was said.', words: [], confidence };
    },
    close: async () => undefined,
  };
  const heard = isOneVoice(overlapShare, new Float32Array(30 * 16_000), recogniser, { lang: 'en', signal });
  expect(await heard).toBe(isOne);
  expect(asked).toBe(times);
});
