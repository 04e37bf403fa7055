/** So much is added at a time, half of it over what was added before. */
const WINDOW_MS = 30;
/** How far a window may move to where it fits on best. */
const SEARCH_MS = 8;
/** Samples. */
const COARSE = 4;

/**
 * The same speech in another time, at the same pitch: windows of it are laid closer together or further apart, each
 * where it goes on best from the one before (W. Verhelst and M. Roelands, "An overlap-add technique based on waveform
 * similarity (WSOLA)", 1993).
 * @param length samples of the result
 */
export function stretched(samples: Float32Array, sampleRate: number, length: number): Float32Array {
  const half = Math.round((WINDOW_MS * sampleRate) / 2000);
  const search = Math.round((SEARCH_MS * sampleRate) / 1000);
  const step = samples.length / length;
  const out = new Float32Array(length);
  let before = 0;
  for (let at = 0; at < out.length; at += half) {
    const wanted = Math.round(at * step);
    const from = at === 0 ? 0 : bestPlace(samples, before + half, wanted, half, search);
    for (let i = 0; i < 2 * half && at + i < out.length; i++) {
      // The first window has nothing before it to be added to.
      const weight = at === 0 && i < half ? 1 : 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / half);
      out[at + i]! += weight * (samples[from + i] ?? 0);
    }
    before = from;
  }
  return out;
}

/** Around `wanted`, where the samples are most like those that would have followed: by coarse steps, then fine ones. */
function bestPlace(
  samples: Float32Array,
  following: number,
  wanted: number,
  length: number,
  search: number,
): number {
  let best = wanted;
  let most = -Infinity;
  const look = (from: number, to: number, step: number): void => {
    for (let place = Math.max(0, from); place <= to; place += step) {
      const likeness = correlation(samples, place, following, length);
      if (likeness > most) {
        most = likeness;
        best = place;
      }
    }
  };
  look(wanted - search, wanted + search, COARSE);
  look(best - COARSE + 1, best + COARSE - 1, 1);
  return best;
}

/** Of `length` samples at two places; every few samples tell enough. */
function correlation(samples: Float32Array, a: number, b: number, length: number): number {
  const end = Math.min(length, samples.length - Math.max(a, b));
  let sum = 0;
  for (let i = 0; i < end; i += COARSE) sum += samples[a + i]! * samples[b + i]!;
  return sum;
}
