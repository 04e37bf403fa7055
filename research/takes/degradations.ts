/** Simulated degradations of parts of a take: each kind at three strengths, the weakest first. */
import { stretched } from '../../media/stretch.ts';
import { inRoom } from '../alignment/sounds.ts';
import { normal } from '../random.ts';
import { moved, msOf, type Reading, samplesOf, speechLevel, TAKE_RATE, withInsert } from './reading.ts';

export interface Surroundings {
  /** In [0, 1), reproducible. */
  readonly random: () => number;
  /** Other speech by another speaker. */
  readonly otherVoice: Float32Array;
  /** Returns the same sound with a text that has this many wrong words. */
  readonly misread: (reading: Reading, words: number) => Promise<Reading>;
}

export interface Degradation {
  readonly kind: string;
  /** Unit of the strengths. */
  readonly unit: string;
  readonly strengths: readonly [number, number, number];
  spoil(reading: Reading, strength: number, surroundings: Surroundings): Reading | Promise<Reading>;
}

const gainOf = (db: number): number => 10 ** (db / 20);

function withSamples(reading: Reading, samples: Float32Array): Reading {
  return { ...reading, samples };
}

/** Noise with an RMS of 1, white or with attenuated high frequencies. */
function noise(length: number, random: () => number, dull: boolean): Float32Array {
  const out = new Float32Array(length);
  for (let i = 0, y = 0; i < length; i++) {
    y = dull ? 0.9 * y + normal(random) : normal(random);
    out[i] = dull ? y * Math.sqrt(1 - 0.81) : y;
  }
  return out;
}

/** Adds a sound at a time, in a copy. */
function mixed(reading: Reading, sound: Float32Array, atMs: number, gain: number): Reading {
  const samples = Float32Array.from(reading.samples);
  const at = Math.max(0, samplesOf(atMs));
  for (let i = 0; i < sound.length && at + i < samples.length; i++) samples[at + i]! += gain * sound[i]!;
  return withSamples(reading, samples);
}

/** Applies an onset of 20 ms and a decay over the rest. */
function shaped(sound: Float32Array): Float32Array {
  const attack = samplesOf(20);
  return sound.map((x, i) =>
    i < attack ? (x * i) / attack : x * Math.exp((-3 * (i - attack)) / (sound.length - attack)),
  );
}

/** Two bursts of rough noise around 1 kHz, a quarter of a second each. The RMS of the first part is about 1. */
function cough(random: () => number): Float32Array {
  const puff = (ms: number): Float32Array => {
    const out = new Float32Array(samplesOf(ms));
    const pole = 0.94;
    const turn = (2 * Math.PI * (700 + 600 * random())) / TAKE_RATE;
    for (let i = 0; i < out.length; i++)
      out[i] =
        2 * pole * Math.cos(turn) * (out[i - 1] ?? 0) -
        pole * pole * (out[i - 2] ?? 0) +
        0.25 * normal(random) * (1 + 0.5 * Math.sin((2 * Math.PI * 90 * i) / TAKE_RATE));
    return shaped(out);
  };
  const first = puff(250);
  const second = puff(180);
  const out = new Float32Array(first.length + second.length + samplesOf(40));
  out.set(first);
  out.set(second, first.length + samplesOf(40));
  return out;
}

/** A thump of 70 Hz and a bang. */
function slam(random: () => number): Float32Array {
  return Float32Array.from({ length: samplesOf(350) }, (_, i) => {
    const t = i / TAKE_RATE;
    return 1.6 * Math.exp(-12 * t) * Math.sin(2 * Math.PI * 70 * t) + 2 * Math.exp(-40 * t) * normal(random);
  });
}

/** Returns times within the words of a reading, in the middle of each of `parts` parts. */
function momentsIn({ words }: Reading, parts: number, random: () => number): number[] {
  return Array.from({ length: parts }, (_, part) => {
    const word = words[Math.floor(((part + 0.25 + 0.5 * random()) * words.length) / parts)] ?? words[0]!;
    return (word.startMs + word.endMs) / 2;
  });
}

const middleWord = ({ words }: Reading): number => Math.max(0, (words.length >> 1) - 1);

function scaledTimes(reading: Reading, samples: Float32Array, factor: number): Reading {
  return { ...reading, samples, words: moved(reading.words, (ms) => ms / factor) };
}

function atPace(reading: Reading, factor: number): Reading {
  return scaledTimes(
    reading,
    stretched(reading.samples, TAKE_RATE, Math.round(reading.samples.length / factor)),
    factor,
  );
}

/** Adds reverberation with the same total energy as the direct sound. The reading is extended by its duration. */
function reverberant(reading: Reading, seconds: number): Reading {
  const padded = new Float32Array(reading.samples.length + samplesOf(600 * seconds));
  padded.set(reading.samples);
  const { samples } = inRoom({ samples: padded, sampleRate: TAKE_RATE }, seconds);
  const wet = withSamples(reading, samples);
  const gain = speechLevel(reading) / speechLevel(wet);
  return withSamples(
    reading,
    samples.map((x) => gain * x),
  );
}

