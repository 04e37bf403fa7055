/** Completes codes with a base that was moved towards the speaker: is it converted, and who speaks other languages? */
import { type BaseMap, decodeCodes, encodeCodes, type SpeakerCodes } from '../../conversion/codes.ts';
import { tokensOf } from '../../conversion/content-keys.ts';
import { learnFurtherBase } from '../../conversion/learn-codes.ts';
import { createConversion, PhraseConversion } from '../../conversion/phrase-conversion.ts';
import { DEFAULT_SAMPLING } from '../../conversion/tuning.ts';
import { type SpeakerEncoder, similarity } from '../../speaker-encoder/speaker-encoder.ts';
import type { NearBase, Relative } from './near-base.ts';

/**
 * Likeness that conversion must gain, of the very sound that the base's equaliser was fitted to. It costs clarity, 0.2
 * to 0.5 of DNSMOS, and would be worth it from 0.04 on; but that sound flatters the equaliser by about as much: whom
 * conversion gained 0.006 here it gained 0.05 in other sentences, and whom it lost 0.02 here it gained nothing.
 */
const LEAST_GAIN = 0;
/** So near a base gains nothing: eight people's lost 0.02 to 0.14. It is not tried, which takes most of a second. */
const NEAR_ENOUGH = 0.8;

export interface CompletedCodes {
  readonly codes: Uint8Array;
  /** Whether the near base is converted. */
  readonly isConverted: boolean;
}

/**
 * Puts a near base before all others, and voices of other languages behind it. Those were not heard: they are
 * converted, where that is asked for, by what was learned of the near base, which sounds alike.
 * @param codes of the speaker, learned with other bases
 * @param isConverted decides whether what the base says is converted
 */
export async function completeCodes(
  codes: Uint8Array,
  { key, morph, rendition }: NearBase,
  relatives: readonly Relative[],
  isConverted: (speaker: SpeakerCodes, base: BaseMap) => Promise<boolean>,
): Promise<CompletedCodes> {
  const speaker = decodeCodes(codes);
  const learned = learnFurtherBase(speaker, { key, morph, rendition, frameTimes: null });
  const decision = await isConverted(speaker, learned);
  const base: BaseMap = { ...learned, morph: { ...morph, isConverted: decision } };
  const added = relatives.map(
    (relative): BaseMap => ({
      ...base,
      key: relative.key,
      morph: { ...relative.morph, isConverted: decision },
    }),
  );
  return {
    codes: encodeCodes({ ...speaker, bases: [base, ...added, ...speaker.bases] }),
    isConverted: decision,
  };
}

/** Whether converting what a near base says brings it so much nearer to the speaker that it is worth it. */
export async function gainsByConversion(
  speaker: SpeakerCodes,
  base: BaseMap,
  near: NearBase,
  encoder: SpeakerEncoder,
): Promise<boolean> {
  if (near.similarity >= NEAR_ENOUGH) return false;
  const { samples, sampleRate, phonemes } = near.rendition;
  const state = createConversion(samples.length, 1, tokensOf(phonemes));
  state.source.set(samples);
  new PhraseConversion(speaker, base).advance(state, samples.length, DEFAULT_SAMPLING);
  const likeness = async (spoken: Float32Array): Promise<number> =>
    similarity(await encoder.embed(spoken, sampleRate), near.speaker);
  return (await likeness(state.output)) - (await likeness(samples)) >= LEAST_GAIN;
}
