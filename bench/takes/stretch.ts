/** So much is added at a time, half of it over what was added before. */
const WINDOW_MS = 30;
/** How far a window may move to where it fits on best. */
const SEARCH_MS = 8;

/**
 * The same speech faster, at the same pitch: windows of it are laid closer together, each where it goes on best from
 * the one before (W. Verhelst and M. Roelands, "An overlap-add technique based on waveform similarity (WSOLA)", 1993).
 * @param factor above 1 is faster
 */
export function faster(samples: Float32Array, sampleRate: number, factor: number): Float32Array {
  const half = Math.round((WINDOW_MS * sampleRate) / 2000);
  const search = Math.round((SEARCH_MS * sampleRate) / 1000);
  const out = new Float32Array(Math.round(samples.length / factor));
  let before = 0;
  for (let at = 0; at < out.length; at += half) {
    const wanted = Math.round(at * factor);
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

/** Around `wanted`, where the samples are most like those that would have followed. */
function bestPlace(
  samples: Float32Array,
  following: number,
  wanted: number,
  length: number,
  search: number,
): number {
  let best = wanted;
  let most = -Infinity;
  for (let from = Math.max(0, wanted - search); from <= wanted + search; from += 2) {
    let sum = 0;
    for (let i = 0; i < length; i += 2) sum += (samples[from + i] ?? 0) * (samples[following + i] ?? 0);
    if (sum > most) {
      most = sum;
      best = from;
    }
  }
  return best;
}
