/** Searches the styles of Kokoro for those that sound most like a speaker. */
import { dot } from '../../../engine/forced-alignment/matrix.ts';
import { activations, slopeOf } from './network.ts';
import { pitchPlace, type StyleSpace } from './style-space.ts';

/** Likeness that a deviation in every direction must gain: far from Kokoro's own voices it speaks less clearly. */
const CAUTION = 0.04;
const STARTS = 6;
const STEPS = 80;
const STEP = 0.12;

interface Likeness {
  readonly value: number;
  /** Bound along every direction. */
  readonly slope: Float64Array;
}

/**
 * The place in the style space with the highest expected likeness to a speaker.
 * @param speaker embedding of the speaker, at the spectrum of the space; @param f0Hz the speaker's pitch
 */
export function nearestStyle(space: StyleSpace, speaker: Float32Array, f0Hz: number): Float64Array {
  const ends = startsFor(space, speaker, pitchPlace(f0Hz)).map((start) => climb(space, speaker, start));
  const worth = ends.map((place) => {
    const directions = place.subarray(0, space.directions);
    return likeness(space, speaker, place).value - (CAUTION * dot(directions, directions)) / space.directions;
  });
  return ends[worth.indexOf(Math.max(...worth))]!;
}

/** Candidate voices with the highest expected likeness, at the speaker's pitch and moved towards the mean. */
function startsFor(space: StyleSpace, speaker: Float32Array, pitch: number): Float64Array[] {
  const { directions, voices } = space;
  const places = Array.from({ length: voices.length / directions }, (_, v) => {
    const place = new Float64Array(directions + 1);
    for (let k = 0; k < directions; k++) place[k] = 0.7 * voices[v * directions + k]!;
    place[directions] = pitch;
    return { place, value: likeness(space, speaker, place).value };
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

/** Embedding of a speaker at a place in the style space. */
export const expectedEmbedding = (space: StyleSpace, place: Float64Array): Float64Array =>
  embeddingOf(
    space,
    space.networks.map((network) => activations(network, place)),
  );

function embeddingOf(
  { networks, embedding, basis }: StyleSpace,
  values: readonly (readonly Float64Array[])[],
): Float64Array {
  const result = Float64Array.from(embedding);
  for (const layers of values) {
    for (const [c, value] of layers.at(-1)!.entries()) {
      for (let i = 0, at = c * result.length; i < result.length; i++, at++) {
        result[i]! += (value / networks.length) * basis[at]!;
      }
    }
  }
  return result;
}

/** Cosine that is expected at a place, with its slope. */
function likeness(space: StyleSpace, speaker: Float32Array, place: Float64Array): Likeness {
  const { directions, networks, basis } = space;
  const values = networks.map((network) => activations(network, place));
  const embedding = embeddingOf(space, values);
  const width = embedding.length;
  const along = dot(embedding, speaker);
  const norm = Math.sqrt(dot(embedding, embedding));
  // Gradient of the cosine: with respect to the embedding, then to one of its components.
  const gain = embedding.map((value, i) => speaker[i]! / norm - (along * value) / norm ** 3);
  const inner = Float64Array.from(
    { length: basis.length / width },
    (_, c) => dot(basis.subarray(c * width, (c + 1) * width), gain) / networks.length,
  );
  const slope = new Float64Array(directions);
  for (const [n, network] of networks.entries()) {
    const own = slopeOf(network, values[n]!, inner);
    for (let k = 0; k < directions; k++) slope[k]! += own[k]!;
  }
  return { value: along / norm, slope };
}
