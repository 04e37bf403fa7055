import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { missingInstructions } from '../../model-files/onnx/instruction-sets.ts';
import { createRecogniser, understandsAnything } from './create-recogniser.ts';
import { RemoteRecogniser } from './remote-recogniser.ts';
import { speechRange } from './speech-range.ts';
import { RECOGNITION_SAMPLE_RATE, type Recogniser, RecognitionError } from './types.ts';
import { heardWords } from './whisper/heard-words.ts';

describe('heardWords', () => {
  const segments = (text: string, stepMs = 300) =>
    text.split(' ').map((word, i) => ({ text: word, startMs: i * stepMs, endMs: (i + 1) * stepMs }));
  const texts = (text: string, endMs = 60_000) =>
    heardWords(segments(text), { startMs: 0, endMs, soundMs: endMs }).map((word) => word.text);

  test.each([
    ['Hello world.', ['Hello', 'world.']],
    ['[BLANK_AUDIO]', []],
    ['[Music fades]', []],
    ['(engine revving) [', []],
    ['( (S)', []],
    ['Hello (door opens) again', ['Hello', 'again']],
    ['♪ la la ♪ Hello', ['Hello']],
    ['*sighs* Well ... yes', ['Well', 'yes']],
    ['- 5 -', ['5']],
  ])('%s', (text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  test('repetitions faster than speech are dropped, slow ones are not', () => {
    const loop = "You don't mean that you thought me so silly? ".repeat(4).trim();
    expect(texts(loop, 2800)).toEqual([]);
    expect(texts(loop, 20_000)).toHaveLength(36);
    expect(texts('no no no no no', 900)).toHaveLength(5);
  });

  test('a word that is alone and lasts too long is dropped, one that does not is kept', () => {
    const long = (text: string, soundMs = 60_000) =>
      heardWords(segments(text, 2100), { startMs: 0, endMs: 60_000, soundMs }).map((word) => word.text);
    expect(long('in')).toEqual([]);
    expect(texts('in')).toEqual(['in']);
    expect(long('Well, yes')).toEqual(['Well,', 'yes']);
    // The remaining seconds are silent.
    expect(long('in', 400)).toEqual(['in']);
    expect(long('5', 600)).toEqual(['5']);
    const instant = (soundMs: number) =>
      heardWords([{ text: 'Thanks', startMs: 2000, endMs: 2000 }], { startMs: 0, endMs: 3000, soundMs });
    expect(instant(1900)).toEqual([]);
    expect(instant(500)).toHaveLength(1);
    expect(long('incomprehensibilities')).toEqual(['incomprehensibilities']);
  });

  test.each(['202-555-0173.', '7777777', '4-4-20-7946-0958', 'M-A-R-T-I-N-E-Z.', 'A-1-B-2', 'K7X'])(
    'what is dictated may last long, though it is written as one word: %s',
    (text) => {
      const word = [{ text, startMs: 0, endMs: 6000 }];
      expect(heardWords(word, { startMs: 0, endMs: 6000, soundMs: 6000 })).toHaveLength(1);
    },
  );

  test('repeated digits are kept as fast as people say them', () => {
    const digits = '0 '.repeat(12).trim();
    expect(texts(digits, 2000)).toHaveLength(12);
    expect(texts('0 '.repeat(40).trim(), 2000)).toEqual([]);
  });

  test('times are shifted to the recording, in order and inside it', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (offsetMs, lengthMs) => {
        for (const word of heardWords(segments('a b c d e f g'), {
          startMs: offsetMs,
          endMs: offsetMs + lengthMs,
          soundMs: lengthMs,
        })) {
          expect(word.startMs).toBeGreaterThanOrEqual(offsetMs);
          expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
          expect(word.endMs).toBeLessThanOrEqual(offsetMs + lengthMs);
        }
      }),
    );
  });
});

