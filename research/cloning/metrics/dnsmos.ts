/**
 * DNSMOS P.835 (Reddy, Gopal and Cutler, "DNSMOS P.835: A Non-Intrusive Perceptual Objective Speech Quality Metric to
 * Evaluate Noise Suppressors", ICASSP 2022): listeners' opinion scores of the speech, the background and the whole of a
 * recording, 1 to 5, predicted by a network.
 */
import * as ort from 'onnxruntime-node';
import { QUALITY_PREDICTOR } from '../../../engine/research.ts';
import { resampleAll } from '../../../media/resampler.ts';
import { evaluationModel, SESSION_OPTIONS } from './models.ts';

const RATE = 16_000;
const WINDOW_SECONDS = 9.01;
const WINDOW_SAMPLES = Math.floor(WINDOW_SECONDS * RATE);

export interface Quality {
  /** Score of the speech: distortion. */
  readonly sig: number;
  /** Score of the background: noise. */
  readonly bak: number;
  /** Overall score. */
  readonly ovrl: number;
}

export class QualityPredictor {
  readonly #session: ort.InferenceSession;

  private constructor(session: ort.InferenceSession) {
    this.#session = session;
  }

  /** @throws EvaluationModelMissing */
  static async load(): Promise<QualityPredictor> {
    const path = await evaluationModel(QUALITY_PREDICTOR);
    return new QualityPredictor(await ort.InferenceSession.create(path, SESSION_OPTIONS));
  }

  /**
   * Returns the mean over windows of 9.01 s that begin at full seconds. Shorter recordings are repeated, as in the
   * published script.
   * @param samples mono, not empty
   * @throws RangeError when empty
   */
  async rate(samples: Float32Array, sampleRate: number): Promise<Quality> {
    const sound = repeated(resampleAll(samples, sampleRate, RATE));
    const sum = { sig: 0, bak: 0, ovrl: 0 };
    let windows = 0;
    for (const start of windowStarts(sound.length)) {
      const { sig, bak, ovrl } = await this.#window(sound.slice(start, start + WINDOW_SAMPLES));
      sum.sig += sig;
      sum.bak += bak;
      sum.ovrl += ovrl;
      windows++;
    }
    return { sig: sum.sig / windows, bak: sum.bak / windows, ovrl: sum.ovrl / windows };
  }

  async #window(samples: Float32Array): Promise<Quality> {
    const input = new ort.Tensor('float32', samples, [1, WINDOW_SAMPLES]);
    const outputs = await this.#session.run({ [this.#session.inputNames[0]!]: input });
    const raw = outputs[this.#session.outputNames[0]!]?.data;
    if (!(raw instanceof Float32Array) || raw.length !== 3) throw new Error('DNSMOS gave no three numbers');
    const [sig, bak, ovrl] = raw;
    return {
      sig: quadratic(sig!, -0.08397278, 1.22083953, 0.0052439),
      bak: quadratic(bak!, -0.13166888, 1.60915514, -0.39604546),
      ovrl: quadratic(ovrl!, -0.06766283, 1.11546468, 0.04602535),
    };
  }

  async close(): Promise<void> {
    await this.#session.release();
  }
}

/**
 * Returns the first samples of the windows of a sound at 16 kHz. The published script computes their ends in floating
 * point and skips those that are a sample too short, which leaves the first seven of longer recordings. This function
 * does the same, because the scores would differ from published ones otherwise (by up to 0.05).
 */
export function windowStarts(samples: number): number[] {
  const count = Math.trunc(Math.floor(samples / RATE) - WINDOW_SECONDS) + 1;
  const starts: number[] = [];
  for (let second = 0; second < count; second++) {
    const end = Math.trunc((second + WINDOW_SECONDS) * RATE);
    if (end - second * RATE >= WINDOW_SAMPLES) starts.push(second * RATE);
  }
  return starts;
}

/**
 * Converts from the network's scale to that of listeners. Coefficients as published, those for no particular speaker.
 */
function quadratic(x: number, a: number, b: number, c: number): number {
  return (a * x + b) * x + c;
}

/** Doubles the samples until a window fits. */
function repeated(samples: Float32Array): Float32Array {
  if (samples.length === 0) throw new RangeError('there is no sound to rate');
  let sound = samples;
  while (sound.length < WINDOW_SAMPLES) {
    const twice = new Float32Array(2 * sound.length);
    twice.set(sound);
    twice.set(sound, sound.length);
    sound = twice;
  }
  return sound;
}

let shared: Promise<QualityPredictor> | null = null;

/** Predicts quality with a predictor that is loaded once per process. */
export async function dnsmos(samples: Float32Array, sampleRate: number): Promise<Quality> {
  shared ??= QualityPredictor.load();
  return await (await shared).rate(samples, sampleRate);
}
