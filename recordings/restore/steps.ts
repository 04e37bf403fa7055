import { EngineError } from '../../engine/errors.ts';
import { type SharedSound, sharedSamples } from '../../engine/threads/shared-sound.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { takeOutRumble } from '../../media/high-pass.ts';
import { resampleAll } from '../../media/resampler.ts';
import { gainTo } from '../enhancement/gain.ts';
import { createOwnEnhancer, type OwnEnhancer } from '../enhancement/own-enhancer.ts';
import { type ClippedSegment, clippedSegments } from './clipped-segments.ts';
import { declip } from './declip.ts';
import { levelledWav } from './levelled-wav.ts';
import { cleanPart } from './parts.ts';
import { MAX_RATE, MIN_RATE } from './types.ts';
import type { DecodeStep, Prepared, SegmentList, Step, StepResults } from './worker-protocol.ts';

/**
 * Does one step of a restoration, which blocks the thread for up to seconds.
 * @throws EngineError when the recording is at fault
 */
export async function performStep(step: Step): Promise<StepResults[Step['kind']]> {
  switch (step.kind) {
    case 'decode':
      return decode(step);
    case 'find-clipped':
      return packed(clippedSegments(step.sound.samples, step.sound.sampleRate));
    case 'declip':
      return declip(step.sound.samples, step.sound.sampleRate, unpacked(step.segments), step.from, step.to);
    case 'prepare':
      return prepare(step.sound);
    case 'clean': {
      const enhancer = await theEnhancer(step.modelsFolder);
      await cleanPart(enhancer, step);
      return enhancer.model;
    }
    case 'finish':
      return levelledWav(step.sound);
  }
}

async function decode({ audio, maxSeconds }: DecodeStep): Promise<SharedSound> {
  try {
    const { samples, sampleRate } = await decodeAudio(audio, { maxSeconds });
    if (sampleRate < MIN_RATE) {
      throw new EngineError('recording_rate_too_low', { values: { rate: sampleRate, min: MIN_RATE } });
    }
    return { samples: sharedSamples(samples), sampleRate };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const kind = error.reason === 'too_long' ? 'recording_too_long' : 'recording_unreadable';
    throw new EngineError(kind, { values: { reason: error.message }, cause: error });
  }
}

function packed(segments: readonly ClippedSegment[]): SegmentList {
  const list = new Int32Array(new SharedArrayBuffer(12 * segments.length));
  segments.forEach(({ from, to, sign }, k) => {
    list.set([from, to, sign], 3 * k);
  });
  return list;
}

function unpacked(list: SegmentList): ClippedSegment[] {
  return Array.from({ length: list.length / 3 }, (_, k) => ({
    from: list[3 * k]!,
    to: list[3 * k + 1]!,
    sign: list[3 * k + 2]! > 0 ? 1 : -1,
  }));
}

function prepare(given: SharedSound): Prepared {
  const sampleRate = Math.min(given.sampleRate, MAX_RATE);
  const samples =
    sampleRate === given.sampleRate
      ? given.samples
      : sharedSamples(resampleAll(given.samples, given.sampleRate, sampleRate));
  takeOutRumble(samples, sampleRate);
  return { sound: { samples, sampleRate }, gain: gainTo(samples, sampleRate) };
}

/** Created with the first part that it cleans. */
let enhancer: Promise<OwnEnhancer> | undefined;

function theEnhancer(modelsFolder: string | null): Promise<OwnEnhancer> {
  enhancer ??= createOwnEnhancer({ modelsFolder });
  return enhancer;
}
