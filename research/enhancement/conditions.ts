/** Degradations of takes. */
import type { Sound } from '../cloning/sound.ts';
import { babble, fanNoise, inRoom, whiteNoise, withNoise } from './spoil.ts';
import type { Take } from './takes.ts';

export interface Condition {
  readonly name: string;
  /** Whether clones are made from it, too, which takes long. */
  readonly cloned: boolean;
  /** @param strangers clean speech of others */
  readonly spoil: (take: Take, strangers: readonly Sound[]) => Sound;
}

const SNRS_DB = [20, 10, 5];
const RT60_SECONDS = [0.4, 0.8];
const SEED = 7;

type Noise = (sound: Sound, strangers: readonly Sound[]) => Float32Array;

const NOISES: Readonly<Record<string, Noise>> = {
  white: ({ samples }) => whiteNoise(samples.length, SEED),
  babble: ({ samples, sampleRate }, strangers) => babble(samples.length, sampleRate, strangers, SEED),
  fan: ({ samples, sampleRate }) => fanNoise(samples.length, sampleRate, SEED),
};
const CLONED = new Set(['white 10 dB', 'babble 5 dB', 'fan 5 dB']);

function noisy(noise: Noise, kind: string, snrDb: number): Condition {
  const name = `${kind} ${snrDb} dB`;
  return {
    name,
    cloned: CLONED.has(name),
    spoil: ({ sound }, strangers) => withNoise(sound, noise(sound, strangers), snrDb),
  };
}

export const CONDITIONS: readonly Condition[] = [
  { name: 'clean', cloned: true, spoil: ({ sound }) => sound },
  ...Object.entries(NOISES).flatMap(([kind, noise]) => SNRS_DB.map((snrDb) => noisy(noise, kind, snrDb))),
  ...RT60_SECONDS.map((seconds) => ({
    name: `room ${seconds} s`,
    cloned: seconds === RT60_SECONDS.at(-1),
    spoil: ({ sound }: Take) => inRoom(sound, seconds, SEED),
  })),
];
