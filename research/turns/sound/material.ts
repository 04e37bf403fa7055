/** What an agent hears of a turn with pauses: the sound before each pause, and before the end. */
import { endOfTurnModel } from '../../../agent-worker/research.ts';
import { telephoned } from '../../../media/telephone.ts';
import { inRoom, opened, pauseLengths, type Spoken } from '../../endpointing/callers.ts';
import { silenceAt, soundOf, windowsOf } from '../../endpointing/hear.ts';
import { inItsRoom, RATE, type Sentence } from '../../endpointing/utterances.ts';
import { joined } from '../../sound.ts';
import type { Speaker } from './speakers.ts';

/** Sound at a silence, when the end-of-turn model is asked. */
export interface Heard {
  /** Mono, 16 kHz, -1 to 1. */
  readonly samples: Float32Array;
  readonly isEnd: boolean;
  /** Whether no pause precedes. */
  readonly isFirst: boolean;
}

const SPEED = { least: 0.9, most: 1.2 } as const;
/** Amplitudes of a room's noise, and of speech, as factors. */
const ROOM = { least: 0.0003, most: 0.003 } as const;
const GAIN = { least: 0.35, most: 1 } as const;
const TELEPHONES = 0.35;
const TAIL_MS = 1000;
/** Distance between a silence of the VAD and the pause that it belongs to. */
const NEAR_MS = 300;

/**
 * Hears a sentence with its pauses, and said in one go: otherwise whatever follows a pause would be an end.
 * @returns none if the synthesizer counts words differently
 */
export async function heardOf(saying: string, speaker: Speaker, random: () => number): Promise<Heard[]> {
  const parts = saying.split('|').map((part) => part.trim());
  const spoken = await speaker.speak(parts.join(' '), between(SPEED, random));
  const counts = parts.map((part) => part.split(/\s+/u).length);
  const count = counts.reduce((sum, n) => sum + n, 0);
  if (spoken.words.length !== count) return [];
  const ways = parts.length === 1 ? [counts] : [counts, [count]];
  return (await Promise.all(ways.map((way) => heardIn(spoken, way, random)))).flat();
}

/** A number of a logarithmic distribution. */
const between = ({ least, most }: { least: number; most: number }, random: () => number): number =>
  least * (most / least) ** random();

/** @param counts words of the parts between pauses */
async function heardIn(spoken: Spoken, counts: readonly number[], random: () => number): Promise<Heard[]> {
  const lengthsMs = pauseLengths(counts.length - 1, random);
  const { samples, addedMs } = opened(spoken, counts, lengthsMs);
  const gain = between(GAIN, random);
  const whole = joined([samples.map((x) => x * gain), new Float32Array((TAIL_MS * RATE) / 1000)]);
  inRoom(whole, between(ROOM, random), random);
  const endOf = (part: number): number => {
    const word = counts.slice(0, part + 1).reduce((sum, n) => sum + n, 0) - 1;
    return addedMs[part]! + (spoken.words[word]!.endSamples * 1000) / spoken.sampleRate;
  };
  return soundsBefore(
    counts.map((_, part) => endOf(part)),
    whole,
    random,
  );
}

/**
 * Hears a sentence of an actor with a longer pause where it has its longest one, if it has any, and as it was spoken.
 * @param isOver whether the turn is over with it; null if that is uncertain
 */
export async function heardOfActor(
  sentence: Sentence,
  isOver: boolean | null,
  random: () => number,
): Promise<Heard[]> {
  const { boundaries } = sentence;
  const longest = boundaries.toSorted((a, b) => b.end - b.begin - (a.end - a.begin))[0];
  const ways = longest === undefined ? [null] : [longest, null];
  const heard = ways.map((boundary) => {
    const { samples, endsMs } = inItsRoom(sentence, boundary, pauseLengths(1, random)[0]);
    const gain = between(GAIN, random) / samples.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-3);
    const quieter = samples.map((x) => x * gain);
    inRoom(quieter, between(ROOM, random), random);
    return soundsBefore(endsMs, quieter, random);
  });
  const sounds = (await Promise.all(heard)).flat();
  if (isOver === null) return sounds.filter(({ isEnd }) => !isEnd);
  return sounds.map((sound) => ({ ...sound, isEnd: sound.isEnd && isOver }));
}

/** @param endsMs of the parts of a turn, between pauses @param sound of it, with silence at its end */
async function soundsBefore(
  endsMs: readonly number[],
  sound: Float32Array,
  random: () => number,
): Promise<Heard[]> {
  const windows = await windowsOf(random() < TELEPHONES ? telephoned(sound, RATE) : sound);
  return windows.flatMap(({ step }, i) => {
    if (step.change !== 'paused') return [];
    const { silentAtMs, isAsked, latest } = silenceAt(windows, i);
    const part = endsMs.findIndex((ms) => Math.abs(ms - silentAtMs) < NEAR_MS);
    // A silence of the voice itself is not labelled.
    if (part < 0 || !isAsked) return [];
    const samples = soundOf(latest(endOfTurnModel().inputMs));
    return [{ samples, isEnd: part === endsMs.length - 1, isFirst: part === 0 }];
  });
}
