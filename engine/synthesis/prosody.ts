/** The prosody that markup requests for the words of a phrase: speed and loudness, word by word. */

import type { Pronounced } from '../../language/pronunciation/pronounce.ts';
import type { Prosody } from '../../language/text/types.ts';
import type { GainStep } from '../../media/gain.ts';
import { SPEED } from '../types.ts';
import type { Speeds } from './durations.ts';
import type { WordTiming } from './synthesizer.ts';

type Factor = keyof Prosody;

/** A factor of each pronounced word; null where all are 1. */
export function wordFactors(pronounced: readonly Pronounced[], factor: Factor): readonly number[] | null {
  const factors = pronounced.flatMap((token) =>
    token.kind === 'word' ? [token.word.prosody?.[factor] ?? 1] : [],
  );
  return factors.some((value) => value !== 1) ? factors : null;
}

/** The common factor of all words; null if they differ. */
function commonFactor(pronounced: readonly Pronounced[], factor: Factor): number | null {
  const factors = wordFactors(pronounced, factor);
  if (factors === null) return 1;
  return factors.every((value) => value === factors[0]) ? (factors[0] ?? 1) : null;
}

/** Limits a speed to the range in which voices can be understood. */
export const withinSpeeds = (speed: number): number => Math.min(SPEED.max, Math.max(SPEED.min, speed));

/**
 * A phrase that is spoken at one speed throughout, with that speed instead of one for each word. All voices support
 * that; few can change their speed within a phrase.
 */
export function atOneRate(
  pronounced: readonly Pronounced[],
  speed: number,
): { readonly pronounced: readonly Pronounced[]; readonly speed: number } {
  const rate = commonFactor(pronounced, 'rate');
  if (rate === null || rate === 1) return { pronounced, speed };
  return { pronounced: pronounced.map(withoutRate), speed: withinSpeeds(speed * rate) };
}

function withoutRate(token: Pronounced): Pronounced {
  if (token.kind !== 'word') return token;
  const { rate: _, ...prosody } = token.word.prosody ?? {};
  return { ...token, word: { ...token.word, prosody } };
}

/** Range of the ids or tokens of each word, [from, to). */
type Ranges = readonly (readonly [number, number])[];

/**
 * The speed of each id of an utterance: that of its word, and between words that of the phrase.
 * @param count number of ids
 * @param firstWord index of the word that `ranges` begin with
 */
export function idSpeeds(
  pronounced: readonly Pronounced[],
  speed: number,
  ranges: Ranges,
  count: number,
  firstWord = 0,
): Speeds {
  const rates = wordFactors(pronounced, 'rate');
  if (rates === null) return speed;
  return idFactors(rates, ranges, count, firstWord).map((rate) => withinSpeeds(speed * rate));
}

/** A factor of each id; 1 between words. */
export function idFactors(
  factors: readonly number[],
  ranges: Ranges,
  count: number,
  firstWord = 0,
): Float32Array {
  const all = new Float32Array(count).fill(1);
  for (const [index, [from, to]] of ranges.entries()) all.fill(factors[firstWord + index] ?? 1, from, to);
  return all;
}

/**
 * The gains of a phrase over time, by its words. Null if the gain is 1 throughout. In an open phrase, whose words have
 * no times yet, the first word decides.
 */
export function gainSteps(
  pronounced: readonly Pronounced[],
  words: readonly WordTiming[],
  isOpen: boolean,
): readonly GainStep[] | null {
  const gains = wordFactors(pronounced, 'gain');
  if (gains === null) return null;
  const steps: GainStep[] = [];
  for (const [index, gain] of gains.entries()) {
    if (isOpen && index > 0) break;
    const fromSample = index === 0 ? 0 : (words[index]?.startSamples ?? 0);
    if (steps.at(-1)?.gain !== gain) steps.push({ fromSample, gain });
  }
  return steps;
}
