/** Parameters of the conversion that were tuned by measuring likeness and clarity. */
import type { ExemplarSampling } from './exemplars.ts';

/** Number of exemplars averaged for the local shift, and the temperature of their softmax in cosine distance. */
export const SHIFT_EXEMPLARS = 256;
export const SHIFT_TEMPERATURE = 0.05;
/** Share of the speaker's own frames in the result. More is more like the speaker, and less clear. */
export const MIX = 0.47;
/** Defaults of `top_k` and `temperature`. */
export const DEFAULT_SAMPLING: ExemplarSampling = { topK: 8, temperature: 0.05 };
