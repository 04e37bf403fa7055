/** Decides whether a voice can be made from a recording, and measures the recording. */

import { EngineError } from '../../../engine/errors.ts';
import { clippedShare } from '../../../media/clipping.ts';
import { quantileLower } from '../../../media/statistics.ts';
import { FRAME_RATE, soundFrames } from '../../../recordings/speech-activity/frames.ts';
import { speechActivity } from '../../../recordings/speech-activity/speech-activity.ts';
import { shownSeconds } from '../shown-seconds.ts';
import { MIN_SAMPLE_SECONDS } from '../types.ts';
import { bandwidthHz, reverberationSeconds } from './channel.ts';
import { overlapShare } from './overlapping-speech.ts';
import { turnFigures } from './speaker-turns.ts';
import { voiceLikeness } from './voice-likeness.ts';

export interface SampleReport {
  /** Duration of the whole recording. */
  readonly seconds: number;
  /** Duration of speech, including gaps of up to 0.2 s. */
  readonly speechSeconds: number;
  /** Mean power of the speech and of the gaps, 100 to 3800 Hz, in dBFS. */
  readonly speechLevelDb: number;
  readonly noiseFloorDb: number;
  readonly snrDb: number;
  /** Share of the audible samples that are on clipped peaks, 0 to 1. */
  readonly clippedShare: number;
  /** Highest frequency in the recording. */
  readonly bandwidthHz: number;
  readonly medianF0Hz: number;
  /** Range from the 10th to the 90th percentile of the pitch, in semitones: liveliness of the intonation. */
  readonly f0RangeSemitones: number;
  /** Estimated RT60 in seconds; dry voices have 0.1 to 0.3. Null if it could not be estimated. */
  readonly reverberationSeconds: number | null;
  /** Share of the voiced frames in which a second voice seems to be present, 0 to 1. */
  readonly overlapShare: number;
}

/** Below this level the sound is only the noise of a sound card. */
const SILENT_DB = -62;
const MIN_SPEECH_SECONDS = 3;
/** Speech 5 dB above white noise still reaches 0.57. */
const MIN_VOICED_SHARE = 0.3;
/** Peaks clipped by some 12 dB reach this. Speech without clipping stays below 0.007. */
const CLIPPED_SHARE = 0.02;
/**
 * Reverberation alone reaches 0.019, and a creaking voice 0.03. Simultaneous voices reach 0.2 if both are clear; lower
 * values are judged by the recogniser's confidence (`one-voice.ts`).
 */
const OVERLAP_SHARE = 0.035;
/** The pitch of two simultaneous voices is not steadier than that of one. */
const VOICES_STEADY = 0.25;
/**
 * Distances of two groups of voiced seconds above which they are two people. A lively speaker may exceed each of them,
 * but not all.
 */
const TURN_SEMITONES = 5.5;
const TURN_SEPARATION = 4;
const TURN_SPECTRUM_DB = 4.5;
const TURN_SECONDS = 1.5;

/**
 * Checks a recording before a voice is made from it. Takes some 10 ms per second of sound and blocks the thread.
 * Uncertain cases pass: two similar voices, soft music below a voice.
 * @param samples mono, nominally -1 to 1; @param sampleRate Hz, a whole number of at least 8000
 * @param lenient accepts faults that may affect only a part: clipping, and other speakers
 * @throws EngineError too_short, silent, clipped, not_speech, several_speakers
 */
export function checkSample(
  samples: Float32Array,
  sampleRate: number,
  { lenient = false }: { readonly lenient?: boolean } = {},
): SampleReport {
  if (sampleRate < FRAME_RATE)
    throw new RangeError(`recordings have at least ${FRAME_RATE} samples per second`);
  const seconds = samples.length / sampleRate;
  if (seconds <= MIN_SAMPLE_SECONDS)
    throw new EngineError('sample_too_short', { values: { seconds: MIN_SAMPLE_SECONDS } });

  const frames = soundFrames(samples, sampleRate);
  const activity = speechActivity(frames);
  const loud = quantileLower(frames.levelDb, 0.97, -100);
  if (loud < SILENT_DB) throw new EngineError('recording_silent');

  const clipped = clippedShare(samples);
  if (clipped > CLIPPED_SHARE && !lenient) throw new EngineError('recording_clipped');

  // Simultaneous voices blur pauses and syllables as music does, but no voice holds a steady pitch.
  const { voicedShare, steadyShare, musicEvidence } = voiceLikeness(frames);
  const overlap = overlapShare(frames);
  if (
    voicedShare < MIN_VOICED_SHARE ||
    (musicEvidence >= 1 && (overlap <= OVERLAP_SHARE || steadyShare > VOICES_STEADY))
  )
    throw new EngineError('no_speech');

  if (activity.speechSeconds < MIN_SPEECH_SECONDS) {
    const values = {
      spoken: shownSeconds(activity.speechSeconds, MIN_SAMPLE_SECONDS),
      seconds: MIN_SAMPLE_SECONDS,
    };
    throw new EngineError('too_little_speech', { values });
  }

  if (overlap > OVERLAP_SHARE && !lenient) throw new EngineError('voices_overlap');
  const turns = turnFigures(frames, activity);
  if (
    !lenient &&
    turns.pitchSemitones >= TURN_SEMITONES &&
    turns.pitchSeparation >= TURN_SEPARATION &&
    turns.spectrumDb >= TURN_SPECTRUM_DB &&
    turns.smallerSeconds >= TURN_SECONDS
  )
    throw new EngineError('voices_alternate');

  const f0 = frames.pitch.f0Hz.filter((hz, k) => hz > 0 && activity.speech[k] === 1);
  const f0At = (share: number): number => quantileLower(f0, share, 0);
  return {
    seconds,
    speechSeconds: activity.speechSeconds,
    speechLevelDb: activity.speechLevelDb,
    noiseFloorDb: activity.noiseFloorDb,
    snrDb: activity.snrDb,
    clippedShare: clipped,
    bandwidthHz: bandwidthHz(samples, sampleRate, activity),
    medianF0Hz: f0At(0.5),
    f0RangeSemitones: f0.length === 0 ? 0 : 12 * Math.log2(f0At(0.9) / f0At(0.1)),
    reverberationSeconds: reverberationSeconds(frames, activity.noiseFloorDb),
    overlapShare: overlap,
  };
}
