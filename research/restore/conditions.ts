/** Degradations of recordings before they are restored. */
import { decodeMulaw, encodeMulaw } from '../../media/mulaw.ts';
import { decodePcm16, encodePcm16 } from '../../media/pcm.ts';
import { resampleAll } from '../../media/resampler.ts';
import type { Sound } from '../cloning/sound.ts';
import { babble, fanNoise, inRoom, withNoise } from '../enhancement/spoil.ts';

export interface Condition {
  readonly name: string;
  /** @param strangers clean speech of others */
  readonly spoil: (sound: Sound, strangers: readonly Sound[]) => Sound;
}

const SEED = 11;
const TELEPHONE_HZ = 8000;

/** Clips a recording at a ceiling this far below its peaks. */
export function clipped({ samples, sampleRate }: Sound, db: number): Sound {
  const peak = samples.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const ceiling = peak * 10 ** (-db / 20);
  const cut = samples.map((x) => (0.99 * Math.max(-ceiling, Math.min(ceiling, x))) / ceiling);
  return { samples: decodePcm16(encodePcm16(cut)), sampleRate };
}

const withFan = (sound: Sound, snrDb: number): Sound =>
  withNoise(sound, fanNoise(sound.samples.length, sound.sampleRate, SEED), snrDb);

function overTelephone({ samples, sampleRate }: Sound): Sound {
  const narrow = resampleAll(samples, sampleRate, TELEPHONE_HZ);
  return { samples: decodeMulaw(encodeMulaw(narrow)), sampleRate: TELEPHONE_HZ };
}

export const CONDITIONS: readonly Condition[] = [
  { name: 'clean', spoil: (sound) => sound },
  { name: 'fan 5 dB', spoil: (sound) => withFan(sound, 5) },
  {
    name: 'babble 10 dB',
    spoil: (sound, strangers) =>
      withNoise(sound, babble(sound.samples.length, sound.sampleRate, strangers, SEED), 10),
  },
  { name: 'room 0.8 s', spoil: (sound) => inRoom(sound, 0.8, SEED) },
  { name: 'clipped by 6 dB', spoil: (sound) => clipped(sound, 6) },
  { name: 'clipped by 12 dB', spoil: (sound) => clipped(sound, 12) },
  { name: 'clipped by 18 dB', spoil: (sound) => clipped(sound, 18) },
  { name: 'telephone with fan 15 dB', spoil: (sound) => overTelephone(withFan(sound, 15)) },
  {
    name: 'room 0.4 s, fan 15 dB, clipped by 12 dB',
    spoil: (sound) => clipped(withFan(inRoom(sound, 0.4, SEED), 15), 12),
  },
];
