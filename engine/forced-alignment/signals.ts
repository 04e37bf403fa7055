import { resampleAll } from '../../media/resampler.ts';
import { quantileFloor } from '../../media/statistics.ts';
import { bandLevels, cepstra, DIGITAL_SILENCE, loudness } from './features.ts';
import { ANALYSIS_RATE, frameCount, MEL_BANDS, melSpectra } from './mel-spectrum.ts';
import { soundKinds } from './pauses.ts';
import type { Rendition } from './types.ts';

/** Interval of the recording's frames. */
export const HOP_MS = 5;
const HOP_SAMPLES = (ANALYSIS_RATE * HOP_MS) / 1000;
/** Level below loud speech at which isolated sounds are faint (17 dB). */
const FAINT_NATS = 4;
/** Largest factor by which a rendition is read faster or slower to match the pace of the recording. */
const MAX_PACE = 2;
/** Vocal tract lengths that are tried, relative to that of the rendition's voice. */
const WARPS = [0.84, 0.92, 1, 1.09, 1.19] as const;

/** A recording as features: rows of `DIMENSIONS` every `HOP_MS`. */
export interface RecordingFrames {
  readonly count: number;
  readonly features: Float32Array;
  readonly loudness: Float32Array;
  /** Level below which a frame is initially taken for silence. */
  readonly silenceLevel: number;
  /** Level difference between loud speech and silence in nats. */
  readonly contrast: number;
  /** Kind of each frame by its level alone, from `soundKinds`. */
  readonly kinds: Uint8Array;
}

/** A rendition as frames, at the pace of the recording. */
export interface RenditionFrames {
  readonly count: number;
  /** Hop in samples of the rendition, at its own rate. */
  readonly hopSamples: number;
  /** One for each vocal tract length. */
  readonly features: readonly Float32Array[];
  /** Index into the rendition's phonemes. */
  readonly phonemes: Int32Array;
  /** Whether the frame is audible. */
  readonly heard: Uint8Array;
}

/** A recording, with the measurements that comparing it with renditions needs. */
export interface RecordingSignal {
  readonly recording: RecordingFrames;
  /** Noise level of each band relative to speech (`BandLevels`). */
  readonly noise: Float64Array;
  /** Total duration of audible frames. */
  readonly speechMs: number;
}

/** Analyses both sides. The rendition is masked with the noise of the recording. */
export function analyseSignals(
  rendition: Rendition,
  samples: Float32Array,
  sampleRate: number,
): { recording: RecordingFrames; rendition: RenditionFrames } {
  const signal = analyseRecording(samples, sampleRate);
  return { recording: signal.recording, rendition: analyseRendition(rendition, signal) };
}

/** @param samples mono, -1 to 1 */
export function analyseRecording(samples: Float32Array, sampleRate: number): RecordingSignal {
  const [mel = new Float32Array(0)] = melSpectra(
    resampleAll(samples, sampleRate, ANALYSIS_RATE),
    HOP_SAMPLES,
    [1],
  );
  const count = mel.length / MEL_BANDS;
  const loud = loudness(mel);
  const isRecorded = (t: number): boolean => loud[t]! > DIGITAL_SILENCE;
  const recorded = loud.filter((level) => level > DIGITAL_SILENCE);
  const quiet = quantileFloor(recorded, 0.05, DIGITAL_SILENCE);
  const contrast = Math.max(0, quantileFloor(recorded, 0.95, DIGITAL_SILENCE) - quiet);
  // Steady noise varies less than the level of a quiet room, so a smaller share of the contrast suffices above it.
  const silenceLevel = quiet + contrast * Math.min(0.35, Math.max(0.15, 0.15 + (contrast - 3.5) * 0.045));
  const isSpeech = (t: number): boolean => loud[t]! > silenceLevel;
  const levels = bandLevels(mel, isSpeech, isRecorded);
  const recording = {
    count,
    features: cepstra(mel, levels, levels.noise, isSpeech),
    loudness: loud,
    silenceLevel,
    contrast,
    kinds: soundKinds(loud, HOP_MS, silenceLevel, quiet + contrast - FAINT_NATS),
  };
  const speechFrames = loud.reduce((sum, x) => (x > silenceLevel ? sum + 1 : sum), 0);
  return { recording, noise: levels.noise, speechMs: speechFrames * HOP_MS };
}

/** Returns a rendition at the pace of a recording, masked with its noise. */
export function analyseRendition(
  rendition: Rendition,
  { noise, speechMs }: Omit<RecordingSignal, 'recording'>,
): RenditionFrames {
  const hop = hopFor(rendition, speechMs);
  const samples = resampleAll(rendition.samples, rendition.sampleRate, ANALYSIS_RATE);
  const count = frameCount(samples.length, hop);
  const hopSamples = (hop * rendition.sampleRate) / ANALYSIS_RATE;
  const phonemes = new Int32Array(count);
  for (let frame = 0, phoneme = 0; frame < count; frame++) {
    const at = frame * hopSamples;
    while (phoneme < rendition.phonemes.length - 1 && at >= rendition.phonemes[phoneme]!.endSamples)
      phoneme++;
    phonemes[frame] = phoneme;
  }
  const isSpeech = (frame: number): boolean => rendition.phonemes[phonemes[frame]!]?.ipa !== '';
  const spectra = melSpectra(samples, hop, WARPS);
  const loud = loudness(spectra[WARPS.indexOf(1)]!);
  const speechLoud = quantileFloor(
    loud.filter((_, frame) => isSpeech(frame)),
    0.8,
  );
  return {
    count,
    hopSamples,
    features: spectra.map((mel) => cepstra(mel, bandLevels(mel, isSpeech), noise, isSpeech)),
    phonemes,
    heard: Uint8Array.from(loud, (x) => (x > speechLoud - 5 ? 1 : 0)),
  };
}

/** Hop of a rendition in samples at `ANALYSIS_RATE` that gives it the pace of a recording. */
function hopFor({ phonemes, sampleRate }: Rendition, speechMs: number): number {
  const spoken = phonemes.reduce(
    (sum, { ipa, startSamples, endSamples }) => (ipa === '' ? sum : sum + endSamples - startSamples),
    0,
  );
  // Closures of plosives count as silence in the recording, but belong to phonemes in the rendition.
  const pace = spoken / sampleRate / Math.max(0.1, (1.15 * speechMs) / 1000);
  return HOP_SAMPLES * Math.min(MAX_PACE, Math.max(1 / MAX_PACE, pace));
}
