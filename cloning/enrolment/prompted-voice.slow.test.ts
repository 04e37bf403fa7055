/** A voice that Pocket TTS speaks from a prompt, with a model of random weights. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenOptions } from '../../engine/engine.ts';
import { createEngine, type SpeakSettings, type StartedEngine } from '../../engine/index.ts';
import { SETTINGS } from '../../engine/speech/testing.ts';
import { pull } from '../../engine/synthesis/families/pocket/testing/pull.ts';
import { RANDOM_MODEL } from '../../engine/synthesis/families/pocket/testing-model.ts';
import { TEST_TEXT, testSpeech, testWav } from '../../engine/testing/speakers.ts';
import type { ClonedVoice } from '../../engine/types.ts';
import { type Cloning, createCloning } from '../index.ts';

const SENTENCE = 'Hello there, my friend.';

let folder: string;
let engine: StartedEngine;
let cloning: Cloning;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-pocket-'));
  await pull(RANDOM_MODEL, folder);
  const pocketFolder = join(folder, 'pocket');
  engine = await createEngine({ voiceFolders: { pocket: [pocketFolder] }, lanes: 2, preloads: false });
  cloning = createCloning(engine);
});
afterAll(async () => {
  await cloning?.close();
  await engine?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a cloned voice speaks with it, in its own voice, and with a base voice elsewhere', async () => {
  const audio = testWav(await testSpeech());
  const { codes } = await cloning.enrol({ audio, lang: 'en', transcript: TEST_TEXT });
  const clone: ClonedVoice = { id: 'ada', name: 'Ada', lang: 'en', referenceId: 'a', codes: shared(codes) };
  const [alba, ada] = [await speak(SENTENCE), await speak(SENTENCE, {}, { clone })];
  expect(ada.units).toEqual(alba.units);
  expect(ada.samples).not.toEqual(alba.samples);
  expect((await speak(SENTENCE, {}, { clone })).samples).toEqual(ada.samples);
  expect(() => engine.check('<phoneme:həloʊ>hello</phoneme>', settings(), clone)).toThrow(/Ada reads words/);
  const german = await speak('Guten Tag.', { lang: 'de' }, { clone });
  expect(german.units).toEqual(['Guten', 'Tag']);
});

function settings(changes: Partial<SpeakSettings> = {}): SpeakSettings {
  return { ...SETTINGS, voiceId: 'pocket-english-2m-alba', samplingRate: 24_000, ...changes };
}

async function speak(text: string, changes: Partial<SpeakSettings> = {}, options: OpenOptions = {}) {
  const stream = engine.open(settings(changes), options);
  stream.push(text, null);
  stream.end();
  const samples: number[] = [];
  const units: string[] = [];
  for await (const { audio, alignment } of stream) {
    samples.push(...new Int16Array(Uint8Array.from(audio).buffer));
    units.push(...(alignment?.units ?? []));
  }
  return { samples, units };
}

function shared(bytes: Uint8Array): Uint8Array {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}
