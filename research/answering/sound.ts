/** The sound of an answered call over a telephone: speech, a beep, and the background. */
import { telephoned } from '../../media/telephone.ts';
import { randomNumbers } from '../random.ts';
import { atLevel, joined, levelOf } from '../sound.ts';

export const RATE = 16_000;
/** Pick-up to the first word, and a pause within a greeting. */
export const BEFORE_MS = 600;
const PAUSE_MS = 1000;
/** Frequency and length of beeps, and the silence before them, in Hz and ms. */
export const BEEPS = [
  { hz: 440, ms: 300, afterMs: 400 },
  { hz: 1000, ms: 400, afterMs: 900 },
  { hz: 1400, ms: 250, afterMs: 600 },
  { hz: 620, ms: 900, afterMs: 1500 },
  { hz: 850, ms: 200, afterMs: 300 },
] as const;
const BEEP_LEVEL = 0.12;

export type Beep = (typeof BEEPS)[number];

export interface Line {
  readonly name: string;
  readonly speed: number;
  /** Of the speaker and of the noise, in dBFS. */
  readonly levelDb: number;
  readonly noiseDb: number;
  /** From the end of the greeting or beep to the end of the sound. */
  readonly afterMs: number;
  /** Background sound, with its level in dBFS; null for none. */
  readonly behind: {
    readonly what: 'people' | 'television' | 'music' | 'office';
    readonly levelDb: number;
  } | null;
}

export const LINES: readonly Line[] = [
  { name: 'quiet', speed: 1, levelDb: -22, noiseDb: -62, afterMs: 5000, behind: null },
  { name: 'fast and soft', speed: 1.15, levelDb: -34, noiseDb: -60, afterMs: 5000, behind: null },
  { name: 'street', speed: 1, levelDb: -22, noiseDb: -38, afterMs: 5000, behind: null },
  {
    name: 'people behind',
    speed: 1,
    levelDb: -22,
    noiseDb: -60,
    afterMs: 5000,
    behind: { what: 'people', levelDb: -32 },
  },
];

type Background = NonNullable<Line['behind']>['what'];

const behind = (what: Background, db: number, afterMs: number): Line => ({
  name: `${what} at ${db} dB`,
  speed: 1,
  levelDb: -22,
  noiseDb: -60,
  afterMs,
  behind: { what, levelDb: -22 + db },
});
export const BEHIND_PEOPLE: readonly Line[] = [-6, -10, -15].flatMap((db) => [
  behind('people', db, 12_000),
  behind('television', db, 12_000),
]);
export const BEHIND_MACHINES: readonly Line[] = [-10, -15].flatMap((db) => [
  behind('music', db, 5000),
  behind('office', db, 5000),
]);

/** Speech of others: people who talk simultaneously, and each television programme. */
export interface Behind {
  readonly people: readonly Float32Array[];
  readonly television: readonly Float32Array[];
}

interface CallSound {
  readonly sound: Float32Array;
  /** With times from the beginning of the sound, in ms. */
  readonly beep: (Beep & { readonly beganMs: number }) | null;
  /** When the last word is over, in ms. */
  readonly spokenMs: number;
}

const at = (ms: number): number => Math.round((ms * RATE) / 1000);

/** @param parts speech, mono, 16 kHz, with pauses between parts @param seed of noise */
export function soundOf(
  parts: readonly Float32Array[],
  line: Line,
  beep: Beep | null,
  others: Behind,
  seed: number,
): CallSound {
  const speech = joined(
    parts.flatMap((part, i) => (i === 0 ? [part] : [new Float32Array(at(PAUSE_MS)), part])),
  );
  const spokenMs = BEFORE_MS + (lastSound(speech) * 1000) / RATE;
  const beganMs = beep ? spokenMs + beep.afterMs : spokenMs;
  const sound = new Float32Array(at(beganMs + (beep?.ms ?? 0) + line.afterMs));
  sound.set(atLevel(speech, line.levelDb).subarray(0, sound.length - at(BEFORE_MS)), at(BEFORE_MS));
  for (let i = 0; beep && i < at(beep.ms); i++) {
    sound[at(beganMs) + i]! += BEEP_LEVEL * Math.sin((2 * Math.PI * beep.hz * i) / RATE);
  }
  const random = randomNumbers(seed + 1);
  const noise = 10 ** (line.noiseDb / 20);
  for (let i = 0; i < sound.length; i++) sound[i]! += 2 * noise * (random() + random() + random() - 1.5);
  if (line.behind) add(sound, behindOf(line.behind.what, sound.length, others, seed), line.behind.levelDb);
  return { sound: telephoned(sound, RATE), beep: beep && { ...beep, beganMs }, spokenMs };
}

function behindOf(
  what: Background,
  length: number,
  { people, television }: Behind,
  seed: number,
): Float32Array {
  const sound = new Float32Array(length);
  if (what === 'people') {
    for (const [k, voice] of people.entries()) repeat(sound, voice, k * 17_000);
  } else if (what === 'television') {
    repeat(sound, television[seed % television.length]!, seed * 5000);
    add(sound, music(length, seed), levelOf(sound) - 12);
  } else if (what === 'music') {
    sound.set(music(length, seed));
  } else {
    for (const [k, voice] of people.entries()) repeat(sound, voice, k * 17_000 + seed * 5000);
    add(sound, typing(length, seed), levelOf(sound));
  }
  return sound;
}

/** Plucked chords with a bass and a beat. */
function music(length: number, seed: number): Float32Array {
  const random = randomNumbers(seed + 101);
  const sound = new Float32Array(length);
  const beat = at(460);
  for (let start = 0; start < length; start += beat) {
    const root = 110 * 2 ** (Math.floor(random() * 8) / 12);
    const notes = [root, root * 2, root * 2 ** (4 / 12 + 1), root * 2 ** (7 / 12 + 1), root * 4];
    for (let i = start; i < Math.min(length, start + 2 * beat); i++) {
      const t = (i - start) / RATE;
      for (const hz of notes) {
        for (let k = 1; k <= 4; k++)
          sound[i]! += (Math.exp(-3 * t) * Math.sin(2 * Math.PI * hz * k * t)) / k / k;
      }
      sound[i]! += 3 * Math.exp(-60 * t) * (random() - 0.5);
    }
  }
  return sound;
}

/** Keys at irregular times. */
function typing(length: number, seed: number): Float32Array {
  const random = randomNumbers(seed + 201);
  const sound = new Float32Array(length);
  for (let start = 0; start < length; start += at(60 + 240 * random())) {
    for (let i = start; i < Math.min(length, start + at(30)); i++) {
      sound[i]! += Math.exp((-400 * (i - start)) / RATE) * (random() - 0.5);
    }
  }
  return sound;
}

function repeat(sound: Float32Array, voice: Float32Array, from: number): void {
  for (let i = 0; i < sound.length; i++) sound[i]! += voice[(i + from) % voice.length]!;
}

function add(sound: Float32Array, other: Float32Array, levelDb: number): void {
  const levelled = atLevel(other, levelDb);
  for (let i = 0; i < sound.length; i++) sound[i]! += levelled[i]!;
}

function lastSound(samples: Float32Array): number {
  let last = samples.length;
  while (last > 0 && Math.abs(samples[last - 1]!) < 0.01) last--;
  return last;
}
