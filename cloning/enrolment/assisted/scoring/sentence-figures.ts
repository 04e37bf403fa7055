/** All measurements of each sentence of a take, from which defects are detected. */
import { overlapShare } from '../../checks/overlapping-speech.ts';
import type { ReadSentence } from '../types.ts';
import { largest } from './curves.ts';
import { fullLevel, sharpestClicks } from './disturbances.ts';
import { type GapFigures, gapFigures, mostOf } from './gaps.ts';
import { type ClippingFigures, clippingFigures } from './loudness.ts';
import { type NoiseFigures, noiseFigures, valleyLevels } from './noise.ts';
import { type PaceFigures, paceFigures, pitchLeaps } from './prosody.ts';
import { type RemovedFigures, removedFigures } from './removed-sounds.ts';
import { decaySeconds } from './reverberation.ts';
import { framesBetween, framesIn, speechLevel, type TakeSound } from './take-sound.ts';
import { type VowelFigures, vowelFigures } from './vowels.ts';
import { type WordFigures, wordFigures } from './words.ts';

/** Shorter gaps are within the accuracy of word boundaries. */
const MIN_GAP_MS = 40;
/** Level below the speech at which nothing is audible. */
const INAUDIBLE_FULL_DB = 50;
const INAUDIBLE_THUMP_DB = 40;
const CLICKS = 3;

export interface SentenceFigures
  extends NoiseFigures,
    VowelFigures,
    ClippingFigures,
    PaceFigures,
    WordFigures,
    RemovedFigures,
    GapFigures {
  /** Level of its louder sounds, in dBFS. */
  readonly speechDb: number;
  /** Log2 of the decay time of its sounds (RT60) in seconds; null if unknown. */
  readonly decay: number | null;
  /** Share of the voiced frames with a second voice. */
  readonly overlap: number;
  readonly pitchLeaps: number;
  /** Maximum level of broadband sound, and above 4 kHz, in dB above the speech. */
  readonly fullDb: number;
  readonly hissiestDb: number;
  /** Maximum level below the voice, in dB above the speech. */
  readonly thumpDb: number;
  /** Prominence of its sharpest clicks over the sharpest sounds around them, in dB. */
  readonly click: number;
  readonly secondClick: number;
  readonly thirdClick: number;
}

/** The figures of each sentence that was read, in order. */
export function sentenceFigures(sound: TakeSound): readonly SentenceFigures[] {
  const valleys = valleyLevels(sound.frames);
  return sound.read.map((sentence) => figuresOf(sound, valleys, sentence));
}

function figuresOf(sound: TakeSound, valleys: Float32Array, sentence: ReadSentence): SentenceFigures {
  const speechDb = speechLevel(sound, sentence);
  const [from, to] = framesIn(sound, sentence.startMs, sentence.endMs);
  const seconds = decaySeconds(sound, sentence);
  const [click = 0, secondClick = 0, thirdClick = 0] = sharpestClicks(sound, sentence, CLICKS);
  return {
    speechDb,
    ...noiseFigures(sound, valleys, sentence, speechDb),
    ...vowelFigures(sound, from, to, speechDb),
    ...clippingFigures(sound, sentence),
    ...paceFigures(sentence),
    ...wordFigures(sentence),
    ...removedFigures(sound.removedDb, [from, to], speechDb),
    ...mostOf(gapsWithin(sound, sentence, speechDb)),
    decay: seconds === null ? null : Math.log2(seconds),
    overlap: overlapShare(framesBetween(sound, from, to)),
    pitchLeaps: pitchLeaps(sound.frames.pitch, from, to),
    fullDb: Math.max(fullLevel(sound, from, to) - speechDb, -INAUDIBLE_FULL_DB),
    hissiestDb: largest(sound.outer.highDb, from, to) - speechDb,
    thumpDb: Math.max(largest(sound.outer.lowDb, from, to) - speechDb, -INAUDIBLE_THUMP_DB),
    click,
    secondClick,
    thirdClick,
  };
}

function gapsWithin(sound: TakeSound, { words }: ReadSentence, speechDb: number): GapFigures[] {
  return words.slice(1).flatMap(({ startMs }, i) => {
    const { endMs } = words[i]!;
    return startMs - endMs > MIN_GAP_MS ? [gapFigures(sound, endMs, startMs, speechDb)] : [];
  });
}
