/** Completes codes with a base that was moved towards the speaker: is it converted, and who speaks other languages? */
import {
  type BaseMap,
  decodeCodes,
  encodeCodes,
  type SpeakerCodes,
} from '../../../engine/conversion/codes.ts';
import { tokensOf } from '../../../engine/conversion/content-keys.ts';
import { createConversion, PhraseConversion } from '../../../engine/conversion/phrase-conversion.ts';
import { DEFAULT_SAMPLING } from '../../../engine/conversion/tuning.ts';
import type { Rendition } from '../../../engine/forced-alignment/types.ts';
import { type SpeakerEncoder, similarity } from '../../../recordings/speaker-encoder/speaker-encoder.ts';
import { learnFurtherBase } from '../../learning/learn-codes.ts';
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
  /** Names of the bases, best first. */
  readonly keys: readonly string[];
}

/** A base that said something else than the recording. */
export interface OtherBase {
  readonly key: string;
  readonly rendition: Rendition;
}

/** What codes are completed with. */
export interface Completion {
  readonly near: NearBase | null;
  /** Voices of other languages, moved as the near base was. */
  readonly relatives: readonly Relative[];
  /** Voices of other languages that are converted as they are. */
  readonly others: readonly OtherBase[];
}

/**
 * Puts a near base before all others, and voices of other languages behind it. The relatives of a near base were not
 * heard: they are converted, where that is asked for, by what was learned of the near base, which sounds alike.
 * @param codes of the speaker, learned with other bases
 * @param isConverted decides whether what the near base says is converted
 */
export async function completeCodes(
  codes: Uint8Array,
  { near, relatives, others }: Completion,
  isConverted: (speaker: SpeakerCodes, base: BaseMap, near: NearBase) => Promise<boolean>,
): Promise<CompletedCodes> {
  const speaker = decodeCodes(codes);
  const known = new Set(speaker.bases.map(({ key }) => key));
  const further = others
    .filter(({ key }) => !known.has(key))
    .map((base) => learnFurtherBase(speaker, { ...base, frameTimes: null }));
  const moved = near === null ? [] : await movedBases(speaker, near, relatives, isConverted);
  const bases = [...moved, ...speaker.bases, ...further];
  return { codes: encodeCodes({ ...speaker, bases }), keys: bases.map(({ key }) => key) };
}

async function movedBases(
  speaker: SpeakerCodes,
  near: NearBase,
  relatives: readonly Relative[],
  isConverted: (speaker: SpeakerCodes, base: BaseMap, near: NearBase) => Promise<boolean>,
): Promise<BaseMap[]> {
  const { key, morph, rendition } = near;
  const learned = learnFurtherBase(speaker, { key, morph, rendition, frameTimes: null });
  const decision = await isConverted(speaker, learned, near);
  const base: BaseMap = { ...learned, morph: { ...morph, isConverted: decision } };
  const added = relatives.map(
    (relative): BaseMap => ({
      ...base,
      key: relative.key,
      morph: { ...relative.morph, isConverted: decision },
    }),
  );
  return [base, ...added];
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
