/** The candidates from the engine of tests, as their owner sees them. */

import type { VoicesClient, WireSet, WireVoice } from './clients/voices-client.ts';
import { PASSAGES, type Passage } from './made-voices.ts';

export const [SLOW_3, FAST_1, SLOW_1, SLOW_6] = PASSAGES as readonly [Passage, Passage, Passage, Passage];
/** Places of the default candidates in a set. */
const PLACES = ['slow_3', 'slow_3 variant', 'fast_1', 'fast_1 variant', 'slow_1', 'slow_6'] as const;

type Place = (typeof PLACES)[number];

/**
 * Returns the ids of the default candidates, by place.
 * @throws Error when there are more or fewer
 */
export function idsOf({ candidates }: WireSet): Record<Place, string> {
  if (candidates.length !== PLACES.length) throw new Error(`there are ${candidates.length} candidates`);
  return Object.fromEntries(PLACES.map((place, i) => [place, candidates[i]?.candidate])) as Record<
    Place,
    string
  >;
}

/** Returns the owner's voices by name. */
export async function ownOf(client: VoicesClient): Promise<Record<string, WireVoice>> {
  return Object.fromEntries((await client.own()).map((voice) => [voice.name, voice]));
}

/** Returns the names of the chosen voices. */
export async function selectedOf(client: VoicesClient): Promise<string[]> {
  return (await client.own()).filter(({ selected }) => selected).map(({ name }) => name);
}

export function reportOf(voice: WireVoice | undefined): Record<string, unknown> {
  return voice?.assisted_report as Record<string, unknown>;
}

/** Returns everything that a client can read about its voices: the list, and each voice and variant. */
export async function pictureOf(client: VoicesClient): Promise<unknown> {
  const voices = await client.own();
  const ids = voices.flatMap((voice) => {
    const variants = reportOf(voice)?.variants as { id: string }[] | undefined;
    return (variants ?? [voice]).map(({ id }) => id);
  });
  const sounds = await Promise.all(ids.map(async (id) => [id, await client.heard(id)]));
  return { voices, sounds };
}
