/**
 * Entry of the worker thread of transcriptions: what takes long, but for recognising itself, which has a process of its
 * own.
 */
import { conditioned } from '../../media/conditioning.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { resampleAll } from '../../media/resampler.ts';
import { EngineError } from '../errors.ts';
import { align } from '../forced-alignment/align.ts';
import { RECOGNITION_SAMPLE_RATE } from '../recognition/types.ts';
import { sharedSamples } from '../threads/shared-sound.ts';
import { serveSteps } from '../threads/step-worker.ts';
import { MAX_TRANSCRIPTION_SECONDS } from './types.ts';
import { recognitionWindows } from './window-plan.ts';
import type { DecodedSpeech, Results, Step } from './worker-protocol.ts';

/** @throws EngineError when the recording is to blame */
async function decode(audio: Uint8Array): Promise<DecodedSpeech> {
  const decoded = await decodeAudio(audio, { maxSeconds: MAX_TRANSCRIPTION_SECONDS }).catch(refuse);
  const at16k = resampleAll(decoded.samples, decoded.sampleRate, RECOGNITION_SAMPLE_RATE);
  const samples = sharedSamples(conditioned(at16k, RECOGNITION_SAMPLE_RATE));
  return {
    sound: { samples, sampleRate: RECOGNITION_SAMPLE_RATE },
    windows: recognitionWindows(samples, RECOGNITION_SAMPLE_RATE),
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof DecodeError)) throw error;
  const kind = error.reason === 'too_long' ? 'transcription_too_long' : 'transcription_unreadable';
  throw new EngineError(kind, { values: { reason: error.message } });
}

async function perform(step: Step): Promise<Results[keyof Results]> {
  switch (step.kind) {
    case 'decode':
      return decode(step.audio);
    case 'align':
      return align(step.rendition, step.sound.samples, step.sound.sampleRate);
  }
}

serveSteps(perform);
