/**
 * Detects simultaneous voices. Subtracting the sound one period earlier cancels a periodic voice. If the remainder is
 * periodic as well, at a pitch that is not related to the first, another person is speaking (A. de Cheveigné,
 * "Separation of concurrent harmonic sounds: fundamental frequency estimation and a time-domain cancellation model of
 * auditory processing", 1993).
 */
import { FRAME_RATE, HOP_MS, type SoundFrames } from '../../../recordings/speech-activity/frames.ts';

const WINDOW = (30 * FRAME_RATE) / 1000;
const MIN_LAG = Math.floor(FRAME_RATE / 450);
const MAX_LAG = Math.ceil(FRAME_RATE / 70);
/** Smallest share of the sound that must remain, and its smallest periodicity. */
const REMAINS = 0.2;
const PERIODIC = 0.65;
/** Shortest duration of the second pitch, and its largest change from frame to frame. */
const LASTS_FRAMES = 40 / HOP_MS;
const SEMITONE = 1 / 12;

/** Share of the voiced frames in which a second voice is present, 0 to 1. */
export function overlapShare({ samples, count, pitch }: SoundFrames): number {
  const low = lowPassed(samples);
  const second = new Float32Array(count);
  let voiced = 0;
  for (let k = 0; k < count; k++) {
    if (pitch.f0Hz[k] === 0) continue;
    voiced++;
    second[k] = secondLag(low, Math.round((k * HOP_MS * FRAME_RATE) / 1000), FRAME_RATE / pitch.f0Hz[k]!);
  }
  let both = 0;
  for (let from = 0; from < count; ) {
    let to = from;
    while (to < count && second[to]! > 0 && (to === from || near(second[to]!, second[to - 1]!))) to++;
    if (to - from >= LASTS_FRAMES) both += to - from;
    from = Math.max(to, from + 1);
  }
  return voiced < 50 ? 0 : both / voiced;
}

const near = (a: number, b: number): boolean => Math.abs(Math.log2(a / b)) < SEMITONE;

/** Period of the remainder around a moment after the first voice is cancelled; 0 if it is not a voice. */
function secondLag(x: Float32Array, centre: number, lag: number): number {
  const whole = Math.floor(lag);
  const part = lag - whole;
  const length = WINDOW + MAX_LAG;
  const from = centre - (length >> 1);
  if (from - whole - 1 < 0 || from + length > x.length) return 0;
  const rest = new Float64Array(length);
  let before = 0;
  let after = 0;
  for (let i = 0; i < length; i++) {
    const value = x[from + i]!;
    const earlier = (1 - part) * x[from + i - whole]! + part * x[from + i - whole - 1]!;
    rest[i] = value - earlier;
    before += value * value + earlier * earlier;
    after += rest[i]! * rest[i]!;
  }
  if (after < REMAINS * before) return 0;
  const curve = new Float64Array(MAX_LAG + 1);
  for (let l = MIN_LAG; l <= MAX_LAG; l++) {
    const a = (length - WINDOW - l) >> 1;
    let cross = 0;
    let both = 0;
    for (let i = a; i < a + WINDOW; i++) {
      cross += rest[i]! * rest[i + l]!;
      both += rest[i]! * rest[i]! + rest[i + l]! * rest[i + l]!;
    }
    curve[l] = both > 0 ? (2 * cross) / both : 0;
  }
  let best = 0;
  for (let l = MIN_LAG + 1; l < MAX_LAG; l++) {
    if (curve[l]! < curve[l - 1]! || curve[l]! <= curve[l + 1]!) continue;
    // Multiples of a period repeat as well, so the first good peak is the period.
    if (curve[l]! > (best === 0 ? PERIODIC : curve[best]! + 0.05)) best = l;
  }
  return best === 0 || related(best, lag) ? 0 : best;
}

/** Whether two periods are in a ratio of small integers, as artefacts of the same voice are. */
function related(a: number, b: number): boolean {
  for (let p = 1; p <= 4; p++)
    for (let q = 1; q <= 4; q++) if (Math.abs(Math.log2((a * p) / (b * q))) < SEMITONE) return true;
  return false;
}

/** Low-pass with -6 dB at 1.3 kHz, since high harmonics cancel badly. */
function lowPassed(samples: Float32Array): Float32Array {
  let x = samples;
  for (let pass = 0; pass < 3; pass++)
    x = x.map((value, i) => 0.25 * (x[i - 1] ?? 0) + 0.5 * value + 0.25 * (x[i + 1] ?? 0));
  return x;
}