export const DEGRADATIONS: readonly Degradation[] = [
  {
    kind: 'steady noise',
    unit: 'dB below the speech',
    strengths: [20, 12, 5],
    spoil: (reading, belowDb, { random }) =>
      mixed(
        reading,
        noise(reading.samples.length, random, random() < 0.5),
        0,
        speechLevel(reading) * gainOf(-belowDb),
      ),
  },
  {
    kind: 'bursts of noise',
    unit: 'dB below the speech',
    strengths: [6, 0, -6],
    spoil: (reading, belowDb, { random }) =>
      momentsIn(reading, 2, random).reduce(
        (so, atMs) =>
          mixed(
            so,
            noise(samplesOf(150 + 250 * random()), random, random() < 0.5),
            atMs - 100,
            speechLevel(reading) * gainOf(-belowDb),
          ),
        reading,
      ),
  },
  {
    kind: 'clipping',
    unit: 'dB cut off the peaks',
    strengths: [6, 10, 15],
    spoil: (reading, db) => {
      const peak = reading.samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      const ceiling = peak * gainOf(-db);
      const clipped = withSamples(
        reading,
        reading.samples.map((x) => Math.max(-ceiling, Math.min(ceiling, x))),
      );
      const gain = speechLevel(reading) / speechLevel(clipped);
      return withSamples(
        reading,
        clipped.samples.map((x) => gain * x),
      );
    },
  },
  {
    kind: 'coughs over words',
    unit: 'dB above the speech',
    strengths: [0, 6, 12],
    spoil: (reading, db, { random }) =>
      momentsIn(reading, 2, random).reduce(
        (so, atMs) => mixed(so, cough(random), atMs - 100, speechLevel(reading) * gainOf(db)),
        reading,
      ),
  },
  {
    kind: 'a cough between words',
    unit: 'dB above the speech',
    strengths: [-12, -6, 0],
    spoil: (reading, db, { random }) => {
      const gap = new Float32Array(samplesOf(800));
      const sound = cough(random);
      const gain = speechLevel(reading) * gainOf(db);
      for (let i = 0; i < sound.length; i++) gap[samplesOf(150) + i] = gain * sound[i]!;
      return withInsert(reading, middleWord(reading), gap);
    },
  },
  {
    kind: 'clicks',
    unit: 'of the peak',
    strengths: [0.25, 0.5, 1],
    spoil: (reading, size, { random }) => {
      const peak = reading.samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
      return momentsIn(reading, 4, random).reduce(
        (so, atMs) => mixed(so, Float32Array.from([0.3, 1, -0.8, 0.5, -0.2]), atMs, size * peak),
        reading,
      );
    },
  },
  {
    kind: 'door slams',
    unit: 'dB above the speech',
    strengths: [0, 6, 12],
    spoil: (reading, db, { random }) =>
      momentsIn(reading, 2, random).reduce(
        (so, atMs) => mixed(so, slam(random), atMs, speechLevel(reading) * gainOf(db)),
        reading,
      ),
  },
  {
    kind: 'wrong words',
    unit: 'words',
    strengths: [1, 2, 3],
    spoil: (reading, words, { misread }) => misread(reading, words),
  },
  {
    kind: 'a voice in a pause',
    unit: 'dB below the speech',
    strengths: [20, 12, 6],
    spoil: (reading, belowDb, { otherVoice }) => {
      const gap = new Float32Array(samplesOf(1000));
      const other = otherVoice.subarray(0, samplesOf(700));
      const gain = (speechLevel(reading) * gainOf(-belowDb)) / rms(other);
      for (let i = 0; i < other.length; i++) gap[samplesOf(150) + i] = gain * other[i]!;
      return withInsert(reading, middleWord(reading), gap);
    },
  },
  {
    kind: 'a voice over words',
    unit: 'dB below the speech',
    strengths: [15, 9, 3],
    spoil: (reading, belowDb, { otherVoice }) =>
      mixed(reading, otherVoice, 0, (speechLevel(reading) * gainOf(-belowDb)) / rms(otherVoice)),
  },
  {
    kind: 'a long gap',
    unit: 's',
    strengths: [1.5, 2.5, 4],
    spoil: (reading, seconds) =>
      withInsert(reading, middleWord(reading), new Float32Array(samplesOf(1000 * seconds))),
  },
  {
    kind: 'too quiet',
    unit: 'dB quieter',
    strengths: [9, 14, 20],
    spoil: (reading, db) =>
      withSamples(
        reading,
        reading.samples.map((x) => gainOf(-db) * x),
      ),
  },
  {
    kind: 'far from the microphone',
    unit: 'dB quieter, in a room of 0.5 s',
    strengths: [4, 8, 14],
    spoil: (reading, db) => {
      const far = reverberant(reading, 0.5);
      return withSamples(
        far,
        far.samples.map((x, i) => gainOf(-db) * 0.5 * (x + (far.samples[i - 1] ?? 0))),
      );
    },
  },
  {
    kind: 'reverberant',
    unit: 's for 60 dB',
    strengths: [0.3, 0.6, 1],
    spoil: (reading, seconds) => reverberant(reading, seconds),
  },
  {
    kind: 'too fast',
    unit: 'times as fast',
    strengths: [1.35, 1.5, 1.8],
    spoil: (reading, factor) => atPace(reading, factor),
  },
  {
    kind: 'too slow',
    unit: 'times as slow',
    strengths: [1.35, 1.5, 1.8],
    spoil: (reading, factor) => atPace(reading, 1 / factor),
  },
];

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / Math.max(1, samples.length));
}

export const lastsMs = ({ samples }: Reading): number => msOf(samples.length);
