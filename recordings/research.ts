/** The entry point for research/: the internals that evaluations and fits need. No other layer imports it. */
export { checkPlausibility, compare, type Likeness } from './enhancement/external/plausibility.ts';
export { createOwnEnhancer, type OwnEnhancer } from './enhancement/own-enhancer.ts';
export type { Enhancer, Sound } from './enhancement/types.ts';
export { createDeepFilterNet, Restorer } from './index.ts';
export { declip } from './restore/declip.ts';
export { installedEncoder } from './speaker-encoder/installed-encoder.ts';
export { SpeakerEncoder, similarity } from './speaker-encoder/speaker-encoder.ts';
export { HOP_MS, soundFrames } from './speech-activity/frames.ts';
export { speechActivity } from './speech-activity/speech-activity.ts';
