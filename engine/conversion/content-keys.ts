import { describe } from '../../language/pronunciation/inventory/features.ts';
import { HOP_SAMPLES } from './base-pitch.ts';

/** A phoneme of a phrase or of a recording, in frames. */
export interface Token {
  /** One IPA symbol; '' for silence. */
  readonly ipa: string;
  readonly startFrame: number;
  readonly endFrame: number;
}

/** Converts phonemes with times in samples to tokens in frames. */
export function tokensOf(
  phonemes: readonly { readonly ipa: string; readonly startSamples: number; readonly endSamples: number }[],
): Token[] {
  return phonemes.map(({ ipa, startSamples, endSamples }) => ({
    ipa,
    startFrame: Math.round(startSamples / HOP_SAMPLES),
    endFrame: Math.round(endSamples / HOP_SAMPLES),
  }));
}

/** Number of values that describe one symbol. */
const SYMBOL_SIZE = 16;
/** Number of values that describe a moment: the current sound, the previous and the next one. */
export const KEY_SIZE = 3 * SYMBOL_SIZE;
/** Index at which plosives and affricates are marked. */
const PLOSIVE = 8;
/** Weight of the neighbours at the borders of a sound. It falls to zero at the sound's far end. */
const NEIGHBOUR_WEIGHT = 0.5;
const SILENCE = Float32Array.from({ length: SYMBOL_SIZE }, (_, i) => (i === 0 ? 2 : 0));
const UNKNOWN = new Float32Array(SYMBOL_SIZE);

const cache = new Map<string, readonly [Float32Array, Float32Array]>();

/** Features of a sound's beginning and of its end, which differ in diphthongs. */
function symbolVectors(ipa: string): readonly [Float32Array, Float32Array] {
  const known = cache.get(ipa);
  if (known) return known;
  const made = ipa === '' ? ([SILENCE, SILENCE] as const) : describeVectors(ipa);
  cache.set(ipa, made);
  return made;
}

function describeVectors(ipa: string): readonly [Float32Array, Float32Array] {
  const features = describe(ipa.normalize('NFD'));
  if (!features) return [UNKNOWN, UNKNOWN];
  if (features.type === 'vowel') {
    const vowel = (height: number, backness: number): Float32Array => {
      const v = new Float32Array(SYMBOL_SIZE);
      v[1] = 1;
      v[2] = 1.4 * (height / 6 - 0.5);
      v[3] = 1.4 * (backness / 4 - 0.5);
      v[4] = features.rounded ? 0.4 : 0;
      v[5] = features.rhotic ? 0.8 : 0;
      v[6] = features.nasal ? 0.6 : 0;
      return v;
    };
    const { glide } = features;
    return [
      vowel(features.height, features.backness),
      glide ? vowel(glide.height, glide.backness) : vowel(features.height, features.backness),
    ];
  }
  const v = new Float32Array(SYMBOL_SIZE);
  const { manner, place } = features;
  v[5] = features.rhotic ? 0.8 : 0;
  v[6] = manner === 'nasal' ? 1 : 0;
  v[7] = features.voiced ? 0.8 : 0;
  v[PLOSIVE] = manner === 'plosive' ? 1 : manner === 'affricate' ? 0.6 : 0;
  v[9] = manner === 'fricative' ? 1 : manner === 'affricate' ? 0.6 : 0;
  v[10] = features.sibilant ? 1 : 0;
  v[11] = manner === 'approximant' || manner === 'tap' || manner === 'trill' ? 1 : 0;
  v[12] = manner === 'lateral' ? 1 : 0;
  const region = /labi/.test(place) ? 13 : /dental|alveolar/.test(place) ? 14 : 15;
  v[region] = 0.7;
  return [v, v];
}

/**
 * Writes the content at a token's beginning and at its end, `KEY_SIZE` values each, from `at` on. Between the two the
 * content changes linearly.
 */
export function contentEnds(
  tokens: readonly Pick<Token, 'ipa'>[],
  index: number,
  output: Float32Array,
  at = 0,
): void {
  const [begin, end] = symbolVectors(tokens[index]?.ipa ?? '');
  const [, before] = symbolVectors(tokens[index - 1]?.ipa ?? '');
  const [after] = symbolVectors(tokens[index + 1]?.ipa ?? '');
  const last = at + KEY_SIZE;
  for (let i = 0; i < SYMBOL_SIZE; i++) {
    output[at + i] = begin[i]!;
    output[last + i] = end[i]!;
    output[at + SYMBOL_SIZE + i] = NEIGHBOUR_WEIGHT * before[i]!;
    output[last + SYMBOL_SIZE + i] = 0;
    output[at + 2 * SYMBOL_SIZE + i] = 0;
    output[last + 2 * SYMBOL_SIZE + i] = NEIGHBOUR_WEIGHT * after[i]!;
  }
}

const ends = new Float32Array(2 * KEY_SIZE);

/**
 * Content at a position of a phrase: `KEY_SIZE` values of unit length. Similar sounds have similar keys.
 * @param position 0 at the beginning of the token, 1 at its end
 */
export function contentKey(
  tokens: readonly Pick<Token, 'ipa'>[],
  index: number,
  position: number,
  output: Float32Array,
): void {
  contentEnds(tokens, index, ends);
  const scale = keyScale(ends, 0, position);
  for (let i = 0; i < KEY_SIZE; i++) {
    output[i] = (ends[i]! * (1 - position) + ends[KEY_SIZE + i]! * position) * scale;
  }
}

/** Factor that gives unit length to the mixture of a token's ends at a position. */
export function keyScale(ends: Float32Array, at: number, position: number): number {
  let power = 0;
  for (let i = 0; i < KEY_SIZE; i++) {
    power += (ends[at + i]! * (1 - position) + ends[at + KEY_SIZE + i]! * position) ** 2;
  }
  return power > 0 ? 1 / Math.sqrt(power) : 0;
}

/** Index of each frame's token. */
export function tokenOfFrames(tokens: readonly Token[], frames: number): Int32Array {
  const owner = new Int32Array(frames);
  let index = 0;
  for (let frame = 0; frame < frames; frame++) {
    while (index < tokens.length - 1 && frame >= tokens[index]!.endFrame) index++;
    owner[frame] = index;
  }
  return owner;
}

/** Position of a frame within its token, 0 to 1. */
export function positionIn(token: Token, frame: number): number {
  const length = Math.max(1, token.endFrame - token.startFrame);
  return Math.min(1, Math.max(0, (frame + 0.5 - token.startFrame) / length));
}

/** Silences and sounds that begin with silence. They change within a few milliseconds. */
export function isAbrupt(ipa: string): boolean {
  if (ipa === '') return true;
  const [vector] = symbolVectors(ipa);
  return vector[PLOSIVE]! > 0;
}
