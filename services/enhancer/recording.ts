/** Recordings that clients send, and the checks that refuse them. */

import { rmsDbfs } from '../../media/level.ts';
import { readWav, type WavAudio, WavError } from '../../media/wav.ts';
import type { Sound } from '../../recordings/index.ts';

const MAX_SECONDS = 60;
/** Size of the longest recording as float samples at 48 kHz, and room for the header. */
export const MAX_BODY_BYTES = MAX_SECONDS * 48_000 * 4 + 65_536;

const MIN_SECONDS = 0.5;
const MIN_RATE = 8000;
const MAX_RATE = 48_000;
const SILENT_DBFS = -70;

/** An error that the sender caused. The message is returned to the sender as it is. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refusal';
  }
}

/** @throws Refusal */
export function readRecording(body: Uint8Array): Sound {
  const { sampleRate, encoding, channels } = readAudio(body);
  const [samples = new Float32Array(0)] = channels;
  if (encoding === 'mulaw') throw new Refusal('the samples must be 16-bit integers or 32-bit floats');
  if (channels.length !== 1) throw new Refusal(`there are ${channels.length} channels instead of one`);
  if (sampleRate < MIN_RATE || sampleRate > MAX_RATE) {
    throw new Refusal(`the sample rate must be from ${MIN_RATE} to ${MAX_RATE} Hz, not ${sampleRate}`);
  }
  const seconds = samples.length / sampleRate;
  if (seconds < MIN_SECONDS) throw new Refusal(`the recording is shorter than ${MIN_SECONDS} s`);
  if (seconds > MAX_SECONDS) throw new Refusal(`the recording is longer than ${MAX_SECONDS} s`);
  if (!samples.every(Number.isFinite)) throw new Refusal('it contains samples that are not numbers');
  if (rmsDbfs(samples) < SILENT_DBFS) throw new Refusal('the recording is silent');
  return { samples, sampleRate };
}

function readAudio(body: Uint8Array): WavAudio {
  try {
    return readWav(body);
  } catch (error) {
    if (!(error instanceof WavError || error instanceof RangeError)) throw error;
    throw new Refusal('this is not a WAV file with 16-bit or float samples');
  }
}
