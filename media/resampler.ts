/**
 * Streaming rational resampling: a polyphase filter whose prototype is a sinc under a Kaiser window (J. F. Kaiser,
 * "Nonrecursive digital filter design using the I0-sinh window function", 1974).
 *
 * Output sample n is the signal at exactly n / outRate seconds: the filter's delay is compensated, so timings hold at
 * every rate. The whole state is a plain value, which lets the chunks of one stream run on different worker threads.
 * Each output sample depends only on the input samples around it, always summed in the same order, hence any
 * chunking of the input gives the same output to the bit.
 */

/** Plain, structured-cloneable. Opaque to callers but for the two rates. */
export interface ResamplerState {
  readonly inRate: number;
  readonly outRate: number;
  /** The most recent input samples that outputs still to come will need. */
  readonly history: Float32Array;
  /** Index, in the whole stream, of the first sample in `history`; negative while it holds the silence before it. */
  readonly historyStart: number;
  /** Output samples returned so far. */
  readonly produced: number;
}

/**
 * Stop-band attenuation of the design in dB. 70 dB are guaranteed; the rest is a margin, also for float32 coefficients.
 */
const STOP_BAND_DB = 80;
/** Where the pass-band ends, as a fraction of the lower Nyquist frequency. The stop-band begins at 1. */
const PASS_BAND_EDGE = 0.91;
/**
 * Coefficients are stored for at most this many phases. All common rates need fewer (11025 to 48000 needs 640);
 * odd ratios interpolate linearly between stored phases, whose error at 1024 is below -110 dB.
 */
const MAX_PHASES = 1024;
/**
 * Upper bound of cached filters. A server meets about a dozen pairs of rates; uploads may have arbitrary ones. The
 * oldest is dropped.
 */
const MAX_TABLES = 32;
const MIN_RATE = 1000;
const MAX_RATE = 384_000;

interface FilterTable {
  /** outRate and inRate divided by their greatest common divisor. */
  readonly up: number;
  readonly down: number;
  /** Input samples used on each side of an output. */
  readonly half: number;
  /** `2 * half` coefficients for each phase. */
  readonly coefficients: Float32Array;
  /** Stored phases; equal to `up` when the table is exact. */
  readonly phases: number;
}

const tables = new Map<string, FilterTable>();

/**
 * A stream that has seen no input.
 * Throws RangeError for rates that are not whole numbers of Hz between 1000 and 384000.
 */
export function createResamplerState(inRate: number, outRate: number): ResamplerState {
  for (const rate of [inRate, outRate]) {
    if (!Number.isInteger(rate) || rate < MIN_RATE || rate > MAX_RATE) {
      throw new RangeError(
        `Sample rate must be a whole number between ${MIN_RATE} and ${MAX_RATE} Hz: ${rate}`,
      );
    }
  }
  const silence = inRate === outRate ? 0 : filterTable(inRate, outRate).half - 1;
  return { inRate, outRate, history: new Float32Array(silence), historyStart: 0 - silence, produced: 0 };
}

/**
 * Takes the next samples of a stream and returns the outputs that can be computed; neither argument is changed.
 *
 * The output trails the input by the filter's half width, 2 to 6 ms, until `last` flushes it: the outputs of the whole
 * stream are then exactly `ceil(totalInput * outRate / inRate)` samples, and the state returned is a fresh one. With
 * equal rates the result is the input (the same array, not a copy).
 */
export function resample(
  state: ResamplerState,
  input: Float32Array,
  last: boolean,
): { output: Float32Array; state: ResamplerState } {
  const { inRate, outRate } = state;
  if (inRate === outRate) return { output: input, state };

  const table = filterTable(inRate, outRate);
  const { up, down, half } = table;
  const received = state.historyStart + state.history.length + input.length;
  const buffer = new Float32Array(state.history.length + input.length + (last ? half : 0));
  buffer.set(state.history);
  buffer.set(input, state.history.length);

  // Output n lies at input position n * down / up and uses `half` samples beyond its integer part.
  const limit = last ? received : received - half;
  const end = Math.max(state.produced, Math.ceil((limit * up) / down));
  const output = new Float32Array(end - state.produced);
  if (table.phases === up) convolve(table, buffer, state, output);
  else convolveInterpolated(table, buffer, state, output);
  if (last) return { output, state: createResamplerState(inRate, outRate) };

  const historyStart = Math.floor((end * down) / up) - half + 1;
  const history = buffer.slice(historyStart - state.historyStart);
  return { output, state: { inRate, outRate, history, historyStart, produced: end } };
}

/** Resamples a whole signal: `ceil(input.length * outRate / inRate)` samples. */
export function resampleAll(input: Float32Array, inRate: number, outRate: number): Float32Array {
  return resample(createResamplerState(inRate, outRate), input, true).output;
}

/**
 * Resamples a whole signal of which only the band below a frequency is used. Aliases may remain above it, so a much
 * shorter filter suffices.
 * @param highestHz less than half of either rate
 */
export function resampleBelow(
  input: Float32Array,
  inRate: number,
  outRate: number,
  highestHz: number,
): Float32Array {
  if (inRate === outRate) return input;
  const table = filterTable(inRate, outRate, highestHz);
  const before = table.half - 1;
  const padded = new Float32Array(before + input.length + table.half);
  padded.set(input, before);
  const output = new Float32Array(resampledLength(input.length, inRate, outRate));
  const convolved = table.phases === table.up ? convolve : convolveInterpolated;
  convolved(table, padded, { produced: 0, historyStart: -before }, output);
  return output;
}

