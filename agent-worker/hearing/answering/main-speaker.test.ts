import { describe, expect, it } from 'vitest';
import { SpeechSegmenter } from '../vad/speech-segmenter.ts';
import { WINDOW_MS, WINDOW_SAMPLES } from '../vad/vad-model.ts';
import { MainSpeaker } from './main-speaker.ts';

/** Sound of one level after another. @param parts levels in dBFS with their durations in ms; all of it is speech */
function heard(...parts: readonly (readonly [levelDb: number, ms: number])[]) {
  const speaker = new MainSpeaker();
  const segmenter = new SpeechSegmenter({ windowMs: WINDOW_MS });
  let atMs = 0;
  for (const [levelDb, ms] of parts) {
    const samples = new Int16Array(WINDOW_SAMPLES).fill(32_768 * 10 ** (levelDb / 20));
    for (const endMs = atMs + ms; atMs < endMs; atMs += WINDOW_MS)
      speaker.push({ samples, step: segmenter.push(0.9) }, atMs + WINDOW_MS);
  }
  return { spokenMs: speaker.spokenMs, isSilent: speaker.isSilent };
}

describe('the main speaker', () => {
  it('speaks for as long as they are near their loudest', () => {
    const { spokenMs, isSilent } = heard([-20, 1600], [-25, 1600], [-30, 640], [-22, 1600]);
    expect(spokenMs).toBeGreaterThan(5200);
    expect(isSilent).toBe(false);
  });

  it('has not spoken while only others behind did, before and after', () => {
    const { spokenMs, isSilent } = heard([-32, 3200], [-20, 640], [-30, 3200]);
    expect(spokenMs).toBeGreaterThan(400);
    expect(spokenMs).toBeLessThan(900);
    expect(isSilent).toBe(true);
  });

  it('may be soft on a line without others', () => {
    const { spokenMs, isSilent } = heard([-45, 6400]);
    expect(spokenMs).toBeGreaterThan(6000);
    expect(isSilent).toBe(false);
  });

  it('is not a knock', () => expect(heard([-30, 960], [-8, 32], [-30, 3200]).isSilent).toBe(false));
});
