/** Searches the styles of Kokoro for those that sound most like a speaker. */
import { pitchPlace, type StyleSpace } from './style-space.ts';

/** Likeness that a deviation in every direction must gain: far from Kokoro's own voices it speaks less clearly. */
const CAUTION = 0.03;
const STARTS = 4;
const STEPS = 80;
const STEP = 0.12;

interface Likeness {
  readonly value: number;
  /** Along every direction. */
  readonly slope: Float64Array;
}

/**
 * The place that is expected to sound most like a speaker.
 * @param speaker embedding of the speaker, at the spectrum of the space; @param f0Hz the speaker's pitch
 */
export function nearestStyle(space: StyleSpace, speaker: Float32Array, f0Hz: number): Float64Array {
  const ends = startsFor(space, speaker, pitchPlace(f0Hz)).map((start) => climb(space, speaker, start));
  const scores = ends.map((place) => {
    const square = place.subarray(0, space.directions).reduce((sum, value) => sum + value * value, 0);
    return likeness(space, speaker, place).value - (CAUTION * square) / space.directions;
  });
  return ends[scores.indexOf(Math.max(...scores))]!;
}

/** Measured places, brought to the speaker's pitch and towards the mean, of which the most is expected. */
function startsFor(space: StyleSpace, speaker: Float32Array, pitch: number): Float64Array[] {
  const dimensions = space.directions + 1;
  const places = Array.from({ length: space.samples.length / dimensions }, (_, s) => {
    const measured = space.samples.subarray(s * dimensions, (s + 1) * dimensions);
    const place = Float64Array.from(measured, (value) => 0.7 * value);
    place[space.directions] = pitch;
    return { place, value: likeness(space, speaker, place, false).value };
  });
  places.sort((a, b) => b.value - a.value);
  return places.slice(0, STARTS).map(({ place }) => place);
}

/** Ascends from a place (Adam: Kingma and Ba, 2015). */
function climb(space: StyleSpace, speaker: Float32Array, from: Float64Array): Float64Array {
  const { directions } = space;
  const place = Float64Array.from(from);
  const first = new Float64Array(directions);
  const second = new Float64Array(directions);
  for (let step = 1; step <= STEPS; step++) {
    const { slope } = likeness(space, speaker, place);
    const size = STEP * (1 - step / (STEPS + 1));
    for (let k = 0; k < directions; k++) {
      const gradient = slope[k]! - (2 * CAUTION * place[k]!) / directions;
      first[k] = 0.9 * first[k]! + 0.1 * gradient;
      second[k] = 0.99 * second[k]! + 0.01 * gradient * gradient;
      const mean = first[k]! / (1 - 0.9 ** step);
      place[k]! += (size * mean) / (Math.sqrt(second[k]! / (1 - 0.99 ** step)) + 1e-9);
    }
  }
  return place;
}

/** Cosine that is expected at a place, with its slope unless that is not needed. */
function likeness(space: StyleSpace, speaker: Float32Array, place: Float64Array, isSloped = true): Likeness {
  const { directions, components: size, samples, weights, length, linear, basis } = space;
  const dimensions = directions + 1;
  const count = samples.length / dimensions;
  const scale = length * length * dimensions;
  const kernels = new Float64Array(count);
  const components = new Float64Array(size);
  for (let s = 0; s < count; s++) {
    let square = 0;
    let dot = 0;
    for (let k = 0; k < dimensions; k++) {
      const at = samples[s * dimensions + k]!;
      square += (at - place[k]!) ** 2;
      dot += at * place[k]!;
    }
    kernels[s] = Math.exp(-square / (2 * scale));
    const weight = kernels[s]! + (linear * dot) / dimensions;
    for (let c = 0; c < size; c++) components[c]! += weight * weights[s * size + c]!;
  }
  const embedding = Float64Array.from(space.embedding);
  const width = embedding.length;
  for (let c = 0; c < size; c++) {
    for (let i = 0; i < width; i++) embedding[i]! += components[c]! * basis[c * width + i]!;
  }
  const dot = embedding.reduce((sum, value, i) => sum + value * speaker[i]!, 0);
  const norm = Math.sqrt(embedding.reduce((sum, value) => sum + value * value, 0));
  const slope = new Float64Array(directions);
  if (!isSloped) return { value: dot / norm, slope };
  // What one unit of the embedding adds to the cosine, then one of its components.
  const gain = embedding.map((value, i) => speaker[i]! / norm - (dot * value) / norm ** 3);
  const inner = Float64Array.from({ length: size }, (_, c) =>
    gain.reduce((sum, value, i) => sum + value * basis[c * width + i]!, 0),
  );
  for (let s = 0; s < count; s++) {
    let weight = 0;
    for (let c = 0; c < size; c++) weight += weights[s * size + c]! * inner[c]!;
    for (let k = 0; k < directions; k++) {
      const at = samples[s * dimensions + k]!;
      slope[k]! += weight * ((kernels[s]! * (at - place[k]!)) / scale + (linear * at) / dimensions);
    }
  }
  return { value: dot / norm, slope };
}
