/** Completes codes with a morphed base: decides whether it is converted as well, and adds voices of other languages. */
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
 * Likeness that conversion must gain, measured on the sound that the base's equaliser was fitted to. Conversion costs
 * clarity, 0.2 to 0.5 of DNSMOS, and would be worth it from 0.04 on. But the equaliser is overfitted to that sound by
 * about as much: a gain of 0.006 here was a gain of 0.05 in other sentences, and a loss of 0.02 here was no gain.
 */
const LEAST_GAIN = 0;
/**
 * Likeness above which conversion gains nothing: for eight people it lost 0.02 to 0.14. Skipping it saves most of a
 * second.
 */
const NEAR_ENOUGH = 0.8;

export interface CompletedCodes {
  readonly codes: Uint8Array;
  /** Names of the bases, best first. */
  readonly keys: readonly string[];
}

/** A base that said other words than the recording. */
export interface OtherBase {
  readonly key: string;
  readonly rendition: Rendition;
}

/** Voices with which codes are completed. */
export interface Completion {
  readonly near: NearBase | null;
  /** Voices of other languages with the same morph as the near base. */
  readonly relatives: readonly Relative[];
  /** Voices of other languages that are converted without a morph. */
  readonly others: readonly OtherBase[];
}

/**
 * Puts a near base before all others, and voices of other languages behind it. The relatives of a near base are
 * converted, if requested, with what was learned of the near base, which sounds similar.
 * @param codes of the speaker, learned with other bases
 * @param isConverted decides whether the near base's output is converted
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

/** Whether conversion makes the near base's output sufficiently more like the speaker. */
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
