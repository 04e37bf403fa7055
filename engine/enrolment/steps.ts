import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { resampleAll } from '../../media/resampler.ts';
import { learnCodes } from '../conversion/learn-codes.ts';
import { atFixedLoudness } from '../enhancement/level.ts';
import { createOwnEnhancer } from '../enhancement/own-enhancer.ts';
import type { Enhancer, Sound } from '../enhancement/types.ts';
import { toAlignment } from '../forced-alignment/align.ts';
import { findAlignment, toFrames } from '../forced-alignment/frame-alignment.ts';
import { RECOGNITION_SAMPLE_RATE } from '../recognition/types.ts';
import { type SharedSound, sharedSamples } from '../threads/shared-sound.ts';
import { scorePassages } from './assisted/passages/score-passages.ts';
import { alignTake } from './assisted/sentences/align-take.ts';
import { checkSample } from './checks/check-sample.ts';
import { embedSpeaker } from './speaker-embedding.ts';
import { EnrolmentError, MAX_SAMPLE_SECONDS } from './types.ts';
import type {
  Aligned,
  AlignStep,
  Checked,
  CheckStep,
  DecodeStep,
  EnhanceStep,
  Refusal,
  Step,
  StepResult,
} from './worker-protocol.ts';

/** Below, the checks and the pitch have too little to go by; telephones have this. */
const MIN_RATE = 8000;
/** Nothing above half of it says anything about a voice. */
const MAX_RATE = 48_000;

/**
 * Does one step of an enrolment, holding the thread for up to seconds.
 * @throws EnrolmentError when the recording is to blame
 */
export async function performStep(step: Step): Promise<StepResult<Step>> {
  switch (step.kind) {
    case 'decode':
      return decode(step);
    case 'check':
      return check(step);
    case 'embed':
      return embedSpeaker(step.samples, step.sampleRate);
    case 'align':
      return alignStep(step);
    case 'take':
      return alignTake({ ...step.sound, ...step });
    case 'score':
      return scorePassages({ ...step.sound, take: step.take });
    case 'enhance':
      return enhance(step);
    case 'loudness':
      return ofShared(atFixedLoudness(step.sound));
    case 'learn':
      return learnCodes({ ...step.sound, bases: step.bases });
  }
}

/** What is told of an error for which the recording is to blame; null for all others. */
export function toRefusal(error: unknown): Refusal | null {
  if (!(error instanceof EnrolmentError)) return null;
  const { message, fault, status, field } = error;
  return { message, fault, status, field };
}

async function decode({ audio }: DecodeStep): Promise<SharedSound> {
  try {
    const { samples, sampleRate } = await decodeAudio(audio, { maxSeconds: MAX_SAMPLE_SECONDS });
    return { samples: sharedSamples(samples), sampleRate };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw new EnrolmentError(error.message, {
      fault: error.reason === 'too_long' ? 'too_long' : 'not_audio',
    });
  }
}

function check({ sound: { samples, sampleRate }, forRecognition, lenient }: CheckStep): Checked {
  if (sampleRate < MIN_RATE) {
    throw new EnrolmentError(
      `The recording has only ${sampleRate} samples per second; at least ${MIN_RATE} are needed`,
      { fault: 'not_audio' },
    );
  }
  const report = checkSample(samples, sampleRate, { lenient });
  const at = (rate: number): Float32Array =>
    rate === sampleRate ? samples : sharedSamples(resampleAll(samples, sampleRate, rate));
  const rate = Math.min(sampleRate, MAX_RATE);
  return {
    report,
    sound: { samples: at(rate), sampleRate: rate },
    forRecognition: forRecognition ? at(RECOGNITION_SAMPLE_RATE) : null,
  };
}

function alignStep({ sound: { samples, sampleRate }, rendition }: AlignStep): Aligned {
  const found = findAlignment(rendition, samples, sampleRate);
  return {
    alignment: toAlignment(found, rendition, (samples.length * 1000) / sampleRate),
    frameTimes: found && toFrames(found).renditionSamples,
  };
}

/** Made with the first recording that it is to clean. */
let enhancer: Promise<Enhancer> | undefined;

async function enhance({ sound, modelsFolder }: EnhanceStep): Promise<SharedSound> {
  enhancer ??= createOwnEnhancer({ modelsFolder });
  return ofShared(await (await enhancer).enhance(sound));
}

const ofShared = ({ samples, sampleRate }: Sound): SharedSound => ({
  samples: sharedSamples(samples),
  sampleRate,
});
