/** The built-in enhancer: it needs no service and no GPU, and a small part of one core. */

import { withoutRumble } from '../../media/high-pass.ts';
import { ModelStore } from '../../model-files/store.ts';
import type { Denoiser, DenoiserFamily } from './denoiser.ts';
import { DENOISERS } from './denoisers.ts';
import { DEREVERBERATION_RATE, dereverberated } from './dereverberation.ts';
import { denoised } from './full-band.ts';
import { atFixedLoudness } from './level.ts';
import type { EnhanceOptions, Enhancer, Sound } from './types.ts';

export interface OwnEnhancerOptions {
  /** Folder with the models of this machine; null for none: then a denoiser without files is used. */
  readonly modelsFolder: string | null;
}

/** An enhancer that also reports its denoiser. */
export interface OwnEnhancer extends Enhancer {
  readonly model: Denoiser['model'];
  /** Why the best denoiser is not used, for the log; null if it is used. */
  readonly fallbackReason: string | null;
  /** Removes echoes and noise from a part of a recording that has the fixed loudness and no rumble. */
  cleanPart(sound: Sound, options?: EnhanceOptions): Promise<Sound>;
  close(): Promise<void>;
}

/**
 * Creates an enhancer: it removes rumble below 60 Hz, echoes and noise, and returns speech at -23 LUFS with peaks below
 * -1 dBFS. It computes on the thread that calls it. Recordings may have any rate from 8000 Hz to 192 kHz.
 */
export async function createOwnEnhancer({ modelsFolder }: OwnEnhancerOptions): Promise<OwnEnhancer> {
  const reasons: string[] = [];
  for (const family of DENOISERS) {
    const found = await load(family, modelsFolder);
    if (typeof found !== 'string') {
      return new DenoisingEnhancer(withDereverberation(found), reasons.join('; ') || null);
    }
    reasons.push(found);
  }
  throw new Error(`no denoiser can be used: ${reasons.join('; ')}`);
}

/** @returns otherwise the reason why it cannot be used */
async function load(
  { modelId, ...family }: DenoiserFamily,
  folder: string | null,
): Promise<Denoiser | string> {
  if (modelId === null) return family.load([], LIMIT_DB);
  if (folder === null) return 'no folder of models is set';
  const store = new ModelStore({ folder });
  if (!(await store.isInstalled(modelId))) return `the model ${modelId} is not installed`;
  try {
    return await family.load([...store.paths(modelId).values()], LIMIT_DB);
  } catch (error) {
    return `the model ${modelId} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Upper bound of the remaining noise; research/enhancement/README.md has the effects of other values. */
const LIMIT_DB = 30;

/** The denoiser, after a dereverberation step if it runs at the rate of that step (RNNoise does not). */
function withDereverberation(denoiser: Denoiser): Denoiser {
  const { model, sampleRate } = denoiser;
  if (sampleRate !== DEREVERBERATION_RATE) return denoiser;
  return {
    model,
    sampleRate,
    denoise: (samples, signal) => denoiser.denoise(dereverberated(samples), signal),
    close: () => denoiser.close(),
  };
}

class DenoisingEnhancer implements OwnEnhancer {
  readonly model: Denoiser['model'];
  readonly fallbackReason: string | null;
  readonly #denoiser: Denoiser;

  constructor(denoiser: Denoiser, fallbackReason: string | null) {
    this.model = denoiser.model;
    this.fallbackReason = fallbackReason;
    this.#denoiser = denoiser;
  }

  async enhance(sound: Sound, { signal }: EnhanceOptions = {}): Promise<Sound> {
    signal?.throwIfAborted();
    const { samples, sampleRate } = sound;
    if (samples.length === 0) return { samples: new Float32Array(0), sampleRate };
    // The network performs best at this level.
    const level = atFixedLoudness({ samples: withoutRumble(samples, sampleRate), sampleRate });
    return atFixedLoudness(await this.cleanPart(level, { ...(signal && { signal }) }));
  }

  async cleanPart(sound: Sound, { signal }: EnhanceOptions = {}): Promise<Sound> {
    const clean = await denoised(this.#denoiser, sound, signal);
    signal?.throwIfAborted();
    return clean;
  }

  async close(): Promise<void> {
    await this.#denoiser.close();
  }
}