describe('speechRange', () => {
  const RATE = RECOGNITION_SAMPLE_RATE;
  const make = (seconds: number, sample: (i: number) => number) =>
    Float32Array.from({ length: seconds * RATE }, (_, i) => sample(i));
  let seed = 7;
  const noise = () => {
    seed = (seed * 48271) % 2147483647;
    return (seed / 2147483647) * 2 - 1;
  };

  test.each([
    ['nothing', new Float32Array(0)],
    ['silence', make(2, () => 0)],
    ['soft noise', make(2, () => 0.001 * noise())],
    ['loud noise', make(2, () => 0.5 * noise())],
    ['a steady tone', make(2, (i) => 0.5 * Math.sin(i / 5))],
    ['a click', make(2, (i) => (i === RATE ? 1 : 0))],
  ])('none in %s', (_, samples) => {
    expect(speechRange(samples)).toBeNull();
  });

  test('from the first to the last burst with a margin, also in noise', () => {
    for (const level of [0, 0.02]) {
      const inside = (i: number) => i >= 2 * RATE && i < 3 * RATE;
      const samples = make(6, (i) => level * noise() + (inside(i) ? 0.3 * Math.sin(i / 5) : 0));
      const range = speechRange(samples)!;
      expect(range.startSamples / RATE).toBeGreaterThan(1.6);
      expect(range.startSamples / RATE).toBeLessThan(1.8);
      expect(range.endSamples / RATE).toBeGreaterThan(3.2);
      expect(range.endSamples / RATE).toBeLessThan(3.4);
    }
  });
});

describe('missingInstructions', () => {
  const cpuinfo = (flags: string) => `processor\t: 0\nflags\t\t: ${flags}\nbugs\t\t:\n`;

  test('names what an old processor lacks', () => {
    expect(missingInstructions(cpuinfo('fpu sse4_2 avx f16c'), 'x64')).toEqual([
      'avx2',
      'fma',
      'bmi2',
      'movbe',
    ]);
    expect(missingInstructions(cpuinfo('fpu fma movbe f16c avx bmi1 avx2 bmi2'), 'x64')).toEqual([]);
  });

  test('says nothing where nothing is known', () => {
    expect(missingInstructions('', 'x64')).toEqual([]);
    expect(missingInstructions(cpuinfo('fp asimd'), 'arm64')).toEqual([]);
  });
});

describe('createRecogniser', () => {
  const modelsFolder = mkdtempSync(join(tmpdir(), 'parley-no-models-'));
  afterAll(() => rmSync(modelsFolder, { recursive: true, force: true }));

  test('is remote where a server is named', async () => {
    const remote = { baseUrl: 'http://127.0.0.1:9/v1', apiKey: null, model: 'm' };
    const recogniser = await createRecogniser({ remote, modelsFolder });
    expect(recogniser).toBeInstanceOf(RemoteRecogniser);
    expect(recogniser.supports('tlh')).toBe(true);
    await recogniser.close();
  });

  /** Sparse files instead of models: models are read only when they are used. */
  function install(folder: string, ...names: string[]): void {
    mkdirSync(join(folder, 'recognisers'), { recursive: true });
    for (const name of names) {
      const path = join(folder, 'recognisers', name);
      writeFileSync(path, '');
      truncateSync(path, 142 * 2 ** 20);
    }
  }

  const canRun = missingInstructions().length === 0;
  const supported = (recogniser: Recogniser, ...langs: string[]) =>
    langs.map((lang) => recogniser.supports(lang));

  test('understands what the installed models were trained on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-recognisers-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    install(folder, 'ggml-base.en.bin');
    const recogniser = await createRecogniser({
      remote: null,
      modelsFolder: folder,
      local: 'whisper-base.en',
    });
    expect(supported(recogniser, 'en_GB', 'de', '')).toEqual([canRun, false, false]);
    expect(understandsAnything(recogniser)).toBe(canRun);
    // A model that is fetched while the server runs.
    install(folder, 'ggml-base-q8_0.bin');
    expect(supported(recogniser, 'en', 'de', 'pt-BR', 'ko', '', 'tlh')).toEqual(
      [true, true, true, true, true, false].map((supports) => supports && canRun),
    );
    rmSync(join(folder, 'recognisers'), { recursive: true });
    expect(understandsAnything(recogniser)).toBe(false);
    await recogniser.close();
  });

  test('understands nothing without a model, and says how to get one', async () => {
    const warnings: string[] = [];
    const recogniser = await createRecogniser({
      remote: null,
      modelsFolder,
      warn: (text) => warnings.push(text),
    });
    expect(supported(recogniser, 'en', 'de', '')).toEqual([false, false, false]);
    expect(understandsAnything(recogniser)).toBe(false);
    expect(warnings.join()).toContain('npm run models -- pull whisper-tiny.en');
    const job = recogniser.transcribe(new Float32Array(16), { lang: 'en' });
    await expect(job).rejects.toBeInstanceOf(RecognitionError);
    await expect(job).rejects.toThrow('npm run models');
    await recogniser.close();
  });
});
