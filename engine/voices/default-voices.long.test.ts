import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { kokoroFolder } from '../../model-files/folders.ts';
import { createEngine } from '../index.ts';
import { KOKORO } from '../synthesis/families/kokoro/family.ts';
import { readKokoroFolder } from '../synthesis/families/kokoro/folder.ts';
import { kokoroVoices } from '../synthesis/families/kokoro/voices.ts';
import { testWithKokoro } from '../testing/kokoro-voice.ts';
import { say } from '../testing/speech.ts';
import type { Voice } from '../types.ts';
import { VoiceSpeed } from './voice-speed.ts';

testWithKokoro('a client that names no voice hears the most natural one of the language', async () => {
  const spoken: Voice[] = [];
  const engine = await createEngine({
    voiceFolders: { kokoro: [kokoroFolder()] },
    defaultVoices: { preference: 'natural', byLanguage: { es: 'kokoro-em_alex' } },
    lanes: 1,
    observer: { firstAudio: (_waitedMs, voice) => spoken.push(voice) },
  });
  try {
    const text = { en: 'Hello.', it: 'Buongiorno.', es: 'Hola.' };
    for (const [lang, words] of Object.entries(text))
      expect((await say(engine, words, 24_000, { lang })).length, lang).toBeGreaterThan(6_000);
  } finally {
    await engine.close();
  }
  expect(spoken.map(({ id }) => id)).toEqual(['kokoro-af_heart', 'kokoro-if_sara', 'kokoro-em_alex']);
});

testWithKokoro('what a second of its sound costs is found out by a process, and remembered', async () => {
  const { measuredWith } = kokoroVoices(await readKokoroFolder(kokoroFolder()));
  const folder = await mkdtemp(join(tmpdir(), 'parley-speed-'));
  try {
    const { cost } = KOKORO;
    if (typeof cost === 'number') throw new Error('the cost of Kokoro is not measured');
    const speed = new VoiceSpeed(cost, { folder, restSeconds: 0 });
    await new Promise<void>((onMeasured, onFailure) => {
      speed.measureWhenIdle(measuredWith!, { isIdle: () => true, onMeasured, onFailure });
    });
    expect(speed.cost.isMeasured).toBe(true);
    expect(speed.cost.cores).toBeGreaterThan(0);
    const stored: unknown = JSON.parse(await readFile(join(folder, 'kokoro-speed.json'), 'utf8'));
    expect(Object.values(stored as object)[0]).toBeCloseTo(speed.cost.cores, 2);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
