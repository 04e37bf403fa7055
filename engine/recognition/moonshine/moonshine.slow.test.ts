import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { conditioned } from '../../../media/conditioning.ts';
import { ENGLISH_RECOGNISER } from '../../../model-files/manifest.ts';
import { ModelStore } from '../../../model-files/store.ts';
import { speakForTest } from '../../testing/speech.ts';
import { createRecogniser, localModel } from '../create-recogniser.ts';
import { LocalRecogniser } from '../local-recogniser.ts';
import { type Dictation, RECOGNITION_SAMPLE_RATE, type Recogniser } from '../types.ts';
import { wordErrors } from '../wer.ts';

const SENTENCE = 'The quick brown fox jumps over the lazy dog. She bought three red apples at the market.';
const DICTATED = [
  'My number is two nine one, eight four six three.',
  "It's spelled W, H, I, T, F, I, E, L, D.",
  'Laura dot Harris at gmail dot com.',
  "I don't have one.",
];
const EN = { lang: 'en', isLive: true };

const MOONSHINE = 'moonshine-tiny.en';
const store = new ModelStore();
const model = localModel(store, MOONSHINE);
const isInstalled = (id: string): boolean => localModel(store, id).files.every((file) => existsSync(file));
const skipsWithout = (...ids: readonly string[]) =>
  describe.skipIf(!ids.every(isInstalled) && process.env.CI !== 'true');

function sound(seconds: number, sample: (t: number) => number): Float32Array {
  const samples = Float32Array.from({ length: seconds * RECOGNITION_SAMPLE_RATE }, (_, i) =>
    sample(i / RECOGNITION_SAMPLE_RATE),
  );
  return conditioned(samples, RECOGNITION_SAMPLE_RATE);
}
let seed = 1;
function noise(): number {
  seed = (seed * 48271) % 2147483647;
  return (seed / 2147483647) * 2 - 1;
}
/** The model writes "You", "Thank you for watching!", "Oh, oh, oh" and notes for them. */
const NO_SPEECH = {
  silence: sound(2, () => 0),
  breath: sound(3, (t) => 0.25 * noise() * Math.max(0, Math.sin(Math.PI * t)) ** 2),
  knocks: sound(2, (t) => (t % 0.6 < 0.1 ? 0.5 * noise() * Math.exp(-50 * (t % 0.6)) : 0.001 * noise())),
  'a busy line': sound(5, (t) =>
    t % 1 < 0.5 ? 0.2 * (Math.sin(2 * Math.PI * 480 * t) + Math.sin(2 * Math.PI * 620 * t)) : 0,
  ),
  drums: sound(5, (t) => 0.6 * Math.exp(-20 * (t % 0.5)) * Math.sin(2 * Math.PI * 60 * (t % 0.5))),
  barking: sound(5, (t) => {
    const u = t % 0.9;
    return u < 0.18 ? 0.5 * Math.sin(2 * Math.PI * (500 - 900 * u) * u) * Math.exp(-10 * u) : 0;
  }),
};

