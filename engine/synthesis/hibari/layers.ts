/** What hibari's network gives for a frame, and the transform that its sound is made with. */

export { FRAME_SAMPLES, SAMPLE_RATE } from '../kokoro/layers.ts';

/** The window of the transform, around the beginning of a frame: four frames overlap. */
export const WINDOW_SAMPLES = 1200;
export const BINS = WINDOW_SAMPLES / 2 + 1;
/** Channels of what the decoder makes a spectrum of. */
export const FEATURES = 130;
/** Frames on either side that a spectrum depends on: nine convolutions of seven taps. */
export const REACH = 27;
