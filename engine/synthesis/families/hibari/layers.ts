/** Dimensions of hibari's output for a frame, and of the inverse transform that turns it into sound. */

export { FRAME_SAMPLES, SAMPLE_RATE } from '../kokoro/layers.ts';

/** Length of the transform's window, which is centred on the start of a frame: four windows overlap. */
export const WINDOW_SAMPLES = 1200;
export const BINS = WINDOW_SAMPLES / 2 + 1;
/** Channels of the decoder's input. */
export const FEATURES = 130;
/** Context of a spectrum in frames on either side: nine convolutions of seven taps. */
export const REACH = 27;
