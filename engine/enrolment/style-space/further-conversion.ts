/** Completes codes whose first base was moved towards the speaker: is it converted, and who speaks other languages? */
import { type BaseMap, decodeCodes, encodeCodes } from '../../conversion/codes.ts';
import { tokensOf } from '../../conversion/content-keys.ts';
import { createConversion, PhraseConversion } from '../../conversion/phrase-conversion.ts';
import { DEFAULT_SAMPLING } from '../../conversion/tuning.ts';
import type { Rendition } from '../../forced-alignment/types.ts';
import { type SpeakerEncoder, similarity } from '../../speaker-encoder/speaker-encoder.ts';
import type { SharedSound } from '../../threads/shared-sound.ts';
import type { Relative } from './near-base.ts';

/** Likeness that conversion must gain, for it costs clarity. */
const LEAST_GAIN = 0.03;

/**
 * @param codes of a speaker whose first base was moved; others are returned as they are
 * @param rendition what that base says @param sound the speaker
 * @returns the codes, with the decision in them
 */
export async function decideConversion(
  codes: Uint8Array,
  { samples, sampleRate, phonemes }: Rendition,
  sound: SharedSound,
  encoder: SpeakerEncoder,
): Promise<Uint8Array> {
  const speaker = decodeCodes(codes);
  const [base, ...others] = speaker.bases;
  if (!base?.morph) return codes;
  const state = createConversion(samples.length, 1, tokensOf(phonemes));
  state.source.set(samples);
  new PhraseConversion(speaker, base).advance(state, samples.length, DEFAULT_SAMPLING);
  const target = await encoder.embed(sound.samples, sound.sampleRate);
  const likeness = async (spoken: Float32Array): Promise<number> =>
    similarity(await encoder.embed(spoken, sampleRate), target);
  const gain = (await likeness(state.output)) - (await likeness(samples));
  if (gain < LEAST_GAIN) return codes;
  const converted = { ...base, morph: { ...base.morph, isConverted: true } };
  return encodeCodes({ ...speaker, bases: [converted, ...others] });
}

/**
 * Adds voices of other languages to codes whose first base was moved towards the speaker. They were not heard: they
 * are converted, where that is asked for, by what was learned of the first, which sounds alike.
 */
export function withRelatives(codes: Uint8Array, relatives: readonly Relative[]): Uint8Array {
  const speaker = decodeCodes(codes);
  const [base, ...others] = speaker.bases;
  if (!base?.morph || relatives.length === 0) return codes;
  const { isConverted } = base.morph;
  const added = relatives.map(
    ({ key, morph }): BaseMap => ({ ...base, key, morph: { ...morph, isConverted }, residuals: null }),
  );
  return encodeCodes({ ...speaker, bases: [base, ...added, ...others] });
}
