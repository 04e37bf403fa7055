/**
 * Detects two people who take turns. Voices differ in pitch and in the average shape of their spectra. One person's
 * pitch varies too, but continuously, and the average of a second of vowels keeps its shape. Two groups of seconds that
 * differ in both, with little between them, are two people. Two similar voices pass, because they cannot be
 * distinguished reliably.
 */
import { mean } from '../../../media/statistics.ts';
import { MEL_BANDS, type SoundFrames } from '../../../recordings/speech-activity/frames.ts';
import type { SpeechActivity } from '../../../recordings/speech-activity/speech-activity.ts';

export interface TurnFigures {
  /** Distance of the two groups' mean pitches, in semitones. */
  readonly pitchSemitones: number;
  /** The same distance relative to the spread within the groups. */
  readonly pitchSeparation: number;
  /** RMS distance of the groups' average spectra without their level, in dB. */
  readonly spectrumDb: number;
  /** Approximate duration of the smaller group, in seconds. */
  readonly smallerSeconds: number;
}

interface Stretch {
  /** Median pitch, semitones. */
  readonly pitch: number;
  /** Mean level of each band relative to the mean of all bands, in dB. */
  readonly spectrum: Float64Array;
}

/** Number of voiced frames in a stretch: a second of voice. Stretches overlap by half. */
const STRETCH_FRAMES = 100;
const SURELY_VOICED = 0.7;
const MIN_GROUP = 2;

const NONE: TurnFigures = { pitchSemitones: 0, pitchSeparation: 0, spectrumDb: 0, smallerSeconds: 0 };

/** Divides the voiced seconds into two groups by pitch, where the difference between them is largest. */
export function turnFigures(frames: SoundFrames, { speech }: SpeechActivity): TurnFigures {
  const stretches = voicedStretches(frames, speech).sort((a, b) => a.pitch - b.pitch);
  const pitches = stretches.map(({ pitch }) => pitch);
  let best = 0;
  let most = -1;
  for (let i = MIN_GROUP; i <= pitches.length - MIN_GROUP; i++) {
    // Variance between the groups (N. Otsu, 1979).
    const between = i * (pitches.length - i) * (mean(pitches.slice(0, i)) - mean(pitches.slice(i))) ** 2;
    if (between > most) {
      most = between;
      best = i;
    }
  }
  if (best === 0) return NONE;
  const low = stretches.slice(0, best);
  const high = stretches.slice(best);
  const lowMean = mean(pitches.slice(0, best));
  const highMean = mean(pitches.slice(best));
  const spread = Math.sqrt(mean(pitches.map((pitch, i) => (pitch - (i < best ? lowMean : highMean)) ** 2)));
  const lowSpectrum = meanSpectrum(low);
  const distances = meanSpectrum(high).map((level, band) => (level - lowSpectrum[band]!) ** 2);
  return {
    pitchSemitones: highMean - lowMean,
    // A few stretches may agree by chance, so the spread is taken as at least 0.3 semitones.
    pitchSeparation: (highMean - lowMean) / (spread + 0.3),
    spectrumDb: Math.sqrt(mean([...distances])),
    smallerSeconds: (Math.min(low.length, high.length) * STRETCH_FRAMES) / 200,
  };
}

function voicedStretches({ count, melDb, pitch }: SoundFrames, speech: Uint8Array): Stretch[] {
  const voiced: number[] = [];
  for (let k = 0; k < count; k++)
    if (speech[k] && pitch.f0Hz[k]! > 0 && pitch.strength[k]! > SURELY_VOICED) voiced.push(k);
  const stretches: Stretch[] = [];
  for (let from = 0; from + STRETCH_FRAMES <= voiced.length; from += STRETCH_FRAMES / 2) {
    const frames = voiced.slice(from, from + STRETCH_FRAMES);
    const pitches = frames.map((k) => 12 * Math.log2(pitch.f0Hz[k]!)).sort((a, b) => a - b);
    const spectrum = new Float64Array(MEL_BANDS);
    for (const k of frames)
      for (let band = 0; band < MEL_BANDS; band++)
        spectrum[band]! += melDb[k * MEL_BANDS + band]! / STRETCH_FRAMES;
    const level = mean([...spectrum]);
    stretches.push({
      pitch: pitches[STRETCH_FRAMES / 2]!,
      spectrum: spectrum.map((value) => value - level),
    });
  }
  return stretches;
}

const meanSpectrum = (stretches: readonly Stretch[]): Float64Array =>
  Float64Array.from({ length: MEL_BANDS }, (_, band) =>
    mean(stretches.map(({ spectrum }) => spectrum[band]!)),
  );
