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
    folders: { vits: [join(folder, 'none'), folder], kokoro: [join(folder, 'kokoro')] },
    onBroken: ({ id, reason }) => broken.push(`${id}: ${reason}`),
  });
  const listed = async () => (await installed.read()).flatMap((voices) => voices.listed);
  expect(await listed()).toEqual([]);
  await writeFile(join(folder, 'a.onnx.json'), CONFIG);
  await writeFile(join(folder, 'a.onnx'), '');
  const found = new Promise<string[]>((resolve) => {
    installed.watch(async () => {
      const entries = await listed();
      // The rest of the file arrives without any change of the folder.
      if (entries.length === 0) await writeFile(join(folder, 'a.onnx'), 'weights');
      else resolve(entries.map(({ voice }) => voice.id));
    });
  });
  expect(await found).toEqual(['a']);
  expect(broken).toEqual(['a: the .onnx file is empty or not a file']);
  installed.close();
  await rm(folder, { recursive: true });
});
