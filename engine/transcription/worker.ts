/**
 * Entry of the worker thread of transcriptions: what takes long, but for recognising itself, which has a process of its
 * own.
 */
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { resampleAll } from '../../media/resampler.ts';
import { align } from '../forced-alignment/align.ts';
import { RECOGNITION_SAMPLE_RATE } from '../recognition/types.ts';
import { sharedSamples } from '../threads/shared-sound.ts';
import { serveSteps } from '../threads/step-worker.ts';
import { MAX_TRANSCRIPTION_SECONDS } from './types.ts';
import { recognitionWindows } from './windows.ts';
import type { DecodedSpeech, Refusal, Results, Step } from './worker-protocol.ts';

async function decode(audio: Uint8Array): Promise<DecodedSpeech> {
  const decoded = await decodeAudio(audio, { maxSeconds: MAX_TRANSCRIPTION_SECONDS });
  const at16k = resampleAll(decoded.samples, decoded.sampleRate, RECOGNITION_SAMPLE_RATE);
  const samples = sharedSamples(at16k);
  return {
    sound: { samples, sampleRate: RECOGNITION_SAMPLE_RATE },
    windows: recognitionWindows(samples, RECOGNITION_SAMPLE_RATE),
  };
}

async function perform(step: Step): Promise<Results[keyof Results]> {
  switch (step.kind) {
    case 'decode':
      return decode(step.audio);
    case 'align':
      return align(step.rendition, step.sound.samples, step.sound.sampleRate);
  }
}

serveSteps(perform, (error): Refusal | null =>
  error instanceof DecodeError
    ? { fault: error.reason === 'too_long' ? 'too_long' : 'not_audio', message: error.message }
    : null,
);
