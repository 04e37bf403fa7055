import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { InstalledVoices } from './installed-voices.ts';

const CONFIG = JSON.stringify({
  audio: { sample_rate: 22_050 },
  espeak: { voice: 'de' },
  num_symbols: 3,
  phoneme_id_map: { _: [0], '^': [1], $: [2] },
});

test('a voice that is put into its folder is noticed, also when it arrives in parts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parley-installed-'));
  const broken: string[] = [];
  const installed = new InstalledVoices({
    folders: [join(folder, 'none'), folder],
    pocketFolder: null,
    hibariFolder: null,
    kokoroFolder: join(folder, 'kokoro'),
    onBroken: ({ id, reason }) => broken.push(`${id}: ${reason}`),
  });
  expect(await installed.read()).toEqual({ piper: [], hibari: [], kokoro: null, pocket: [] });
  await writeFile(join(folder, 'a.onnx.json'), CONFIG);
  await writeFile(join(folder, 'a.onnx'), '');
  const found = new Promise<string[]>((resolve) => {
    installed.watch(async () => {
      const { piper } = await installed.read();
      // The rest of the file arrives without any change of the folder.
      if (piper.length === 0) await writeFile(join(folder, 'a.onnx'), 'weights');
      else resolve(piper.map(({ id }) => id));
    });
  });
  expect(await found).toEqual(['a']);
  expect(broken).toEqual(['a: the .onnx file is empty or not a file']);
  installed.close();
  await rm(folder, { recursive: true });
});
