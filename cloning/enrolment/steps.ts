import { type Equalised, equalisedBy, fitEqualiser } from '../../engine/conversion/equaliser.ts';
import { EngineError } from '../../engine/errors.ts';
import { toAlignment } from '../../engine/forced-alignment/align.ts';
import { findAlignment, toFrames } from '../../engine/forced-alignment/frame-alignment.ts';
import { RECOGNITION_SAMPLE_RATE } from '../../engine/recognition/types.ts';
import { type SharedSound, sharedSamples } from '../../engine/threads/shared-sound.ts';
import { conditioned } from '../../media/conditioning.ts';
import { decodeAudio } from '../../media/decode/decode-audio.ts';
import { DecodeError } from '../../media/decode/decode-error.ts';
import { resampleAll } from '../../media/resampler.ts';
import { GTCRN } from '../../model-files/manifest.ts';
import { gainTo } from '../../recordings/enhancement/gain.ts';
import { atFixedLoudness } from '../../recordings/enhancement/level.ts';
import { createOwnEnhancer, type OwnEnhancer } from '../../recordings/enhancement/own-enhancer.ts';
import type { Sound } from '../../recordings/enhancement/types.ts';
import { loadedEncoder } from '../../recordings/speaker-encoder/installed-encoder.ts';
import { learnCodes } from '../learning/learn-codes.ts';
import { scorePassages } from './assisted/passages/score-passages.ts';
import { alignTake } from './assisted/sentences/align-take.ts';
import type { ScoredPassage } from './assisted/types.ts';
import { checkSample } from './checks/check-sample.ts';
import { areTwoVoices, voiceGroups } from './checks/voice-groups.ts';
import { embedSpeaker } from './speaker-embedding.ts';
import { type CompletedCodes, completeCodes, gainsByConversion } from './style-space/further-conversion.ts';
import { likenessGains } from './style-space/likeness-equaliser.ts';
import type { Wanted } from './style-space/near-base.ts';
import { nearestStyle } from './style-space/nearest-style.ts';
import { describeVoice, MAX_DESCRIBED_SECONDS } from './style-space/portrait.ts';
import { STYLE_SPACE, styleAt } from './style-space/style-space.ts';
import { MAX_SAMPLE_SECONDS } from './types.ts';
import { withPrompts } from './voice-prompt.ts';
import type {
  Aligned,
  AlignStep,
  Checked,
  CheckStep,
  CompleteStep,
  Decoded,
  DecodeStep,
  Enhanced,
  EnhanceStep,
  EqualiseStep,
  LoadStep,
  ProposeStep,
  ScoreStep,
  Step,
  StepResult,
  VoicesStep,
} from './worker-protocol.ts';

/** Lowest sample rate that is enough for the checks and the pitch. Telephones have this. */
const MIN_RATE = 8000;
/** Frequencies above half of this rate carry no information about a voice. */
const MAX_RATE = 48_000;
/** Pace and pitch of the second recognition. Spoken words stay the same, inventions do not. */
const SLOWER = 0.92;

/**
 * Runs one step of an enrolment, which holds the thread for up to seconds.
 * @throws EngineError when the recording is at fault
 */
export async function performStep(step: Step): Promise<StepResult<Step>> {
  switch (step.kind) {
    case 'decode':
      return decode(step);
    case 'check':
      return check(step);
    case 'slow':
      return slowed(step.samples);
    case 'embed':
      return embedSpeaker(step.samples, step.sampleRate);
    case 'load':
      return load(step);
    case 'describe-voice':
      return describeVoice(step.samples, step.sampleRate, step.encoderPath);
    case 'propose':
      return propose(step);
    case 'equalise':
      return equalise(step);
    case 'voices':
      return hearVoices(step);
    case 'align':
      return alignStep(step);
    case 'take':
      return alignTake({ ...step.sound, ...step });
    case 'score':
      return score(step);
    case 'enhance':
      return enhance(step);
    case 'loudness':
      return ofShared(atFixedLoudness(step.sound));
    case 'learn':
      return learnCodes({ ...step.sound, bases: step.bases });
    case 'complete':
      return complete(step);
    case 'prompt':
      return withPrompts(step.codes, step.sound, step.models);
  }
}

async function decode({ audio, forRecognition }: DecodeStep): Promise<Decoded> {
  try {
    const { samples, sampleRate } = await decodeAudio(audio, { maxSeconds: MAX_SAMPLE_SECONDS });
    const sound = { samples: sharedSamples(samples), sampleRate };
    return { sound, forRecognition: forRecognition ? recognisable(sound) : null };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    const kind = error.reason === 'too_long' ? 'recording_too_long' : 'recording_unreadable';
    throw new EngineError(kind, { values: { reason: error.message } });
  }
}

