/** The enhancer in this process: no service, no GPU, a small part of one core. */

import { GTCRN } from '../../engine/models/manifest.ts';
import { ModelStore } from '../../engine/models/store.ts';
import { withoutRumble } from '../../media/high-pass.ts';
import type { Denoiser } from './denoiser.ts';
import { DEREVERBERATION_RATE, dereverberated } from './dereverberation.ts';
import { denoised } from './full-band.ts';
import { Gtcrn } from './gtcrn.ts';
import { atFixedLoudness } from './level.ts';
import { RnnoiseDenoiser } from './rnnoise.ts';
import type { EnhanceOptions, Enhancer, Sound } from './types.ts';

export interface OwnEnhancerOptions {
  /** Folder with the models of this machine; null for none, then RNNoise denoises. */
  readonly modelsFolder: string | null;
}

/** An enhancer that also tells what it works with. */
export interface OwnEnhancer extends Enhancer {
  readonly model: Denoiser['model'];
  /** Why GTCRN does not denoise, for the log; null where it does. */
  readonly fallbackReason: string | null;
  /** Takes echoes and noise out of a part of a recording that has the fixed loudness and no rumble. */
  cleanPart(sound: Sound, options?: EnhanceOptions): Promise<Sound>;
  close(): Promise<void>;
}

/**
 * Makes an enhancer: rumble below 60 Hz goes, echoes and noise go, speech comes out at -23 LUFS with peaks
 * below -1 dBFS. It computes on the thread that calls it. Recordings may have any rate from 8000 Hz to 192 kHz.
 */
export async function createOwnEnhancer({ modelsFolder }: OwnEnhancerOptions): Promise<OwnEnhancer> {
  const found = await loadGtcrn(modelsFolder);
  if (found instanceof Gtcrn) return new DenoisingEnhancer(withDereverberation(found), null);
  return new DenoisingEnhancer(await RnnoiseDenoiser.load(LIMIT_DB), found);
}

/** @returns why there is none, otherwise */
async function loadGtcrn(modelsFolder: string | null): Promise<Gtcrn | string> {
  if (modelsFolder === null) return 'no folder of models is set';
  const store = new ModelStore({ folder: modelsFolder });
  if (!(await store.isInstalled(GTCRN))) return `the model ${GTCRN} is not installed`;
  const [path = ''] = store.paths(GTCRN).values();
  try {
    return await Gtcrn.load(path, LIMIT_DB);
  } catch (error) {
    return `the model ${GTCRN} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What noise is left at most: see research/enhancement/README.md for what more or less of it does. */
const LIMIT_DB = 30;

/** The denoiser after a dereverberation step; RNNoise, which runs at three times the rate, goes without that step. */
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
