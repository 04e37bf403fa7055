/** Dictated texts, spoken by natural voices over a telephone, stored in the user's cache folder. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Engine } from '../../../engine/index.ts';
import { modelsFolder, RECOGNITION_SAMPLE_RATE as RATE } from '../../../engine/research.ts';
import { say } from '../../../engine/testing/speech.ts';
import { int16ToFloat } from '../../../media/pcm.ts';
import { telephoned } from '../../../media/telephone.ts';
import { write } from '../../evaluation.ts';

export interface Saying {
  readonly said: string;
  readonly voice: string;
  readonly speed: number;
}

const folder = join(dirname(modelsFolder()), 'dictation');

/** @returns mono, 16 kHz, -1 to 1, with the band and the coding of a telephone */
export async function clipOf(
  { said, voice, speed }: Saying,
  engine: () => Promise<Engine>,
): Promise<Float32Array> {
  const name = createHash('sha256')
    .update(JSON.stringify([said, voice, speed]))
    .digest('hex')
    .slice(0, 24);
  const file = join(folder, `${name}.f32`);
  if (existsSync(file)) {
    const bytes = await readFile(file);
    return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  }
  await mkdir(folder, { recursive: true });
  const clean = int16ToFloat(await say(await engine(), said, RATE, { voiceId: voice, speed }));
  const samples = Float32Array.from(telephoned(clean, RATE));
  await write(file, new Uint8Array(samples.buffer));
  return samples;
}
