/** Voices as they are published with a model: the state of its backbone after their prompts, as safetensors. */
import { Safetensors } from '../../../../model-files/safetensors.ts';
import { createCache } from './cache.ts';
import { backboneShape, type PocketConfig } from './config.ts';
import type { VoiceState } from './model.ts';

/**
 * @param bytes of `embeddings/NAME.safetensors`
 * @throws Error when they are not those of a voice of a model of this configuration
 */
export function readVoice(bytes: Uint8Array, config: PocketConfig): VoiceState {
  const file = new Safetensors(bytes);
  const shape = backboneShape(config);
  const positions = positionsOf(file, 'transformer.layers.0.self_attn');
  const voice = createCache(shape, positions);
  voice.used = positions;
  voice.position = positions;
  for (let layer = 0; layer < shape.layers; layer++) {
    const name = `transformer.layers.${layer}.self_attn/cache`;
    const { shape: sizes, values } = file.floats(name);
    const [, , room = 0, heads, headSize] = sizes;
    if (heads !== shape.keyHeads || headSize !== shape.headSize || room < positions) {
      throw new Error(`the voice is for another model: "${name}" has the sizes ${sizes.join(' x ')}`);
    }
    for (const [i, rows] of [voice.keys[layer]!, voice.values[layer]!].entries()) {
      for (let position = 0; position < positions; position++) {
        for (let head = 0; head < heads; head++) {
          const from = ((i * room + position) * heads + head) * headSize;
          rows.set(values.subarray(from, from + headSize), (head * positions + position) * headSize);
        }
      }
    }
  }
  return voice;
}

/** Positions in use; older files have as many rows of `current_end`. */
function positionsOf(file: Safetensors, layer: string): number {
  if (file.has(`${layer}/offset`)) return file.integers(`${layer}/offset`)[0] ?? 0;
  return file.shape(`${layer}/current_end`)[0] ?? 0;
}
