/** What an owner sees of the candidates that the engine of tests offers. */

import type { VoicesClient, WireSet, WireVoice } from './clients/voices-client.ts';
import { PASSAGES, type Passage } from './made-voices.ts';

export const [SLOW_3, FAST_1, SLOW_1, SLOW_6] = PASSAGES as readonly [Passage, Passage, Passage, Passage];
/** Places of the default candidates in a set. */
const PLACES = ['slow_3', 'slow_3 variant', 'fast_1', 'fast_1 variant', 'slow_1', 'slow_6'] as const;

type Place = (typeof PLACES)[number];

/** Ids of the default candidates, by their places. @throws Error when there are more or less */
export function idsOf({ candidates }: WireSet): Record<Place, string> {
  if (candidates.length !== PLACES.length) throw new Error(`there are ${candidates.length} candidates`);
  return Object.fromEntries(PLACES.map((place, i) => [place, candidates[i]?.candidate])) as Record<
    Place,
    string
  >;
}

/** The owner's voices by name. */
export async function ownOf(client: VoicesClient): Promise<Record<string, WireVoice>> {
  return Object.fromEntries((await client.own()).map((voice) => [voice.name, voice]));
}

/** Names of the chosen ones. */
export async function selectedOf(client: VoicesClient): Promise<string[]> {
  return (await client.own()).filter(({ selected }) => selected).map(({ name }) => name);
}

export function reportOf(voice: WireVoice | undefined): Record<string, unknown> {
  return voice?.assisted_report as Record<string, unknown>;
}

/** Everything that a client can tell of its voices: the list, and what each voice and each variant says. */
export async function pictureOf(client: VoicesClient): Promise<unknown> {
  const voices = await client.own();
  const ids = voices.flatMap((voice) => {
    const variants = reportOf(voice)?.variants as { id: string }[] | undefined;
    return (variants ?? [voice]).map(({ id }) => id);
  });
  const sounds = await Promise.all(ids.map(async (id) => [id, await client.heard(id)]));
  return { voices, sounds };
}
