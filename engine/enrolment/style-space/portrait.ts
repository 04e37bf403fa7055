/** What a near base is found by: how a voice sounds, apart from its average spectrum, and that spectrum. */
import { trackPitch } from '../../../media/pitch.ts';
import { resampleAll } from '../../../media/resampler.ts';
import type { PitchStatistics } from '../../conversion/codes.ts';
import { averageSpectrum, designEqualiser, filtered } from '../../conversion/equaliser.ts';
import { pitchStatistics } from '../../conversion/learn-base.ts';
import { SPEAKER_ENCODER } from '../../models/manifest.ts';
import { ModelStore } from '../../models/store.ts';
import { SpeakerEncoder } from '../../speaker-encoder/speaker-encoder.ts';
import { STYLE_SPACE } from './style-space.ts';

export interface VoicePortrait {
  /** Speaker embedding of the sound brought to the spectrum of `STYLE_SPACE`: filters do not count. */
  readonly embedding: Float32Array;
  readonly pitch: PitchStatistics;
  /** See `averageSpectrum`. */
  readonly spectrum: Float64Array;
}

const RATE = 16_000;
/** More makes embeddings hardly any surer. */
const MAX_SECONDS = 20;
/** The spectrum needs sound from all of it; telephones have this. */
const LEAST_RATE = 16_000;

let encoder: Promise<SpeakerEncoder | null> | undefined;

/** @returns null where no speaker encoder is installed */
export async function portrayVoice(
  samples: Float32Array,
  sampleRate: number,
  modelsFolder: string | null,
): Promise<VoicePortrait | null> {
  encoder ??= loadEncoder(modelsFolder);
  const loaded = await encoder;
  if (loaded === null) return null;
  const wide = sampleRate < LEAST_RATE ? resampleAll(samples, sampleRate, LEAST_RATE) : samples;
  const spectrum = averageSpectrum(wide, Math.max(sampleRate, LEAST_RATE));
  const sound = resampleAll(samples.subarray(0, MAX_SECONDS * sampleRate), sampleRate, RATE);
  const taps = designEqualiser(spectrum, STYLE_SPACE.spectrum, RATE);
  return {
    embedding: await loaded.embed(filtered(sound, taps), RATE),
    pitch: pitchStatistics(trackPitch(sound, RATE, { hopMs: 10 }).f0Hz),
    spectrum,
  };
}

async function loadEncoder(modelsFolder: string | null): Promise<SpeakerEncoder | null> {
  if (modelsFolder === null) return null;
  const store = new ModelStore({ folder: modelsFolder });
  if (!(await store.isInstalled(SPEAKER_ENCODER))) return null;
  const [path = ''] = store.paths(SPEAKER_ENCODER).values();
  return SpeakerEncoder.load(path);
}
