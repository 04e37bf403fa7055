/**
 * DeepFilterNet3 (Schröter, Rosenkranz, Escalante-B. and Maier, "DeepFilterNet: Perceptually Motivated Real-Time Speech
 * Enhancement", Interspeech 2023): removes noise from speech at 48 kHz.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { resampleAll } from '../../../media/resampler.ts';
import { DEEP_FILTER_NET } from '../../../model-files/manifest.ts';
import { ModelStore } from '../../../model-files/store.ts';
import type { EnhanceOptions, Enhancer, Sound } from '../types.ts';
import { applyTreatment } from './deep-filter.ts';
import { Graphs } from './graphs.ts';
import { type ModelFeatures, modelFeatures } from './model-features.ts';
import { analyse, emptySpectra, SAMPLE_RATE, type Spectra, synthesise } from './spectra.ts';

export interface DeepFilterNetOptions {
  /** The archive with its networks. Default: its path in the model store. */
  readonly archive?: string;
  /** Processors that it may keep busy. Default 1. */
  readonly threads?: number;
  /** Largest attenuation in dB; Infinity for no limit. Default 24. */
  readonly limitDb?: number;
}

/**
 * The remaining noise masks what was removed from the voice. Without a limit, the word error rate is higher than for
 * the noisy recording itself (white noise, SNR 10 dB: 25 % without a limit, 20 % noisy, 16 % with this limit).
 */
const LIMIT_DB = 24;

/**
 * A long recording is processed in windows, which bounds memory and makes it abortable. Each window has a lead-in whose
 * output is discarded, so that the networks adapt to the voice again.
 */
const WINDOW_FRAMES = 1000;
const WARM_UP_FRAMES = 200;

/** @throws Error when its model is not installed or cannot be read */
export async function createDeepFilterNet(options: DeepFilterNetOptions = {}): Promise<DeepFilterNet> {
  const archive = options.archive ?? (await installedArchive());
  return new DeepFilterNet(await Graphs.load(archive, options.threads ?? 1), options.limitDb ?? LIMIT_DB);
}

async function installedArchive(): Promise<string> {
  const store = new ModelStore();
  const [path] = store.paths(DEEP_FILTER_NET).values();
  if (path !== undefined && (await store.isInstalled(DEEP_FILTER_NET))) return path;
  throw new Error(
    `the model ${DEEP_FILTER_NET} is missing; fetch it with: npm run models -- pull ${DEEP_FILTER_NET}`,
  );
}

/** Blocks the calling thread for some tenth of a second at a time. */
export class DeepFilterNet implements Enhancer {
  readonly model = DEEP_FILTER_NET;
  readonly #graphs: Graphs;
  /** Share of the recording that is mixed into the result. */
  readonly #rest: number;

  constructor(graphs: Graphs, limitDb: number) {
    this.#graphs = graphs;
    this.#rest = 10 ** (-limitDb / 20);
  }

  async enhance({ samples, sampleRate }: Sound, { signal }: EnhanceOptions = {}): Promise<Sound> {
    signal?.throwIfAborted();
    const wide = resampleAll(samples, sampleRate, SAMPLE_RATE);
    const noisy = analyse(wide);
    const clean = await this.#clean(noisy, modelFeatures(noisy), signal);
    const cleaned = resampleAll(synthesise(clean, wide.length), SAMPLE_RATE, sampleRate);
    // Going to 48 kHz and back may round the length up.
    const mixed = samples.map((sample, n) => this.#rest * sample + (1 - this.#rest) * cleaned[n]!);
    return { samples: mixed, sampleRate };
  }

  async close(): Promise<void> {
    await this.#graphs.close();
  }

  async #clean(noisy: Spectra, features: ModelFeatures, signal: AbortSignal | undefined): Promise<Spectra> {
    const clean = emptySpectra(noisy.frames);
    for (let from = 0; from < noisy.frames; from += WINDOW_FRAMES) {
      const to = Math.min(from + WINDOW_FRAMES, noisy.frames);
      const skip = Math.min(WARM_UP_FRAMES, from);
      const treatment = await this.#graphs.treatment(features, from - skip, to);
      applyTreatment(noisy, treatment, { from, to, skip }, clean);
      await turn();
      signal?.throwIfAborted();
    }
    return clean;
  }
}
