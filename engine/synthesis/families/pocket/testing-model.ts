/** A published model with random weights, in a folder with the same files as after a download. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { backboneShape } from './config.ts';
import type { VoiceState } from './model.ts';
import { PocketModel } from './model.ts';
import { publishedModel } from './published.ts';
import { normal, safetensorsBytes } from './testing.ts';

export const RANDOM_MODEL = 'pocket-tts-english-2m';

const FIXTURES = join(import.meta.dirname, 'fixtures');
const VOICE_FRAMES = 12;

/** The files of `RANDOM_MODEL`: weights in the published layout, a tokenizer, and a voice as a prompt of the model. */
export async function randomModelFiles(): Promise<
  Readonly<Record<'weights' | 'tokenizer' | 'voice', Uint8Array>>
> {
  const layout = JSON.parse(await readFile(join(FIXTURES, 'english-2m.json'), 'utf8')) as [
    name: string,
    shape: number[],
    mean: number,
    deviation: number,
  ][];
  const weights = safetensorsBytes(
    new Map(
      layout.map(([name, shape, mean, deviation]) => {
        const size = shape.reduce((product, side) => product * side, 1);
        return [name, { shape, values: normal(name, size, mean, deviation) }];
      }),
    ),
  );
  const { config } = publishedModel(`${RANDOM_MODEL}.safetensors`);
  const model = await PocketModel.load(weights, config);
  try {
    const latents = normal('voice', VOICE_FRAMES * model.latentSize);
    const voice = voiceBytes(await model.voiceState(latents), config);
    return { weights, tokenizer: await readFile(join(FIXTURES, 'unigram.model')), voice };
  } finally {
    await model.release();
  }
}

function voiceBytes(voice: VoiceState, config: Parameters<typeof backboneShape>[0]): Uint8Array {
  const { layers, keyHeads, headSize } = backboneShape(config);
  const tensors = new Map<string, { shape: readonly number[]; values: Float32Array | BigInt64Array }>();
  for (let layer = 0; layer < layers; layer++) {
    const values = new Float32Array(2 * voice.used * keyHeads * headSize);
    for (const [side, rows] of [voice.keys[layer]!, voice.values[layer]!].entries()) {
      for (let position = 0; position < voice.used; position++) {
        for (let head = 0; head < keyHeads; head++) {
          const from = (head * voice.capacity + position) * headSize;
          const to = ((side * voice.used + position) * keyHeads + head) * headSize;
          values.set(rows.subarray(from, from + headSize), to);
        }
      }
    }
    const name = `transformer.layers.${layer}.self_attn`;
    tensors.set(`${name}/cache`, { shape: [2, 1, voice.used, keyHeads, headSize], values });
    tensors.set(`${name}/offset`, { shape: [1], values: BigInt64Array.of(BigInt(voice.used)) });
  }
  return safetensorsBytes(tensors);
}
