import type { DenoiserFamily } from './denoiser.ts';
import { GTCRN } from './gtcrn/gtcrn.ts';
import { RNNOISE } from './rnnoise/rnnoise.ts';

/** All kinds of denoisers, the best first. The first whose model is installed is used. */
export const DENOISERS: readonly DenoiserFamily[] = [GTCRN, RNNOISE];
