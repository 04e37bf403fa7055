/** Figures of the conversion that were found by trying; the effect of each on likeness and clarity was measured. */
import type { ExemplarSampling } from './exemplars.ts';

/** Exemplars averaged for the local shift, and the temperature of their softmax in cosine distance. */
export const SHIFT_EXEMPLARS = 256;
export const SHIFT_TEMPERATURE = 0.05;
/** Share of the speaker's own frames in the result: more is more like the speaker, and less clear. */
export const MIX = 0.47;
/** What `top_k` and `temperature` are when nobody says. */
export const DEFAULT_SAMPLING: ExemplarSampling = { topK: 8, temperature: 0.05 };
