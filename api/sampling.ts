/** Bounds of what voices may be sampled with, wherever a request names it. */
export const MAX_TEMPERATURE = 2;
export const MAX_TOP_K = 1000;
