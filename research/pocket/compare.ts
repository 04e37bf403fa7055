/** Compares a full-size model with the reference's output for the same weights, inputs and noise. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type PocketModel, Safetensors } from '../../engine/research.ts';
import {
  cacheErrors,
  decoderErrors,
  normal,
  relativeError,
} from '../../engine/synthesis/families/pocket/testing.ts';

/** Relative errors (root mean square), by compared output. */
export interface Comparison {
  /** Latents of the voice prompt, encoded second by second. */
  readonly encoder: number;
  /** The worst layer of the backbone's caches, after the voice prompt, the text and all frames. */
  readonly caches: number;
  /** Error of all latents, each computed from our previous ones. */
  readonly latents: number;
  readonly endOfSpeech: number;
  /** Audio decoded from the reference's latents, frame by frame. */
  readonly decoder: number;
  /** The worst of the decoder's states after that. */
  readonly decoderStates: number;
  /** Audio decoded from our latents. */
  readonly sound: number;
}

/** Reads the output of `full.py`. */
export async function readExpected(folder: string): Promise<Safetensors> {
  return new Safetensors(await readFile(join(folder, 'expected.safetensors')));
}

/** @param folder with the output of `full.py` */
export async function compare(model: PocketModel, folder: string): Promise<Comparison> {
  const expected = await readExpected(folder);
  const of = (name: string): Float32Array => expected.floats(name).values;
  const { tokens = '[]', voice_samples: count, frames: number } = expected.metadata;
  const { frameSamples, latentSize } = model;
  const frames = Number(number);

  const recording = normal('voice', Number(count), 0, 0.1);
  const encoder = model.beginEncoding();
  const encoded: number[] = [];
  const second = 12 * frameSamples;
  for (let at = 0; at < recording.length; at += second) {
    encoded.push(...(await model.encode(encoder, recording.subarray(at, at + second))));
  }

  const voice = await model.voiceState(Float32Array.from(encoded));
  const state = await model.begin(voice, JSON.parse(tokens) as number[], frames);
  const [latents, logits, samples]: [number[], number[], number[]] = [[], [], []];
  for (let frame = 0; frame < frames; frame++) {
    const { latent, endOfSpeech } = await model.nextFrame(state, normal(`noise.${frame}`, latentSize));
    latents.push(...latent);
    logits.push(endOfSpeech);
    samples.push(...(await model.decode(state, latent)));
  }
  const other = await model.begin(voice, [0], 1);
  const decoded: number[] = [];
  for (let frame = 0; frame < frames; frame++) {
    const latent = of('latents').slice(frame * latentSize, (frame + 1) * latentSize);
    decoded.push(...(await model.decode(other, latent)));
  }
  return {
    encoder: relativeError(encoded, of('voice.latents')),
    caches: Math.max(...cacheErrors(expected, 'speech.transformer', state.backbone)),
    latents: relativeError(latents, of('latents')),
    endOfSpeech: relativeError(logits, of('end_of_speech')),
    decoder: relativeError(decoded, of('samples')),
    decoderStates: Math.max(...decoderErrors(expected, other.decoder)),
    sound: relativeError(samples, of('samples')),
  };
}