skipsWithout(MOONSHINE)('a Moonshine model', () => {
  const recogniser = new LocalRecogniser(model);
  afterAll(() => recogniser.close());
  let speech: Float32Array;
  let yes: Float32Array;
  let dictated: [Float32Array, Float32Array, Float32Array, Float32Array];
  beforeAll(async () => {
    const spoken = await speakForTest(SENTENCE, 'Yes.', ...DICTATED);
    [speech, yes] = spoken as [Float32Array, Float32Array];
    dictated = spoken.slice(2) as typeof dictated;
  });

  test('recognises sentences and a single word, without the times of words', async () => {
    const { text, words } = await recogniser.transcribe(speech, EN);
    expect(wordErrors(SENTENCE, text).errors).toBeLessThanOrEqual(1);
    expect(words).toEqual([]);
    expect(wordErrors('Yes.', (await recogniser.transcribe(yes, EN)).text).errors).toBe(0);
  });

  test('speech that goes on is heard again and again, and one with another beginning after it', async () => {
    const partial = { ...EN, isPartial: true };
    for (const share of [0.3, 0.5, 0.7]) {
      const part = speech.slice(0, share * speech.length);
      const { text, wordConfidences } = await recogniser.transcribe(part, partial);
      expect(text).toMatch(/brown/i);
      expect(wordConfidences).toHaveLength(text.split(' ').length);
    }
    const { text } = await recogniser.transcribe(speech, partial);
    expect(wordErrors(SENTENCE, text).errors).toBeLessThanOrEqual(1);
    expect(wordErrors('Yes.', (await recogniser.transcribe(yes, partial)).text).errors).toBe(0);
  });

  test('writes phrases that are nearly as likely as what it would write, and no others', async () => {
    const hear = async (samples: Float32Array, ...phrases: readonly string[]): Promise<string> =>
      (await recogniser.transcribe(samples, { ...EN, phrases })).text.toLowerCase().replace(/[^a-z ]/g, '');
    const [meet] = (await speakForTest('Meet me.')) as [Float32Array];
    expect(await hear(meet)).toBe('meet me');
    expect(await hear(meet, 'right', 'meat me')).toBe('meat me');
    expect(await hear(yes, 'right', 'no')).toBe('yes');
    expect(await hear(yes, 'yes', 'no')).toBe('yes');
    expect(wordErrors(SENTENCE, await hear(speech, 'the', 'the quick')).errors).toBeLessThanOrEqual(1);
  });

  test('writes digits, letters and addresses where they are expected, and what else is said as it is', async () => {
    const [digits, letters, email, none] = dictated;
    const hear = async (samples: Float32Array, dictation: Dictation | 'any'): Promise<string> =>
      (await recogniser.transcribe(samples, { ...EN, dictation })).text;
    expect((await hear(digits, 'digits')).replace(/\D/g, '')).toBe('2918463');
    expect(await hear(letters, 'letters')).toMatch(/W-H-I-T-F-I-E-L-D/);
    expect(await hear(email, 'email')).toMatch(/\.harris@gmail\.com$/);
    for (const told of ['digits', 'letters', 'code', 'email'] as const) {
      expect(await hear(none, told)).toBe(await hear(none, 'any'));
    }
  });

  test('recognises more than it takes at a time', async () => {
    const second = 28 * RECOGNITION_SAMPLE_RATE;
    const long = new Float32Array(second + speech.length);
    long.set(speech);
    long.set(speech, second);
    const { text } = await recogniser.transcribe(long, EN);
    expect(wordErrors(`${SENTENCE} ${SENTENCE}`, text).errors).toBeLessThanOrEqual(3);
  });

  test.each(Object.entries(NO_SPEECH))('takes %s for nothing', async (_, samples) => {
    expect((await recogniser.transcribe(samples, EN)).text).toBe('');
  });

  test('a job is aborted in its middle, and the same process does the next', async () => {
    await recogniser.transcribe(speech, EN);
    const { pid } = recogniser;
    const abort = new AbortController();
    const job = recogniser.transcribe(speech, { ...EN, signal: abort.signal });
    await sleep(20);
    abort.abort(new Error('hung up'));
    await expect(job).rejects.toThrow('hung up');
    expect((await recogniser.transcribe(speech, EN)).text).toMatch(/fox/i);
    expect(recogniser.pid).toBe(pid);
  });
});

skipsWithout(MOONSHINE, ENGLISH_RECOGNISER)('with a Whisper model beside it', () => {
  let recogniser: Recogniser;
  beforeAll(async () => {
    recogniser = await createRecogniser({ remote: null });
  });
  afterAll(() => recogniser.close());

  /** Only Whisper provides the times of words. */
  const isWhisper = async (samples: Float32Array): Promise<boolean> =>
    (await recogniser.transcribe(samples, EN)).words.length > 0;

  test('hears callers, but not in noise', async () => {
    const [speech] = (await speakForTest(SENTENCE)) as [Float32Array];
    const power = speech.reduce((sum, sample) => sum + sample ** 2, 0) / speech.length;
    const inNoise = (dB: number): Float32Array =>
      speech.map((sample) => sample + noise() * Math.sqrt(3 * power * 10 ** (-dB / 10)));
    expect(await isWhisper(speech)).toBe(false);
    expect(await isWhisper(inNoise(5))).toBe(true);
  });

  test('is surer of speech in a quiet room than in noise', async () => {
    const [speech] = (await speakForTest(SENTENCE)) as [Float32Array];
    const noisy = speech.map((sample) => sample + 0.05 * noise());
    const sure = (await recogniser.transcribe(speech, EN)).confidence!;
    const unsure = (await recogniser.transcribe(noisy, EN)).confidence!;
    expect(sure).toBeGreaterThan(0.8);
    expect(unsure).toBeLessThan(sure);
  });

  test('a sound that may be no speech is heard by both', async () => {
    // Moonshine writes "Oh, oh, oh" for it, as it does for people who say that.
    expect((await recogniser.transcribe(NO_SPEECH.barking, EN)).text).toBe('');
    const [said] = (await speakForTest('You.')) as [Float32Array];
    expect(await isWhisper(said)).toBe(true);
  });

  test('a recording has the times of its words', async () => {
    const [speech] = (await speakForTest(SENTENCE)) as [Float32Array];
    expect((await recogniser.transcribe(speech, { lang: 'en' })).words.length).toBeGreaterThan(10);
  });
});
