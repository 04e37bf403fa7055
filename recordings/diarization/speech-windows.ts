/** Finds the speech in a recording, and cuts it into short windows for a speaker encoder. */
import { SPEECH_FRAME_SAMPLES, speechFrames } from '../speaker-encoder/speech-trim.ts';

/** Length of the encoder's windows. */
const WINDOW_SECONDS = 1.6;
const STEP_SECONDS = 0.8;
/** Speech on both sides of a shorter silence is one stretch: speakers do not change so quickly. */
const LEAST_SILENCE_SECONDS = 0.3;
/** A shorter sound does not identify its speaker. */
const LEAST_SPEECH_SECONDS = 0.25;

/** A stretch of a recording: samples [start, end). */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A window of speech, and its stretch. */
export interface SpeechWindow extends Stretch {
  readonly stretch: number;
}

/** @param samples mono, 16 kHz @returns stretches of speech in order, with silences of at least 0.3 s between them */
export function speechStretches(samples: Float32Array, sampleRate: number): Stretch[] {
  const flags = speechFrames(samples);
  const stretches: Stretch[] = [];
  let from = -1;
  let last = -1;
  const close = (): void => {
    const start = from * SPEECH_FRAME_SAMPLES;
    const end = (last + 1) * SPEECH_FRAME_SAMPLES;
    if (from >= 0 && end - start >= LEAST_SPEECH_SECONDS * sampleRate) stretches.push({ start, end });
  };
  for (const [frame, isSpeech] of flags.entries()) {
    if (!isSpeech) continue;
    if (from < 0 || (frame - last) * SPEECH_FRAME_SAMPLES > LEAST_SILENCE_SECONDS * sampleRate) {
      close();
      from = frame;
    }
    last = frame;
  }
  close();
  return stretches;
}

/** Cuts stretches into windows of 1.6 s, each 0.8 s later than the one before; a shorter stretch is one window. */
export function speechWindows(stretches: readonly Stretch[], sampleRate: number): SpeechWindow[] {
  const size = WINDOW_SECONDS * sampleRate;
  const step = STEP_SECONDS * sampleRate;
  return stretches.flatMap(({ start, end }, stretch) => {
    const count = Math.max(1, Math.ceil((end - start - size) / step) + 1);
    return Array.from({ length: count }, (_, i) => {
      const from = Math.max(start, Math.min(start + i * step, end - size));
      return { stretch, start: from, end: Math.min(end, from + size) };
    });
  });
}
