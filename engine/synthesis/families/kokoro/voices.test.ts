import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { espeakLanguages, espeakVoiceFor } from '../../../../language/pronunciation/espeak-languages.ts';
import { KOKORO_GRAPH, KOKORO_STYLES } from '../../../../model-files/kokoro-files.ts';
import { Catalog } from '../../../voices/catalog.ts';
import { InstalledVoices } from '../../../voices/installed-voices.ts';
import { baseKey } from '../../base-key.ts';
import { readKokoroFolder } from './folder.ts';
import type { KokoroSource } from './source.ts';
import { kokoroEntries, kokoroVoices } from './voices.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-kokoro-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A sparse file of the right size. */
async function put({ name, sizeBytes }: { name: string; sizeBytes: number }): Promise<void> {
  await writeFile(join(folder, name), '');
  await truncate(join(folder, name), sizeBytes);
}

const styleOf = (voice: string) => KOKORO_STYLES.find(({ name }) => name === `${voice}.bin`)!;

/** All voices, as if they were installed. */
const everyone = kokoroEntries({
  modelPath: '/kokoro/kokoro.onnx',
  stylePaths: new Map(KOKORO_STYLES.map(({ name }) => [name.slice(0, -4), `/kokoro/${name}`])),
});

test('only voices with all their files are there', async () => {
  expect(await readKokoroFolder(join(folder, 'none'))).toBeNull();
  await put(styleOf('af_heart'));
  expect(await readKokoroFolder(folder)).toBeNull();
  await put({ ...KOKORO_GRAPH, sizeBytes: 1_000 });
  expect(await readKokoroFolder(folder)).toBeNull();
  await put(KOKORO_GRAPH);
  await put({ ...styleOf('am_adam'), sizeBytes: 1_000 });
  await writeFile(join(folder, 'stranger.bin'), '');
  expect(await readKokoroFolder(folder)).toEqual({
    modelPath: join(folder, KOKORO_GRAPH.name),
    stylePaths: new Map([['af_heart', join(folder, 'af_heart.bin')]]),
  });
});

test('they are noticed when they arrive while the server runs', async () => {
  const installed = new InstalledVoices({
    folders: { kokoro: [folder] },
    onBroken: () => undefined,
  });
  const names = async () =>
    (await installed.read()).flatMap(({ listed }) => listed.map(({ voice }) => voice.name));
  expect(await names()).toEqual([]);
  await put(styleOf('if_sara'));
  await put(KOKORO_GRAPH);
  const found = new Promise((resolve) => {
    installed.watch(async () => resolve(await names()));
  });
  expect(await found).toEqual(['Sara']);
  installed.close();
});

describe('the voices', () => {
  const ofLanguage = (code: string, sex: string) =>
    everyone
      .filter(({ voice }) => voice.langs.includes(code) && voice.tags.includes(sex))
      .map(({ voice }) => voice.name);

  test('have ids of their own, short enough to be sent', () => {
    expect(everyone).toHaveLength(KOKORO_STYLES.length);
    expect(new Set(everyone.map(({ voice }) => voice.id)).size).toBe(everyone.length);
    for (const { voice } of everyone) expect(voice.id).toMatch(/^kokoro-[\w.-]{1,57}$/);
  });

  test('say what they are', () => {
    expect(everyone.find(({ voice }) => voice.id === 'kokoro-bf_emma')).toEqual({
      voice: {
        id: 'kokoro-bf_emma',
        name: 'Emma',
        lang: 'en',
        langs: ['en', 'en-gb'],
        engine: 'kokoro',
        sampleRate: 24_000,
        license: 'Apache-2.0',
        supportsTimings: true,
        tags: ['built-in', 'neural', 'female', 'british'],
        model: 'kokoro-82m',
        speakers: 41,
        notice: null,
      },
      source: {
        engine: 'kokoro',
        modelPath: '/kokoro/kokoro.onnx',
        stylePath: '/kokoro/bf_emma.bin',
        espeakVoice: 'en-gb',
      },
    });
  });

  test('are of both sexes but in French', () => {
    for (const code of ['en-us', 'en-gb', 'es', 'fr', 'hi', 'it', 'pt-br']) {
      expect(ofLanguage(code, 'female')).not.toEqual([]);
      if (code !== 'fr') expect(ofLanguage(code, 'male')).not.toEqual([]);
    }
    expect(ofLanguage('fr', 'female')).toEqual(['Siwis']);
    expect(ofLanguage('pt', 'male')).toEqual(['Alex', 'Santa']);
  });

  test('speak phonemes of voices that espeak has', () => {
    const known = new Set(espeakLanguages().map(({ code }) => espeakVoiceFor(code)));
    for (const { source } of everyone) {
      expect(known).toContain((source as KokoroSource).espeakVoice);
    }
  });

  test('have different timbres, wherever the files are', () => {
    expect(new Set(everyone.map(({ source }) => baseKey(source))).size).toBe(everyone.length);
    expect(baseKey(everyone[0]!.source)).toBe('kokoro:af_alloy.bin');
  });
});

describe('in the catalogue', () => {
  const kokoro = {
    modelPath: '/kokoro/kokoro.onnx',
    stylePaths: new Map([
      ['af_heart', '/kokoro/af_heart.bin'],
      ['ef_dora', '/kokoro/ef_dora.bin'],
    ]),
  };

  test('they are listed and found', () => {
    const catalog = new Catalog([kokoroVoices(kokoro)]);
    expect(catalog.get('kokoro-ef_dora')?.voice.lang).toBe('es');
    expect(catalog.search({ query: 'neural american' }).map(({ voice }) => voice.id)).toEqual([
      'kokoro-af_heart',
    ]);
    catalog.update([]);
    expect(catalog.get('kokoro-ef_dora')).toBeNull();
  });

  test('their languages have a natural voice, so that espeak advises no other', () => {
    expect(new Catalog([kokoroVoices(kokoro)]).get('espeak-es')?.voice.notice).toBeNull();
    expect(new Catalog([]).get('espeak-es')?.voice.notice).toContain('npm run models -- pull');
  });
});