/** Number of output samples for a whole stream of `inputSamples`. */
export function resampledLength(inputSamples: number, inRate: number, outRate: number): number {
  return Math.ceil((inputSamples * outRate) / inRate);
}

function convolve(
  table: FilterTable,
  buffer: Float32Array,
  state: Pick<ResamplerState, 'produced' | 'historyStart'>,
  output: Float32Array,
): void {
  const { up, down, half, coefficients } = table;
  const taps = 2 * half;
  const position = state.produced * down;
  let phase = position % up;
  let base = (position - phase) / up - half + 1 - state.historyStart;
  const phaseStep = down % up;
  const baseStep = (down - phaseStep) / up;
  for (let n = 0; n < output.length; n++) {
    output[n] = dot(buffer, base, coefficients, phase * taps, taps);
    base += baseStep;
    phase += phaseStep;
    if (phase >= up) {
      phase -= up;
      base++;
    }
  }
}

function convolveInterpolated(
  table: FilterTable,
  buffer: Float32Array,
  state: Pick<ResamplerState, 'produced' | 'historyStart'>,
  output: Float32Array,
): void {
  const { up, down, half, coefficients, phases } = table;
  const taps = 2 * half;
  for (let n = 0; n < output.length; n++) {
    const position = (state.produced + n) * down;
    const remainder = position % up;
    const base = (position - remainder) / up - half + 1 - state.historyStart;
    const exact = (remainder * phases) / up;
    const phase = Math.floor(exact);
    const low = dot(buffer, base, coefficients, phase * taps, taps);
    const high = dot(buffer, base, coefficients, (phase + 1) * taps, taps);
    output[n] = low + (high - low) * (exact - phase);
  }
}

/** `length` is a multiple of 4. Four sums keep the adders busy; their order is fixed, so results repeat to the bit. */
function dot(a: Float32Array, aStart: number, b: Float32Array, bStart: number, length: number): number {
  let sum0 = 0;
  let sum1 = 0;
  let sum2 = 0;
  let sum3 = 0;
  for (let i = aStart, j = bStart; i < aStart + length; i += 4, j += 4) {
    sum0 += a[i]! * b[j]!;
    sum1 += a[i + 1]! * b[j + 1]!;
    sum2 += a[i + 2]! * b[j + 2]!;
    sum3 += a[i + 3]! * b[j + 3]!;
  }
  return sum0 + sum1 + (sum2 + sum3);
}

function filterTable(inRate: number, outRate: number, highestHz?: number): FilterTable {
  const key = `${inRate}:${outRate}:${highestHz}`;
  const known = tables.get(key);
  if (known) return known;
  const table = designFilter(inRate, outRate, highestHz);
  if (tables.size >= MAX_TABLES) tables.delete(tables.keys().next().value!);
  tables.set(key, table);
  return table;
}

function designFilter(inRate: number, outRate: number, highestHz?: number): FilterTable {
  const divisor = greatestCommonDivisor(inRate, outRate);
  const up = outRate / divisor;
  const down = inRate / divisor;
  // Cutoff frequency in units of the input rate.
  const nyquist = Math.min(inRate, outRate) / inRate / 2;
  // Frequencies beyond the cutoff are mirrored at the Nyquist frequency, so half of a loose transition band may lie
  // there.
  const transition =
    highestHz === undefined ? nyquist * (1 - PASS_BAND_EDGE) : 2 * (nyquist - highestHz / inRate);
  const cutoff = highestHz === undefined ? nyquist - transition / 2 : nyquist;
  // Even, because `dot` takes four coefficients at a time.
  const half = 2 * Math.ceil((STOP_BAND_DB - 7.95) / (14.36 * transition) / 4);
  const beta = 0.1102 * (STOP_BAND_DB - 8.7);
  const phases = Math.min(up, MAX_PHASES);
  const taps = 2 * half;
  // Interpolation at the last phase reads one phase beyond it.
  const coefficients = new Float32Array((phases < up ? phases + 1 : phases) * taps);

  const row = new Float64Array(taps);
  for (let phase = 0; phase * taps < coefficients.length; phase++) {
    let sum = 0;
    for (let k = 0; k < taps; k++) {
      const distance = k - (half - 1) - phase / phases;
      const ratio = distance / half;
      const window = Math.abs(ratio) >= 1 ? 0 : besselI0(beta * Math.sqrt(1 - ratio * ratio));
      row[k] = sinc(2 * cutoff * distance) * window;
      sum += row[k]!;
    }
    // Unity gain at 0 Hz in every phase, so that a constant gets no ripple.
    for (let k = 0; k < taps; k++) coefficients[phase * taps + k] = row[k]! / sum;
  }
  return { up, down, half, coefficients, phases };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

/** Modified Bessel function of the first kind, order zero, by its power series. */
function besselI0(x: number): number {
  const quarter = (x * x) / 4;
  let term = 1;
  let sum = 1;
  for (let k = 1; term > sum * 1e-17; k++) {
    term *= quarter / (k * k);
    sum += term;
  }
  return sum;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
