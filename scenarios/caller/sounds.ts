/** All that a caller says and makes in a scenario, as sound, before the call begins. */
import { cough, hum, laugh } from '../../media/human-sounds.ts';
import { floatToInt16, int16ToFloat } from '../../media/pcm.ts';
import { telephoned } from '../../media/telephone.ts';
import type { Scenario } from '../file/scenario.ts';
import type { SOUNDS } from '../file/schema.ts';
import { CALLER_RATE, type Clip, durationMs, type Speaker, spoken, trimmed } from './clip.ts';
import { quietRoom } from './microphone.ts';
import { roomNoise } from './room-noise.ts';

export interface CallerSounds {
  /** By the index of its step. */
  readonly clips: ReadonlyMap<number, Clip>;
  /** Background noise. */
  readonly noise: Int16Array;
  /** What the caller says that was not known before the call, as it arrives. @throws EngineError */
  speak(text: string): Promise<Clip>;
}

/** "mm-hm" has two hums, which odd seeds produce. */
const MAKERS: Readonly<Record<(typeof SOUNDS)[number], (seed: number) => Float32Array>> = {
  cough,
  laugh,
  'mm-hm': (seed) => hum(2 * seed + 1),
};

/**
 * Speaks what a caller says.
 * @param maxMs of all of it, with pauses
 * @returns by the number of its step; mono, 16 kHz
 * @throws EngineError for a voice or a language that there is not, RangeError when it is longer
 */
export async function callerSpeech(
  { steps, caller }: Scenario,
  speaker: Speaker,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<ReadonlyMap<number, Clip>> {
  const said = new Map<number, Clip>();
  let leftMs = maxMs;
  for (const [i, { say, interrupt }] of steps.entries()) {
    const text = say ?? interrupt;
    if (text === undefined) continue;
    const clip = await spoken(speaker, text, howOf(caller));
    leftMs -= durationMs(clip);
    if (leftMs < 0) throw new RangeError('the callers say too much for one run');
    said.set(i, clip);
  }
  return said;
}

const howOf = ({ voice, language = 'en', speed = 1 }: Scenario['caller']) =>
  ({ lang: language, voiceId: voice ?? null, speed, use: 'conversation' }) as const;

/**
 * The sound at a caller's microphone.
 * @param said result of `callerSpeech`
 * @param seed of noise and sounds; the same seed gives the same result
 * @param speaker of what is not known before the call
 */
export function callerSounds(
  { steps, caller }: Scenario,
  said: ReadonlyMap<number, Clip>,
  seed: number,
  speaker: Speaker,
): CallerSounds {
  const { noise_snr_db: snrDb, telephone = false } = caller;
  const line = (samples: Int16Array): Int16Array =>
    telephone ? floatToInt16(telephoned(int16ToFloat(samples), CALLER_RATE)) : samples;
  const voices = [...said.values()].map(({ samples }) => samples);
  const noise = snrDb === undefined ? quietRoom() : roomNoise(snrDb, voices, seed);
  const clips = new Map<number, Clip>();
  const heard = ({ name, samples }: Clip): Clip => ({ name, samples: line(samples) });
  for (const [i, clip] of said) clips.set(i, heard(clip));
  for (const [i, { sound }] of steps.entries()) {
    if (sound) clips.set(i, { name: sound, samples: line(trimmed(MAKERS[sound](seed + i))) });
  }
  return {
    clips,
    noise: line(noise),
    speak: async (text) => heard(await spoken(speaker, text, howOf(caller))),
  };
}