function recognisable({ samples, sampleRate }: SharedSound): Float32Array {
  const rate = RECOGNITION_SAMPLE_RATE;
  const resampled = sampleRate === rate ? samples : resampleAll(samples, sampleRate, rate);
  return sharedSamples(conditioned(resampled, rate));
}

function check({ sound, lenient }: CheckStep): Checked {
  const { samples, sampleRate } = sound;
  if (sampleRate < MIN_RATE) {
    throw new EngineError('recording_rate_too_low', { values: { rate: sampleRate, min: MIN_RATE } });
  }
  const report = checkSample(samples, sampleRate, { lenient });
  if (sampleRate <= MAX_RATE) return { report, sound };
  const fewer = sharedSamples(resampleAll(samples, sampleRate, MAX_RATE));
  return { report, sound: { samples: fewer, sampleRate: MAX_RATE } };
}

const slowed = (samples: Float32Array): Float32Array =>
  sharedSamples(resampleAll(samples, Math.round(SLOWER * RECOGNITION_SAMPLE_RATE), RECOGNITION_SAMPLE_RATE));

async function load({ encoderPath }: LoadStep): Promise<null> {
  await loadedEncoder(encoderPath);
  return null;
}

async function propose({ sound, encoderPath }: ProposeStep): Promise<Wanted> {
  const { samples, sampleRate } = sound;
  const speaker = await describeVoice(samples, sampleRate, encoderPath);
  const encoder = await loadedEncoder(encoderPath);
  const embedding = await encoder.embed(samples.subarray(0, MAX_DESCRIBED_SECONDS * sampleRate), sampleRate);
  const place = nearestStyle(STYLE_SPACE, speaker.embedding, Math.exp(speaker.pitch.mean));
  return { speaker, embedding, timbre: styleAt(STYLE_SPACE, place) };
}

/** Styles differ in loudness, and the loudest would be clipped. All are normalised to the level of recordings. */
async function equalise(step: EqualiseStep): Promise<Equalised> {
  const { samples, sampleRate, spectrum, embedding, encoderPath } = step;
  const encoder = await loadedEncoder(encoderPath);
  const fitted = fitEqualiser(samples, sampleRate, spectrum);
  const corrections = await likenessGains(fitted.samples, sampleRate, embedding, encoder);
  const nearer = equalisedBy(
    samples,
    sampleRate,
    fitted.gains.map((fit, b) => fit + corrections[b]!),
  );
  const gain = gainTo(nearer.samples, sampleRate);
  const times = (values: Float32Array): Float32Array => values.map((value) => gain * value);
  return { samples: times(nearer.samples), equaliser: times(nearer.equaliser) };
}

async function hearVoices({ sound, encoderPath }: VoicesStep): Promise<boolean> {
  const encoder = await loadedEncoder(encoderPath);
  return areTwoVoices(voiceGroups(await encoder.windows(sound.samples, sound.sampleRate)));
}

async function complete(step: CompleteStep): Promise<CompletedCodes> {
  const { codes, encoderPath } = step;
  return completeCodes(codes, step, async (learned, base, near) =>
    encoderPath === null ? false : gainsByConversion(learned, base, near, await loadedEncoder(encoderPath)),
  );
}

function alignStep({ sound: { samples, sampleRate }, rendition }: AlignStep): Aligned {
  const found = findAlignment(rendition, samples, sampleRate);
  return {
    alignment: toAlignment(found, rendition, (samples.length * 1000) / sampleRate),
    frameTimes: found && toFrames(found).renditionSamples,
  };
}

/** Created with the first recording that it cleans. */
let enhancer: Promise<OwnEnhancer> | undefined;

/** The scores were fitted with GTCRN's output. RNNoise removes more, which they cannot judge. */
const score = ({ sound, take, cleaned }: ScoreStep): readonly ScoredPassage[] =>
  scorePassages({ ...sound, take, cleaned: cleaned.model === GTCRN ? cleaned : null });

async function enhance({ sound, modelsFolder }: EnhanceStep): Promise<Enhanced> {
  enhancer ??= createOwnEnhancer({ modelsFolder });
  const own = await enhancer;
  return { ...ofShared(await own.enhance(sound)), model: own.model };
}

const ofShared = ({ samples, sampleRate }: Sound): SharedSound => ({
  samples: sharedSamples(samples),
  sampleRate,
});
