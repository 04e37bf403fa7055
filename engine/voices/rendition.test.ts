import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Rendition } from '../forced-alignment/types.ts';
import { LanePool } from '../lanes/pool.ts';
import { espeakSource } from '../synthesis/families/espeak/source.ts';
import type { VoiceSource } from '../synthesis/voice-source.ts';
import { NEURAL_CONFIG, NEURAL_MODEL, testWithNeuralVoice } from '../testing/neural-voice.ts';
import { renderRendition } from './rendition.ts';

const ESPEAK = espeakSource('en-us');
const never = new AbortController().signal;

let lanes: LanePool;
beforeAll(async () => {
  lanes = new LanePool(1);
  await lanes.ready();
});
afterAll(() => lanes.close());

const render = (text: string, source: VoiceSource = ESPEAK, speed = 1): Promise<Rendition> =>
  renderRendition(lanes, source, text, 'en', { signal: never, speed });

function expectWhole({ samples, words, phonemes }: Rendition): void {
  let end = 0;
  for (const phoneme of phonemes) {
    expect(phoneme.startSamples).toBe(end);
    expect(phoneme.endSamples).toBeGreaterThan(end);
    end = phoneme.endSamples;
  }
  expect(end).toBe(samples.length);
  for (const [index, word] of words.entries()) {
    const own = phonemes.filter((phoneme) => phoneme.word === index);
    expect(own[0]?.startSamples).toBe(word.startSamples);
    expect(own.at(-1)?.endSamples).toBe(word.endSamples);
  }
}

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);

test('speaks several sentences with a pause between them', async () => {
  const rendition = await render('Dr. Smith came at 5 p.m. on Monday. "Well," he said, "it rains!"');
  expect(rendition.words.map(({ text }) => text).join(' ')).toBe(
    'Dr. Smith came at 5 p.m. on Monday Well he said it rains',
  );
  expectWhole(rendition);
  expect(rendition.sampleRate).toBe(22_050);
  const [monday, well] = ['Monday', 'Well'].map((text) => rendition.words.find((word) => word.text === text));
  const from = monday?.endSamples ?? 0;
  const to = well?.startSamples ?? 0;
  expect((to - from) / 22.05).toBeGreaterThan(250);
  expect(rms(rendition.samples.subarray(from, to))).toBeLessThan(0.1 * rms(rendition.samples));
});

test('takes a plain text: nothing in it is markup', async () => {
  const { words } = await render('Press <SPELL> now <break time="9s"/> please');
  expect(words.map(({ text }) => text)).toContain('now');
  expect(words.length).toBeGreaterThan(4);
});

test('a text without anything to say has no sound', async () => {
  for (const text of ['', ' \n', '...', '—']) {
    expect(await render(text)).toMatchObject({ samples: new Float32Array(0), words: [], phonemes: [] });
  }
});

test('the speed divides the time', async () => {
  const text = 'Nothing is as good as it seems beforehand.';
  const [slow, fast] = [await render(text, ESPEAK, 0.7), await render(text, ESPEAK, 1.5)];
  expect(slow.samples.length / fast.samples.length).toBeGreaterThan(1.8);
});

test('stops when it is aborted', async () => {
  const stop = new AbortController();
  const rendition = renderRendition(lanes, ESPEAK, 'One. Two. Three.', 'en', {
    signal: stop.signal,
    speed: 1,
  });
  stop.abort(new Error('enough'));
  await expect(rendition).rejects.toThrow('enough');
});

testWithNeuralVoice('speaks with a neural voice', async () => {
  const source = { engine: 'vits', modelPath: NEURAL_MODEL, configPath: NEURAL_CONFIG, speaker: 0 } as const;
  const rendition = await render('A voice made of numbers. It speaks.', source);
  expectWhole(rendition);
  expect(rendition.words).toHaveLength(7);
  for (const word of rendition.words) {
    const sound = rendition.samples.subarray(word.startSamples, word.endSamples);
    expect(rms(sound)).toBeGreaterThan(0.01);
  }
});
