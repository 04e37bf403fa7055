/**
 * Counts how often one word is said in a row, by the sound alone. Recognisers write the right digit then, but lose
 * count; the sound is nearly periodic, and a word is as long as the time after which it resembles itself. That time is
 * followed through the sound, as people do not speak like clocks.
 */
import { melSpectrogram } from '../../media/mel.ts';

const BANDS = 24;
/** Of the loudest frame: what is softer is a pause, or its spectrum noise. */
const AUDIBLE_DB = -35;
const FLOOR_DB = -60;
/** Pauses between groups are cut down to so many frames; no word has longer closures. */
const CLOSURE_FRAMES = 5;
/** A word with what is between it and the next, in frames of 10 ms. */
const LEAST_PERIOD = 15;
const MOST_PERIOD = 90;
/** The whole sound against itself, a period later: a correlation. */
const LEAST_LIKENESS = 0.6;
/** A period is the shortest time after which it is so much as like itself as it ever is. */
const LIKE_BEST = 0.75;
/** How much a word may be shorter or longer than others, and how fast that may change. */
const SHORTEST = 0.65;
const LONGEST = 1.45;
const MOST_CHANGE = 2;
const CHANGE_COST = 0.15;
/** The last word is drawn out by up to four fifths of a word; where more is left over, it is another word. */
const DRAWN_OUT = 0.8;

/**
 * @param samples mono, 16 kHz, with nothing but the repeated word
 * @returns null where the sound does not repeat itself clearly
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

  /** Cosine of two frames; 0 beyond the end. */
  likeness(one: number, other: number): number {
    return this.#product(one, other) / (this.#lengths[one]! * (this.#lengths[other] ?? 0) + 1e-9);
  }

  #product(one: number, other: number): number {
    const [a, b] = [this.#frames[one]!, this.#frames[other]];
    let sum = 0;
    if (b !== undefined) for (let i = 0; i < BANDS; i++) sum += a[i]! * b[i]!;
    return sum;
  }

  /** After how many frames the sound is like itself again; null for a sound that is not. */
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

/** For each frame the time after which the sound is most like itself, changing slowly (Viterbi). */
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

/** So many times fit into the sound, on average over where in the first word one begins to count. */
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
