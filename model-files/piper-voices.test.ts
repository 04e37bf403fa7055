import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { modelsFolder, piperFolders } from './folders.ts';
import { parsePiperConfig } from './piper-config.ts';
import { type BrokenVoice, listPiperVoices } from './piper-voices.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-voices-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const CONFIG = {
  audio: { sample_rate: 22_050, quality: 'medium' },
  espeak: { voice: 'de' },
  inference: { noise_scale: 0.5, length_scale: 1.1, noise_w: 0.7 },
  phoneme_id_map: { _: [0], '^': [1], $: [2], a: [3, 4] },
  num_symbols: 5,
  num_speakers: 1,
  speaker_id_map: {},
};

async function put(where: string, id: string, config: unknown, onnx = 'weights'): Promise<void> {
  await mkdir(where, { recursive: true });
  await writeFile(join(where, `${id}.onnx`), onnx);
  if (config !== undefined) {
    await writeFile(
      join(where, `${id}.onnx.json`),
      typeof config === 'string' ? config : JSON.stringify(config),
    );
  }
}

test('every pair is a voice; a broken one is reported and left out', async () => {
  await put(folder, 'good', CONFIG);
  await put(folder, 'another', { ...CONFIG, language: { code: 'de_AT', family: 'de' }, hop_length: 512 });
  await put(folder, 'alone', undefined);
  await put(folder, 'empty', CONFIG, '');
  await put(folder, 'garbled', '{"audio":');
  await put(folder, 'wrong', { ...CONFIG, audio: { sample_rate: 'high' } });
  await put(folder, 'outside', { ...CONFIG, num_symbols: 4 });
  await writeFile(join(folder, 'half.onnx.json'), JSON.stringify(CONFIG));
  const broken: BrokenVoice[] = [];
  const voices = await listPiperVoices([folder], { onBroken: (voice) => broken.push(voice) });
  expect(voices.map(({ id }) => id)).toEqual(['another', 'good']);
  expect(voices[0]?.config).toMatchObject({ languageCode: 'de_AT', languageFamily: 'de', hopSamples: 512 });
  expect(voices[1]).toMatchObject({
    onnxPath: join(folder, 'good.onnx'),
    configPath: join(folder, 'good.onnx.json'),
    config: { sampleRate: 22_050, espeakVoice: 'de', languageFamily: 'de', noiseScale: 0.5, hopSamples: 256 },
  });
  expect(Object.fromEntries(broken.map(({ id, reason }) => [id, reason]))).toEqual({
    alone: 'there is no .onnx.json file beside it',
    empty: 'the .onnx file is empty or not a file',
    garbled: expect.stringContaining('is not JSON'),
    outside: expect.stringContaining('phoneme_id_map'),
    wrong: 'audio.sample_rate: expected integer',
  });
});

test('the first folder that has a voice decides; folders need not exist', async () => {
  const first = join(folder, 'first');
  const second = join(folder, 'second');
  await put(first, 'v', CONFIG);
  await put(second, 'v', { ...CONFIG, audio: { sample_rate: 16_000 } });
  await put(second, 'w', CONFIG);
  const voices = await listPiperVoices([join(folder, 'none'), first, second]);
  expect(voices.map(({ id, config }) => [id, config.sampleRate])).toEqual([
    ['v', 22_050],
    ['w', 22_050],
  ]);
});

test('any JSON is either a configuration or an error with a message', () => {
  const part = fc.oneof(fc.jsonValue(), fc.constant(CONFIG.audio), fc.constant(CONFIG.phoneme_id_map));
  const config = fc.record(
    { audio: part, espeak: part, inference: part, phoneme_id_map: part, num_symbols: part, language: part },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), config), (json) => {
      try {
        expect(parsePiperConfig(json).sampleRate).toBeGreaterThan(0);
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toMatch(/.+: .+/);
      }
    }),
    { interruptAfterTimeLimit: 3_000 },
  );
});

test('folders follow the environment', () => {
  expect(modelsFolder({ MODELS_DIR: '/srv/models' })).toBe('/srv/models');
  expect(modelsFolder({ XDG_CACHE_HOME: '/c' })).toBe('/c/parley/models');
  expect(modelsFolder({})).toMatch(/\/\.cache\/parley\/models$/);
  expect(piperFolders({ MODELS_DIR: '/m', DATA_DIR: '/d' })).toEqual(['/d/voices', '/m/voices']);
});
