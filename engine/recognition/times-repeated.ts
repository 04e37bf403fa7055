/**
 * Counts how often one word is said in a row, by the sound alone. Recognisers write the right digit, but lose count.
 * The sound is nearly periodic, with a word as its period. The period is tracked through the sound, because the pace of
 * people varies.
 */
import { melSpectrogram } from '../../media/mel.ts';

const BANDS = 24;
/** Share of the loudest frame's level below which a frame is a pause, or its spectrum is noise. */
const AUDIBLE_DB = -35;
const FLOOR_DB = -60;
/** Pauses between groups are shortened to this many frames, the longest closure within a word. */
const CLOSURE_FRAMES = 5;
/** Lengths of a word with the pause after it, in frames of 10 ms. */
const LEAST_PERIOD = 15;
const MOST_PERIOD = 90;
/** Lowest correlation of the whole sound with itself one period later. */
const LEAST_LIKENESS = 0.6;
/** The period is the shortest time whose correlation is at least this share of the highest one. */
const LIKE_BEST = 0.75;
/** Largest deviation of a word from the mean length, and largest change from frame to frame. */
const SHORTEST = 0.65;
const LONGEST = 1.45;
const MOST_CHANGE = 2;
const CHANGE_COST = 0.15;
/** The last word may be longer by up to four fifths of a word; a longer rest is another word. */
const DRAWN_OUT = 0.8;

/**
 * @param samples mono, 16 kHz, with nothing but the repeated word
 * @returns null if the sound does not repeat itself clearly
 */
export function timesRepeated(samples: Float32Array): number | null {
  const sound = new Spectra(samples);
  const period = sound.period();
  if (period === null) return null;
  return Math.floor(words(sound, lagsOf(sound, period)) + 1 - DRAWN_OUT);
}

/** The audible frames of a sound, as directions from their mean. */
class Spectra {
  readonly #frames: readonly Float64Array[];
  readonly #lengths: readonly number[];

  constructor(samples: Float32Array) {
    const mel = melSpectrogram(samples, BANDS);
    const decibels = Array.from(mel, (power) => 10 * Math.log10(power + 1e-12));
    const rows = Array.from({ length: mel.length / BANDS }, (_, t) => t * BANDS);
    const loudness = rows.map((row) => Math.max(...decibels.slice(row, row + BANDS)));
    const loudest = Math.max(...loudness);
    const kept = withoutPauses(loudness.map((level) => level > loudest + AUDIBLE_DB)).map((t) =>
      decibels.slice(t * BANDS, (t + 1) * BANDS).map((level) => Math.max(level, loudest + FLOOR_DB)),
    );
    const mean = Array.from({ length: BANDS }, (_, b) =>
      kept.reduce((sum, row) => sum + row[b]! / kept.length, 0),
    );
    this.#frames = kept.map((row) => Float64Array.from(row, (level, b) => level - mean[b]!));
    this.#lengths = this.#frames.map((frame) => Math.hypot(...frame));
  }

  get count(): number {
    return this.#frames.length;
  }

  /** Cosine of two frames; 0 after the end. */
  likeness(one: number, other: number): number {
    return this.#product(one, other) / (this.#lengths[one]! * (this.#lengths[other] ?? 0) + 1e-9);
  }

  #product(one: number, other: number): number {
    const [a, b] = [this.#frames[one]!, this.#frames[other]];
    let sum = 0;
    if (b !== undefined) for (let i = 0; i < BANDS; i++) sum += a[i]! * b[i]!;
    return sum;
  }

  /** Number of frames after which the sound resembles itself; null for a sound that does not repeat. */
  period(): number | null {
    const most = Math.min(MOST_PERIOD, Math.floor(this.count / 2));
    const likeness = Array.from({ length: most + 2 }, (_, lag) => this.#likenessAfter(lag));
    const peaks = likeness.flatMap((value, lag) =>
      lag >= LEAST_PERIOD && lag <= most && value > likeness[lag - 1]! && value >= likeness[lag + 1]!
        ? [lag]
        : [],
    );
    const best = Math.max(...peaks.map((lag) => likeness[lag]!));
    if (peaks.length === 0 || best < LEAST_LIKENESS) return null;
    return peaks.find((lag) => likeness[lag]! > LIKE_BEST * best) ?? null;
  }

  #likenessAfter(lag: number): number {
    let products = 0;
    let lengths = 0;
    for (let t = 0; t + lag < this.count; t++) {
      products += this.#product(t, t + lag);
      lengths += this.#lengths[t]! * this.#lengths[t + lag]!;
    }
    return lengths === 0 ? 0 : products / lengths;
  }
}

/** The audible frames, and the first few of each pause between them. */
function withoutPauses(isAudible: readonly boolean[]): number[] {
  const last = isAudible.lastIndexOf(true);
  let silent = CLOSURE_FRAMES;
  return isAudible.flatMap((audible, t) => {
    silent = audible ? 0 : silent + 1;
    return t <= last && silent <= CLOSURE_FRAMES ? [t] : [];
  });
}

/** For each frame the time after which the sound resembles itself most, with slow changes (Viterbi). */
function lagsOf(sound: Spectra, period: number): readonly number[] {
  const least = Math.floor(SHORTEST * period);
  const count = Math.ceil(LONGEST * period) - least + 1;
  const origins: number[][] = [];
  let scores = new Array<number>(count).fill(0);
  for (let t = 0; t < sound.count - least; t++) {
    const from = scores.map((_, lag) => bestOrigin(scores, lag));
    scores = from.map(
      (origin, lag) =>
        scores[origin]! - CHANGE_COST * Math.abs(origin - lag) + sound.likeness(t, t + least + lag),
    );
    origins.push(from);
  }
  let lag = scores.indexOf(Math.max(...scores));
  const lags: number[] = [];
  for (const from of origins.toReversed()) {
    lags.push(least + lag);
    lag = from[lag]!;
  }
  return lags.reverse();
}

function bestOrigin(scores: readonly number[], lag: number): number {
  let best = lag;
  const worth = (origin: number): number => scores[origin]! - CHANGE_COST * Math.abs(origin - lag);
  const last = Math.min(scores.length - 1, lag + MOST_CHANGE);
  for (let origin = Math.max(0, lag - MOST_CHANGE); origin <= last; origin++) {
    if (worth(origin) > worth(best)) best = origin;
  }
  return best;
}

/** Number of periods in the sound, as a mean over the starting points in the first word. */
function words(sound: Spectra, lags: readonly number[]): number {
  const first = lags[0]!;
  let sum = 0;
  for (let start = 0; start < first; start++) {
    let at = start;
    let whole = 0;
    while (at < lags.length && at + lags[at]! <= sound.count) {
      at += lags[at]!;
      whole++;
    }
    sum += start / first + whole + (sound.count - at) / lags[Math.min(at, lags.length - 1)]!;
  }
  return sum / first;
}
