/** Entry point of the worker thread of transcriptions: all slow steps except recognition, which has its own process. */

import { EngineError } from '../../engine/errors.ts';
import { align } from '../../engine/forced-alignment/align.ts';
import { RECOGNITION_SAMPLE_RATE } from '../../engine/recognition/types.ts';
import { serveSteps } from '../../engine/threads/step-worker.ts';
import { conditioned } from '../../media/conditioning.ts';
import { decodeAtRate } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { quantizeSample } from '../../media/pcm.ts';
import { speechWindows } from '../diarization/speech-windows.ts';
import { voicesOf } from '../diarization/voices.ts';
import { loadedEncoder } from '../speaker-encoder/installed-encoder.ts';
import type { VoicedSpan } from './speaker-turns.ts';
import { MAX_TRANSCRIPTION_SECONDS } from './types.ts';
import { FOLLOWED, recognitionWindows, WHOLE } from './window-plan.ts';
import type {
  DecodedSpeech,
  DecodeStep,
  HeardSpan,
  ListenStep,
  Results,
  Step,
  TellApartStep,
} from './worker-protocol.ts';

/** @throws EngineError when the recording is at fault */
async function decode({ audio, channel, isFollowed }: DecodeStep): Promise<DecodedSpeech> {
  const decoded = await decodeAtRate(audio, {
    maxSeconds: MAX_TRANSCRIPTION_SECONDS,
    sampleRate: RECOGNITION_SAMPLE_RATE,
    ...(channel !== undefined && { channel }),
  }).catch(refuse);
  const sound = conditioned(decoded.samples, RECOGNITION_SAMPLE_RATE);
  // 16 bits are enough, and the recording may stay in memory for minutes.
  const samples = new Int16Array(new SharedArrayBuffer(2 * sound.length));
  for (let i = 0; i < sound.length; i++) samples[i] = quantizeSample(sound[i]!);
  const windows = recognitionWindows(sound, RECOGNITION_SAMPLE_RATE, isFollowed ? FOLLOWED : WHOLE);
  return { samples, channels: decoded.channels, windows };
}

function refuse(error: unknown): never {
  if (!(error instanceof DecodeError)) throw error;
  const kind = error.reason === 'too_long' ? 'transcription_too_long' : 'transcription_unreadable';
  throw new EngineError(kind, { values: { reason: error.message } });
}

async function listen({ sound, stretches, encoderPath }: ListenStep): Promise<HeardSpan[]> {
  const { samples, sampleRate } = sound;
  const encoder = await loadedEncoder(encoderPath);
  const windows = speechWindows(stretches, sampleRate);
  const embeddings = await encoder.stretches(samples, windows);
  const toMs = (at: number): number => (at * 1000) / sampleRate;
  return windows.map(({ start, end, stretch }, i) => ({
    startMs: toMs(start),
    endMs: toMs(end),
    stretch,
    embedding: embeddings[i]!,
  }));
}

function tellApart({ spans }: TellApartStep): VoicedSpan[] {
  const voices = voicesOf(spans);
  return spans.map(({ startMs, endMs }, i) => ({ startMs, endMs, voice: voices[i]! }));
}

async function perform(step: Step): Promise<Results[keyof Results]> {
  switch (step.kind) {
    case 'decode':
      return decode(step);
    case 'align':
      return align(step.rendition, step.sound.samples, step.sound.sampleRate);
    case 'listen':
      return listen(step);
    case 'tell apart':
      return tellApart(step);
  }
}

serveSteps(perform);
